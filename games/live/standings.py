"""How a room's people stand after its rounds: a point for each game that was won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from games.live.models import Participant, Room
from games.live.rounds import RoomGame


@dataclass(frozen=True)
class RoomStanding:
    """Somebody with the *points* of the *games* that count. Those with as many points share a
    *rank*."""

    participant: Participant
    rank: int
    points: int
    games: int


@dataclass(frozen=True)
class RankPlace:
    """All those who have as many *points*."""

    rank: int
    points: int
    people: tuple[Participant, ...]

    @property
    def named(self) -> list[Participant]:
        """Whose name may be shown to everybody."""
        return [participant for participant in self.people if not participant.is_hidden]

    @property
    def unnamed(self) -> range:
        """The others, to be counted."""
        return range(len(self.people) - len(self.named))


def games_of(room: Room) -> list[RoomGame]:
    """Every game of the rounds of *room* with who plays it, by one query."""
    with_people = ("match", "pair__round", "pair__first", "pair__second")
    games = RoomGame.objects.filter(pair__round__room=room).select_related(*with_people)
    return list(games.order_by("pair__round__number", "pair__drawn_at", "pair", "number"))


def standings(games: Sequence[RoomGame]) -> list[RoomStanding]:
    """Everybody who was in a round, the best first, and who came first before who came later."""
    people = {person.pk: person for game in games for person in game.pair.people}
    counting = [game for game in games if game.counts]
    played = Counter(person.pk for game in counting for person in game.pair.people)
    points = Counter(game.winner.pk for game in counting if game.winner)
    ordered = sorted(people.values(), key=lambda one: (-points[one.pk], one.joined_at, one.pk))
    scores = [points[person.pk] for person in ordered]
    return [
        RoomStanding(
            person, scores.index(points[person.pk]) + 1, points[person.pk], played[person.pk]
        )
        for person in ordered
    ]


def places(ranked: Sequence[RoomStanding]) -> list[RankPlace]:
    """Who stands together, the best first."""
    return [
        RankPlace(rank, together[0].points, tuple(standing.participant for standing in together))
        for rank, same in groupby(ranked, key=lambda standing: standing.rank)
        if (together := list(same))
    ]
