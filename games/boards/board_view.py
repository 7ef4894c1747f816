"""A board as its template draws it: rows of cells, each with the moves that start there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from games.boards.boards import Board, Lane, Placed
from solver import Player

BOXES = {
    "matches": "0 0 16 84",
    "lights": "0 0 32 40",
    "pins": "0 0 28 60",
    "strips": "0 0 40 40",
    "counters": "0 0 24 24",
}


@dataclass(frozen=True)
class Cell:
    """One place of a lane: *single* takes from here alone (or to the end), *pair* two."""

    place: int
    standing: bool
    single: Placed | None = None
    pair: Placed | None = None
    ends_frame: bool = False


@dataclass(frozen=True)
class RowView:
    """One lane with its cells, and the moves that have no place (*options*)."""

    lane: Lane
    cells: tuple[Cell, ...]
    options: tuple[Placed, ...] = ()


@dataclass(frozen=True)
class BoardView:
    """A board for its template. *prefix* keeps ids apart where a page has several boards."""

    board: Board
    rows: tuple[RowView, ...]
    playable: bool
    prefix: str = ""
    marks: bool = False
    """Whether a touch marks a move in the list of the page instead of making it."""
    most: int | None = None
    """The number of pieces or moves above which the board is written in numbers."""

    @property
    def kind(self) -> str:
        return self.board.game.board

    @property
    def row_word(self) -> str:
        return self.board.row_word.capitalize()

    @property
    def box(self) -> str:
        """The view box of a piece's drawing."""
        return BOXES[self.kind]

    @property
    def divisor(self) -> int:
        """The length of a frame where there is a maximum take, else 0."""
        return self.board.ruleset.divisor


def _is_large(board: Board, player: Player | None, most: int, *, playable: bool) -> bool:
    """Whether a board has more than *most* pieces, or as many moves to be made into buttons."""
    if sum(lane.size for lane in board.lanes) > most:
        return True
    moves = board.ruleset.legal_moves(board.position, player) if playable else ()
    return next(islice(moves, most, None), None) is not None


def view(
    board: Board,
    player: Player | None = None,
    *,
    playable: bool = False,
    prefix: str = "",
    marks: bool = False,
    most: int | None = None,
) -> BoardView:
    """Lay a board out; with *playable* each legal move of *player* is a button, with *marks* a
    label of what marks it.

    A board of more than *most* pieces or moves is not drawn but written in numbers.
    """
    if most is not None and _is_large(board, player, most, playable=playable):
        rows = tuple(RowView(lane, ()) for lane in board.lanes)
        return BoardView(board, rows, playable=False, prefix=prefix, most=most)
    singles: dict[tuple[int, int], Placed] = {}
    pairs: dict[tuple[int, int], Placed] = {}
    options: dict[int, list[Placed]] = {}
    kind, divisor = board.game.board, board.ruleset.divisor
    for placed in board.choices(player) if playable or marks else ():
        key = (placed.lane, placed.start)
        if kind == "counters":
            options.setdefault(placed.lane, []).append(placed)
        elif kind in ("pins", "strips") and placed.take > 1:
            pairs[key] = placed
        else:
            singles[key] = placed
    rows_drawn = []
    for lane in board.lanes:
        standing = {
            place
            for segment in lane.segments
            for place in range(segment.start, segment.start + segment.size)
        }
        places = lane.size if kind in ("pins", "strips") else lane.left
        rows_drawn.append(
            RowView(
                lane,
                tuple(
                    Cell(
                        place,
                        place in standing,
                        singles.get((lane.number, place)),
                        pairs.get((lane.number, place)),
                        bool(divisor) and (place + 1) % divisor == 0,
                    )
                    for place in range(places)
                ),
                tuple(options.get(lane.number, ())),
            )
        )
    return BoardView(board, tuple(rows_drawn), playable, prefix, marks)
