"""Who plays whom in a round, who waits, and how latecomers take a character's seat."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.play.friends.seating import take_over
from games.play.models import NAME_LENGTH as MATCH_NAME_LENGTH
from games.play.models import Match
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.names import ShownNames
from games.teach.live.rooms.steps import room_now
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from games.teach.live.rounds.points import games_of

NEIGHBOUR = "Your partner"


def here(room: Room) -> list[Participant]:
    """The people in the room, in the order in which they joined."""
    return list(room.participants.filter(left_at=None).select_related("user", "visitor"))


def waiting(now: RoomRound, games: Sequence[RoomGame]) -> list[Participant]:
    """The people without a partner: latecomers, and those whose partner has left."""
    games = [game for game in games if game.pair.round_id == now.pk]
    deserted = {game.pair_id for game in games if game.match.left_by}
    playing = {
        person.pk for game in games if game.pair_id not in deserted for person in game.pair.people
    }
    return [participant for participant in here(now.room) if participant.pk not in playing]


def pair_of(now: RoomRound, participant: Participant) -> RoomPair | None:
    """The pair in which a participant plays; the latest one if there are several."""
    theirs = now.pairs.filter(Q(first=participant) | Q(second=participant))
    return theirs.select_related("first", "second").prefetch_related("games__match").last()


def take_free_seat(participant: Participant) -> None:
    """Let a latecomer take a character's seat, if there is one, and update the other phones."""
    room = Room.objects.select_related("round").select_for_update(of=("self",))
    now = room.get(pk=participant.room_id).round
    if now is None or not now.is_going:
        return
    if participant in waiting(now, games_of(now.room, now)) and seat(now, participant):
        Room.objects.filter(pk=now.room_id).update(version=F("version") + 1)
        room_now.changed(now.room.code)


def alone(now: RoomRound) -> QuerySet[RoomPair]:
    """The pairs of people who are here and still play a character; empty if everybody shall."""
    if now.draw == RoomRound.Draw.ALONE:
        return now.pairs.none()
    running = Q(second=None, first__left_at=None, games__match__state=Match.State.RUNNING)
    return now.pairs.filter(running).distinct()


def seat(now: RoomRound, late: Participant) -> bool:
    """Give a latecomer the first free seat of a character; return whether there was one."""
    names = ShownNames(now.room)
    for pair in alone(now).exclude(first=late).select_related("first"):
        told = (called(pair.first, names), called(late, names))
        games = pair.games.exclude(match__state=Match.State.FINISHED).select_related("match")
        taken = [take_over(game.match, late.owner, told) for game in games]
        if any(taken):
            RoomPair.objects.filter(pk=pair.pk).update(second=late, taken_over_at=timezone.now())
            return True
    return False


def called(participant: Participant, names: ShownNames) -> str:
    """The name that a partner reads: the first name if it may be shown."""
    return names.of(participant)[:MATCH_NAME_LENGTH] or NEIGHBOUR
