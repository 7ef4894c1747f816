"""When an assignment can be worked at, for one student, and by what gradebooks find them."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.teach.classes.models import Membership
from games.teach.work.grades.exports import _pairs
from games.teach.work.grades.identities import CANVAS, MOODLE, identify
from games.teach.work.models import Assignment, Override
from games.teach.work.windows import window

pytestmark = pytest.mark.days

HOUR = timedelta(hours=1)


def times_of(override, **times):
    made = Assignment(**times)
    student = Membership(joined_at=timezone.now() - 100 * HOUR)
    return window(made, student, override)


def test_what_is_done_in_another_try_is_not_late_and_what_was_done_before_is():
    now = timezone.now()
    again = Override(reopened_at=now, reopened_until=now + 3 * HOUR)
    times = times_of(again, due_at=now - 2 * HOUR, closes_at=now - HOUR)
    assert times.was_late(now - 90 * HOUR / 60)
    assert not times.was_late(now)
    assert not times.was_late(now + HOUR)
    assert not times.was_late(now - 3 * HOUR)
    assert times_of(None, due_at=now - 2 * HOUR).was_late(now + HOUR)


def test_another_try_takes_answers_through_its_own_grace_and_no_longer():
    now = timezone.now()
    closes = now - 5 * HOUR
    for late, is_open in ((timedelta(seconds=20), True), (timedelta(seconds=40), False)):
        again = Override(reopened_at=now - HOUR, reopened_until=now - late)
        assert times_of(again, closes_at=closes, revealed_at=closes).takes_answers is is_open
        assert not times_of(None, closes_at=closes).takes_answers


def test_another_try_without_an_end_stays_open_although_the_answers_were_shown():
    now = timezone.now()
    again = Override(reopened_at=now - 30 * HOUR, reopened_until=None)
    assert times_of(again, revealed_at=now - 40 * HOUR).takes_answers
    assert not times_of(None, revealed_at=now - 40 * HOUR).takes_answers


def test_another_try_never_shortens_the_time_that_everybody_has():
    now = timezone.now()
    short = Override(reopened_at=now, reopened_until=now + HOUR)
    assert times_of(short, closes_at=now + 5 * HOUR).closes_at == now + 5 * HOUR
    assert times_of(short, closes_at=now - 5 * HOUR).closes_at == now + HOUR


def test_it_opens_and_closes_in_the_moment_that_the_page_names():
    now, second = timezone.now(), timedelta(seconds=1)
    with time_machine.travel(now, tick=False):
        at = times_of(None, opens_at=now, closes_at=now)
        before = times_of(None, opens_at=now + second, closes_at=now + second)
    assert (at.has_opened, at.is_closed) == (True, True)
    assert (before.has_opened, before.is_closed) == (False, False)


def test_ids_that_differ_in_capitals_alone_are_one_id():
    """A gradebook would book both grades for one of the two."""
    people = [Membership(student_id=number) for number in ("A7", "a7", "B8")]
    for gradebook in (CANVAS, MOODLE):
        way = identify(people, "idnumber", gradebook)
        assert way.values == {people[2]: "B8"}
        [left_out] = way.left_out
        assert left_out.people == (people[0], people[1])
        assert left_out.sentence == (
            "2 students share their student ID with another, so this file leaves out:"
        )


def test_an_entry_that_fits_two_students_is_neither_ones():
    people = [Membership(student_id=number) for number in ("1", "2", "3")]
    keys = dict(zip(people, ({"shared"}, {"shared"}, {"own"}), strict=True))
    entries = {0: {"shared"}, 1: {"own"}, 2: {"nobody"}}
    assert _pairs(people, entries, keys.get) == [(people[2], 1)]
