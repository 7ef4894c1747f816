"""The steps of a room: each is made once, on the version that it names."""

import pytest
from django.http import QueryDict

from games.teach.live.leading.leading import lead
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.steps import RoomOverError, StaleStepError
from solver import SolverError

from .rooms import room

pytestmark = pytest.mark.django_db


def step(made, name, version=None, **fields):
    """Send a step of a room, as it stands if nothing else is said."""
    now = Room.objects.select_related("current").get(pk=made.pk)
    post = QueryDict(mutable=True)
    post.update(fields)
    lead(now, name, version or now.version, post)
    return Room.objects.select_related("current").get(pk=made.pk)


def through(made, *names):
    """Send steps one after the other."""
    for name in names:
        now = step(made, name)
    return now


def test_a_room_goes_from_its_lobby_through_each_question():
    made = room()
    states = []
    for name in ("next", "show", "judge", "next"):
        now = step(made, name)
        states.append((now.version, now.current.number, now.current.state))
    assert states == [(2, 1, "asked"), (3, 1, "shown"), (4, 1, "judged"), (5, 2, "asked")]


def test_the_same_step_sent_twice_is_made_once():
    made = room()
    step(made, "next", 1)
    now = step(made, "next", 1)
    assert (now.version, now.current.number) == (2, 1)


def test_the_same_step_from_the_desk_and_the_projector_is_made_once():
    made = room()
    step(made, "next", 1, **{"from": "desk"})
    now = step(made, "next", 1, **{"from": "projector"})
    assert (now.version, now.current.number) == (2, 1)


def test_another_step_on_an_old_version_is_refused():
    made = room()
    step(made, "next", 1)
    with pytest.raises(StaleStepError):
        step(made, "ask", 1, number="2")
    with pytest.raises(StaleStepError):
        step(made, "show", 7)
    assert Room.objects.get().version == 2


def test_two_frames_forward_are_two_steps():
    made = room()
    through(made, "next", "show", "judge")
    step(made, "film", 4, theory="r1", frame="1")
    with pytest.raises(StaleStepError):
        step(made, "film", 4, theory="r1", frame="2")
    now = step(made, "film", 5, theory="r1", frame="2")
    assert (now.version, now.current.theory, now.current.frame) == (6, "r1", 2)


def test_a_step_with_anything_beside_it_is_made_and_known_again():
    made = room()
    for _ in range(2):
        now = step(made, "next", 1, note="\x00 \ud83d" + "x" * 9000)
    assert (now.version, now.current.number) == (2, 1)


def test_a_film_put_away_leaves_its_theory():
    made = room()
    through(made, "next", "show", "judge")
    step(made, "film", theory="r1", frame="3")
    now = step(made, "film", frame="0")
    assert (now.current.theory, now.current.frame) == ("r1", 0)


@pytest.mark.parametrize(
    ("before", "name", "fields"),
    [
        ((), "show", {}),
        (("next",), "judge", {}),
        (("next",), "film", {"theory": "r1", "frame": "1"}),
        (("next", "show"), "film", {"theory": "r1", "frame": "1"}),
        (("next", "show"), "show", {}),
        (("next", "show", "judge"), "film", {"theory": "guess", "frame": "1"}),
        (("next", "show", "judge"), "film", {"theory": "r1", "frame": "-1"}),
        (("next", "show", "judge"), "film", {"theory": "r1", "frame": "12345"}),
        (("next", "next"), "next", {}),
        ((), "ask", {"number": "3"}),
        ((), "ask", {"number": "x"}),
        ((), "ask", {"number": "9" * 5000}),
        ((), "ask", {"number": "1\x00"}),
        ((), "ask", {"number": "\ud83d"}),
    ],
)
def test_what_cannot_be_shown_now_is_refused_and_changes_nothing(before, name, fields):
    made = room()
    now = through(made, *before) if before else made
    with pytest.raises(SolverError):
        step(made, name, **fields)
    stored = Room.objects.get()
    assert (stored.version, stored.current_id) == (now.version, now.current_id)


def test_a_question_that_was_answered_is_gone_back_to_and_not_asked_again():
    made = room()
    through(made, "next", "show", "next")
    now = step(made, "ask", number="1")
    assert (now.current.number, now.current.state) == (1, "shown")


def test_turns_of_a_game_are_not_what_comes_next():
    made = room()
    RoomQuestion.objects.filter(number=1).update(turn_version=1)
    assert step(made, "next").current.number == 2


def test_a_room_that_is_over_makes_no_step():
    made = room()
    Room.objects.update(closes_at=made.created_at)
    with pytest.raises(RoomOverError):
        step(made, "next")
    assert Room.objects.get().version == 1
