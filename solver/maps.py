"""Maps of a game: which pairs of rows are lost, and what single rows are.

Whole maps are decided by theory wherever one reaches: the last one winning by nim-sums, the last
one losing by kinds up to the first violation of R1, then by the misère quotient as far as it is
proved, and only then by search. What none of them decides within the budget stays open.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from operator import xor

from .budget import Budget
from .conventions import Convention, Outcome
from .errors import BudgetExceededError
from .kinds import Kind
from .nim_values import nim_values
from .positions import Position
from .quotients import Known, infinite_quotient, quotient_of
from .r1 import is_lost, kind_table
from .rulesets.rules import Ruleset
from .search import Search
from .theories.reduction import outcome_of_counts

SHORTEST, LONGEST = 40, 120
"""How many rows a sequence tells at least, and how many at most to show a whole period."""
PROOF = 512
"""Up to which size nim-values are computed in search of a period."""

Period = tuple[int, int]
"""The first size of a proved period, and its length."""


class Lost(StrEnum):
    """Under which endings a place is lost for the player to move."""

    NEITHER = "neither"
    BOTH = "both"
    NORMAL = "normal"
    """Only where the last one wins."""
    MISERE = "misere"
    """Only where the last one loses."""
    NORMAL_AT_LEAST = "normal-at-least"
    """Where the last one wins; the other ending is not decided."""
    OPEN = "open"
    """Not where the last one wins; the other ending is not decided."""

    @classmethod
    def of(cls, *, normal: bool, misere: bool | None) -> Lost:
        """What is known of a place; *misere* is None where it is not decided."""
        if misere is None:
            return cls.NORMAL_AT_LEAST if normal else cls.OPEN
        if misere:
            return cls.BOTH if normal else cls.MISERE
        return cls.NORMAL if normal else cls.NEITHER

    @property
    def is_decided(self) -> bool:
        return self not in (Lost.NORMAL_AT_LEAST, Lost.OPEN)


@dataclass(frozen=True)
class RowFacts:
    """One row alone. *lost* is None where nothing decides whether it is lost where the last one
    loses; then it has no *kind*. *element* is empty where the quotient is not known."""

    size: int
    nim_value: int
    lost: bool | None
    kind: Kind | None
    element: str


@dataclass(frozen=True)
class Sequence:
    """What rows are, by their length from 0, with the periods that are proved."""

    rows: tuple[RowFacts, ...]
    nim_period: Period | None
    element_period: Period | None


class Atlas:
    """Everything a map asks of one impartial game, within one *budget*."""

    def __init__(self, ruleset: Ruleset, budget: Budget) -> None:
        self.ruleset = ruleset
        self._values = nim_values(ruleset)
        self._kinds = kind_table(ruleset)
        self._search = Search(ruleset, Convention.MISERE, budget)
        self._searched: dict[Position, bool] = {}
        self._is_spent = False
        self._budget = budget
        self._known: Known | None = None
        self.reached = 0
        """How many pieces the pair of rows has that is being looked at."""

    def two_rows(self, size: int, third: int = 0) -> tuple[tuple[Lost, ...], ...]:
        """Every pair of rows from 0 to *size* beside a row of *third*: [one][other]."""
        self._prepare(max(size, third))
        pairs = sorted(((a, b) for b in range(size + 1) for a in range(b + 1)), key=sum)
        places = {}
        for pair in pairs:
            self.reached = sum(pair)
            places[pair] = self.lost((*pair, third))
        sizes = range(size + 1)
        return tuple(tuple(places[min(a, b), max(a, b)] for b in sizes) for a in sizes)

    def _prepare(self, largest: int) -> None:
        """Compute what single rows are, while there is something left to compute it with.

        Raises :class:`BudgetExceededError` where not even their nim-values can be paid for.
        """
        self._values.grow(max(largest, SHORTEST), self._budget)
        with suppress(BudgetExceededError):
            self._kinds.grow(max(largest, SHORTEST), self._budget.part(4))
        with suppress(BudgetExceededError):
            self._values.grow(PROOF, self._budget.part(4))

    def lost(self, position: Position) -> Lost:
        """Under which endings a position is lost."""
        normal = reduce(xor, map(self._values.within(self._budget).__getitem__, position), 0) == 0
        return Lost.of(normal=normal, misere=self.misere_lost(position))

    def misere_lost(self, position: Position) -> bool | None:
        """Whether the player to move loses where the last one loses; None where nothing decides
        it within the budget."""
        largest = max(position)
        with suppress(BudgetExceededError):
            if self._kinds.check(largest, self._budget.part(2)) is None:
                return is_lost(self._kinds.sum(position, self._budget))
        known = self.known
        if known.period is not None or largest <= known.up_to:
            return known.monoid.is_p(known.monoid.product(known[size] for size in position))
        return self._search_says(tuple(sorted(size for size in position if size)))

    @property
    def known(self) -> Known:
        """The quotient, as far as half of the budget proves it."""
        if self._known is None:
            table = quotient_of(self.ruleset, self._budget)
            with suppress(BudgetExceededError):
                table.grow(LONGEST, self._budget.part(2))
            self._known = table.known()
        return self._known

    def _search_says(self, position: Position) -> bool | None:
        """Search, until the budget is spent; what was found stays."""
        if position not in self._searched and not self._is_spent:
            try:
                self._searched[position] = not self._search.wins(position)
            except BudgetExceededError:
                self._is_spent = True
        return self._searched.get(position)

    def sequence(self) -> Sequence:
        """The rows one by one: long enough to hold a proved period, if it is short enough."""
        self._prepare(SHORTEST)
        nim_period = self._values.fold
        shown = sum(nim_period) if nim_period else SHORTEST
        shown = max(shown, SHORTEST) if shown <= LONGEST else SHORTEST
        known = self._elements()
        rows = tuple(self._row(size, known) for size in range(shown + 1))
        element_period = known.fold if known else None
        return Sequence(rows, nim_period, element_period)

    def _elements(self) -> Known | None:
        """The quotient, unless it grows with every row, as that of Nim does."""
        infinite = infinite_quotient(self.ruleset)
        return None if infinite and not infinite.is_finitely_generated else self.known

    def _row(self, size: int, known: Known | None) -> RowFacts:
        value, lost = self._values.value(size, self._budget), self.misere_lost((size,))
        kind = None if lost is None else Kind.of(value, misere_win=not lost)
        has_element = known is not None and (known.period is not None or size <= known.up_to)
        element = known.names[0][known[size]] if known is not None and has_element else ""
        return RowFacts(size, value, lost, kind, element)


def decided_up_to(places: tuple[tuple[Lost, ...], ...]) -> int:
    """The largest size up to which every pair of rows is decided; -1 where not even 0 and 0 is.

    >>> row = (Lost.NEITHER, Lost.NEITHER)
    >>> decided_up_to((row, row))
    1
    """
    for size, row in enumerate(places):
        if not all(place.is_decided for place in row[: size + 1]):
            return size - 1
    return len(places) - 1


def plane(size: int) -> tuple[tuple[Outcome, ...], ...]:
    """Who wins partizan Kayles where the last one loses: [dominoes][squares], up to *size* of
    either (Theorem 3 of the partizan paper).

    >>> [[str(outcome) for outcome in line] for line in plane(1)]
    [['N', 'R'], ['P', 'N']]
    """
    numbers = range(size + 1)
    return tuple(tuple(outcome_of_counts(x, y) for x in numbers) for y in numbers)


def pairs(rules: Ruleset, size: int, budget: Budget) -> tuple[tuple[Outcome, ...], ...]:
    """Who wins two heaps of a partizan game where the last one loses, [one][other], by search.

    >>> from solver import Budget, get_ruleset
    >>> [" ".join(line) for line in pairs(get_ruleset("heaps:{1:[[]]|[]}"), 1, Budget())]
    ['N R', 'R R']
    """
    search, sizes = Search(rules, Convention.MISERE, budget), range(size + 1)
    known = {
        (one, other): search.outcome(tuple(filter(None, (one, other))))
        for other in sizes
        for one in range(other + 1)
    }
    return tuple(tuple(known[min(a, b), max(a, b)] for b in sizes) for a in sizes)
