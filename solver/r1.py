"""R1: kinds built bottom-up, and the four conditions a game must keep.

The algebra of sums: components that are all null or inverter add by the parity of inverters;
any other sum is a trap if its nim-sum is 0 and a switch of that nim-value otherwise. The kind
of a heap follows from the kinds of its options. It is right as long as every component meets

1. there is no higher inverter;
2. a higher switch has an option to a null or a gremlin;
3. no null has an option to a gremlin;
4. no gremlin has an option to a null.

The R1 source states (1)-(3). The fourth is a repair: without it a gremlin beside an inverter can
escape to a null, and the algorithm calls a won position lost. With it, R1 is exactly Conway's
hereditarily tame games: each condition is one of the four ways to go wild.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import or_, xor
from threading import Lock

from .budget import Budget
from .errors import BudgetExceededError, NotCoveredError
from .kinds import Kind, broken_condition
from .mex import mex
from .periods import folded, proof_steps, proved_period
from .pool import pooled
from .positions import Position
from .rulesets.octal import Octal, halves
from .rulesets.rules import Option, Ruleset
from .words import joined, with_article
from .words import refusals as words
from .words.reach import VIOLATIONS

MAX_TABLE = 5_000

Code = tuple[int, bool]
"""The nim-value, and whether the component is firm (trap or switch) rather than fickle."""


@dataclass(frozen=True)
class Violation:
    """The first component that breaks a condition, with its witness in words."""

    condition: int
    size: int
    kind: Kind
    text: str


def kind_of(code: Code) -> Kind:
    """The kind of a component that keeps the conditions."""
    return Kind.of(code[0], misere_win=not is_lost(code))


def is_lost(code: Code) -> bool:
    """Whether a sum with this code is lost for the player to move, under misère play."""
    value, firm = code
    return value == (0 if firm else 1)


class KindTable:
    """The kinds of one ruleset by size, up to the first violation.

    *codes* [n] belongs to size n. *violation* is None as long as none is found; *period* is
    proved as for nim-values, and then no violation can come.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.codes: list[Code] = []
        self.violation: Violation | None = None
        self.preperiod: int | None
        self.period: int | None
        self.preperiod, self.period = ruleset.closed_fold or (None, None)
        self._next_proof = 32
        self._lock = Lock()

    def code(self, size: int, budget: Budget) -> Code:
        """The code of a size.

        Raises :class:`NotCoveredError` past the first violation, :class:`BudgetExceededError`
        past *budget* or the table's limit.
        """
        closed = self.ruleset.closed_code(size)
        if closed is not None:
            return closed
        self.grow(size, budget)
        if self.violation and size >= self.violation.size:
            text = words.NOT_R1.format(violation=self.violation.text)
            raise NotCoveredError(text, value=str(size))
        return self.codes[self._folded(size)]

    def _folded(self, size: int) -> int:
        """The size of the table that has the same kind as *size*."""
        if size < len(self.codes) or self.preperiod is None or self.period is None:
            return size
        return folded(size, self.preperiod, self.period)

    def kind(self, size: int, budget: Budget) -> Kind:
        """The kind of a size; raises as :meth:`code` does."""
        return kind_of(self.code(size, budget))

    def sum(self, parts: Position, budget: Budget) -> Code:
        """The code of a sum of sizes; raises as :meth:`code` does."""
        value, firm = 0, False
        for part in parts:
            part_value, part_firm = self.code(part, budget)
            value ^= part_value
            firm = firm or part_firm
        return value, firm

    @property
    def fold(self) -> tuple[int, int] | None:
        """From which size kinds are proved to repeat, and how often."""
        return None if self.preperiod is None or not self.period else (self.preperiod, self.period)

    def check(self, size: int, budget: Budget) -> Violation | None:
        """The first violation up to *size*, if there is one; raises as :meth:`grow` does."""
        self.grow(size, budget)
        return self.violation if self.violation and self.violation.size <= size else None

    def grow(self, size: int, budget: Budget) -> None:
        """Extend the table to *size*, a violation or the proof of a period, within *budget*."""
        if size < len(self.codes) or self.ruleset.closed_code(size) is not None:
            return
        with self._lock:
            self._grow(size, budget)

    def look_for_period(self, up_to: int, budget: Budget) -> None:
        """See whether the kinds of sizes *up_to* one prove a period, if none is known, though the
        kinds may follow from a formula; raises as :meth:`grow` does."""
        if self.period is not None or self.ruleset.has_each_value_once:
            return
        if self.ruleset.closed_code(up_to) is None:
            self.grow(up_to, budget)
            return
        codes = [self.code(size, budget) for size in budget.each(range(up_to + 1))]
        budget.spend(proof_steps(len(codes)))
        self.preperiod, self.period = proved_period(codes, self.ruleset) or (None, None)

    def _grow(self, size: int, budget: Budget) -> None:
        while self._folded(size) >= len(self.codes) and self.violation is None:
            if len(self.codes) > MAX_TABLE:
                raise BudgetExceededError(
                    words.KINDS_UNKNOWN.format(game=self.ruleset.name, most=MAX_TABLE),
                    budget=MAX_TABLE,
                    value=str(size),
                    accepted=words.SIZES_UP_TO.format(size=MAX_TABLE),
                )
            budget.spend(2 * self.ruleset.breadth(len(self.codes)))
            self._add(len(self.codes))
            if self.period is None and len(self.codes) >= self._next_proof:
                budget.spend(proof_steps(len(self.codes)))
                proved = proved_period(self.codes, self.ruleset)
                self._next_proof *= 2
                self.preperiod, self.period = proved or (None, None)

    def _add(self, size: int) -> None:
        options = self._option_codes(size)
        value = mex({value for value, _ in options})
        wins = not options or any(map(is_lost, options))
        kind = Kind.of(value, misere_win=wins)
        violation, code = _violation(self.ruleset, size, kind, options), (value, not kind.is_fickle)
        # Both at once, so that an interruption leaves the table as it was.
        self.violation = violation
        self.codes.append(code)

    def _option_codes(self, size: int) -> set[Code]:
        if not isinstance(self.ruleset, Octal):
            return {self._known_sum(option) for option in self.ruleset.options(size)}
        whole, split = self.ruleset.leaves(size)
        codes = {self.codes[left] for left in whole}
        values = [value for value, _ in self.codes]
        firmness = [firm for _, firm in self.codes]
        for left in split:
            sums = map(xor, *halves(values, left))
            codes.update(zip(sums, map(or_, *halves(firmness, left)), strict=True))
        return codes

    def _known_sum(self, option: Option) -> Code:
        value, firm = 0, False
        for part in option:
            value ^= self.codes[part][0]
            firm = firm or self.codes[part][1]
        return value, firm


class SumOfKinds(KindTable):
    """The kinds of the rows in a sum of different games, each from the table of its own game.

    Whether a component keeps the conditions depends on what it can become, which is all of its own
    game. And what R1 says of a sum, it says of components that keep them, of whatever games: they
    are hereditarily tame, and a sum of such counts as a sum of Nim heaps (*Winning Ways*,
    chapter 13).
    """

    def code(self, size: int, budget: Budget) -> Code:
        rules, own = self.ruleset.alone(size)
        try:
            return kind_table(rules).code(own, budget)
        except NotCoveredError as error:
            text = words.IN_GAME.format(game=rules.name, text=error.message)
            raise NotCoveredError(text, value=error.value) from None

    def grow(self, size: int, budget: Budget) -> None:
        """Nothing: each table grows when a row of its game is asked about."""


def _violation(rules: Ruleset, size: int, kind: Kind, options: set[Code]) -> Violation | None:
    """The condition that a component with these options breaks, if any."""
    kinds = {kind_of(code) for code in options}
    condition = broken_condition(kind, kinds)
    if not condition:
        return None
    options_in_words = joined(with_article(k) for k in Kind if k in kinds)
    text = VIOLATIONS[condition].format(
        row=rules.component_word, size=size, kind=kind, options=options_in_words
    )
    return Violation(condition, size, kind, text)


@pooled(lambda ruleset: (ruleset.identity,), grows=True)
def kind_table(ruleset: Ruleset) -> KindTable:
    """The shared table of kinds of *ruleset*."""
    return SumOfKinds(ruleset) if ruleset.is_sum else KindTable(ruleset)
