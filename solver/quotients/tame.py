"""The quotient of a game that R1 covers for rows of every length: by formula, from its kinds.

Kinds add as the source says, so they are a commutative monoid: fickle sums are null or inverter,
firm ones are told by their nim-value, and lost are the inverter and the trap. No two of these are
alike: beside an inverter, or beside a firm sum of the same value, one is lost and the other is
not. So the quotient has 2 elements where no nim-value is above 1, and 2 ** m + 2 where the largest
is above and has m bits (a heap of that value has options of every smaller one, and their sums all
others of m bits). The same argument makes it infinite where the nim-values have no bound.

Plambeck and Siegel, *Misère quotients for impartial games* (2008), section 2: the tame quotients.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from solver.budget import Budget
from solver.errors import BudgetExceededError
from solver.r1 import Code, is_lost, kind_table
from solver.rulesets.rules import Ruleset
from solver.words import quotients as words

from .known import Known
from .monoid import Monoid

LOOKED_AT = 1_000
"""The longest row that is looked at for a period of the kinds."""
NOTHING: Code = (0, False)


@dataclass(frozen=True)
class TameQuotient:
    """What the *codes* of rows by size make, which repeat from *preperiod* on every *period*, in
    the game of *rules*."""

    codes: tuple[Code, ...]
    preperiod: int
    period: int
    rules: Ruleset

    @property
    def largest(self) -> int:
        """The largest nim-value of a row."""
        return max(value for value, _ in self.codes)

    @property
    def order(self) -> int:
        """The number of elements."""
        return int(2 ** self.largest.bit_length()) + 2 * (self.largest > 1)

    @property
    def lost(self) -> int:
        """How many elements are lost: the inverter, and the trap."""
        return min(self.order // 2, 2)

    @property
    def reason(self) -> str:
        """Why it is so, in a sentence."""
        every = self.rules.all_rows
        if self.largest > 1:
            number = self.order - 2
            return words.TAME.format(every=every, largest=self.largest, number=number)
        return words.TAME_AND_FICKLE.format(every=every)

    def known(self) -> Known:
        """The quotient with its elements, by shortest words of the shortest rows."""
        made = _made(self.codes)
        number = {code: n for n, code in enumerate(made)}
        table = tuple(tuple(number[_sum(one, other)] for other in made) for one in made)
        p_portion = sum(1 << n for n, code in enumerate(made) if is_lost(code))
        values = tuple(number[code] for code in self.codes)
        return Known(Monoid(table, p_portion), values, self.preperiod, self.period)


def tame_quotient(ruleset: Ruleset, budget: Budget) -> TameQuotient | None:
    """The quotient of a game if its kinds repeat and keep R1; None if that is not seen in *budget*.

    >>> from solver import get_ruleset
    >>> tame_quotient(get_ruleset("subtraction:1000"), Budget()).order
    1026
    """
    table = kind_table(ruleset)
    with suppress(BudgetExceededError):
        table.look_for_period(LOOKED_AT, budget.part(4))
    if table.violation is not None or not table.fold:
        return None
    last = max(len(table.codes), sum(table.fold))
    codes = (table.code(size, budget) for size in budget.each(range(last)))
    return TameQuotient(tuple(codes), *table.fold, ruleset)


def _sum(one: Code, other: Code) -> Code:
    return one[0] ^ other[0], one[1] or other[1]


def _made(codes: Iterable[Code]) -> list[Code]:
    """All sums of *codes*, by their shortest words in the first that make them all."""
    generating: list[Code] = []
    made = [NOTHING]
    for code in dict.fromkeys(codes):
        if code not in made:
            generating.append(code)
            made = [NOTHING]
            for before in made:
                sums = dict.fromkeys(_sum(before, letter) for letter in generating)
                made += [after for after in sums if after not in made]
    return made
