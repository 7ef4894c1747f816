"""The grades of a class, and all the work of one student."""

import csv
import io
import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from games.learn.lessons.models import StepRecord
from games.people.models import User
from games.teach.classes import teaching
from games.teach.classes.joining import moving
from games.teach.classes.models import Group, Membership
from games.teach.work.models import Assignment, Override
from games.teach.work.results import granting

from ...learn.lessons.lessons import lesson
from .assignments import address, assignment, classroom, give, member
from .test_checks import page_of, words_of

pytestmark = pytest.mark.django_db
RIGHT, WRONG = {"move": "3>3"}, {"move": "3>2"}


def table(teacher, room, query=""):
    """The lines of the table: name, total, and the points of each assignment."""
    page = page_of(teacher, f"/classes/{room.pk}/grades/{query}")
    rows = page[page.index("<tbody>") : page.index("</tbody>")].split("<tr>")[1:]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[words_of(cell) for cell in row] for row in cells]


def file(teacher, room, query=""):
    response = teacher.get(f"/classes/{room.pk}/grades.csv{query}")
    return list(csv.reader(io.StringIO(response.getvalue().decode("utf-8-sig"))))


@pytest.fixture
def two(room, ann, ben):
    """One assignment of two points, and one of weight 3 with one point; Ann does half of the
    first and Ben the second."""
    first = assignment(room)
    second = assignment(room, "nim 1+2+4 misere", weight=3)
    give(ann, first, 1, **RIGHT)
    give(ann, second, 1, **WRONG)
    give(ben, second, 1, **RIGHT)
    return first, second


def test_the_total_weighs_what_has_a_grade(teacher, room, two):
    assert table(teacher, room) == [
        ["Archer, Ann", "12.5 %", "1", "0"],
        ["Baker, Ben", "100.0 %", "–", "1"],
    ]
    assert file(teacher, room) == [
        [
            "student",
            "surname",
            "given_name",
            "username",
            "student_id",
            "Homework (of 2)",
            "Homework (of 1)",
            "total in %",
        ],
        ["Ann Archer", "Archer", "Ann", "ann", "", "1", "0", "12.5"],
        ["Ben Baker", "Baker", "Ben", "ben", "", "", "1", "100"],
    ]


def test_a_weight_of_nothing_and_what_is_put_away_do_not_count(teacher, room, two):
    first, second = two
    second.weight = 0
    second.save()
    assert [row[1] for row in table(teacher, room)] == ["50.0 %", "–"]
    teacher.post(address(first, what="archive"))
    assert table(teacher, room) == [["Archer, Ann", "–", "0"], ["Baker, Ben", "–", "1"]]


def test_points_by_hand_and_who_is_excused_are_in_it(teacher, room, two, ann, ben):
    first, second = two
    by = {"by": teacher.user, "why": "said it aloud"}
    granting.give_points(first, ann.membership, Decimal("1.5"), **by)
    Override.objects.create(assignment=second, membership=ben.membership, is_excused=True)
    assert table(teacher, room) == [
        ["Archer, Ann", "18.8 %", "1.50 * given by hand", "0"],
        ["Baker, Ben", "–", "–", "–"],
    ]


def test_who_has_least_comes_first_and_who_need_do_nothing_last(teacher, room, two, ann):
    for name in ("Carl Cook", "Dora Day"):
        user = User.objects.create_user(name.split()[0])
        who = Membership.objects.create(classroom=room, user=user, real_name=name)
    for one in two:
        Override.objects.create(assignment=one, membership=who, is_excused=True)
    names = [row[0] for row in table(teacher, room, "?sort=need")]
    assert names == ["Cook, Carl", "Archer, Ann", "Baker, Ben", "Day, Dora"]
    assert [row[0] for row in file(teacher, room, "?sort=need")[1:]] == [
        "Carl Cook",
        "Ann Archer",
        "Ben Baker",
        "Dora Day",
    ]
    assert [row[0] for row in table(teacher, room)] == sorted(names)


def test_one_group_is_shown_alone(teacher, room, two, ben):
    group = Group.objects.create(classroom=room, name="B")
    group.memberships.add(ben.membership)
    assert [row[0] for row in table(teacher, room, f"?group={group.pk}")] == ["Baker, Ben"]
    assert [row[0] for row in file(teacher, room, f"?group={group.pk}")[1:]] == ["Ben Baker"]
    assert len(table(teacher, room, "?group=x&sort=y&page=z")) == 2


def test_pages_hold_fifty(teacher, room, two):
    users = User.objects.bulk_create(User(username=f"u{n}") for n in range(60))
    Membership.objects.bulk_create(
        Membership(classroom=room, user=user, real_name=f"Zoe {n:02}")
        for n, user in enumerate(users)
    )
    first = table(teacher, room)
    assert (len(first), first[0][0], first[2][0]) == (50, "Archer, Ann", "Zoe 00")
    second = table(teacher, room, "?page=2")
    assert [row[0] for row in second] == [f"Zoe {n:02}" for n in range(48, 60)]
    for query in ("?sort=need", "?sort=need&page=2"):
        assert table(teacher, room, query)
    assert len(file(teacher, room)) == 63


def strips_of(teacher, room, student):
    """What the strips on the page of a student's work say, one for each assignment."""
    page = page_of(teacher, f"/classes/{room.pk}/people/{student.membership.pk}/work/")
    return re.findall(r'class="strip"[^>]*aria-label="([^"]+)"', page)


def test_the_page_of_a_student_shows_all_that_was_done_for_the_class(teacher, room, two, ann):
    taught = lesson()
    set_work = assignment(room, publish=False)
    set_work.items.all().delete()
    set_work.items.create(lesson=taught, order=1)
    teacher.post(address(set_work, what="publish"))
    StepRecord.objects.create(step=taught.live_steps[0], user=ann.user, done_at=set_work.created_at)
    elsewhere = lesson(slug="elsewhere", number=9, title="Done elsewhere")
    StepRecord.objects.create(
        step=elsewhere.live_steps[0], user=ann.user, done_at=set_work.created_at
    )
    page = words_of(page_of(teacher, f"/classes/{room.pk}/people/{ann.membership.pk}/work/"))
    assert strips_of(teacher, room, ann)[0] == "Homework: 1 right at once, 1 not yet"
    assert "Homework 1 of 2" in page
    assert f"{taught.title} 1 of {len(taught.live_steps)} steps" in page
    assert "2 answered, 1 of them right, 1 at the first try without help." in page
    assert "Last active" in page
    assert "Done elsewhere" not in page


def test_a_class_without_students_and_a_student_without_work(teacher, room):
    assert "There are no students here yet." in page_of(teacher, f"/classes/{room.pk}/grades/")
    user = User.objects.create_user("new")
    who = Membership.objects.create(classroom=room, user=user, real_name="New Here")
    page = words_of(page_of(teacher, f"/classes/{room.pk}/people/{who.pk}/work/"))
    assert "No grade yet. No work for this class yet." in page
    assert "New Here has no assignments yet." in page


def test_who_left_or_moved_is_named_under_the_table_and_keeps_the_work(
    teacher, room, two, ann, ben
):
    other = classroom(teacher, "8c")
    set_there = assignment(other)
    moved = moving.move(ann.membership, other)
    teaching.leave(ben.membership)
    page = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert "There are no students here yet." in page
    assert re.search(r"Ann Archer \(moved to 8c, \d+ \w+\), Ben Baker \(left \d+ \w+\)", page)
    assert len(file(teacher, room)) == 1
    assert table(teacher, other) == [["Archer, Ann", "–", "–"]]
    give(ann, set_there, 1, **RIGHT)
    assert table(teacher, other) == [["Archer, Ann", "50.0 %", "1"]]
    work = words_of(page_of(teacher, f"/classes/{other.pk}/people/{moved.pk}/work/"))
    assert "50.0 % overall." in work


def test_one_student_in_two_classes_has_the_grades_of_each_in_it(teacher, room, two, ann):
    other = classroom(teacher, "8c")
    member(other, ann, "Ann A.")
    give(ann, assignment(other), 1, **RIGHT)
    assert table(teacher, room)[0] == ["Archer, Ann", "12.5 %", "1", "0"]
    assert table(teacher, other) == [["A., Ann", "50.0 %", "1"]]


def test_who_is_excused_from_everything_has_no_total(teacher, room, two, ann):
    for work in two:
        Override.objects.create(assignment=work, membership=ann.membership, is_excused=True)
    assert table(teacher, room)[0] == ["Archer, Ann", "–", "–", "–"]
    page = words_of(page_of(teacher, f"/classes/{room.pk}/people/{ann.membership.pk}/work/"))
    assert "No grade yet." in page
    assert "Homework – of 2" in page
    assert strips_of(teacher, room, ann) == ["Homework: 2 not asked", "Homework: 1 not asked"]


def test_where_every_weight_is_nothing_the_page_says_so(teacher, room, two):
    room.assignments.update(weight=0)
    page = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert "Every assignment has weight 0, so there is no total." in page
    assert table(teacher, room) == [["Archer, Ann", "–", "1", "0"], ["Baker, Ben", "–", "–", "1"]]


def test_an_assignment_in_which_nothing_is_left_counts_nothing(teacher, room, two, ann):
    first, second = two
    first.items.update(dropped_at=first.published_at)
    second.items.all().delete()
    page = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert page.count("no points") == 2
    assert table(teacher, room) == [["Archer, Ann", "–", "–", "–"], ["Baker, Ben", "–", "–", "–"]]
    assert file(teacher, room)[1] == ["Ann Archer", "Archer", "Ann", "ann", "", "", "", ""]
    work = words_of(page_of(teacher, f"/classes/{room.pk}/people/{ann.membership.pk}/work/"))
    assert "Homework no points Homework no points" in work
    assert strips_of(teacher, room, ann) == ["Homework: 2 not asked"]
    for work in two:
        assert teacher.get(address(work, what="results")).status_code == 200
        for form in ("tidy", "canvas", "moodle"):
            for columns in ("total", "items"):
                got = teacher.get(f"{address(work)}results/{form}.csv?columns={columns}")
                assert got.getvalue()


def test_a_class_in_which_nothing_is_published_says_so(teacher, room, ann):
    assignment(room, publish=False)
    page = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert "Nothing is published yet, so there are no grades." in page
    assert table(teacher, room) == [["Archer, Ann", "–"]]


def test_a_page_that_looks_again_hears_nothing_until_something_changes(teacher, room, two, ben):
    where = f"/classes/{room.pk}/grades/"
    again = re.search(r'data-poll="([^"]+)"', page_of(teacher, where))[1].replace("&amp;", "&")
    heard = {"HX-Request": "true"}
    assert teacher.get(where + again, headers=heard).status_code == 204
    give(ben, two[0], 1, **RIGHT)
    changed = teacher.get(where + again, headers=heard)
    assert "62.5 %" not in changed.content.decode()
    assert "87.5 %" in words_of(changed.content.decode())


def test_what_is_still_open_says_so_in_the_table_and_before_the_files(teacher, room, ann):
    """A total counts a test that is half done; whoever reads it should know."""
    now = timezone.now()
    hour, day = timedelta(hours=1), timedelta(days=1)
    closed = assignment(room, "nim 1+2+4 misere", closes_at=now + hour)
    test = assignment(room, "nim 1+2+4 misere", mode="check", closes_at=now + hour, weight=2)
    assignment(room, "nim 1+2+4 misere")  # practice without an end
    Assignment.objects.filter(pk=closed.pk).update(title="Monday", closes_at=now - hour)
    Assignment.objects.filter(pk=test.pk).update(title="Test on Friday")

    def headings():
        page = page_of(teacher, f"/classes/{room.pk}/grades/")
        return [words_of(cell) for cell in re.findall(r"<th scope=\"col\".*?</th>", page, re.S)][2:]

    def files():
        return words_of(page_of(teacher, f"/classes/{room.pk}/grades/files/"))

    assert headings() == [
        "Monday of 1",
        "Test on Friday of 1, weight 2, still open",
        "Homework of 1",
    ]
    assert "Still open: “Test on Friday”. Points there can still change" in files()
    # A section for which it closes later keeps it open.
    Assignment.objects.filter(pk=test.pk).update(closes_at=now - hour)
    assert "still open" not in " ".join(headings())
    assert "Still open" not in files()
    section = room.sections.create(name="Group B")
    Membership.objects.filter(pk=ann.membership.pk).update(section=section)
    test.section_times.create(section=section, closes_at=now + day)
    assert headings()[1] == "Test on Friday of 1, weight 2, still open"
    assert "Still open: “Test on Friday”." in files()
