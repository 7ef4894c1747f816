"""Diagrams of a position, one for each theory: what a template draws and a table tells."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards import Board
from solver import Analysis

MIN_COLUMNS = 2


@dataclass(frozen=True)
class ColumnRow:
    """One row in binary. *bits* run from the leading column down."""

    name: str
    size: int
    value: int
    bits: tuple[int, ...]


@dataclass(frozen=True)
class Column:
    """A binary column: its power of two, how many ones it holds, whether that is odd."""

    power: int
    ones: int

    @property
    def is_odd(self) -> bool:
        return self.ones % 2 == 1


@dataclass(frozen=True)
class Columns:
    """The nim-sum of a position as binary columns."""

    rows: tuple[ColumnRow, ...]
    columns: tuple[Column, ...]
    shows_values: bool

    @classmethod
    def of(cls, board: Board, analysis: Analysis) -> Columns:
        """Lay the nim-values of *analysis* out under the row numbers of *board*."""
        values = [int(facts["nim_value"]) for facts in analysis.components]
        width = max([MIN_COLUMNS, *(value.bit_length() for value in values)])
        names = [f"Row {lane.number}" for lane in board.lanes for _ in lane.segments]
        places = range(width - 1, -1, -1)
        rows = tuple(
            ColumnRow(name, size, value, tuple(value >> place & 1 for place in places))
            for name, size, value in zip(names, board.position, values, strict=True)
        )
        columns = tuple(
            Column(1 << place, sum(value >> place & 1 for value in values)) for place in places
        )
        return cls(rows, columns, values != list(board.position))
