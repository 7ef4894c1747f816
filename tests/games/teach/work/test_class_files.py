"""All grades of a class in one file, read as Moodle and Canvas read it."""

from decimal import Decimal

import pytest

from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Group, Membership
from games.teach.work.models import Assignment, Override

from .assignments import assignment, classroom, give, member, person
from .gradebooks import into_canvas, into_moodle
from .test_grade_files import enrol, file_of, learner

pytestmark = pytest.mark.django_db


def class_file(teacher, room, form, **query):
    return teacher.get(f"/classes/{room.pk}/grades/files/{form}.csv", query).getvalue()


@pytest.fixture
def course(room, teacher):
    """Three assignments, two of one title; four students, one of them excused once, and one
    without an ID."""
    works = [assignment(room), assignment(room), assignment(room, "nim 1+2+4 misere")]
    Assignment.objects.filter(pk=works[2].pk).update(title="TakenTest (9)")
    works[2].items.update(points=4)
    ann = enrol(room, "ann", "Ann Archer", "4711")
    ben = enrol(room, "ben", "Ben Baker", "4712")
    eva = enrol(room, "eva", "Eva East", "4713")
    enrol(room, "zoe", "Zoë Ohne")
    give(ann, works[0], 1, move="3>3")
    second = ShownQuestion(works[0].items.last())
    give(ann, works[0], 2, choice=second.asking.right(second))
    give(ann, works[1], 1, move="3>0")
    give(ben, works[1], 1, move="3>3")
    give(ben, works[2], 1, move="3>3")
    Override.objects.create(assignment=works[0], membership=eva.membership, is_excused=True)
    return works, [ann, ben, eva]


def test_canvas_gets_every_assignment_under_the_name_of_its_own_file(teacher, room, course):
    works, people = course
    learners = [learner(client) for client in people]
    data = class_file(teacher, room, "canvas")
    points, grades = into_canvas(data, learners, assignments={9: "Somebody else's"})
    one, two, three = "Homework total", "Homework, no. 2 total", "TakenTest (9) total"
    assert points == {one: "2", two: "2", three: "4"}
    assert grades == {
        ("ann", one): "2",
        ("ann", two): "0",
        ("ann", three): "",
        ("ben", one): "",
        ("ben", two): "1",
        ("ben", three): "4",
        ("eva", one): "EX",
        ("eva", two): "",
        ("eva", three): "",
    }
    [own, _] = into_canvas(file_of(teacher, works[2], "canvas"), learners)
    assert own == {three: "4"}, "the same column, whichever file comes first"


def test_moodle_gets_every_assignment_out_of_a_hundred(teacher, room, course):
    _, people = course
    grades = into_moodle(
        class_file(teacher, room, "moodle", separator="semicolon"),
        [learner(client) for client in people],
        separator=";",
    )
    one, two, three = "Homework total", "Homework, no. 2 total", "TakenTest (9) total"
    assert grades == {
        ("ann", one): Decimal(100),
        ("ann", two): Decimal(0),
        ("ann", three): None,
        ("ben", one): None,
        ("ben", two): Decimal(50),
        ("ben", three): Decimal(100),
        ("eva", one): None,
        ("eva", two): None,
        ("eva", three): None,
    }


def test_late_points_and_the_dropped_lowest_change_the_columns_and_not_more(teacher, room, course):
    """What is dropped from the total stays in its column: the gradebook has a rule of its own."""
    room.drops_lowest = 1
    room.save()
    before = class_file(teacher, room, "canvas")
    room.drops_lowest = 0
    room.save()
    assert class_file(teacher, room, "canvas") == before


def test_what_canvas_exported_itself_stands_as_it_knows_it(teacher, room, course):
    _, (ann, *_) = course
    known = {"Student": "Archer, Ann", "ID": "77", "SIS User ID": "4711", "Section": "A"}
    Membership.objects.filter(pk=ann.membership.pk).update(identities={"canvas": known})
    data = class_file(teacher, room, "canvas", by="kept").decode("utf-8-sig")
    lines = data.splitlines()
    assert lines[2].startswith('"Archer, Ann",77,4711,,A,2,0,')
    assert len(lines) == 3


def test_the_page_says_who_is_left_out_and_leads_to_the_files(teacher, room, course):
    page = teacher.get(f"/classes/{room.pk}/grades/").content.decode()
    assert f"/classes/{room.pk}/grades/files/" in page
    page = teacher.get(f"/classes/{room.pk}/grades/files/").content.decode()
    assert "1 student has no student ID, so this file leaves out:" in page
    assert "Zoë Ohne" in page
    for form in ("canvas", "moodle", "tidy"):
        assert f'action="/classes/{room.pk}/grades/files/{form}.csv"' in page


def test_only_staff_get_it_and_there_is_no_other_kind(teacher, room, course, client):
    _, (ann, *_) = course
    for address in (
        f"/classes/{room.pk}/grades/files/",
        f"/classes/{room.pk}/grades/files/canvas.csv",
    ):
        assert ann.get(address).status_code == 404
    assert teacher.get(f"/classes/{room.pk}/grades/files/excel.csv").status_code == 404
    other = classroom(person("other"), "7c")
    member(other, ann)
    assert teacher.get(f"/classes/{other.pk}/grades/files/canvas.csv").status_code == 404


def test_one_group_can_be_asked_for(teacher, room, course):
    _, (ann, ben, _) = course
    group = Group.objects.create(classroom=room, name="A")
    ben.membership.groups.add(group)
    _, grades = into_canvas(
        class_file(teacher, room, "canvas", group=group.pk), [learner(ann), learner(ben)]
    )
    assert {who for who, _ in grades} == {"ben"}
