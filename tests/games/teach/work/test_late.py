"""What late answers keep of their points, and the lowest results that do not count."""

import csv
import io
from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.lessons.models import StepRecord
from games.questions.shown_question import ShownQuestion
from games.teach.classes.models import Classroom
from games.teach.work.models import Assignment, Item, ItemAttempt, Override
from games.teach.work.standings.reports import report
from games.teach.work.standings.settling import settle

from ...learn.lessons.lessons import lesson
from .assignments import address, assignment, classroom, give, member, person
from .forms import PageForm
from .test_checks import page_of, words_of
from .test_grades import file, table

pytestmark = [pytest.mark.days, pytest.mark.django_db]
DAY = timedelta(days=1)
RIGHT = {"move": "3>3"}
LATE = {"late_cost": 10, "late_least": 75}


def answered(found, client, days, **posted):
    """A right answer so many days after the due time."""
    give(client, found, 1, **(posted or RIGHT))
    at = found.due_at + days * DAY
    tries = ItemAttempt.objects.filter(item__assignment=found, membership=client.membership)
    last = tries.order_by("created_at").last()
    tries.filter(pk=last.pk).update(created_at=at, answered_at=at)
    settle(found, [client.membership.pk])


def due(room, *lines, **fields):
    """An assignment that was due three and a half days ago, and is open."""
    found = assignment(room, *(lines or ("nim 1+2+4 misere",)), **fields)
    Assignment.objects.filter(pk=found.pk).update(due_at=timezone.now() - 3.5 * DAY)
    found.items.update(points=10)
    found.refresh_from_db()
    return found


@pytest.mark.parametrize(
    ("days", "points"),
    [
        (-1, 10),
        (0, 10),
        (20 / 86_400, 10),  # it was on its way
        (0.01, 9),
        (1, 9),
        (1.01, 8),
        (2, 8),
        (2.5, 7.5),
        (3.4, 7.5),
    ],
)
def test_each_day_takes_a_share_down_to_the_least(room, ann, days, points):
    found = due(room, **LATE)
    answered(found, ann, days)
    [row] = report(found).rows
    assert row.score == points


def test_without_the_setting_late_is_a_mark_and_costs_nothing(room, ann, teacher):
    found = due(room)
    answered(found, ann, 3)
    [row] = report(found).rows
    assert row.score == 10
    assert row.cells[0].detail == "right, first try, late"
    assert table(teacher, room) == [["Archer, Ann", "100.0 %", "10"]]


def test_students_read_it_before_and_after(room, ann, teacher):
    found = due(room, **LATE)
    page = words_of(ann.get(address(found)).content.decode())
    assert "A late answer loses 10% of its points for each day, and keeps at least 75%." in page
    answered(found, ann, 1.5)
    page = words_of(ann.get(address(found)).content.decode())
    assert "right, first try, late, counts 80 %" in page
    assert "So far: 8 of 10 points." in page
    assert table(teacher, room) == [["Archer, Ann", "80.0 %", "8"]]
    assert file(teacher, room)[1] == ["Ann Archer", "Archer", "Ann", "ann", "", "8", "80"]
    tidy = teacher.get(f"{address(found)}results/tidy.csv").getvalue().decode("utf-8-sig")
    [line] = csv.DictReader(io.StringIO(tidy))
    assert (line["score"], line["late"]) == ("8", "1")


def test_more_time_costs_nothing_and_what_is_given_by_hand_is_whole(room, ann, ben, teacher):
    found = due(room, **LATE)
    Override.objects.create(assignment=found, membership=ann.membership, extra_days=2)
    answered(found, ann, 1.5)
    answered(found, ben, 1.5)
    item = found.items.get()
    teacher.post(
        f"{address(found)}results/{ben.membership.pk}/points/",
        {"item": item.pk, "points": "9.5", "why": "was ill"},
    )
    assert [row.score for row in report(found).rows] == [10, 9.5]


def test_it_is_multiplied_with_what_a_hint_and_a_second_try_cost(room, ann):
    found = due(room, **LATE, other_tries="100, 50", hint_cost="half")
    give(ann, found, 1, move="3>0")
    early = found.due_at - DAY
    ItemAttempt.objects.update(hint_tier=1, created_at=early, answered_at=early)
    answered(found, ann, 0.5)
    [row] = report(found).rows
    assert row.score == 10 * 0.5 * 0.5 * 0.9


def test_a_lesson_loses_nothing(room, ann):
    taught = lesson()
    found = due(room, **LATE)
    Item.objects.create(assignment=found, lesson=taught, order=2, points=4)
    for step in taught.live_steps:
        StepRecord.objects.create(step=step, user=ann.user, done_at=timezone.now())
    [row] = report(found).rows
    assert row.score == 4
    assert "late" in row.cells[1].detail


def test_the_form_takes_it_and_publishing_fixes_it(room, teacher):
    draft = assignment(room, publish=False)
    form = PageForm(teacher.get(address(draft, what="edit")), "writing")
    typed = form.fields | {"late_cost": ["10"], "late_least": ["50"]}
    teacher.post(address(draft, what="settings"), typed)
    draft.refresh_from_db()
    assert (draft.late_cost, draft.late_least) == (10, 50)
    refused = teacher.post(address(draft, what="settings"), typed | {"late_cost": ["101"]})
    assert refused.status_code == 422
    assert draft.outline.terms["late_cost"] == 10
    teacher.post(address(draft, what="publish"), typed)
    teacher.post(address(draft, what="settings"), typed | {"late_cost": ["0"]})
    draft.refresh_from_db()
    assert draft.late_cost == 10


# --- the lowest results -------------------------------------------------------------------


@pytest.fixture
def four(room, ann, ben):
    """Ann has 2, 0, 1 and 2 of 2 points; Ben has only done the second, and of the others none is
    over; the third has weight 3."""
    works = [assignment(room, weight=3 if n == 2 else 1) for n in range(4)]
    for work, number in zip(works, (2, 0, 1, 2), strict=True):
        give(ann, work, 1, move="3>3" if number else "3>2")
        if number == 2:
            second = ShownQuestion(work.items.last())
            give(ann, work, 2, choice=second.asking.right(second))
    give(ben, works[1], 1, **RIGHT)
    return works


def test_the_lowest_results_do_not_count_and_one_always_does(room, four, teacher):
    assert [row[1] for row in table(teacher, room)] == ["58.3 %", "50.0 %"]
    for drops, ann, ben in ((1, 7 / 5 / 2, 0.5), (2, 1, 0.5), (3, 1, 0.5), (9, 1, 0.5)):
        Classroom.objects.update(drops_lowest=drops)
        shown = [row[1] for row in table(teacher, room)]
        assert shown == [f"{100 * ann:.1f} %", f"{100 * ben:.1f} %"], drops
    Classroom.objects.update(drops_lowest=1)
    [ann_row, ben_row] = table(teacher, room)
    assert ann_row[2:] == ["2", "0 not counted", "1", "2"]
    assert ben_row[2:] == ["–", "1", "–", "–"]
    page = words_of(page_of(teacher, f"/classes/{room.pk}/grades/"))
    assert "The lowest result of each student is struck out and does not count." in page
    head, *lines = file(teacher, room)
    assert head[-1] == "total in % without the lowest 1"
    assert [line[-1] for line in lines] == ["70", "50"]


def test_what_has_no_weight_is_none_of_the_lowest(room, four, teacher):
    Assignment.objects.filter(pk=four[1].pk).update(weight=0)
    Classroom.objects.update(drops_lowest=1)
    [ann_row, _] = table(teacher, room)
    assert ann_row[1:] == ["100.0 %", "2", "0", "1 not counted", "2"]


def test_one_class_says_so_in_its_settings_and_another_does_not(room, four, teacher):
    other = classroom(teacher, "7c")
    eve = person("eve")
    eve.membership = member(other, eve, "Eve East")
    settings = page_of(teacher, f"/classes/{room.pk}/settings/")
    assert "Lowest results that do not count" in settings
    typed = {"name": "7b", "time_zone": "UTC", "drops_lowest": "1"}
    assert teacher.post(f"/classes/{room.pk}/settings/", typed).status_code == 302
    assert table(teacher, room)[0][1] == "70.0 %"
    assert Classroom.objects.get(pk=other.pk).drops_lowest == 0
    wrong = teacher.post(f"/classes/{room.pk}/settings/", typed | {"drops_lowest": "21"})
    assert wrong.status_code == 422
    teacher.post(f"/classes/{room.pk}/settings/", typed | {"drops_lowest": ""})
    assert table(teacher, room)[0][1] == "58.3 %"


def test_the_page_of_one_student_says_which_do_not_count(room, four, teacher, ann):
    Classroom.objects.update(drops_lowest=1)
    page = words_of(page_of(teacher, f"/classes/{room.pk}/people/{ann.membership.pk}/work/"))
    assert "70.0 % overall." in page
    assert "0 not counted of 2" in page
