"""A double click on a button that starts a game starts one: in a check, a puzzle, a lesson."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.puzzles.models import PuzzleAttempt
from games.play.models import Match

from ..at_once import TABS, at_once
from ..learn.lessons.lessons import PLAY, lesson
from ..learn.puzzles.puzzles import puzzle
from ..teach.work.assignments import address, assignment, classroom, member, person
from .games import play_to_the_end, send

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def press(client, where):
    """Post to *where* from many tabs of one browser at once; where each was led."""
    posts = [(where, {"token": uuid.uuid4()}) for _ in range(TABS)]
    return [(one.status_code, one.headers.get("Location")) for one in at_once(client, posts)]


def is_one_game(led):
    match = Match.objects.get()
    return led == [(302, match.get_absolute_url())] * TABS


@pytest.fixture
def ann():
    return person("ann")


@pytest.mark.parametrize("mode", ["check", "practice"])
def test_an_item_is_one_game_and_winning_it_counts_once(ann, mode):
    room = classroom(person("teacher"))
    ann.membership = member(room, ann)
    closes = timezone.now() + timedelta(hours=1)
    found = assignment(room, "nim 1+1+2 misere win", mode=mode, closes_at=closes)
    assert is_one_game(press(ann, address(found, 1, "play")))
    match = Match.objects.get()
    send(ann, match, "3>1")
    play_to_the_end(ann, match)
    assert [one.solved for one in ann.membership.attempts.all()] == [True]


def test_a_puzzle_is_one_game(ann):
    found = puzzle(position="1+1+2", goal="play")
    assert is_one_game(press(ann, f"/puzzles/{found.pk}/play/"))
    assert PuzzleAttempt.objects.count() == 1


def test_a_step_of_a_lesson_is_one_game(ann):
    [step] = lesson(PLAY).live_steps
    address = step.get_absolute_url()
    assert press(ann, f"{address}play/") == [(302, f"{address}#board")] * TABS
    match = Match.objects.get()
    assert ann.get(match.get_absolute_url()).url == address
