"""A room is found by its code, and makes each step once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.people.models import User
from games.teach.live.rooms.access import find_room
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.steps import RoomOverError, StaleStepError, step

pytestmark = pytest.mark.django_db


@pytest.fixture
def room():
    return Room.objects.create(owner=User.objects.create(username="ms-lind"), title="8 b")


def test_a_code_is_read_as_people_type_it(room):
    Room.objects.filter(pk=room.pk).update(code="KHP4TWX")
    assert find_room(" khp 4twx").pk == find_room("KHP-4TWX").pk == room.pk
    assert find_room("KHP4TW") is find_room("KHP4TWY") is find_room("ＫＨＰ４ＴＷＸ") is None


def test_a_code_is_shown_in_two_parts(room):
    room.code = "KHP4TWX"
    assert room.shown_code == "KHP 4TWX"


def test_a_step_is_made_on_the_version_it_names(room):
    with step(room, 1, is_paused=True):
        pass
    assert (room.version, room.is_paused) == (2, True)
    with pytest.raises(StaleStepError), step(Room.objects.get(), 1, is_paused=False):
        raise AssertionError("nothing is done on an old version")
    assert Room.objects.get().is_paused


def ask_and_fail(room):
    with step(room, 1, is_paused=True):
        RoomQuestion.objects.create(
            room=room, number=1, ruleset="nim", position="2+1", convention="misere", goal="move"
        )
        raise ZeroDivisionError


def test_what_fails_inside_a_step_leaves_the_room_as_it_was(room):
    with pytest.raises(ZeroDivisionError):
        ask_and_fail(room)
    assert not RoomQuestion.objects.exists()
    stored = Room.objects.get()
    assert (stored.version, stored.is_paused) == (1, False)


def test_a_room_is_over_when_it_was_closed_or_after_three_hours(room):
    assert not room.is_over
    room.closes_at = timezone.now() - timedelta(seconds=1)
    with pytest.raises(RoomOverError), step(room, 1):
        raise AssertionError
    assert Room(closed_at=timezone.now()).is_over
