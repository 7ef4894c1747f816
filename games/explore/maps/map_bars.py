"""The rows of a game by length, drawn as bars, with the kind of each row below its bar."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from solver import Ruleset, infinite_quotient
from solver.teaching import RowFacts
from solver.teaching import Sequence as Rows

PLAIN = "next"
"""The mark for a position that the player to move wins."""


@dataclass(frozen=True)
class SequenceBar:
    """A row of the sequence: its bar from *top* down, and *url*, which opens it."""

    facts: RowFacts
    x: float
    top: float
    height: float
    is_repeated: bool
    url: str

    @property
    def mark(self) -> str:
        """The mark of the row alone in misère play."""
        return {True: "misere", False: PLAIN, None: "open"}[self.facts.lost]

    @property
    def initials(self) -> str:
        """The kind in one or two letters."""
        return "".join(word[0] for word in (self.facts.kind or "?").split())


class BarsView:
    """The rows of a game by length: nim-values as bars; below them the loser, kind and element."""

    step, left_edge, high, top = 13, 72, 96, 24
    label = 140
    """The room for the words beside the bracket."""

    def __init__(self, ruleset: Ruleset, rows: Rows, addresses: tuple[str, ...]) -> None:
        """*addresses* are those of the rows that a page can show, from 0 on."""
        self.rows, self.ruleset, self._addresses = rows, ruleset, addresses

    @property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine the drawing."""
        return self.ruleset, self.rows, self._addresses

    @cached_property
    def bars(self) -> list[SequenceBar]:
        most = max(*(row.nim_value for row in self.rows.rows), 1)
        start = self.rows.nim_period[0] if self.bracket and self.rows.nim_period else None
        return [
            SequenceBar(
                row,
                self.left_edge + self.step * row.size,
                self.bottom - (height := 2 + (self.high - 2) * row.nim_value / most),
                height,
                start is not None and row.size >= start,
                self._addresses[row.size] if row.size < len(self._addresses) else "",
            )
            for row in self.rows.rows
        ]

    @property
    def bottom(self) -> int:
        return self.top + self.high

    @property
    def width(self) -> int:
        least = self.bracket[1] + self.label if self.bracket and self.says_after else 0
        return round(max(self.left_edge + self.step * len(self.rows.rows), least))

    @property
    def height(self) -> int:
        longest = max(len(row.element) for row in self.rows.rows)
        return self.bottom + 66 + 7 * longest + 8 * bool(longest)

    @property
    def has_elements(self) -> bool:
        return any(row.element for row in self.rows.rows)

    @property
    def bracket(self) -> tuple[float, float] | None:
        """The start and end of the first complete proved period of nim-values, if it is drawn."""
        if self.rows.nim_period is None or sum(self.rows.nim_period) > len(self.rows.rows):
            return None
        start, period = self.rows.nim_period
        return self.left_edge + self.step * start - 6, self.left_edge + self.step * (
            start + period
        ) - 8

    @property
    def says_after(self) -> bool:
        """Whether the words stand after the bracket, because there is no room before it."""
        return self.bracket is not None and self.bracket[0] < self.left_edge + self.label

    @property
    def ticks(self) -> list[tuple[int, float]]:
        return [(row.size, self.left_edge + self.step * row.size) for row in self.rows.rows[::5]]

    @property
    def initials(self) -> list[tuple[str, str]]:
        """The abbreviations on the drawing, with their kinds."""
        kinds = {bar.initials: bar.facts.kind for bar in self.bars if bar.facts.kind}
        return sorted(kinds.items())

    @property
    def proved(self) -> list[str]:
        """What is proved about periods, in sentences."""
        return [self._about_values, self._about_elements]

    @property
    def _about_values(self) -> str:
        word = self.ruleset.component_word
        if not self.ruleset.has_each_value_once:
            return _repeats("Nim-values", self.rows.nim_period)
        if all(row.nim_value == row.size for row in self.rows.rows):
            return f"The nim-value of a {word} is its length: nothing repeats."
        return (
            f"A formula gives the nim-value of a {word} of any size. No two {word}s share a value, "
            "so nothing repeats: that is proved."
        )

    @property
    def _about_elements(self) -> str:
        known = max((row.size for row in self.rows.rows if row.element), default=None)
        if infinite_quotient(self.ruleset):
            infinite = "The misère quotient is infinite: that is proved."
            if known is None:
                return infinite
            return f"{infinite} The elements below are those of {self._rows_up_to(known)} alone."
        if self.rows.element_period or known is None:
            return _repeats("Elements of the misère quotient", self.rows.element_period)
        rows = self._rows_up_to(known)
        return f"The misère quotient is known for {rows}; no period is proved."

    def _rows_up_to(self, size: int) -> str:
        return f"{self.ruleset.component_word}s up to {size}"


def _repeats(what: str, period: tuple[int, int] | None) -> str:
    if period is None:
        return f"{what}: no period is proved."
    start, length = period
    if length == 1:
        return f"{what} are all alike from {start} on: that is proved."
    return f"{what} repeat every {length} from {start} on: that is proved."
