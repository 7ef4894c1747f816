"""Who plays whom in a round, who waits, how latecomers take a character's seat, and the standings:
one point for each game won. Everybody plays once a round, and nobody twice against the same person
if avoidable.

A person without a partner is paired with ``None``, so that the rule for pairs is the rule for
sitting out as well. The circle method: J. de Werra, "Scheduling in sports" (1981), after Kirkman
(1847). Pairs without a repetition: J. Edmonds, "Paths, trees, and flowers" (1965), as networkx
computes it."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TypeVar

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

Player = TypeVar("Player", bound=Hashable)
Pair = tuple[Player, Player | None]
Met = Counter[frozenset[Player | None]]
"""How often two people have played each other; with ``None``, how often a person had no partner."""

NEARBY = 32
"""The first search considers pairs this far apart, which covers a whole class."""


def met_in(pairs: Sequence[Pair[Player]]) -> Met[Player]:
    """Count the pairs of earlier rounds."""
    return Counter(map(frozenset, pairs))


def round_robin(players: Sequence[Player], met: Met[Player]) -> list[Pair[Player]]:
    """The pairs of the next round in which everybody meets everybody.

    While the players stay the same, n of them meet in n - 1 rounds, or in n with an odd n.

    >>> round_robin("abc", Counter())
    [('a', 'b'), ('c', None)]
    """
    seats = _even(players)
    best = min(circle(seats), key=lambda pairs: _repeats(pairs, met), default=[])
    if any(_repeats(best, met)):
        best = min(best, fewest_repeats(seats, met), key=lambda pairs: _repeats(pairs, met))
    return _in_order(best, seats)


def ladder(ranked: Sequence[Player], met: Met[Player]) -> list[Pair[Player]]:
    """The pairs of the next round in which winners meet winners; *ranked* lists the best first.

    >>> ladder("abcd", met_in([("a", "b"), ("c", "d")]))
    [('a', 'c'), ('b', 'd')]
    """
    seats = _even(ranked)
    return _in_order(fewest_repeats(seats, met), seats)


def _even(players: Sequence[Player]) -> list[Player | None]:
    return [*players, *[None] * (len(players) % 2)]


def _in_order(
    pairs: Sequence[tuple[Player | None, Player | None]], seats: Sequence[Player | None]
) -> list[Pair[Player]]:
    """The pairs in the order of *seats*; within a pair, a missing partner comes last."""
    place = {player: number for number, player in enumerate(seats)}
    ordered: list[Pair[Player]] = []
    for pair in pairs:
        first, second = sorted(pair, key=place.__getitem__)
        assert first is not None
        ordered.append((first, second))
    return sorted(ordered, key=lambda pair: place[pair[0]])


def circle(seats: Sequence[Player]) -> Iterator[list[tuple[Player, Player]]]:
    """The rounds of the circle method: one player stays, and the others move on by one seat."""
    still, others = seats[:1], list(seats[1:])
    half = len(seats) // 2
    for _ in others:
        around = [*others, *still]
        yield [(around[place], around[-1 - place]) for place in reversed(range(half))]
        others = [*others[1:], others[0]]


def _repeats(pairs: Sequence[tuple[Player, Player]], met: Met[Player]) -> list[int]:
    """How many of *pairs* have met before, how many more than once, and so on; fewer is better."""
    times = [met[frozenset(pair)] for pair in pairs]
    return [sum(time > level for time in times) for level in range(max(met.values(), default=0))]


def fewest_repeats(seats: Sequence[Player], met: Met[Player]) -> list[tuple[Player, Player]]:
    """Pair an even number of players with the fewest repetitions, and then with the nearest in
    order.

    With hundreds of players, considering all pairs would take too long. So consider near ones
    first, and farther ones only if some player has met everybody nearby.
    """
    reach = NEARBY
    pairs = _cheapest(seats, met, reach)
    while reach < len(seats) and any(_repeats(pairs, met)):
        reach *= 2
        pairs = _cheapest(seats, met, reach)
    return pairs


def _cheapest(seats: Sequence[Player], met: Met[Player], reach: int) -> list[tuple[Player, Player]]:
    """The cheapest pairs with at most *reach* places between them.

    All distances together cost less than one repetition, and one first repetition costs more than
    any number of second ones. Distances are squared, so that two short ones beat a long one.
    """
    from networkx import Graph, max_weight_matching  # noqa: PLC0415 - costs 12 MB and 0.1 s

    count, most = len(seats), max(met.values(), default=0)

    def cost(one: int, other: int) -> int:
        times = met[frozenset((seats[one], seats[other]))]
        again: int = sum(count ** (most - level + 2) for level in range(times))
        return again + abs(other - one) ** 2

    pairs = (
        (one, other, -cost(one, other))
        for one in range(count)
        for other in range(one + 1, min(count, one + reach + 1))
    )
    graph = Graph()
    graph.add_weighted_edges_from(pairs)
    return [(seats[a], seats[b]) for a, b in max_weight_matching(graph, maxcardinality=True)]


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
