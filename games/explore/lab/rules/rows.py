"""The rows of a game for its page, and R1's verdict on them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import MAX_SIZE
from solver import (
    Bearing,
    Budget,
    BudgetExceededError,
    Ending,
    Kind,
    OptionsOfKind,
    Reach,
    Ruleset,
    bearing,
    format_position,
    known_reaches,
    reach_of,
    row_kinds,
)
from solver.teaching import Miscount, capitalised, miscount, position_words

FEW, MANY, HEAD, TAIL = 8, 48, 24, 8
"""The least and the greatest number of rows to show; if more rows lead to one that breaks R1, the
numbers to show at either end."""
CONDITIONS = ("first", "second", "third", "fourth")
USUAL = "5+4+3"
"""The starting rows if no row breaks R1."""


@dataclass(frozen=True)
class RowLine:
    """A row of the table. *genus* is split at the exponent and empty if unknown; *url* is empty if
    the row is too long for a board. *species* is set only for the row that *breaks* R1; all others
    are tame."""

    size: int
    nim_value: int
    kind: Kind
    genus: list[str]
    url: str
    breaks: bool
    species: str

    @property
    def outcome(self) -> str:
        return self.kind.misere_outcome

    @property
    def says(self) -> str:
        return f"the player to move {'loses' if self.outcome == 'P' else 'wins'}"


@dataclass(frozen=True)
class OptionGroup:
    """Options of one kind: the smallest as a *position* to draw, and how many *more* there are."""

    kind: Kind
    position: str
    words: str
    more: int
    breaks: bool


def _group(group: OptionsOfKind) -> OptionGroup:
    smallest = min(group.options, key=lambda option: (len(option), sum(option)))
    more = len(group.options) - 1
    words = " + ".join(map(str, smallest)) or "nothing"
    return OptionGroup(group.kind, format_position(smallest), words, more, group.breaks)


class RowsView:
    """The table of one game. Raises :class:`InvalidInputError` for a partizan game."""

    def __init__(self, ruleset: Ruleset, budget: Budget) -> None:
        self.ruleset = ruleset
        self.reach = known_reaches().get(ruleset.key) or reach_of(ruleset, budget=budget)
        self.kinds = row_kinds(ruleset, _longest(self.reach), budget)
        self.violation = self.kinds.violation
        self.bearing: Bearing | None = None
        self.miscount: Miscount | None = None
        if self.violation:
            self.miscount = miscount(ruleset, self.violation.size, budget.part(2))
            with suppress(BudgetExceededError):
                self.bearing = bearing(ruleset, (self.violation.size,), budget)

    @property
    def word(self) -> str:
        return self.ruleset.component_word

    @cached_property
    def lines(self) -> list[RowLine]:
        """The rows to show; if there are many, the shortest and the longest."""
        sizes = list(range(1, self.kinds.up_to + 1))
        if len(sizes) > MANY:
            sizes = sizes[:HEAD] + sizes[-TAIL:]
        return [self._line(size) for size in sizes]

    @property
    def left_out(self) -> tuple[int, int] | None:
        """The first and the last row that are left out."""
        return (HEAD + 1, self.kinds.up_to - TAIL) if self.kinds.up_to > MANY else None

    def _line(self, size: int) -> RowLine:
        row = self.kinds.rows[size]
        breaks = self.violation is not None and self.violation.size == size
        genus, species = row.kind.genus(row.nim_value), ""
        if breaks:
            genus = str(self.bearing.genus) if self.bearing else ""
            species = self.bearing.species.value if self.bearing else ""
        url = self._url(size) if size <= MAX_SIZE else ""
        return RowLine(size, row.nim_value, row.kind, genus.split("^"), url, breaks, species)

    def _url(self, size: int) -> str:
        return reverse("explore:position", args=[self.ruleset.key, str(size)])

    @cached_property
    def witness(self) -> list[OptionGroup]:
        """The options of the row that breaks R1, forbidden ones first."""
        groups = sorted(self.kinds.witness, key=lambda group: not group.breaks)
        return [_group(group) for group in groups]

    @property
    def verdict(self) -> tuple[str, str]:
        """How far R1 reaches, and why."""
        if self.violation is None:
            first, _, reason = self.reach.text.replace(";", ":").partition(":")
            return f"{first}.", capitalised(reason.strip())
        at = CONDITIONS[self.violation.condition - 1]
        unsaid = ", which its source does not have" if self.violation.condition == 4 else ""
        why = f"It fails on the {at} condition{unsaid}: {self.violation.text}"
        return f"R1 stops at a {self.word} of {self.violation.size}.", why

    @property
    def error(self) -> str:
        """R1's verdict on the position that it gets wrong, in a sentence."""
        if self.miscount is None:
            return ""
        called, is_so = ("lose", "wins") if self.miscount.wins else ("win", "loses")
        rows = position_words(self.miscount.position)
        return f"Counted by kinds, the player to move would {called} {rows}, but in fact {is_so}."

    @property
    def start(self) -> str:
        """A starting position: one that R1 gets wrong, if it fits on a board."""
        if self.miscount is None or max(self.miscount.position) > MAX_SIZE:
            return USUAL
        return format_position(self.miscount.position)


def _longest(reach: Reach) -> int:
    """The longest row to show: the one that breaks R1, or all that differ and a few more."""
    if reach.ending is Ending.BROKEN:
        return reach.size
    differing = reach.size + (reach.detail if reach.ending is Ending.PERIODIC else FEW)
    return min(max(differing, FEW), MANY)
