"""A board as its template draws it: rows of cells, each with the moves that start there."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards import Board, Lane, Placed
from solver import Player


@dataclass(frozen=True)
class Cell:
    """One place of a lane: *single* takes from here alone (or to the end), *pair* two."""

    place: int
    standing: bool
    single: Placed | None = None
    pair: Placed | None = None

    @property
    def number(self) -> int:
        return self.place + 1


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
    def divisor(self) -> int:
        """The length of a frame where there is a maximum take, else 0."""
        kind, _, detail = self.board.ruleset.key.partition(":")
        return int(detail) + 1 if kind == "subtraction" and detail.isdigit() else 0


def view(
    board: Board, player: Player | None = None, *, playable: bool = False, prefix: str = ""
) -> BoardView:
    """Lay a board out; with *playable* each legal move of *player* is a button."""
    singles: dict[tuple[int, int], Placed] = {}
    pairs: dict[tuple[int, int], Placed] = {}
    options: dict[int, list[Placed]] = {}
    kind = board.words.board
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
                    )
                    for place in range(shown)
                ),
                tuple(options.get(lane.number, ())),
            )
        )
    return BoardView(board, tuple(rows), playable, prefix)
