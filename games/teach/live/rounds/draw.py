"""Pairings: everybody plays once a round, and nobody twice against the same person if avoidable.

Pure functions. A person without a partner is paired with ``None``, so that the rule for pairs is
the rule for sitting out as well. The circle method: J. de Werra, "Scheduling in sports" (1981),
after Kirkman (1847). Pairs without a repetition: J. Edmonds, "Paths, trees, and flowers" (1965),
as networkx computes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeVar

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
