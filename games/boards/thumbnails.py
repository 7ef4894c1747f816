"""A position as a small picture in a box of 120 by 72.

The pieces are the board's own shapes in the board's own units, except that a match has a shorter
stick; the view box scales them down. If the pieces would be too small to see, the picture has rows
of dots with a number each. The boards of Push, Shove and Domineering have squares. The options of
a row are cards with such pictures, above the row of their nim-values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.boards.games import game_at, game_of
from games.boards.looks.look import PieceShape
from solver import Boards, Position, Ruleset, format_position, get_ruleset, pooled
from solver.teaching import OptionCard, RowOptions, capitalised, joined, plural, position_words

WIDTH, HEIGHT = 120, 72
"""The box of a thumbnail, in CSS pixels unless something else is specified."""

MAX_DRAWN_PIECES = 80
"""A position with more pieces than this is drawn as dots."""

SMALLEST = 4.0
"""The least width of a drawn piece, in pixels."""

NUMBERS = 16
"""The width of a row's number beside its dots, in pixels."""

SQUARE = 20
"""The width of a square of a board, and of the space between two boards, in pixels at most."""


@dataclass(frozen=True)
class ThumbnailRow:
    """One row of pieces of a *shape*: *y* is its top, *places* are the positions of its pieces, and
    *gaps* those of missing pieces. For dots, *y* is the middle and *end* is the last dot."""

    size: int
    y: str
    places: tuple[str, ...] = ()
    end: str = ""
    gaps: tuple[str, ...] = ()
    shape: str = ""


@dataclass(frozen=True)
class Dots:
    """The layout of dots: their distance *apart*, their size, and the size of the numbers."""

    apart: str
    size: str
    number: str


@dataclass(frozen=True)
class BoardSquare:
    """A square of a board at *x* and *y*, and the *piece* on it: ``L``, ``R`` or none."""

    x: int
    y: int
    piece: str


@dataclass(frozen=True)
class Thumbnail:
    """A picture of a position: *box* is the view box, *words* describe it. It has rows of pieces
    or *dots*, or the *squares* of boards."""

    words: str
    box: str
    rows: tuple[ThumbnailRow, ...]
    dots: Dots | None = None
    squares: tuple[BoardSquare, ...] = ()
    width: int = WIDTH
    height: int = HEIGHT


@pooled(lambda ruleset, position, *, trimmed=False: (str(ruleset), str(position), trimmed))
def thumbnail(
    ruleset: str | Ruleset, position: str | Position, *, trimmed: bool = False
) -> Thumbnail:
    """The picture of any position that a page accepts. If *trimmed*, it is only as tall as its
    rows."""
    rules = get_ruleset(ruleset)
    sizes = rules.read_position(position)
    if isinstance(rules, Boards):
        return _of_boards(rules, sizes)
    words = f"{rules.name}: {rows_in_words(sizes, rules.component_word)}"
    if rules.is_sum:
        words = position_words(sizes, "nothing left")
    shapes = [game_at(rules, size).look.small for size in sizes] or [game_of(rules).look.small]
    piece = roomy(shapes)
    scale = min(
        piece.scale,
        HEIGHT / (piece.height * max(1, len(sizes))),
        WIDTH / (piece.narrow * max((1, *sizes))),
    )
    if sum(sizes) > MAX_DRAWN_PIECES or scale * piece.width < SMALLEST:
        return _dotted(piece, words, sizes)
    picture = _drawn(piece, words, list(zip(sizes, shapes, strict=False)), scale)
    return _trimmed(picture, piece, scale) if trimmed else picture


@pooled(lambda rules, size, option: (rules.key, size, str(option)))
def option_thumbnail(rules: Ruleset, size: int, option: Position) -> Thumbnail:
    """The picture of one option of a row of *size*, with a gap where pieces were taken.

    An option that is no part of the row, or that would be too small, has a picture of its own.
    """
    picture = thumbnail(rules, (size,), trimmed=True)
    gone = size - sum(option)
    if picture.dots or gone < 0 or len(option) > 2:
        return thumbnail(rules, option, trimmed=True)
    [row] = picture.rows
    before = option[0] if option else 0
    gaps = row.places[before : before + gone]
    stays = row.places[:before] + row.places[before + gone :]
    words = f"{rules.name}: {rows_in_words(option, rules.component_word)}"
    return replace(picture, words=words, rows=(replace(row, places=stays, gaps=gaps),))


def roomy(shapes: Sequence[PieceShape]) -> PieceShape:
    """Room for pieces of all *shapes*, which are of one shape but in a sum of games."""
    return PieceShape(
        shapes[0].shape,
        max(one.width for one in shapes),
        max(one.height for one in shapes),
        max(one.narrow for one in shapes),
        max(one.wide for one in shapes),
        min(one.scale for one in shapes),
    )


def rows_in_words(sizes: Position, row_word: str) -> str:
    """The rows in words: ``rows of 3, 5 and 7``, ``a row of 10``, ``nothing left``."""
    if not any(sizes):
        return "nothing left"
    return f"a {row_word} of {sizes[0]}" if len(sizes) == 1 else f"{row_word}s of {joined(sizes)}"


def _of_boards(rules: Boards, position: Position) -> Thumbnail:
    """Boards side by side, in the middle of the box."""
    squares, across, down = [], 0, 1
    for number in position:
        rows = rules.boards[number - 1].split("/")
        squares += [
            BoardSquare(across + SQUARE * column, SQUARE * row, piece.strip(".#"))
            for row, pieces in enumerate(rows)
            for column, piece in enumerate(pieces)
            if piece == "#" or "#" not in pieces
        ]
        across += SQUARE * (len(rows[0]) + 1)
        down = max(down, len(rows))
    wide, high = max(across - SQUARE, 0), SQUARE * down
    scale = max(1, (wide + 2) / WIDTH, (high + 2) / HEIGHT)
    width, height = ceil(WIDTH * scale), ceil(HEIGHT * scale)
    box = f"{(wide - width) // 2} {(high - height) // 2} {width} {height}"
    words = f"{rules.name}: {format_position(position)}"
    return Thumbnail(words, box, (), squares=tuple(squares))


def _drawn(
    piece: PieceShape, words: str, drawn: Sequence[tuple[int, PieceShape]], scale: float
) -> Thumbnail:
    width, height = ceil(WIDTH / scale), ceil(HEIGHT / scale)
    pitch = min(piece.wide, width // max((1, *(size for size, _ in drawn))))
    top = (height - piece.height * len(drawn)) // 2
    rows = []
    for number, (size, own) in enumerate(drawn):
        left_edge = (width - pitch * (size - 1) - own.width) // 2
        places = tuple(str(left_edge + pitch * place) for place in range(size))
        y = top + number * piece.height + (piece.height - own.height) // 2
        rows.append(ThumbnailRow(size, str(y), places, shape=own.shape))
    return Thumbnail(words, f"0 0 {width} {height}", tuple(rows))


def _trimmed(picture: Thumbnail, piece: PieceShape, scale: float) -> Thumbnail:
    _, _, width, _ = picture.box.split()
    height = piece.height * max(1, len(picture.rows))
    top = picture.rows[0].y if picture.rows else "0"
    box = f"0 {top} {width} {height}"
    return replace(picture, box=box, height=ceil(height * scale))


def _dotted(piece: PieceShape, words: str, sizes: Position) -> Thumbnail:
    apart, down = min(6, (WIDTH - NUMBERS) / max(sizes)), min(12, HEIGHT / len(sizes))
    top = (HEIGHT - down * (len(sizes) - 1)) / 2
    rows = tuple(
        ThumbnailRow(size, f"{top + down * number:g}", end=f"{2 + apart * (size - 1):.2f}")
        for number, size in enumerate(sizes)
    )
    dots = Dots(f"{apart:.3f}", f"{min(apart, down / 2) * 0.7:.2f}", f"{min(11, down * 0.95):g}")
    return Thumbnail(words, f"0 0 {WIDTH} {HEIGHT}", rows, dots)


@pooled(lambda ruleset, position, *, speaks: (str(ruleset), str(position), speaks))
def drawn(ruleset: str, position: str, *, speaks: bool) -> SafeString:
    """The picture as HTML; a picture that *speaks* has its words."""
    shown = {"thumbnail": thumbnail(ruleset, position), "speaks": speaks}
    return render_to_string("components/thumbnail.html", shown)


MOST_NUMBERS, SIDE = 12, 4
"""The most nim-values in a row; a longer row shows only this many at each end."""


class CardView(NamedTuple):
    """An option of a row for its template: its *picture* and its name. A genus shows its *value* on
    the line and the rest *raised*."""

    card: OptionCard
    picture: Thumbnail
    called: str

    @property
    def value(self) -> str:
        return self.card.value.partition("^")[0]

    @property
    def raised(self) -> str:
        return self.card.value.partition("^")[2]


class MexCell(NamedTuple):
    """A number in the row of nim-values: *reached* by an option, *missing*, or *beyond*."""

    number: str
    mark: str


@dataclass(frozen=True)
class OptionsView:
    """The options of one row, with the row of nim-values that they reach, if it is shown."""

    options: RowOptions
    cards: tuple[CardView, ...]
    mex: tuple[MexCell, ...]
    heard: str


def options_view(rules: Ruleset, options: RowOptions) -> OptionsView:
    """The options of a row as cards, each with a picture of what it leaves."""
    rules, size = rules.alone(options.size) if options.size else (rules, 0)
    cards = tuple(
        CardView(
            card,
            option_thumbnail(rules, size, card.leaves),
            f"leaves {position_words(card.leaves, 'nothing')}",
        )
        for card in options.cards
    )
    return OptionsView(options, cards, tuple(mex_cells(options)), heard_mex(options))


def mex_cells(options: RowOptions) -> Iterator[MexCell]:
    """The numbers from 0 to one past the missing number or the largest reached; a long row is
    shortened."""
    if options.missing is None:
        return
    past = max((*options.reached, options.missing)) + 1
    numbers = range(past + 1)
    if past > MOST_NUMBERS and past == options.missing + 1:
        for number in numbers[:SIDE]:
            yield MexCell(str(number), "reached")
        yield MexCell("…", "reached")
        numbers = numbers[-SIDE:]
    for number in numbers:
        if number == options.missing:
            yield MexCell(str(number), "missing")
        else:
            yield MexCell(str(number), "reached" if number in options.reached else "beyond")


def heard_mex(options: RowOptions) -> str:
    """The row of nim-values in words, for screen readers."""
    if options.missing is None:
        return ""
    reached = joined(options.reached) if options.reached else "none"
    numbers = capitalised(plural(options.counts))
    return f"{numbers} of the options: {reached}. The smallest one missing: {options.missing}."
