"""What a match is part of: found by where it was started, and asked by nobody else."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.play.models import Match
from games.play.origins import ORIGINS, Origin, origin_of

from ..learn.lessons.lessons import PLAY, lesson
from ..learn.puzzles.puzzles import puzzle
from .games import play_to_the_end, start

pytestmark = pytest.mark.django_db


def test_lessons_puzzles_assignments_rooms_challenges_and_programs_register_once_each():
    # A game against a program goes on at the table, so its end leads back to no page.
    assert sorted(origin.label for origin in ORIGINS) == [
        "",
        "the assignment",
        "the challenge",
        "the lesson",
        "the puzzle",
        "the room",
    ]


def test_a_match_that_stands_alone_is_part_of_nothing():
    match = Match(origin="")
    assert type(origin_of(match)) is Origin
    assert origin_of(match).label == ""
    assert not origin_of(match).is_sealed(match)
    assert origin_of(match).play_again(None, match) is None


def test_a_game_tells_where_it_belongs_and_a_game_alone_does_not(visitor):
    [step] = lesson(PLAY).live_steps
    asked = puzzle(position="1+1+2", goal="play")
    for page, words in (
        (step.get_absolute_url(), "Play it"),
        (asked.get_absolute_url(), "Back to the puzzle"),
    ):
        visitor.post(f"{page}play/", {"token": "4f1e6a52-9c1b-4a59-8a3e-0c6b1b7d9d10"})
        match = play_to_the_end(visitor, Match.objects.get(state="running"))
        shown = visitor.get(match.get_absolute_url(), follow=True).content.decode()
        assert words in shown
    alone = play_to_the_end(visitor, start(visitor, position="1+2"))
    assert "Back to the" not in visitor.get(alone.get_absolute_url()).content.decode()


def test_the_end_of_a_game_alone_asks_no_table_of_tries(visitor):
    match = start(visitor, position="1", opponent="person")
    with CaptureQueriesContext(connection) as asked:
        visitor.post(f"/play/{match.pk}/move/", {"version": 1, "move": "1>0"})
    assert Match.objects.get().state == "finished"
    assert not [one for one in asked.captured_queries if "attempt" in one["sql"]]
