"""Who wins by classes: the class of a sum is made from those of its rows, and decides.

- The last one winning: nim-values and their nim-sum (Sprague and Grundy). Equal nim-values are
  never told apart by what lies beside, different ones always.
- The last one losing, in a game that keeps R1's four conditions at every size: nim-value, and
  whether something is firm (Conway's tame games).
- The last one losing in any other game whose misère quotient is proved: its elements (Plambeck and
  Siegel). The quotient is reduced: two of its elements are told apart by a third.
- Partizan Kayles, the last one losing: the balance of squares and dominoes (Theorem 3 of the
  partizan paper); different balances are told apart by some strips.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import reduce
from operator import add, xor
from typing import Any

from .budget import Budget
from .conventions import Convention, Outcome
from .errors import BudgetExceededError
from .nim_values import nim_values
from .positions import Position
from .quotients import quotient_of
from .r1 import Code, is_lost, kind_table
from .rulesets.rules import Ruleset
from .theories.reduction import balance_of, outcome_of_balance

PROOF = 512
"""Up to which size periods are looked for."""
Class = Any
"""Whatever a theorem tells positions apart by: a number, a pair."""
Period = tuple[int, int]


@dataclass(frozen=True)
class Classes:
    """The classes of one game under one ending, by a *theorem*: ``nim-values``, ``kinds``,
    ``quotient`` or ``balance``.

    *of* is the class of a row, *times* that of a sum, *outcome* says who wins. The classes of rows
    repeat by their *period*; without one they do not, or hold for rows *up_to* so many only.
    """

    theorem: str
    start: Class
    of: Callable[[int], Class]
    times: Callable[[Class, Class], Class]
    outcome: Callable[[Class], Outcome]
    period: Period | None
    up_to: int | None = None
    order: int = 0
    """How many elements a quotient has."""

    def of_all(self, position: Position) -> Class:
        """The class of a position."""
        return reduce(self.times, map(self.of, position), self.start)

    def reaches(self, position: Position) -> bool:
        """Whether the theorem speaks of rows as long as these."""
        return self.up_to is None or max(position, default=0) <= self.up_to


def classes_of(rules: Ruleset, convention: Convention, budget: Budget) -> Classes | None:
    """What is known to decide who wins; None where nothing is but search."""
    if rules.partizan:
        is_solved = rules.family == "partizan" and convention is Convention.MISERE
        return _balances() if is_solved else None
    if convention is Convention.NORMAL:
        return _nim_classes(rules, budget)
    return _kinds(rules, budget) or _quotient(rules, budget)


def _lost(is_lost: bool) -> Outcome:
    return Outcome.P if is_lost else Outcome.N


def _balances() -> Classes:
    return Classes("balance", 0, lambda size: balance_of((size,)), add, outcome_of_balance, (0, 3))


def _nim_classes(rules: Ruleset, budget: Budget) -> Classes:
    table = nim_values(rules)
    with suppress(BudgetExceededError):
        table.look_for_period(PROOF, budget.part(2))
    has_formula = rules.closed_nim_value(0) is not None
    up_to = None if table.fold or has_formula else len(table.table) - 1
    of = table.within(budget).__getitem__
    return Classes("nim-values", 0, of, xor, lambda value: _lost(value == 0), table.fold, up_to)


def _kinds(rules: Ruleset, budget: Budget) -> Classes | None:
    """Nim-value and firmness, where R1 holds for rows of every length."""
    table = kind_table(rules)
    with suppress(BudgetExceededError):
        table.look_for_period(PROOF, budget.part(4))
    if rules.closed_code(0) is None and (table.violation or not table.fold):
        return None

    def both(one: Code, other: Code) -> Code:
        return one[0] ^ other[0], one[1] or other[1]

    def of(size: int) -> Code:
        return table.code(size, budget)

    return Classes("kinds", (0, False), of, both, lambda code: _lost(is_lost(code)), table.fold)


def _quotient(rules: Ruleset, budget: Budget) -> Classes | None:
    """The misère quotient, complete or as far as it is proved."""
    table = quotient_of(rules, budget)
    with suppress(BudgetExceededError):
        table.grow(None, budget.part(2))
    known = table.known()
    period = None
    if known.preperiod is not None and known.period is not None:
        period = known.preperiod, known.period
    monoid = known.monoid
    return Classes(
        "quotient",
        0,
        known.__getitem__,
        lambda one, other: monoid.table[one][other],
        lambda element: _lost(monoid.is_p(element)),
        period,
        None if period else known.up_to,
        monoid.order,
    )
