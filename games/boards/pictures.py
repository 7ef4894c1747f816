"""A frame of a film as a drawing that stands alone: where everything stands, in pixels.

The layout is that of the page: measured in cells, tags beside the rows, the sentence below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from django.utils.functional import cached_property

from games.boards.films import FilmView
from games.boards.scene_view import BOTTOM, GAP, GAPS, ROW, TOP, GroupView, RowScene, SceneView
from solver import Mark, Tag

CELLS = {
    "matches": (26, 60),
    "lights": (40, 48),
    "pins": (34, 60),
    "strips": (48, 48),
    "counters": (32, 32),
}
"""How wide and how high a piece of each board is."""
MARGIN, NAMES, HEAD = 24, 76, 64
"""The edge of the sheet, the room for the rows' names, the room above the first row."""
TAG, LINE, AIR = 30, 26, 10
"""The height of a tag with its gap, of a line of words, and above and below the pieces."""
LETTER = 7.6
"""How wide a letter of a tag is, on the safe side."""
NARROWEST, LETTERS_TO_A_LINE = 560, 9.6
"""The narrowest sheet, and how wide a letter of the sentence is."""


@dataclass(frozen=True)
class DrawnGroup:
    """A group with the places of its pieces: *box* is its frame, if it has one."""

    group: GroupView
    pieces: tuple[tuple[float, bool], ...]
    x: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class DrawnTag:
    """A tag and its place."""

    tag: Tag
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class DrawnRow:
    """A row from its top *y* down."""

    row: RowScene
    y: float
    groups: tuple[DrawnGroup, ...]
    tags: tuple[DrawnTag, ...]


@dataclass(frozen=True)
class PictureLine:
    """A line of words at its height."""

    text: str
    y: float


class Picture:
    """One frame for its template."""

    def __init__(self, film: FilmView) -> None:
        self.film = film
        self.scene: SceneView = film.scene
        self.cell, self.high = CELLS[self.scene.kind]
        self.gap = GAPS.get(self.scene.kind, GAP)
        least = (self.high + 2 * AIR) * ROW / (BOTTOM - TOP)
        self.row_height = max(least, *(TAG * len(row.tags) + 8 for row in self.scene.rows), 40)
        self.left_edge, self.head = MARGIN + NAMES, HEAD

    @cached_property
    def across(self) -> float:
        """How wide the widest row is."""
        return max((self._width(row.groups) for row in self.scene.rows), default=0) or self.cell

    @cached_property
    def rows(self) -> list[DrawnRow]:
        return [
            DrawnRow(row, y, tuple(self._groups(row)), tuple(self._tags(row, y)))
            for row, y in zip(self.scene.rows, self._tops(), strict=True)
        ]

    def _tops(self) -> Iterator[float]:
        for number in range(len(self.scene.rows)):
            yield HEAD + self.row_height * number

    def _width(self, groups: tuple[GroupView, ...]) -> float:
        cells = sum(len(group.pieces) + self.gap * bool(group.mark) for group in groups)
        return cells * self.cell

    def _groups(self, row: RowScene) -> Iterator[DrawnGroup]:
        x = float(self.left_edge)
        for group in row.groups:
            side = self.gap * self.cell / 2 if group.mark else 0.0
            x += side
            pieces = tuple(
                (x + self.cell * place, piece.gone) for place, piece in enumerate(group.pieces)
            )
            width = self.cell * len(group.pieces)
            edge = 0 if group.tile else side / 2
            yield DrawnGroup(group, pieces, x - edge, width + 2 * edge)
            x += width + side

    def _tags(self, row: RowScene, top: float) -> Iterator[DrawnTag]:
        y = top + (self.row_height - TAG * len(row.tags)) / 2
        for tag in row.tags:
            width = len(tag.text) * LETTER + 22
            yield DrawnTag(tag, self.left_edge + self.across + 24, y + 2, width)
            y += TAG

    @property
    def groups_top(self) -> float:
        """Where in its row a group begins."""
        return self.row_height * TOP / ROW

    @property
    def groups_bottom(self) -> float:
        """Where in its row a group ends."""
        return self.row_height * BOTTOM / ROW

    @property
    def row_middle(self) -> float:
        return self.row_height / 2

    @property
    def groups_height(self) -> float:
        return self.row_height * (BOTTOM - TOP) / ROW

    @property
    def pieces_top(self) -> float:
        """Where in its row a piece begins."""
        return (self.row_height - self.high) / 2

    @property
    def stretch(self) -> float:
        """What the height of a link is multiplied with."""
        return self.row_height / ROW

    @cached_property
    def width(self) -> int:
        """The width of the sheet."""
        ends = [tag.x + tag.width for row in self.rows for tag in row.tags]
        tally = len(self.counted) * LETTER + 2 * MARGIN
        return round(max(NARROWEST, self.left_edge + self.across + MARGIN, tally, *ends) + MARGIN)

    @property
    def middle(self) -> float:
        return self.width / 2

    @cached_property
    def tally(self) -> list[tuple[str, str]]:
        """The count that decides, and under R1 the case."""
        facts = [(line.label, line.said) for line in self.scene.tally]
        ends = (end for branch in self.scene.cases for end in branch.ends)
        right = (end for end in ends if end.applies and end.number)
        return facts + [(f"case {end.number}:", end.name) for end in right]

    @property
    def counted(self) -> str:
        """The tally in words."""
        return " · ".join(f"{label} {value}" for label, value in self.tally)

    @property
    def tally_y(self) -> float:
        return self.head + self.row_height * len(self.scene.rows) + 28

    @cached_property
    def caption(self) -> list[PictureLine]:
        """The sentence, line by line."""
        first = self.tally_y + (LINE + 12 if self.tally else 0)
        letters = int((self.width - 2 * MARGIN) / LETTERS_TO_A_LINE)
        return [
            PictureLine(line, first + LINE * number)
            for number, line in enumerate(wrap(self.film.sentence, letters))
        ]

    @property
    def height(self) -> int:
        """The height of the sheet."""
        last = self.caption[-1].y if self.caption else self.tally_y
        return round(last + MARGIN)

    @property
    def heard(self) -> list[str]:
        """What the picture shows, for the ear."""
        tally = [f"{self.counted}."] if self.tally else []
        return [*(row.heard for row in self.scene.rows), *tally, self.film.sentence]

    @property
    def hatched(self) -> bool:
        """Whether there is a domino to hatch."""
        return any(
            group.tile == "domino" and group.mark != Mark.TAKEN
            for row in self.scene.rows
            for group in row.groups
        )
