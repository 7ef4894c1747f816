"""A board as its template draws it: rows of cells, each with the moves that start there."""

from __future__ import annotations

from dataclasses import dataclass

from games.positions.boards import Board, Lane, Placed
from games.positions.lenses import frame_length
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

    @property
    def kind(self) -> str:
        return self.board.words.board

    @property
    def row_word(self) -> str:
        return self.board.words.row.capitalize()

    @property
    def box(self) -> str:
        """The view box of a piece's drawing."""
        return BOXES[self.kind]

    @property
    def divisor(self) -> int:
        """The length of a frame where there is a maximum take, else 0."""
        return frame_length(self.board.ruleset)


def view(
    board: Board, player: Player | None = None, *, playable: bool = False, prefix: str = ""
) -> BoardView:
    """Lay a board out; with *playable* each legal move of *player* is a button."""
    singles: dict[tuple[int, int], Placed] = {}
    pairs: dict[tuple[int, int], Placed] = {}
    options: dict[int, list[Placed]] = {}
    kind, divisor = board.words.board, frame_length(board.ruleset)
    for placed in board.choices(player) if playable else ():
        key = (placed.lane, placed.start)
        if kind == "counters":
            options.setdefault(placed.lane, []).append(placed)
        elif kind in ("pins", "strips") and placed.take > 1:
            pairs[key] = placed
        else:
            singles[key] = placed
    rows = []
    for lane in board.lanes:
        standing = {
            place
            for segment in lane.segments
            for place in range(segment.start, segment.start + segment.size)
        }
        shown = lane.size if kind in ("pins", "strips") else lane.left
        rows.append(
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
                    for place in range(shown)
                ),
                tuple(options.get(lane.number, ())),
            )
        )
    return BoardView(board, tuple(rows), playable, prefix)
