"""Several latecomers at one moment, and a move beside them: a seat is taken once."""

import pytest
from django.test import Client

from games.management.commands.check_matches import broken_matches
from games.play.models import Match
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rounds.models import RoomPair
from games.teach.live.rounds.partners import pair_of

from ...at_once import all_at_once
from .phones import Leader, Phone
from .rooms import KAYLES, room

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
CODE = "KHP4TWX"
ROOM = f"/live/{CODE}/"


@pytest.fixture
def alone():
    """The only one here, who plays Learner; the phone."""
    made = room(KAYLES, code=CODE)
    phone = Phone(made, "Ada")
    lead = Leader(made)
    lead.press("next")
    lead.press("round", **{"from": "round"})
    return phone


def seated():
    """Who has a partner, by name."""
    pairs = RoomPair.objects.exclude(second=None).select_related("first", "second")
    return [(pair.first.name, pair.second.name) for pair in pairs]


def test_of_many_latecomers_one_takes_the_seat_and_the_others_wait(alone):
    names = [f"Late {number}" for number in range(12)]
    responses = all_at_once([(Client(), ROOM, {"name": name}) for name in names])
    assert {response.status_code for response in responses} == {302}
    [(first, second)] = seated()
    assert first == "Ada"
    assert second in names
    now = Room.objects.select_related("round").get().round
    late = Participant.objects.exclude(name__in=("Ada", second))
    assert {pair_of(now, one) for one in late} == {None}
    assert {match.other_visitor for match in Match.objects.all()} == {
        Participant.objects.get(name=second).visitor
    }


def test_a_move_at_the_same_moment_is_made_or_told_that_the_board_changed(alone):
    match = Match.objects.get(starter="owner")
    move = (alone.client, f"/play/{match.pk}/move/", {"version": 1, "move": "3>0+0"})
    comes = (Client(), ROOM, {"name": "Late"})
    moved, came = all_at_once([move, comes])
    assert came.status_code == 302
    assert seated() == [("Ada", "Late")]
    match.refresh_from_db()
    # Either Learner had replied before the latecomer sat down, or the move was not made.
    assert (moved.status_code, match.moves.count()) in ((302, 2), (409, 0), (302, 1))
    assert match.opponent == "friend"
    assert list(broken_matches()) == []
