"""The pretending function, which maps each row length to its element, as a drawing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.boards.bounds import MAX_SIZE
from solver import Growth, InfiniteQuotient, Known

LONGEST = 240
"""The most rows in the drawing."""
FEW = 36
"""Up to this many rows, the columns are wider."""
MANY = 32
"""With more elements than this, the lines are closer and have no names."""
TOP, BESIDE = 22, 14


@dataclass(frozen=True)
class QuotientRow:
    """A row of *size* with the name of its element."""

    size: int
    name: str
    is_lost: bool
    is_repeated: bool
    x: int
    y: int
    url: str


class Pretending:
    """Rows from left to right, a line for each element; *address* has a placeholder for the
    size."""

    def __init__(self, known: Known, address: str) -> None:
        self.known, self._address = known, address
        self.names, _ = known.names

    @property
    def longest(self) -> int:
        """The longest row to draw: enough to show the period twice, or all that are known."""
        known = self.known
        if known.period is None or known.preperiod is None:
            return min(known.up_to, LONGEST)
        return min(max(known.preperiod + 2 * known.period, 12), LONGEST)

    @cached_property
    def elements(self) -> list[int]:
        """The elements of single rows, in the order of their first row."""
        return list(dict.fromkeys(self.known[size] for size in range(1, self.longest + 1)))

    @property
    def across(self) -> int:
        """The distance from one row to the next."""
        return 13 if self.longest > FEW else 26

    @property
    def step(self) -> int:
        return 15 if len(self.elements) <= MANY else 7

    @property
    def left_edge(self) -> int:
        longest = max((len(self.names[element]) for element in self.elements), default=1)
        return BESIDE + (8 * longest if self.step > 7 else 0)

    @property
    def lines(self) -> list[tuple[str, int]]:
        """The names of the elements with their vertical coordinates."""
        return [
            (self.names[element] if self.step > 7 else "", TOP + self.step * (place + 1))
            for place, element in enumerate(self.elements)
        ]

    @cached_property
    def rows(self) -> list[QuotientRow]:
        places = {element: place for place, element in enumerate(self.elements)}
        first = self.known.preperiod if self.known.period is not None else None
        return [
            QuotientRow(
                size,
                self.names[element := self.known[size]],
                self.known.monoid.is_p(element),
                first is not None and size >= first,
                self.left_edge + self.across * size,
                TOP + self.step * (places[element] + 1),
                self._address.format(size) if size <= MAX_SIZE else "",
            )
            for size in range(1, self.longest + 1)
        ]

    @property
    def bottom(self) -> int:
        return TOP + self.step * len(self.elements) + 12

    @property
    def height(self) -> int:
        return self.bottom + 44

    @property
    def width(self) -> int:
        return max(self.left_edge + self.across * (self.longest + 1) + BESIDE, 260)

    @property
    def ticks(self) -> list[tuple[int, int]]:
        return [
            (size, self.left_edge + self.across * size)
            for size in range(1, self.longest + 1)
            if size == 1 or not size % 5
        ]

    @property
    def bracket(self) -> tuple[int, int] | None:
        """The start and end of the first complete period, if it is drawn."""
        known = self.known
        if known.period is None or known.preperiod is None:
            return None
        start = max(known.preperiod, 1)
        if start + known.period - 1 > self.longest:
            return None
        begins = self.left_edge + self.across * start - 6
        return begins, begins + self.across * known.period - 1

    @property
    def says(self) -> str:
        """The text of the bracket."""
        if self.known.period is None:
            return f"known up to {self.known.up_to}"
        return f"from {max(self.known.preperiod or 0, 1)} on, every {self.known.period}"

    @property
    def table(self) -> list[tuple[int, list[QuotientRow | None]]]:
        """The same as a table, with a period or ten rows to a line."""
        period = self.known.period or 0
        wide = period if 5 <= period <= 16 else 10
        cells: dict[int, list[QuotientRow | None]] = {}
        for row in self.rows:
            line = cells.setdefault(row.size // wide * wide, [None] * wide)
            line[row.size % wide] = row
        return list(cells.items())

    @property
    def heads(self) -> range:
        """The numbers at the head of the table, to be added to the number of a line."""
        return range(len(self.table[0][1])) if self.table else range(0)


ENDLESS = "∞"


@dataclass(frozen=True)
class GrowthLine:
    """A row length that brings new elements: how many there are then, how many of them are losing,
    and how many more that is than before."""

    size: int
    order: int | str
    lost: int | str
    more: int = 0
    more_lost: int = 0


@dataclass(frozen=True)
class GrowthTable:
    """The row lengths that bring new elements, with the laws that the numbers suggest."""

    growth: Growth
    infinite: InfiniteQuotient | None

    @property
    def lines(self) -> Iterator[GrowthLine]:
        """A line for each length, and a last one where the quotient is infinite."""
        before, *_ = steps = self.growth.steps
        for now in steps:
            more, more_lost = now.order - before.order, now.lost - before.lost
            yield GrowthLine(now.size, now.order, now.lost, more, more_lost)
            before = now
        if self.infinite and self.infinite.up_to == self.growth.up_to + 1:
            yield GrowthLine(self.infinite.up_to, ENDLESS, ENDLESS)

    @property
    def conjectures(self) -> list[str]:
        """What the numbers suggest, in sentences."""
        return self.growth.conjectures(is_infinite=self.infinite is not None)

    @property
    def up_to(self) -> int:
        """The longest row."""
        return self.growth.up_to
