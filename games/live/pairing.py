"""Who plays whom: everybody once a round, and nobody twice while that can be avoided.

Pure functions. Whoever has no partner is paired with ``None``, so that the rule for pairs is the
rule for sitting out as well. The circle method: J. de Werra, "Scheduling in sports" (1981), after
Kirkman (1847). Pairs without a repetition: J. Edmonds, "Paths, trees, and flowers" (1965).
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

Player = TypeVar("Player", bound=Hashable)
Pair = tuple[Player, Player | None]
Met = Counter[frozenset[Player | None]]
"""How often two have played each other; with ``None``, how often somebody had no partner."""


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
    """The pairs of the next round in which winners meet winners; the best stands first.

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
    """The pairs in the order of *seats*, so that nobody's partner comes first."""
    place = {player: number for number, player in enumerate(seats)}
    ordered: list[Pair[Player]] = []
    for pair in pairs:
        first, second = sorted(pair, key=place.__getitem__)
        assert first is not None
        ordered.append((first, second))
    return sorted(ordered, key=lambda pair: place[pair[0]])


def circle(seats: Sequence[Player]) -> Iterator[list[tuple[Player, Player]]]:
    """The rounds of the circle method: one sits still, the others move on by one seat."""
    still, others = seats[:1], list(seats[1:])
    half = len(seats) // 2
    for _ in others:
        around = [*others, *still]
        yield [(around[place], around[-1 - place]) for place in reversed(range(half))]
        others = [*others[1:], others[0]]


def _repeats(pairs: Sequence[tuple[Player, Player]], met: Met[Player]) -> list[int]:
    """How many of *pairs* have met before, how many more than once, and so on; fewer are better."""
    times = [met[frozenset(pair)] for pair in pairs]
    return [sum(time > level for time in times) for level in range(max(met.values(), default=0))]


def fewest_repeats(seats: Sequence[Player], met: Met[Player]) -> list[tuple[Player, Player]]:
    """Pair an even number, each with the next in order where that avoids no repetition.

    The largest matching of those who have not met leaves over whom only a repetition can pair:
    the fewest there can be. Among them it goes on with those who have met once.
    """
    pairs: list[tuple[Player, Player]] = []
    left, level = list(seats), 0
    while left:
        found = matching(left, _met_at_most(level, met))
        pairs += found
        paired = {player for pair in found for player in pair}
        left = [player for player in left if player not in paired]
        level += 1
    return pairs


def _met_at_most(times: int, met: Met[Player]) -> Callable[[Player, Player], bool]:
    return lambda one, other: met[frozenset((one, other))] <= times


def matching(
    players: Sequence[Player], may_meet: Callable[[Player, Player], bool]
) -> list[tuple[Player, Player]]:
    """As many pairs of those who may meet as there can be, of the nearest in order if possible."""
    count = len(players)
    partners = [
        [other for other in _nearest(one, count) if may_meet(players[one], players[other])]
        for one in range(count)
    ]
    mate: dict[int, int] = {}
    for one in range(count):
        free = next((other for other in partners[one] if other not in mate), None)
        if one not in mate and free is not None:
            mate[one], mate[free] = free, one
    for one in range(count):
        if one not in mate:
            _Search(partners, mate).augment(one)
    return [(players[one], players[other]) for one, other in sorted(mate.items()) if one < other]


def _nearest(place: int, count: int) -> list[int]:
    others = [*range(place + 1, count), *reversed(range(place))]
    return sorted(others, key=lambda other: abs(other - place))


class _Search:
    """One search for a path on which every second pair is in the matching.

    *base* is the base of the blossom that somebody lies in, *before* where the path came from.
    """

    def __init__(self, partners: list[list[int]], mate: dict[int, int]) -> None:
        self.partners, self.mate = partners, mate
        self.base = list(range(len(partners)))
        self.before: dict[int, int] = {}
        self.outer: set[int] = set()
        self.queue: deque[int] = deque()

    def augment(self, root: int) -> None:
        """Give *root* a partner, if that leaves nobody else without one."""
        self._reach(root)
        while self.queue:
            one = self.queue.popleft()
            for other in self.partners[one]:
                if self.base[one] == self.base[other] or self.mate.get(one) == other:
                    continue
                if other in self.outer:
                    self._shrink(one, other)
                elif other not in self.before:
                    self.before[other] = one
                    if other not in self.mate:
                        self._turn(other)
                        return
                    self._reach(self.mate[other])

    def _reach(self, one: int) -> None:
        if one not in self.outer:
            self.outer.add(one)
            self.queue.append(one)

    def _turn(self, end: int) -> None:
        """Exchange the pairs on the path that leads to *end* for those between them."""
        now: int | None = end
        while now is not None:
            before = self.before[now]
            after = self.mate.get(before)
            self.mate[now], self.mate[before] = before, now
            now = after

    def _shrink(self, one: int, other: int) -> None:
        """An odd circle: from now on all of it is one."""
        base = self._common(one, other)
        inside: set[int] = set()
        self._mark(one, base, other, inside)
        self._mark(other, base, one, inside)
        for place, own in enumerate(self.base):
            if own in inside:
                self.base[place] = base
                self._reach(place)

    def _common(self, one: int, other: int) -> int:
        above = set()
        now = self.base[one]
        while True:
            above.add(now)
            if now not in self.mate or self.mate[now] not in self.before:
                break
            now = self.base[self.before[self.mate[now]]]
        now = self.base[other]
        while now not in above:
            now = self.base[self.before[self.mate[now]]]
        return now

    def _mark(self, one: int, base: int, child: int, inside: set[int]) -> None:
        while self.base[one] != base:
            mate = self.mate[one]
            inside |= {self.base[one], self.base[mate]}
            self.before[one] = child
            child, one = mate, self.before[mate]
