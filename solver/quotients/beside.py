"""The quotient of one game for a sum of different games.

Positions with one reduced form stand for each other in every sum (Conway, *On Numbers and Games*,
theorem 76). So where each row of the other games is equal to a Nim heap, and a row of the one game
is equal to that heap too, the sum is won as a sum of rows of that game alone, and its quotient
decides. Here this has to hold for everything that play can make of those rows. In Kayles rows of 1,
2 and 3 are the Nim heaps of their size, so a Kayles board beside small heaps is a Kayles board.

Nothing is multiplied that belongs to two quotients: beside a row that no row of the game is equal
to, more positions may have to be told apart than the quotient tells apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.genus import forms_of
from solver.positions import Position
from solver.rulesets.rules import Ruleset

from .known import Known

LOOKED = 8
"""Up to which row of a game a Nim heap is looked for. Rows further on are hardly ever heaps."""
SEEN = 12
"""Up to which row of a game it is seen whether it is a heap; longer ones take too long."""
STEPS = 20_000
"""What looking for equal heaps may cost: the rows up to 12 of a game take some thousand steps."""


@dataclass(frozen=True)
class Host:
    """The game that decides, and its row for each Nim heap that rows of the others are, or become
    in play."""

    rules: Ruleset
    heaps: Mapping[int, int]

    def heap_of(self, rules: Ruleset, size: int) -> int | None:
        """The Nim heap that a row of another game is equal to; None for a row of this one."""
        if rules.identity == self.rules.identity:
            return None
        return _heap(rules, size, Budget())

    def row_of(self, rules: Ruleset, size: int) -> int:
        """The row of the game that stands for a row of another one, or for one of its own."""
        heap = self.heap_of(rules, size)
        return size if heap is None else self.heaps[heap]

    def rows(self, sum_of: Ruleset, position: Position) -> Position:
        """All rows of the game that matter to a position."""
        own = (self.row_of(*sum_of.alone(row)) for row in position)
        return tuple(filter(None, (*own, *self.heaps.values())))


@dataclass(frozen=True)
class KnownBeside(Known):
    """A quotient that also knows the rows of other games which are equal to rows of its own."""

    sum_of: Ruleset = field(kw_only=True, compare=False)
    host: Host = field(kw_only=True, compare=False)

    def __getitem__(self, size: int) -> int:
        return super().__getitem__(self.host.row_of(*self.sum_of.alone(size)))


def beside(known: Known, sum_of: Ruleset, host: Host) -> KnownBeside:
    """What is *known* of a game, for a sum of games."""
    return KnownBeside(
        known.monoid, known.values, known.preperiod, known.period, sum_of=sum_of, host=host
    )


def host_of(sum_of: Ruleset, rows: Position, budget: Budget) -> Host | None:
    """The one game whose quotient decides a sum of games; None where there is no such game, or
    where seeing it would cost too much."""
    try:
        return _host(sum_of, rows, budget.most(STEPS))
    except BudgetExceededError:
        return None


def _host(sum_of: Ruleset, rows: Position, budget: Budget) -> Host | None:
    alone = [sum_of.alone(row) for row in rows]
    wild = {rules.identity: rules for rules, own in alone if _heap(rules, own, budget) is None}
    if len(wild) != 1:
        return None
    [rules] = wild.values()
    heaps = {0: 0}
    for size in range(1, LOOKED + 1):
        heap = _heap(rules, size, budget)
        if heap is not None:
            heaps.setdefault(heap, size)
    met: set[int] = set()
    for game, own in alone:
        if game.identity != rules.identity:
            for heap in _met(game, own, budget):
                if heap not in heaps:
                    return None
                met.add(heap)
    return Host(rules, {heap: heaps[heap] for heap in met})


def _met(rules: Ruleset, size: int, budget: Budget) -> Iterator[int | None]:
    """The Nim heaps that a row and all that play can make of it are equal to, or None where that
    is none."""
    if rules.closed_heap(size) is not None:
        # By formula every row is a heap: in Nim of its size, else of a remainder.
        yield from range((min(size, rules.maximum) if rules.maximum else size) + 1)
    else:
        yield from (_heap(rules, own, budget) for own in range(1, size + 1))


def _heap(rules: Ruleset, size: int, budget: Budget) -> int | None:
    """The Nim heap that a row is equal to, if it is known to be equal to one."""
    if size > SEEN and rules.closed_heap(size) is None:
        return None
    forms = forms_of(rules)
    return forms[forms.of((size,), budget)].heap
