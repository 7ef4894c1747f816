"""Who plays whom in a round, who waits, how latecomers take a character's seat, and the standings:
one point for each game won."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.play.friends.seating import take_over
from games.play.models import NAME_LENGTH as MATCH_NAME_LENGTH
from games.play.models import Match
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.names import ShownNames
from games.teach.live.rooms.steps import room_now
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from solver import pooled


@dataclass(frozen=True)
class RoomStanding:
    """A person with the *points* from the *games* that count. People with equal points share a
    *rank*."""

    participant: Participant
    rank: int
    points: int
    games: int


@dataclass(frozen=True)
class RankPlace:
    """All people with equal *points*."""

    rank: int
    points: int
    people: tuple[Participant, ...]


def games_of(room: Room, now: RoomRound | None = None) -> list[RoomGame]:
    """Every game in the rounds of *room*, or only those of the round *now*, with its players, in
    one query."""
    return _read(RoomGame.objects.filter(pair__round=now) if now else _games_in(room.pk))


def _games_in(room: uuid.UUID) -> QuerySet[RoomGame]:
    return RoomGame.objects.filter(pair__round__room=room)


def _read(games: QuerySet[RoomGame]) -> list[RoomGame]:
    with_people = ("match", "pair__round", "pair__first", "pair__second")
    games = games.select_related(*with_people)
    return list(games.order_by("pair__round__number", "pair__drawn_at", "pair", "number"))


def standings(games: Sequence[RoomGame]) -> list[RoomStanding]:
    """Everybody who took part in a round, best first; of equals, the earlier arrival first."""
    people = {person.pk: person for game in games for person in game.pair.people}
    counting = [game for game in games if game.counts]
    played = Counter(person.pk for game in counting for person in game.people)
    points = Counter(game.winner.pk for game in counting if game.winner)
    ordered = sorted(people.values(), key=lambda one: (-points[one.pk], one.joined_at, one.pk))
    scores = [points[person.pk] for person in ordered]
    return [
        RoomStanding(
            person, scores.index(points[person.pk]) + 1, points[person.pk], played[person.pk]
        )
        for person in ordered
    ]


def standings_after(now: RoomRound) -> Sequence[RoomStanding]:
    """The standings in the room of a round. After the round, each process computes them once for
    all phones, until the room moves on."""
    room = now.room
    if now.is_going:
        return standings(games_of(room))
    finished = _games_in(room.pk).filter(match__finished_at__isnull=False).count()
    return _counted_once(room.pk, room.version, finished)


@pooled(lambda room, version, finished: (str(room), version, finished))
def _counted_once(room: uuid.UUID, version: int, finished: int) -> Sequence[RoomStanding]:
    """The standings for a *version* of a room with this number of *finished* games."""
    return standings(_read(_games_in(room)))


def places(ranked: Sequence[RoomStanding]) -> list[RankPlace]:
    """The people on each place, best first."""
    return [
        RankPlace(rank, together[0].points, tuple(standing.participant for standing in together))
        for rank, same in groupby(ranked, key=lambda standing: standing.rank)
        if (together := list(same))
    ]


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
