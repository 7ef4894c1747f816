"""What can be counted in a position: rows, kinds, nim-sums, squares and dominoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

from ..budget import Budget
from ..classification import misere_win
from ..conventions import Convention
from ..kinds import Kind
from ..nim_values import nim_values
from ..positions import Position
from ..rulesets.rules import Ruleset
from ..search import Search
from ..words import counting as words


class Figures:
    """What can be counted in the positions of one game; what is known of a size is kept."""

    def __init__(self, ruleset: Ruleset, budget: Budget) -> None:
        self.ruleset = ruleset
        self._budget = budget
        self._search = Search(ruleset, Convention.MISERE, budget)
        self._kinds: dict[int, Kind] = {}

    def nim_value(self, size: int) -> int:
        return nim_values(self.ruleset).value(size, self._budget)

    def kind(self, size: int) -> Kind:
        """The kind of a component, played alone."""
        if size not in self._kinds:
            wins = misere_win(self.ruleset, size, self._search)
            self._kinds[size] = Kind.of(self.nim_value(size), misere_win=wins)
        return self._kinds[size]

    def how_many(self, position: Position, kinds: Sequence[Kind]) -> int:
        return sum(self.kind(size) in kinds for size in position)


@dataclass(frozen=True)
class Quantity:
    """A number that a position has, which may be *signed*, and its *name*."""

    count: Callable[[Figures, Position], int]
    name: words.Naming
    signed: bool = False


def _unpaired(figures: Figures, position: Position) -> int:
    return sum(times % 2 for times in Counter(position).values())


def _difference(figures: Figures, position: Position) -> int:
    return reduce(lambda a, b: abs(a - b), sorted(position, reverse=True), 0)


def _kinds(*kinds: Kind) -> Callable[[Figures, Position], int]:
    return lambda figures, position: figures.how_many(position, kinds)


def _strips(rest: int) -> Callable[[Figures, Position], int]:
    """How many squares or dominoes the strips count as: Theorem 1 of the partizan paper."""
    return lambda figures, position: sum(size // 3 + (size % 3 == rest) for size in position)


def _nim_sum(figures: Figures, position: Position) -> int:
    return reduce(xor, map(figures.nim_value, position), 0)


QUANTITIES: dict[str, Quantity] = {
    "total": Quantity(lambda figures, position: sum(position), words.TOTAL),
    "rows": Quantity(lambda figures, position: len(position), words.ROWS),
    "largest": Quantity(lambda figures, position: max(position, default=0), words.LARGEST),
    "difference": Quantity(_difference, words.DIFFERENCE),
    "unpaired": Quantity(_unpaired, words.UNPAIRED),
    "nim_sum": Quantity(_nim_sum, words.NIM_SUM),
    "plain_nim_sum": Quantity(
        lambda figures, position: reduce(xor, position, 0), words.PLAIN_NIM_SUM
    ),
    "nulls": Quantity(_kinds(Kind.NULL), words.NULLS),
    "inverters": Quantity(_kinds(Kind.INVERTER), words.INVERTERS),
    "traps": Quantity(_kinds(Kind.TRAP), words.TRAPS),
    "gremlins": Quantity(_kinds(Kind.GREMLIN), words.GREMLINS),
    "higher_switches": Quantity(_kinds(Kind.HIGHER_SWITCH), words.HIGHER_SWITCHES),
    "switches": Quantity(_kinds(Kind.HIGHER_SWITCH, Kind.GREMLIN), words.SWITCHES),
    "firm": Quantity(
        _kinds(Kind.TRAP, Kind.GREMLIN, Kind.HIGHER_SWITCH),
        words.FIRM,
    ),
    "squares": Quantity(_strips(1), words.SQUARES),
    "dominoes": Quantity(_strips(2), words.DOMINOES),
    "balance": Quantity(
        lambda figures, position: _strips(1)(figures, position) - _strips(2)(figures, position),
        words.BALANCE,
        signed=True,
    ),
}
OF_IMPARTIAL = (
    "nim_sum",
    "nulls",
    "inverters",
    "traps",
    "gremlins",
    "higher_switches",
    "switches",
    "firm",
)
OF_STRIPS = ("squares", "dominoes", "balance")
"""What means something in games where both have the same moves, and what in strips."""


def foreign_to(ruleset: Ruleset) -> tuple[str, ...]:
    """The quantities that mean nothing in a game.

    >>> from solver import get_ruleset
    >>> foreign_to(get_ruleset("kayles"))
    ('squares', 'dominoes', 'balance')
    """
    of_strips = () if ruleset.family == "partizan" else OF_STRIPS
    return (*(OF_IMPARTIAL if ruleset.partizan else ()), *of_strips)
