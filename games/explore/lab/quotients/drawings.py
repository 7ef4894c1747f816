"""A quotient drawn: its elements, a column for each length of a word; the pretending function,
which maps each row length to its element; and a table of how both grow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.boards.bounds import MAX_SIZE
from solver import Growth, InfiniteQuotient, Known

MARGIN, HIGH, STEP, GAP = 16, 26, 36, 64
"""The margin, the height of an element, and the distances within and between columns."""
TALLEST = 14
"""The most elements in one column; a longer column is split."""


@dataclass(frozen=True)
class Node:
    """An element in the drawing: *x* and *y* of its centre, and a *width* that fits its *name*."""

    name: str
    is_lost: bool
    x: float
    y: float
    width: int

    @property
    def left_edge(self) -> float:
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        return self.y - HIGH / 2


class Graph:
    """A line joins each element to its word without the last letter; with *by*, an arrow leads from
    each element to its product with that generator."""

    def __init__(self, known: Known, by: str = "") -> None:
        self.known, self.by = known, by
        self.names, self.letters = known.names

    @cached_property
    def columns(self) -> list[list[int]]:
        by_length: dict[int, list[int]] = {}
        for element in sorted(range(len(self.names)), key=lambda one: self.names[one]):
            length = 0 if self.names[element] == "1" else len(self.names[element])
            by_length.setdefault(length, []).append(element)
        columns = []
        for _, layer in sorted(by_length.items()):
            parts = -(-len(layer) // TALLEST)
            high = -(-len(layer) // parts)
            columns += [layer[start : start + high] for start in range(0, len(layer), high)]
        return columns

    @property
    def height(self) -> int:
        return 2 * MARGIN + HIGH + STEP * (max(map(len, self.columns)) - 1)

    @cached_property
    def nodes(self) -> list[Node]:
        """The elements by number."""
        placed: dict[int, Node] = {}
        x: float = MARGIN
        for column in self.columns:
            width = max(18 + 8 * len(self.names[element]) for element in column)
            top = self.height / 2 - STEP * (len(column) - 1) / 2
            for place, element in enumerate(column):
                is_lost = self.known.monoid.is_p(element)
                placed[element] = Node(
                    self.names[element], is_lost, x + width / 2, top + STEP * place, width
                )
            x += width + GAP
        return [placed[element] for element in range(len(self.names))]

    @property
    def width(self) -> int:
        return round(max(node.right for node in self.nodes)) + MARGIN + HIGH * bool(self.by)

    @property
    def branches(self) -> list[str]:
        """Paths from each word to the words with one letter more."""
        places = {"" if node.name == "1" else node.name: node for node in self.nodes}
        return [_path(places[word[:-1]], places[word]) for word in places if word]

    @property
    def arrows(self) -> list[str]:
        """Paths from each element to its product with the chosen generator."""
        if not self.by:
            return []
        factor = self.known.values[self.letters[self.by]]
        return [
            _path(node, self.nodes[self.known.monoid.table[element][factor]], is_arrow=True)
            for element, node in enumerate(self.nodes)
        ]

    @property
    def says(self) -> str:
        """What is drawn, in a sentence."""
        if not self.by:
            return "A line leads from each product to the products of one factor more."
        return f"An arrow leads from each element to its product with {self.by}."


def _path(start: Node, end: Node, *, is_arrow: bool = False) -> str:
    """A curve between two elements; it bends around others in the same column."""
    room = 4 if is_arrow else 0
    if start is end:
        x, y = start.right, start.y
        return f"M{x:g} {y - 6:g}c20-8 20 20 {room:g} 12"
    if start.x == end.x:
        away = start.right + 14 + abs(end.y - start.y) / 8
        return (
            f"M{start.right:g} {start.y:g}C{away:g} {start.y:g} {away:g} {end.y:g} "
            f"{end.right + room:g} {end.y:g}"
        )
    right = end.x > start.x
    one = start.right if right else start.left_edge
    other = end.left_edge - room if right else end.right + room
    middle = (one + other) / 2
    return f"M{one:g} {start.y:g}C{middle:g} {start.y:g} {middle:g} {end.y:g} {other:g} {end.y:g}"


def dots(known: Known) -> tuple[int, int, str, str]:
    """The elements as dots, one column for each length of a word: the width and height of the
    drawing, and the paths of winning and of losing elements."""
    columns = Graph(known).columns
    apart = 12
    height = max(72, apart * (max(map(len, columns)) + 1))
    paths = {True: "", False: ""}
    for across, column in enumerate(columns):
        top = height / 2 - apart * (len(column) - 1) / 2
        for place, element in enumerate(column):
            x, y = apart * (across + 1), top + apart * place
            paths[known.monoid.is_p(element)] += f"M{x} {y:g}h0"
    return apart * (len(columns) + 1), height, paths[False], paths[True]


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
