"""The standings of a room's people after its rounds: one point for each game won."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rounds.models import RoomGame, RoomRound
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
