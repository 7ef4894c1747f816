"""A board for a wall: one drawing that is scaled to the space it has, with what was chosen on it.

Lengths are in the units of the pieces' own drawings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from games.boards.board_view import BOXES
from games.boards.boards import Board, Placed
from games.boards.ghosts import Ghost, on_heaps


@dataclass(frozen=True)
class Spacing:
    """How far apart pieces stand, in a short row and in a long one: *wide* and *narrow*."""

    wide: int
    narrow: int


SPACINGS = {
    "matches": Spacing(34, 22),
    "lights": Spacing(50, 34),
    "pins": Spacing(58, 36),
    "strips": Spacing(40, 40),
    "counters": Spacing(34, 26),
}
LONG, MANY = 12, 6
"""Longer rows stand narrow, and of more rows matches are low and words large."""
LOW = ("small-matches", "0 0 16 50")
"""A match where there are many rows, and its view box."""
NAMES, NUMBERS = 84, 44
"""The room for the rows' names before them, and for their sizes behind, where there are few."""
FEWEST, LEAST_ROWS = 5, 2.5
"""How many pieces a row and how many rows a board has room for at least: three matches do not
fill a wall."""
LARGEST, SMALLEST = 0.62, 0.3
"""The radius of the disc chosen most often as a part of the pitch, and the least part of it that
any other has."""
TOP, BELOW = 28, 12
"""The room above a piece, for the number of its disc, and below it."""


@dataclass(frozen=True)
class ChosenMove:
    """A move that *number* of those here have chosen; before the verdicts nobody says whether it
    is right."""

    placed: Placed
    number: int
    is_right: bool | None = None


@dataclass(frozen=True)
class Disc:
    """What was chosen at one place, as a circle: *verdict* is a name for the style sheet."""

    x: str
    y: str
    radius: str
    number: int
    number_y: str
    verdict: str = ""


@dataclass(frozen=True)
class Trace:
    """A move to be seen, as its outline is named: where its pieces were, or a frame around
    those that it would take."""

    outline: str
    x: str
    y: str
    width: str
    height: str
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class WallRow:
    """A row at its height: its name, how many are left, and where its pieces stand."""

    name: str
    remaining: int
    y: str
    middle: str
    pieces: tuple[str, ...]


@dataclass(frozen=True)
class WallBoard:
    """A whole board: *box* is its view box, a *shape* that of its pieces."""

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
    has_many_rows: bool


def wall_board(
    board: Board, chosen: Iterable[ChosenMove] = (), ghosts: Sequence[Ghost] = ()
) -> WallBoard:
    """Lay a board out, with a disc wherever a move was chosen, its area the number, and with the
    moves to be seen."""
    kind, lanes = board.game.board, board.lanes
    spans = [span for span in _spans(board, ghosts) if span.places]
    sizes = {lane.number: lane.size for lane in lanes}
    for span in spans:
        sizes[span.lane] = max(sizes[span.lane], span.places.stop)
    is_long, has_many = max(sizes.values(), default=0) > LONG, len(lanes) > MANY
    shape, box = f"piece-{kind}", BOXES[kind]
    if has_many and kind == "matches":
        shape, box = LOW
    pitch = SPACINGS[kind].narrow if is_long else SPACINGS[kind].wide
    width, height = map(int, box.split()[2:])
    row_height = TOP + height + BELOW
    names, numbers = (NAMES, NUMBERS) if not has_many else (2 * NAMES, 2 * NUMBERS)
    across = max([FEWEST, *sizes.values()]) * pitch
    total = max(LEAST_ROWS, len(lanes)) * row_height
    first = (total - len(lanes) * row_height) / 2 + TOP
    starts = {number: names + (across - size * pitch) / 2 for number, size in sizes.items()}
    tops = {lane.number: first + index * row_height for index, lane in enumerate(lanes)}

    def centre(lane: int, place: float) -> float:
        return starts[lane] + (place + 0.5) * pitch

    rows = tuple(
        WallRow(
            f"{board.row_word.capitalize()} {lane.number}",
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
    discs = tuple(
        _disc(here, centre(lane, place), tops[lane], height=height, pitch=pitch, most=most)
        for (lane, place), here in sorted(spots.items())
    )
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
    said = "; ".join(f"{row.name}: {row.remaining}" for row in rows)
    return WallBoard(
        shape,
        box,
        str(width),
        str(height),
        f"0 0 {_text(names + across + numbers)} {_text(total)}",
        _text(names + across + numbers),
        rows,
        discs,
        traces,
        " ".join([f"The board. {said}.", *(ghost.words for ghost in ghosts)]),
        has_many,
    )


@dataclass(frozen=True)
class _Span:
    ghost: Ghost
    lane: int
    places: range


def _spans(board: Board, ghosts: Sequence[Ghost]) -> Iterator[_Span]:
    """Where the moves to be seen happened; of counters only where something of the heap stays."""
    if board.game.board != "counters":
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
    """What was chosen, by lane and place: the middle of what is taken, of matches the one that is
    touched, and of a heap its last counter."""
    spots: dict[tuple[int, float], list[ChosenMove]] = defaultdict(list)
    for one in chosen:
        placed = one.placed
        match placed.game.board:
            case "counters":
                place = float(placed.move.size - 1)
            case "pins" | "strips":
                place = placed.start + (placed.take - 1) / 2
            case _:
                place = float(placed.start)
        spots[placed.lane, place].append(one)
    return spots


def _disc(
    here: list[ChosenMove], x: float, top: float, *, height: int, pitch: int, most: int
) -> Disc:
    number = sum(one.number for one in here)
    radius = LARGEST * max(pitch, height / 2) * max(SMALLEST, sqrt(number / most))
    verdicts = {one.is_right for one in here}
    verdict = (
        {True: "right", False: "wrong", None: ""}[verdicts.pop()] if len(verdicts) == 1 else ""
    )
    return Disc(_text(x), _text(top + height / 2), _text(radius), number, _text(top - 8), verdict)


def _text(length: float) -> str:
    """A length as a drawing has it, whatever the language of the page."""
    return f"{length:.6g}"
