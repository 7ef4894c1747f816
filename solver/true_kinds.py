"""The true kinds of one game's rows, by search alone, and what R1 makes of sums of them.

Nothing here asks whether the game keeps the conditions of R1: a kind is the nim-value and who wins
the row alone, and the theorem's count can be tried on any rows, to see where it goes wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import xor

from .budget import Budget
from .conventions import Convention
from .kinds import Kind, broken_condition
from .mex import mex
from .positions import Position
from .rulesets.rules import Ruleset
from .search import Search

INVERTERS = (Kind.INVERTER, Kind.HIGHER_INVERTER)


def counts_as_won(kinds: Iterable[Kind], nim_sum: int) -> bool:
    """Whether R1 gives a sum to the player to move, by the kinds of its components.

    Without a trap or a switch an odd number of inverters is lost, and otherwise nim-sum 0 is. A
    higher inverter, which R1 excludes, counts as the inverter that its definition makes it.
    """
    kinds = tuple(kinds)
    if all(kind is Kind.NULL or kind in INVERTERS for kind in kinds):
        return sum(kind in INVERTERS for kind in kinds) % 2 == 0
    return nim_sum != 0


class TrueKinds:
    """Nim-values, kinds and R1's verdicts on the rows of *rules*.

    Every method raises :class:`BudgetExceededError` where the answer would cost more than
    *budget*.
    """

    def __init__(self, rules: Ruleset, budget: Budget) -> None:
        self.rules = rules
        self.search = Search(rules, Convention.MISERE, budget)
        self._values: list[int] = []

    def value(self, position: Position) -> int:
        """The nim-value of a sum."""
        spend = self.search.budget.spend
        while len(self._values) <= max(position, default=0):
            size = len(self._values)
            spend(self.rules.breadth(size))
            self._values.append(mex({self.value(option) for option in self.rules.options(size)}))
        return reduce(xor, (self._values[size] for size in position), 0)

    def kind(self, position: Position) -> Kind:
        """The kind of a sum, taken as one component."""
        return Kind.of(self.value(position), misere_win=self.search.wins(position))

    def kinds(self, position: Position) -> list[Kind]:
        """The kind of each component."""
        return [self.kind((size,)) for size in position]

    def broken(self, size: int) -> int | None:
        """The one condition of R1 that a row of *size* itself breaks, if it breaks any."""
        options = {self.kind(option) for option in self.rules.options(size)}
        return broken_condition(self.kind((size,)), options)

    def calls_won(self, position: Position) -> bool:
        """Whether R1 gives the position to the player to move."""
        return counts_as_won(self.kinds(position), self.value(position))

    def errs(self, position: Position) -> bool:
        """Whether R1 is wrong about who wins."""
        return self.calls_won(position) != self.search.wins(position)
