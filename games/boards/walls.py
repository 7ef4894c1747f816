"""A board for a wall: one drawing that scales to its space, with the moves that people chose.

Lengths are in the units of the pieces' own drawings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

from games.boards.boards import Board
from games.boards.ghosts import Ghost, on_heaps
from games.boards.looks.look import Placed

MANY = 6
"""With more rows than this, matches are shorter and words larger."""
NAMES, SHORT_NAMES, NUMBERS = 3.5, 1.9, 1.6
"""The room for the rows' names (long or short) and for their sizes, in letter heights."""
NAMED = 14
"""With more rows than this there are no names or numbers, because no legible letters fit."""
FEWEST = 4
"""The least number of pieces for which a row has room."""
HIGH, WIDE, LETTER = 0.6, 1.2, 0.037
"""The height and the least width of a board on the wall, and the height of a letter that can be
read from the back row, as fractions of the wall's height."""
SHARED_HIGH, SHARED_WIDE = 0.45, 0.8
"""The same for a board that shares the wall with the votes."""
WIDE_FROM = 1.3
"""From this ratio of width to height on, the votes stand below the board; otherwise beside it."""
LARGEST = 0.46, 0.35
"""The greatest radius of a disc, as fractions of the pitch and of a piece's height. The disc stands
at the foot of the piece, so that the head stays visible."""
ROUND_DIGIT, DIGIT = 0.66, 0.3
"""The least radius of a disc with one digit, and the increase for another digit, in letters."""
FILLED = 1.4
"""The radius of a large disc as a multiple of what its digits need."""
HIDES = 0.65
"""A disc at least this fraction of a piece's height would hide the piece, so we draw it next to
it."""
AROUND = 10
"""The space above and below a piece."""


@dataclass(frozen=True)
class ChosenMove:
    """A move that *number* people in the room chose. *is_right* is None until the verdict is
    shown."""

    placed: Placed
    number: int
    is_right: bool | None = None


@dataclass(frozen=True)
class Disc:
    """The number of people who chose one place, as a circle. *size* is that of its digits,
    *verdict* a class name in the style sheet."""

    x: str
    y: str
    radius: str
    size: str
    number: int
    verdict: str = ""


@dataclass(frozen=True)
class Trace:
    """A move drawn on the board with its outline: around the places of pieces that are gone, or
    around the pieces that it would take."""

    outline: str
    x: str
    y: str
    width: str
    height: str
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class WallRow:
    """A row: its name, the number of pieces left, its height on the drawing, and the places of its
    pieces."""

    name: str
    remaining: int
    y: str
    middle: str
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class WallBoard:
    """A complete board: *box* is its view box, *shape* that of its pieces, *letter* the size of its
    words. What accompanies a board that *is_wide* stands below it."""

    shape: str
    piece_box: str
    piece_width: str
    piece_height: str
    box: str
    counts_x: str
    rows: tuple[WallRow, ...]
    discs: tuple[Disc, ...]
    traces: tuple[Trace, ...]
    words: str
    letter: str
    is_named: bool
    is_wide: bool


def wall_board(
    board: Board,
    chosen: Iterable[ChosenMove] = (),
    ghosts: Sequence[Ghost] = (),
    *,
    is_alone: bool = True,
) -> WallBoard:
    """Lay out a board. Each chosen move has a disc whose area shows the number, and *ghosts* are
    drawn as outlines. *is_alone* means that nothing else shares the stage."""
    look, lanes = board.game.look, board.lanes
    spans = [span for span in _spans(board, ghosts) if span.places]
    sizes = {lane.number: lane.size for lane in lanes}
    for span in spans:
        sizes[span.lane] = max(sizes[span.lane], span.places.stop)
    has_many = len(lanes) > MANY
    shape, box = f"piece-{look.key}", look.box
    if has_many and look.low:
        shape, box = look.low
    width, height = map(int, box.split()[2:])
    row_height = height + 2 * AROUND
    total = max(1, len(lanes)) * row_height
    room = (HIGH, WIDE) if is_alone else (SHARED_HIGH, SHARED_WIDE)
    least = LETTER / room[0] * total  # the least height of a letter
    is_beside = look.to_the_end and 2 * least * _around(1) > HIDES * height
    longest = max([FEWEST, *sizes.values()])
    fits = room[1] / room[0] * total / longest
    apart = width + 2 * least * _around(10) if is_beside else 0
    pitch = min(max(look.spacing.narrow, fits), max(look.spacing.wide, apart))
    across = longest * pitch
    is_named = 1 < len(lanes) <= NAMED
    letters = (SHORT_NAMES if has_many else NAMES, NUMBERS) if is_named else (0, 0)
    letter = _letter(across, total, sum(letters), room)
    names, numbers = (letter * one for one in letters)
    starts = {number: names + (across - size * pitch) / 2 for number, size in sizes.items()}
    tops = {lane.number: AROUND + index * row_height for index, lane in enumerate(lanes)}

    def centre(lane: int, place: float) -> float:
        return starts[lane] + (place + 0.5) * pitch

    rows = tuple(
        WallRow(
            str(lane.number) if has_many else f"{board.row_word.capitalize()} {lane.number}",
            lane.remaining,
            _text(tops[lane.number]),
            _text(tops[lane.number] + height / 2),
            tuple(
                _text(centre(lane.number, place) - width / 2)
                for segment in lane.segments
                for place in range(segment.start, segment.start + segment.size)
            ),
        )
        for lane in lanes
    )
    spots = _spots(chosen)
    most = max((sum(one.number for one in here) for here in spots.values()), default=1)
    apart = _closest(spots) * pitch / 2 or pitch  # discs beside each other do not overlap
    largest = min(LARGEST[0] * pitch, LARGEST[1] * height, apart)
    discs = []
    left, right = 0.0, names + across + numbers
    for (lane, place), here in sorted(spots.items()):
        radius = _radius(here, largest * sqrt(_number(here) / most), letter)
        x, foot = centre(lane, place), tops[lane] + height
        y = max(foot - radius, foot - height / 2)
        if is_beside:
            x += width / 2 + radius
        discs.append(_disc(here, x, y, radius, letter))
        left, right = min(left, x - radius - 1), max(right, x + radius + 1)
    traces = tuple(
        Trace(
            span.ghost.outline,
            _text(centre(span.lane, span.places.start - 0.5) + 2),
            _text(tops[span.lane]),
            _text(len(span.places) * pitch - 4),
            str(height),
            tuple(
                _text(centre(span.lane, place) - width / 2)
                for place in span.places
                if span.ghost.is_gone
            ),
        )
        for span in spans
    )
    row_word = board.row_word.capitalize()
    said = "; ".join(f"{row_word} {lane.number}: {lane.remaining}" for lane in lanes)
    return WallBoard(
        shape,
        box,
        str(width),
        str(height),
        f"{_text(left)} 0 {_text(right - left)} {_text(total)}",
        _text(names + across + numbers),
        rows,
        tuple(discs),
        traces,
        " ".join([f"The board. {said}.", *(ghost.words for ghost in ghosts)]),
        _text(letter),
        is_named,
        right - left > WIDE_FROM * total,
    )


def _letter(across: float, high: float, letters: float, room: tuple[float, float]) -> float:
    """The height of a letter in a drawing of size *across* by *high*. *letters* is the width of its
    text in letters, and *room* is the space on the wall, as in :data:`HIGH` and :data:`WIDE`."""
    by_height = LETTER / room[0] * high
    by_width = LETTER / room[1] * across / (1 - LETTER / room[1] * letters)
    return max(by_height, by_width)


@dataclass(frozen=True)
class _Span:
    ghost: Ghost
    lane: int
    places: range


def _spans(board: Board, ghosts: Sequence[Ghost]) -> Iterator[_Span]:
    """The places of the moves to draw; of a heap only if something of it remains."""
    if not board.in_heaps:
        for ghost in ghosts:
            yield _Span(ghost, ghost.placed.lane, ghost.places)
        return
    ends: dict[int, int] = {}
    for heap in on_heaps(ghost for ghost in ghosts if ghost.is_gone):
        if heap.stays and heap.index < len(board.lanes):
            lane = board.lanes[heap.index]
            first = ends.get(lane.number, lane.size)
            ends[lane.number] = first + len(heap.ghost.places)
            yield _Span(heap.ghost, lane.number, range(first, ends[lane.number]))
    for ghost in ghosts:
        if not ghost.is_gone:
            yield _Span(ghost, ghost.placed.lane, ghost.places)


def _spots(chosen: Iterable[ChosenMove]) -> dict[tuple[int, float], list[ChosenMove]]:
    """The chosen moves by lane and place."""
    spots: dict[tuple[int, float], list[ChosenMove]] = defaultdict(list)
    for one in chosen:
        placed = one.placed
        spots[placed.lane, placed.look.spot(placed)].append(one)
    return spots


def _closest(spots: Iterable[tuple[int, float]]) -> float:
    """The distance in places between the closest two spots of a row; 0 if each row has at most
    one."""
    return min(
        (there - here for (row, here), (other, there) in pairwise(sorted(spots)) if row == other),
        default=0,
    )


def _number(here: list[ChosenMove]) -> int:
    """The number of people who chose a place."""
    return sum(one.number for one in here)


def _around(number: int) -> float:
    """The least radius of a disc with this number, in letters."""
    return ROUND_DIGIT + DIGIT * (len(str(number)) - 1)


def _radius(here: list[ChosenMove], radius: float, letter: float) -> float:
    return max(radius, letter * _around(_number(here)))


def _disc(here: list[ChosenMove], x: float, y: float, radius: float, letter: float) -> Disc:
    number = _number(here)
    size = max(letter, radius / _around(number) / FILLED)
    verdicts = {one.is_right for one in here}
    verdict = (
        {True: "right", False: "wrong", None: ""}[verdicts.pop()] if len(verdicts) == 1 else ""
    )
    return Disc(_text(x), _text(y), _text(radius), _text(size), number, verdict)


def _text(length: float) -> str:
    """A length for the drawing, independent of the language of the page."""
    return f"{length:.6g}"
