"""The elements of a quotient as a drawing: one column for each length of a word."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import cached_property

from solver import Known

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
