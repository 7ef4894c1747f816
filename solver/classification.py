"""Kinds of single components, size by size: true values, and where R1 first fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .budget import Allowed, Budget
from .conventions import Convention
from .errors import BudgetExceededError, InvalidInputError, NotCoveredError
from .genus import Bearing
from .kinds import Kind
from .nim_values import nim_values
from .positions import as_size
from .quotients import quotient_of
from .r1 import Violation, kind_table
from .rulesets.keys import get_ruleset
from .rulesets.rules import Ruleset
from .search import Search
from .words import game as words
from .words import unreadable


@dataclass(frozen=True)
class SizeKind:
    """What one component of *size* is, played alone."""

    size: int
    nim_value: int
    kind: Kind


@dataclass(frozen=True)
class Classification:
    """The kinds of sizes 0 to *up_to*, and the first violation of R1 among them.

    *stopped* is the budget that ended it before the size that was asked for, if one did. The
    *bearings* of the sizes are told if they were asked for, and are None where they cost too much.
    """

    ruleset: Ruleset
    sizes: tuple[SizeKind, ...]
    violation: Violation | None
    stopped: BudgetExceededError | None = None
    bearings: tuple[Bearing | None, ...] = ()

    def __repr__(self) -> str:
        stop = self.violation
        reach = words.R1_STOPS.format(size=stop.size) if stop else words.R1_HOLDS
        return words.KINDS.format(game=self.ruleset.name, up_to=self.up_to, reach=reach)

    def __iter__(self) -> Iterator[SizeKind]:
        return iter(self.sizes)

    def __getitem__(self, size: int) -> SizeKind:
        return self.sizes[size]

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def up_to(self) -> int:
        return len(self.sizes) - 1

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract."""
        violation = self.violation
        return {
            "ruleset": self.ruleset.key,
            "sizes": [
                {
                    "size": entry.size,
                    "nim_value": entry.nim_value,
                    "misere_outcome": entry.kind.misere_outcome,
                    "kind": entry.kind.value,
                }
                for entry in self.sizes
            ],
            "genera": [
                {"size": entry.size} | told.as_json()
                for entry, told in zip(self.sizes, self.bearings, strict=False)
                if told
            ],
            "complete": self.stopped is None,
            "r1": {
                "holds": violation is None,
                "checked_up_to": self.up_to,
                "violation": violation
                and {
                    "condition": violation.condition,
                    "size": violation.size,
                    "text": violation.text,
                },
            },
        }


def classify(ruleset: str | Ruleset, up_to: int, *, budget: Allowed = None) -> Classification:
    """The kinds of sizes 0 to *up_to*.

    Up to the first violation of R1 they follow from the algebra of sums, beyond it from the
    quotient or from search. Raises :class:`BudgetExceededError` when that costs too much,
    :class:`InvalidInputError` for a partizan game.

    >>> [entry.kind.value for entry in classify("kayles", 4).sizes]
    ['null', 'inverter', 'higher switch', 'higher switch', 'inverter']
    >>> classify("kayles", 6).violation.size
    5
    """
    kinds = classified(ruleset, up_to, budget)
    if kinds.stopped:
        raise kinds.stopped
    return kinds


def classified(ruleset: str | Ruleset, up_to: int, budget: Allowed = None) -> Classification:
    """The kinds of sizes 0 to *up_to*, or as many of them as *budget* allows.

    Raises :class:`InvalidInputError` for a partizan game.

    >>> from solver import Budget, classified
    >>> known = classified("octal:0.15", 200, Budget(30))
    >>> known.up_to < 200, known.stopped is None
    (True, False)
    """
    ruleset, up_to, budget = get_ruleset(ruleset), as_size(up_to), Budget.of(budget)
    if ruleset.partizan:
        raise InvalidInputError.because(unreadable.NO_KINDS, ruleset.key, example="nim")
    kinds, values = kind_table(ruleset), nim_values(ruleset)
    search = Search(ruleset, Convention.MISERE, budget)
    sizes: list[SizeKind] = []
    stopped: BudgetExceededError | None = None
    try:
        for size in budget.each(range(up_to + 1)):
            kinds.grow(size, budget)
            wins = misere_win(ruleset, size, search)
            value = values.value(size, budget)
            sizes.append(SizeKind(size, value, Kind.of(value, misere_win=wins)))
    except BudgetExceededError as error:
        stopped = error
    # What is told was grown, so that it costs nothing more.
    violation = kinds.check(len(sizes) - 1, budget)
    return Classification(ruleset, tuple(sizes), violation, stopped)


def misere_win(ruleset: Ruleset, size: int, search: Search) -> bool:
    """Whether the player to move wins one component alone under misère play, exactly.

    *search* is asked where no theory reaches; raises :class:`BudgetExceededError` past it.
    """
    try:
        return kind_table(ruleset).kind(size, search.budget).misere_outcome == "N"
    except (NotCoveredError, BudgetExceededError):
        pass
    quotient = quotient_of(ruleset, search.budget)
    try:
        return not quotient.is_p((size,), search.budget.part(2))
    except BudgetExceededError:
        return search.wins((size,))
