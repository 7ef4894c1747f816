"""Nim-values (Sprague and Grundy): the mex of the nim-values of the options.

The table of a ruleset grows on demand. Where a period can be *proved* (octal games by the
theorem of Guy and Smith, subtraction sets by a repeated window) later values are read off it,
so that a row of millions costs no more than the table it repeats.
"""

from __future__ import annotations

from functools import lru_cache

from .errors import BudgetExceededError
from .rulesets import Octal, Ruleset, Subtraction

MAX_TABLE = 20_000


def mex(values: set[int]) -> int:
    """The least whole number that is not in *values*."""
    least = 0
    while least in values:
        least += 1
    return least


class NimValues:
    """The nim-values of one impartial ruleset by size.

    *preperiod* and *period* are None until proved.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.table: list[int] = []
        self.preperiod: int | None = None
        self.period: int | None = None
        self._next_proof = 64

    def __getitem__(self, size: int) -> int:
        """The nim-value of *size*; raises :class:`BudgetExceededError` past the table's limit."""
        closed = self.ruleset.closed_nim_value(size)
        if closed is not None:
            return closed
        while size >= len(self.table):
            if self.period is not None and self.preperiod is not None:
                return self.table[self.preperiod + (size - self.preperiod) % self.period]
            if len(self.table) >= MAX_TABLE:
                raise BudgetExceededError(
                    f"The nim-value of {size} is past the table of {MAX_TABLE} sizes, and no "
                    f"period is proved for {self.ruleset.name}.",
                    budget=MAX_TABLE,
                    value=str(size),
                    accepted=f"sizes below {MAX_TABLE}",
                )
            self._grow()
        return self.table[size]

    def _grow(self) -> None:
        size = len(self.table)
        self.table.append(mex(self.ruleset.option_nim_values(size, self.table)))
        if len(self.table) >= self._next_proof:
            self._next_proof *= 2
            self._prove_period()

    def _prove_period(self) -> None:
        """Look for the smallest proved period.

        Octal games: values that repeat for all n with n0 <= n < 2 n0 + p + k, k the place of
        the last digit, repeat for ever (Guy and Smith 1956). Subtraction sets: a window as long
        as the largest take that occurs twice fixes everything after it.
        """
        table, rules = self.table, self.ruleset
        if not isinstance(rules, Octal | Subtraction):
            return
        for period in range(1, len(table) // 2):
            start = len(table) - period
            while start and table[start - 1] == table[start - 1 + period]:
                start -= 1
            if isinstance(rules, Octal):
                needed = 2 * start + 2 * period + len(rules.digits) - 1
            else:
                needed = start + period + rules.takes[-1]
            if needed <= len(table):
                self.preperiod, self.period = start, period
                return


@lru_cache(maxsize=128)
def nim_values(ruleset: Ruleset) -> NimValues:
    """The shared table of *ruleset*."""
    return NimValues(ruleset)
