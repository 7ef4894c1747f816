"""The days on which somebody practised."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.learn.progress.practice import calendar
from games.people.models import User
from games.play.models import Match

from ...play.games import start
from ...teach.work.assignments import assignment, classroom, member, person
from ...teach.work.assignments import give as hand_in
from ..puzzles.puzzles import puzzle, solve
from .lessons import give, lesson, step
from .test_taken_tests import begun, take

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def test_days_are_those_of_the_zone_one_is_in():
    user = User.objects.create_user("ann")
    start(Client(), position="1+2")
    midday = datetime.now(UTC).replace(hour=12, minute=0) - timedelta(days=3)
    Match.objects.update(user=user, visitor=None, created_at=midday)

    def days():
        return [day.date for day in calendar(user, 10).days if day.practised]

    assert days() == [midday.date()]
    with timezone.override("Pacific/Kiritimati"):  # 14 hours ahead
        assert days() == [midday.date() + timedelta(days=1)]
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
