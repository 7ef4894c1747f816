"""Nim-values (Sprague and Grundy): the mex of the nim-values of the options.

The table of a ruleset grows on demand. Where a period can be *proved* (octal games by the
theorem of Guy and Smith, subtraction sets by a repeated window) later values are read off it,
so that a row of millions costs no more than the table it repeats. Long rows that split are reached
by way of the few rows with a rare value (see :mod:`solver.sparse_space`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

from .budget import Budget
from .errors import BudgetExceededError
from .mex import Values
from .periods import folded, proof_steps, proved_period
from .pool import pooled
from .positions import Position
from .rulesets.kernel import further_values, loops_of
from .rulesets.rules import Ruleset
from .sparse_space import FROM, SparseSpace
from .words import refusals as words

MAX_TABLE = 100_000
PROOFS_APART = 4
"""A period is looked for again when the table has grown by this part of its length."""


class NimValues:
    """The nim-values of one impartial ruleset by size.

    *preperiod* and *period* are None until proved; a formula may prove them at once. *most* bounds
    the table, which many may share. *compiled*, the values come from
    :mod:`solver.rulesets.kernel` where it has the game.
    """

    def __init__(
        self, ruleset: Ruleset, most: int | None = None, *, compiled: bool = False
    ) -> None:
        self.ruleset, self.most = ruleset, most or MAX_TABLE
        self.table = Values()
        self.preperiod: int | None
        self.period: int | None
        self.preperiod, self.period = ruleset.closed_fold or (None, None)
        self._next_proof = 64
        self._space: SparseSpace | None = None
        self._compiled = loops_of(ruleset) if compiled else None
        self._lock = Lock()

    def value(self, size: int, budget: Budget) -> int:
        """The nim-value of *size*.

        Raises :class:`BudgetExceededError` past *budget* or the table's limit.
        """
        if size < len(self.table):
            return self.table[size]
        closed = self.ruleset.closed_nim_value(size)
        if closed is not None:
            return closed
        self.grow(size, budget)
        return self.table[self._folded(size)]

    def _folded(self, size: int) -> int:
        """The size of the table that has the same value as *size*."""
        if size < len(self.table) or self.preperiod is None or self.period is None:
            return size
        return folded(size, self.preperiod, self.period)

    def values_of(self, position: Position, budget: Budget) -> list[int]:
        """The value of each component; raises as :meth:`value` does."""
        return [self.value(size, budget) for size in position]

    def within(self, budget: Budget) -> NimValueReading:
        """The same values by index, whatever they cost being spent of *budget*."""
        return NimValueReading(self, budget)

    @property
    def fold(self) -> tuple[int, int] | None:
        """From which size values are proved to repeat, and how often."""
        return None if self.preperiod is None or not self.period else (self.preperiod, self.period)

    def grow(self, size: int, budget: Budget) -> None:
        """Extend the table to *size*, or as far as the proof of a period, within *budget*."""
        if size < len(self.table) or self.ruleset.closed_nim_value(size) is not None:
            return
        with self._lock:
            self._grow(size, budget)

    def _grow(self, size: int, budget: Budget) -> None:
        while self._folded(size) >= len(self.table):
            if len(self.table) >= self.most:
                raise BudgetExceededError(
                    words.NIM_VALUE_UNKNOWN.format(
                        size=size, most=self.most, game=self.ruleset.name
                    ),
                    budget=self.most,
                    value=str(size),
                    accepted=words.SIZES_BELOW.format(size=self.most),
                )
            if self._compiled:
                end = min(size + 1, self.most, self._next_proof)
                self.table.extend(further_values(self._compiled, self.table, end, budget))
            else:
                self.table.append(self._next(budget))
            if self.period is None and len(self.table) >= self._next_proof:
                self._next_proof += self._next_proof // PROOFS_APART
                self.prove(self.table, budget)

    def look_for_period(self, up_to: int, budget: Budget) -> None:
        """See whether the values of sizes *up_to* one prove a period, if none is known, though a
        formula may give them; raises as :meth:`grow` does."""
        if self.period is not None or self.ruleset.has_each_value_once:
            return
        if self.ruleset.closed_nim_value(up_to) is None:
            self.grow(up_to, budget)
        if self.period is None:
            within = self.within(budget)
            self.prove([within[size] for size in budget.each(range(up_to + 1))], budget)

    def _next(self, budget: Budget) -> int:
        """The value of the first size that the table does not have."""
        size, rules = len(self.table), self.ruleset
        if size < FROM or not rules.adds_parts:
            budget.spend(rules.breadth(size))
            return rules.nim_value_from(size, self.table)
        space = self._space = self._space or SparseSpace(self.table)
        budget.spend(space.breadth)
        return rules.nim_value_by_parts(size, space)

    def prove(self, values: Sequence[int], budget: Budget) -> None:
        """Look whether *values*, those of sizes from 0 on, prove a period."""
        budget.spend(proof_steps(len(values)))
        proved = proved_period(values, self.ruleset)
        self.preperiod, self.period = proved or (None, None)


@dataclass(frozen=True)
class NimValueReading:
    """Nim-values by index, as far as *budget* pays for them."""

    values: NimValues
    budget: Budget

    def __getitem__(self, size: int) -> int:
        """The nim-value of *size*; raises as :meth:`NimValues.value` does."""
        return self.values.value(size, self.budget)


class SumOfNimValues(NimValues):
    """The nim-values of the rows in a sum of different games: each stands in the table of its own
    game, since a row moves to rows of that game alone."""

    def value(self, size: int, budget: Budget) -> int:
        rules, own = self.ruleset.alone(size)
        return nim_values(rules).value(own, budget)


@pooled(lambda ruleset: (ruleset.identity,), grows=True)
def nim_values(ruleset: Ruleset) -> NimValues:
    """The shared table of *ruleset*."""
    return SumOfNimValues(ruleset) if ruleset.is_sum else NimValues(ruleset)
