"""A double click on a button that starts a game starts one: in a check, a puzzle, a lesson."""

import threading
import uuid
from datetime import timedelta

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.models import Match, PuzzleAttempt

from ..assignments.assignments import address, assignment, classroom, member, person
from ..lessons.lessons import PLAY, lesson
from ..puzzles.puzzles import puzzle
from .games import play_to_the_end, send

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
CLICKS = 24


def press(client, where):
    """Post to *where* from many tabs of one browser at once; where each was led."""
    barrier, led = threading.Barrier(CLICKS), []

    def click():
        tab = Client()
        tab.cookies = client.cookies
        barrier.wait()
        response = tab.post(where, {"token": uuid.uuid4()})
        led.append((response.status_code, response.headers.get("Location")))
        connections.close_all()

    clicks = [threading.Thread(target=click) for _ in range(CLICKS)]
    for one in clicks:
        one.start()
    for one in clicks:
        one.join()
    return led


def is_one_game(led):
    match = Match.objects.get()
    return led == [(302, match.get_absolute_url())] * CLICKS


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
    assert is_one_game(press(ann, f"{step.get_absolute_url()}play/"))
