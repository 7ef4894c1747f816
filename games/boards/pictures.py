"""A frame of a film as a separate drawing, with every place in pixels.

The layout is the page's: measured in cells, with tags beside the rows and the sentence below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import NamedTuple

from django.utils.functional import cached_property

from games.boards.films import FilmView
from games.boards.scene_view import (
    BOTTOM,
    ROW,
    TOP,
    GroupView,
    RowScene,
    SceneView,
)
from games.boards.thumbnails import CardView, MexCell
from solver.teaching import Mark, Tag

MARGIN, NAMES, HEAD = 24, 76, 64
"""The margin of the sheet, the room for the rows' names, and the room above the first row."""
TAG, LINE, AIR = 30, 26, 10
"""The height of a tag with its gap, the height of a line of text, and the space above and below the
pieces."""
LETTER = 7.6
"""The width of a letter in a tag, estimated generously."""
CARD, CARD_HEIGHT, CELL, NEAR = 132, 116, 40, 8
"""The width and height of an option's card, the width of a number in the row of nim-values, and the
gap between them."""
NARROWEST, LETTERS_TO_A_LINE = 560, 9.6
"""The least width of the sheet, and the width of a letter of the sentence."""


@dataclass(frozen=True)
class DrawnGroup:
    """A group with the places of its pieces; *x* and *width* are those of its frame."""

    group: GroupView
    pieces: tuple[tuple[float, bool], ...]
    x: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class DrawnTag:
    """A tag and its position."""

    tag: Tag
    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        return self.x + self.width / 2


@dataclass(frozen=True)
class DrawnRow:
    """A row whose top is at *y*."""

    row: RowScene
    y: float
    groups: tuple[DrawnGroup, ...]
    tags: tuple[DrawnTag, ...]


@dataclass(frozen=True)
class PictureLine:
    """A line of text and its height on the sheet."""

    text: str
    y: float


class DrawnCard(NamedTuple):
    """The card of an option and its position."""

    view: CardView
    x: float
    y: float


class DrawnCell(NamedTuple):
    """A number in the row of nim-values and its position."""

    cell: MexCell
    x: float
    y: float


class DrawnHead(NamedTuple):
    """The heading above the options of one row."""

    title: str
    y: float


class Picture:
    """One frame of a film for its template."""

    def __init__(self, film: FilmView) -> None:
        self.film = film
        self.scene: SceneView = film.scene
        self.cell, self.high = self.scene.look.cell
        self.gap = self.scene.look.gap
        least = (self.high + 2 * AIR) * ROW / (BOTTOM - TOP)
        self.row_height = max(least, *(TAG * len(row.tags) + 8 for row in self.scene.rows), 40)
        self.left_edge, self.head = MARGIN + NAMES, HEAD

    @cached_property
    def across(self) -> float:
        """The width of the widest row."""
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
        """The top of a group within its row."""
        return self.row_height * TOP / ROW

    @property
    def groups_bottom(self) -> float:
        """The bottom of a group within its row."""
        return self.row_height * BOTTOM / ROW

    @property
    def row_middle(self) -> float:
        return self.row_height / 2

    @property
    def groups_height(self) -> float:
        return self.row_height * (BOTTOM - TOP) / ROW

    @property
    def pieces_top(self) -> float:
        """The top of a piece within its row."""
        return (self.row_height - self.high) / 2

    @property
    def stretch(self) -> float:
        """The factor for the height of a link."""
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

    @cached_property
    def options(self) -> tuple[list[DrawnCard], list[DrawnCell], list[DrawnHead], float]:
        """The cards, numbers and headings below the board, and the height at which they end."""
        y = self.head + self.row_height * len(self.scene.rows)
        cards: list[DrawnCard] = []
        cells: list[DrawnCell] = []
        heads: list[DrawnHead] = []
        for shown in self.scene.options:
            y += NEAR
            if shown.options.title:
                heads.append(DrawnHead(shown.options.title, y + LINE - NEAR))
                y += LINE
            places = list(self._places(len(shown.cards), CARD, CARD_HEIGHT, y))
            cards += (DrawnCard(view, *at) for view, at in zip(shown.cards, places, strict=True))
            y = max((at[1] + CARD_HEIGHT + NEAR for at in places), default=y)
            places = list(self._places(len(shown.mex), CELL, CELL, y))
            cells += (DrawnCell(cell, *at) for cell, at in zip(shown.mex, places, strict=True))
            y = max((at[1] + CELL for at in places), default=y)
        return cards, cells, heads, y

    def _places(
        self, number: int, wide: float, high: float, top: float
    ) -> Iterator[tuple[float, float]]:
        """The positions of *number* boxes, centred on the sheet, from *top* down."""
        in_line = max(1, int((self.width - 2 * MARGIN + NEAR) // (wide + NEAR)))
        for place in range(number):
            line, column = divmod(place, in_line)
            beside = min(in_line, number - line * in_line)
            first = self.middle - (beside * (wide + NEAR) - NEAR) / 2
            yield first + column * (wide + NEAR), top + line * (high + NEAR)

    @property
    def cards(self) -> list[DrawnCard]:
        return self.options[0]

    @property
    def cells(self) -> list[DrawnCell]:
        return self.options[1]

    @property
    def heads(self) -> list[DrawnHead]:
        return self.options[2]

    @property
    def tally_y(self) -> float:
        return self.options[3] + 28

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
        """What the picture shows, in words for screen readers."""
        tally = [f"{self.counted}."] if self.tally else []
        rows = [row.heard for row in self.scene.rows]
        return [*rows, *(one.heard for one in self.scene.options), *tally, self.film.sentence]

    @property
    def hatched(self) -> bool:
        """Whether the picture needs the hatching for dominoes."""
        return any(
            group.tile == "domino" and group.mark != Mark.TAKEN
            for row in self.scene.rows
            for group in row.groups
        )
