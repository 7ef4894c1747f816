"""The days on which somebody practised."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.learn.progress.overview import calendar
from games.people.models import User
from games.play.models import Match

from ...play.games import start
from ...teach.work.assignments import address, assignment, classroom, member, person
from ...teach.work.assignments import give as hand_in
from ..puzzles.puzzles import puzzle, solve
from .lessons import give, lesson, step
from .test_taken_tests import begun, form, take

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def test_days_are_those_of_the_zone_one_is_in():
    user = User.objects.create_user("ann")
    start(Client(), position="1+2")
    midday = datetime.now(UTC).replace(hour=12, minute=0) - timedelta(days=3)
    Match.objects.update(user=user, visitor=None, created_at=midday)

    def days():
        return [day.date for day in calendar(user, 10).days if day.practised]

    with timezone.override("UTC"):
        assert days() == [midday.date()]
    with timezone.override("Pacific/Kiritimati"):  # 14 hours ahead
        assert days() == [midday.date() + timedelta(days=1)]
    with timezone.override("Pacific/Honolulu"):  # 10 hours behind
        assert days() == [midday.date()]


def play(ann):
    start(ann, position="1+2")


def answer_a_step_wrong(ann):
    give(ann, step(lesson(), 1), choice="N")


def solve_a_puzzle(ann):
    solve(ann, puzzle(), move="3>3")


def answer_homework(ann):
    room = classroom(person("teacher"))
    member(room, ann)
    hand_in(ann, assignment(room, "nim 1+2+4 misere"), 1, move="1>0")


def finish_a_test(ann):
    lesson()
    take(ann, begun(ann))


@pytest.mark.parametrize(
    "practise", [play, answer_a_step_wrong, solve_a_puzzle, answer_homework, finish_a_test]
)
def test_a_day_counts_whatever_was_done_on_it(practise):
    ann = person("ann")
    assert calendar(ann.user, 21).practised == 0
    practise(ann)
    assert [day.practised for day in calendar(ann.user, 21).days] == [False] * 20 + [True]
    assert calendar(User.objects.create_user("ben"), 21).practised == 0
    assert calendar(None, 21).practised == 0


@pytest.fixture
def noon():
    """Noon two days ago, so that no test here runs over midnight."""
    return timezone.localtime().replace(hour=12) - timedelta(days=2)


def marked(ann):
    """Whether each of the last three days is marked."""
    return [day.practised for day in calendar(ann.user, 3).days]


def begin_a_test(ann):
    """A test of a lesson, with its first question answered."""
    lesson()
    taken = begun(ann)
    assert taken.size > 1
    ann.post(f"{taken.get_absolute_url()}1/", form(taken, 1))
    taken.refresh_from_db()
    assert taken.place == 2
    return taken


@pytest.mark.parametrize("wrong", [(), (1, 2, 3)], ids=["passed", "failed"])
def test_a_test_counts_on_the_day_on_which_it_is_finished(noon, wrong):
    ann = person("ann")
    with time_machine.travel(noon):
        taken = begin_a_test(ann)
        assert marked(ann) == [False, False, False]
    with time_machine.travel(noon + timedelta(days=1)):
        take(ann, taken, wrong=wrong)
        assert marked(ann) == [False, False, True]
    assert marked(ann) == [False, True, False]


def test_a_test_that_is_left_unfinished_marks_no_day(noon):
    ann = person("ann")
    with time_machine.travel(noon):
        begin_a_test(ann)
    assert marked(ann) == [False, False, False]


def test_a_class_test_that_runs_out_of_time_counts_on_the_day_of_its_answer(noon):
    """Also an answer that was ticked and not sent, which counts at the end."""
    ann = person("ann")
    room = classroom(person("teacher"))
    member(room, ann)
    with time_machine.travel(noon, tick=False):
        found = assignment(room, "kayles 4 misere who", mode="check", minutes=10)
        ann.post(address(found, what="start"))
        edited = round(noon.timestamp() * 1000)
        posted = {"token": uuid.uuid4(), "choice": "N", "edited": edited}
        assert ann.post(address(found, 1, "draft"), posted).status_code == 200
    with time_machine.travel(noon + timedelta(days=1)):
        ann.get(found.get_absolute_url())
    assert marked(ann) == [True, False, False]
