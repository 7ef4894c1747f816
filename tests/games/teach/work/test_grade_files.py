"""Files of grades, read as Moodle and Canvas read them: everybody gets the grade they earned."""

import html
import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.utils import timezone

from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item, Override
from games.teach.work.writing import storing_work as service

from ...learn.lessons.lessons import MOVE, PREDICT, lesson
from ...learn.lessons.lessons import give as give_step
from .assignments import address, assignment, classroom, give, member, person
from .gradebooks import Learner, RefusedError, into_canvas, into_moodle

pytestmark = [pytest.mark.days, pytest.mark.django_db]
GOLDEN = Path(__file__).parent / "grades"


def file_of(client, found, form, **layout):
    return client.get(f"{address(found)}results/{form}.csv", layout).getvalue()


def words_of(client, found):
    """The page of files as it is read, without tags."""
    page = client.get(f"{address(found)}results/files/").content.decode()
    return html.unescape(re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page)))


def learner(client, **more):
    """A student of ours as a gradebook knows them, by the identities that the class has."""
    known = Membership.objects.get(user=client.user)
    return Learner(
        key=client.user.username,
        name=known.real_name,
        idnumber=known.student_id,
        email=known.email,
        **more,
    )


def enrol(room, username, name, student_id="", email=""):
    client = person(username)
    client.membership = member(room, client, name)
    Membership.objects.filter(user=client.user).update(student_id=student_id, email=email)
    return client


@pytest.fixture
def work(room):
    """Seven points: 1 and 4 for positions, 2 for a lesson of two steps."""
    found = assignment(room, "nim 1+2+4 misere", "kayles 4 misere", publish=False)
    service.add_ready(found, lesson(PREDICT, MOVE))
    for order, points in ((1, 1), (2, 4), (3, 2)):
        Item.objects.filter(assignment=found, order=order).update(points=points)
    Assignment.objects.filter(pk=found.pk).update(title="Übung (2)")
    service.publish(found)
    return Assignment.objects.get(pk=found.pk)


@pytest.fixture
def people(room, work):
    """Two Anna Bergs, of whom one did all and the other nothing yet; half a lesson; an excuse;
    one without an ID, who did everything."""
    all_ = enrol(room, "anna1", "Anna Berg", "4711")
    nothing = enrol(room, "anna2", "Anna Berg", "4712")
    half = enrol(room, "jean", "Jürgens, Jean; jun.", "4713")
    excused = enrol(room, "eva", "Eva =1+1", "4714")
    unknown = enrol(room, "zoe", "Zoë Ohne")
    steps = lesson(PREDICT, MOVE).live_steps
    for client in (all_, unknown):
        give(client, work, 1, move="3>3")
        give(client, work, 2, choice="P")
        give_step(client, steps[0], choice="P")
        give_step(client, steps[1], move="2>0")
    give(half, work, 1, move="3>3")
    give_step(half, steps[0], choice="P")
    Override.objects.create(
        assignment=work, membership=excused.membership, extra_days=0, is_excused=True
    )
    return {
        "all": all_, "nothing": nothing, "half": half, "excused": excused, "unknown": unknown
    }  # fmt: skip


def known_to_gradebook(people):
    """Everybody, and an Anna Berg who is in the gradebook and not in the class."""
    learners = [learner(client) for client in people.values()]
    return [Learner("stranger", "Anna Berg", "9", "a@example.org", "anna1"), *learners]


def test_moodle_gives_everybody_what_they_earned_and_nobody_anything_else(teacher, work, people):
    grades = into_moodle(file_of(teacher, work, "moodle"), known_to_gradebook(people))
    item = "Übung (2) total"
    assert grades == {
        ("anna1", item): Decimal(100),
        ("anna2", item): None,
        ("jean", item): Decimal("28.57143"),  # 1 of 1 and half of 2, of 7
        ("eva", item): None,
    }


def test_canvas_gives_everybody_what_they_earned_and_nobody_anything_else(teacher, work, people):
    learners = known_to_gradebook(people)
    data = file_of(teacher, work, "canvas")
    points, grades = into_canvas(data, learners, assignments={2: "Another assignment"})
    item = "Übung (2) total"
    assert points == {item: "7"}
    assert grades == {
        ("anna1", item): "7",
        ("anna2", item): "",
        ("jean", item): "2",
        ("eva", item): "EX",
    }


def test_canvas_excuses_everybody_from_a_dropped_item(teacher, work, people):
    Item.objects.filter(assignment=work, order=2).update(dropped_at=timezone.now())
    data = file_of(teacher, work, "canvas", columns="items")
    _, grades = into_canvas(data, known_to_gradebook(people), assignments={})
    dropped = {grade for (_, column), grade in grades.items() if column.endswith("item 2")}
    assert dropped == {"EX"}
    assert grades["anna1", "Übung (2) item 1"] == "1"


def test_item_by_item_each_grade_is_the_one_of_its_item(teacher, work, people):
    learners = known_to_gradebook(people)
    names = [f"Übung (2) item {place}" for place in (1, 2, 3)]
    moodle = into_moodle(file_of(teacher, work, "moodle", columns="items"), learners)
    assert [moodle["anna1", name] for name in names] == [100, 100, 100]
    assert [moodle["jean", name] for name in names] == [100, None, 50]
    assert [moodle["anna2", name] for name in names] == [None, None, None]
    points, canvas = into_canvas(file_of(teacher, work, "canvas", columns="items"), learners)
    assert [points[name] for name in names] == ["1", "4", "2"]
    assert [canvas["jean", name] for name in names] == ["1", "", "1"]
    assert [canvas["eva", name] for name in names] == ["EX", "EX", "EX"]


@pytest.mark.parametrize("form", ["moodle", "canvas"])
def test_with_semicolons_the_same_grades_arrive(teacher, work, people, form):
    learners = known_to_gradebook(people)
    Item.objects.filter(assignment=work, order=3).update(points=1)  # half a point
    commas = file_of(teacher, work, form)
    semicolons = file_of(teacher, work, form, separator="semicolon")
    assert semicolons != commas
    if form == "moodle":
        assert into_moodle(semicolons, learners, separator=";") == into_moodle(commas, learners)
    else:
        assert into_canvas(semicolons, learners) == into_canvas(commas, learners)
        assert into_canvas(commas, learners)[1]["jean", "Übung (2) total"] == "1.5"


@pytest.mark.parametrize(
    ("name", "form", "layout"),
    [
        ("moodle-total.csv", "moodle", {}),
        ("moodle-items-semicolon.csv", "moodle", {"columns": "items", "separator": "semicolon"}),
        ("canvas-total.csv", "canvas", {}),
        ("canvas-items-semicolon.csv", "canvas", {"columns": "items", "separator": "semicolon"}),
    ],
)
def test_the_files_are_what_they_were_byte_by_byte(teacher, work, people, name, form, layout):
    if form == "canvas":
        Item.objects.filter(assignment=work, order=3).update(points=1)  # half a point
    assert file_of(teacher, work, form, **layout) == (GOLDEN / name).read_bytes()


def test_who_is_not_in_the_file_is_named_on_the_page_with_the_reason(teacher, work, people):
    words = words_of(teacher, work)
    assert "1 student has no student ID, so this file leaves out: Zoë Ohne." in words
    assert "So 100 means all 7 points: leave the maximum at 100." in words
    assert "No student has a usable e-mail address." in words
    Membership.objects.filter(user=people["nothing"].user).update(student_id="4711")
    words = words_of(teacher, work)
    twice = "2 students share their student ID with another, so this file leaves out: "
    assert f"{twice}Anna Berg, Anna Berg." in words
    grades = into_moodle(file_of(teacher, work, "moodle"), known_to_gradebook(people))
    assert {key for key, _ in grades} == {"jean", "eva"}


@pytest.mark.parametrize(
    ("student_id", "forms"),
    [("=4711", ("moodle", "canvas")), ("0", ("moodle",)), ("4,711.0", ("canvas",))],
)
def test_an_id_that_would_be_read_as_another_is_not_sent(teacher, work, people, student_id, forms):
    Membership.objects.filter(user=people["all"].user).update(student_id=student_id)
    learners = known_to_gradebook(people)
    assert "1 student has a student ID that a spreadsheet or" in words_of(teacher, work)
    for form, read in (("moodle", into_moodle), ("canvas", lambda *a: into_canvas(*a)[1])):
        students = {key for key, _ in read(file_of(teacher, work, form), learners)}
        assert students == {"anna2", "jean", "eva"} | (set() if form in forms else {"anna1"})


def test_students_can_be_found_by_address_or_user_name_instead(teacher, room, work):
    ada = enrol(room, "smart-lark", "Ada", "1", "ada@example.org")
    bob = enrol(room, "calm-owl", "Bob", "", "bob@example.org")
    for client in (ada, bob):
        give(client, work, 1, move="3>3")
    learners = [learner(ada, login="ada@example.org"), learner(bob, login="bob@example.org")]
    share = Decimal("14.28571")
    item = "Übung (2) total"
    both = {("smart-lark", item): share, ("calm-owl", item): share}
    assert into_moodle(file_of(teacher, work, "moodle"), learners) == both  # the most have one
    assert into_moodle(file_of(teacher, work, "moodle", by="email"), learners) == both
    by_id = into_moodle(file_of(teacher, work, "moodle", by="idnumber"), learners)
    assert list(by_id) == [("smart-lark", item)]
    with pytest.raises(RefusedError, match="Nobody has login smart-lark"):
        into_moodle(file_of(teacher, work, "moodle", by="username"), learners)
    canvas = into_canvas(file_of(teacher, work, "canvas", by="email"), learners)[1]
    assert canvas == {("smart-lark", item): "1", ("calm-owl", item): "1"}


def test_whom_canvas_does_not_know_is_nobody_of_the_same_name(teacher, work, people):
    stranger = [Learner("stranger", "Anna Berg", "9")]
    grades = into_canvas(file_of(teacher, work, "canvas"), stranger)[1]
    assert "stranger" not in {key for key, _ in grades}
    assert ("new: Anna Berg (4711)", "Übung (2) total") in grades


@pytest.mark.parametrize("title", ["Final Grade", "Current Score, week 3", "=1+1", "A, b; c"])
def test_no_title_keeps_a_column_from_arriving(teacher, work, people, title):
    Assignment.objects.filter(pk=work.pk).update(title=title)
    learners = known_to_gradebook(people)
    for separator in ("comma", "semicolon"):
        grades = into_canvas(file_of(teacher, work, "canvas", separator=separator), learners)[1]
        assert [grade for (key, _), grade in grades.items() if key == "anna1"] == ["7"]


def test_a_german_excel_reads_every_file(teacher, work, people):
    Item.objects.filter(assignment=work, order=3).update(points=1)
    for form in ("tidy", "canvas", "moodle"):
        for separator in ("comma", "semicolon"):
            data = file_of(teacher, work, form, separator=separator)
            assert data.startswith(b"\xef\xbb\xbf")
            assert "Übung (2)" in data.decode()
    lines = file_of(teacher, work, "tidy", separator="semicolon").decode().splitlines()
    assert lines[0].startswith("\ufeffclass;assignment;student;")
    [half] = [line for line in lines if "Jean" in line and "Lesson 1" in line]
    assert ";Started;0,5;1;" in half
    moodle = file_of(teacher, work, "moodle", separator="semicolon").decode()
    assert "4713;25.00000\r\n" not in moodle
    assert "4713;25\r\n" in moodle


def test_an_assignment_without_points_or_people_gives_files_with_headings_only(teacher, room):
    empty = Assignment.objects.create(classroom=room, title="Empty")
    assert file_of(teacher, empty, "moodle").decode() == "\ufeffidnumber,Empty total\r\n"
    enrol(room, "ada", "Ada", "1")
    assert into_moodle(file_of(teacher, empty, "moodle"), [Learner("ada", idnumber="1")]) == {
        ("ada", "Empty total"): None
    }
    assert "No student has a usable" in words_of(teacher, empty)


def test_who_joined_after_the_end_has_no_grade(teacher, room, homework):
    Assignment.objects.filter(pk=homework.pk).update(closes_at=timezone.now() - timedelta(days=1))
    lea = enrol(room, "lea", "Lea Later", "1")
    assert into_moodle(file_of(teacher, homework, "moodle"), [learner(lea)]) == {
        ("lea", "Homework total"): None
    }
    canvas = into_canvas(file_of(teacher, homework, "canvas"), [learner(lea)])[1]
    assert canvas == {("lea", "Homework total"): ""}


def test_nonsense_in_the_address_is_told_on_the_page_of_files(teacher, homework):
    for wrong in ({"by": "nose"}, {"separator": "x"}, {"columns": "all"}):
        response = teacher.get(f"{address(homework)}results/moodle.csv", wrong)
        assert response.status_code == 422
        assert "Choose one of the files below." in response.content.decode()


def test_only_the_staff_see_who_has_an_id(homework, ann, visitor):
    other = person("other")
    classroom(other, "8c")
    for client, status in ((ann, 404), (other, 404), (visitor, 302)):
        assert client.get(f"{address(homework)}results/files/").status_code == status
