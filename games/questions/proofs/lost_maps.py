"""A map of positions on which the losing ones are marked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from solver import Place, Position, Territory, format_position
from solver.teaching import position_words

MAX_ACROSS = 10
"""The longest row of a map for two rows."""


def value_of(place: Place) -> str:
    """The form value of a place: ``1+2``, or ``left:1+2``."""
    position, player = place
    return f"{player.value}:{format_position(position)}" if player else format_position(position)


def named(position: Position) -> str:
    """A position in words: ``3 + 5``, ``the empty board``."""
    return position_words(position, "the empty board")


def placed_in_words(place: Place) -> str:
    """A place in words: ``3 + 5``, ``3 + 5 with Left to move``."""
    position, player = place
    return f"{named(position)} with {player.value.title()} to move" if player else named(position)


@dataclass(frozen=True)
class MapCell:
    """A place on a map: the form posts *value*, the page shows *label*, and screen readers read
    *heard*. An *is_twin* cell shows the same position as another cell. An *is_given* cell is not
    part of the question; the convention decides whether it *is_marked*."""

    value: str
    label: str
    heard: str
    is_given: bool = False
    is_marked: bool = False
    is_twin: bool = False


@dataclass(frozen=True)
class MapRow:
    """A row of a map with its *head*. Without cells, it is a heading for the rows below."""

    head: str
    cells: tuple[MapCell, ...]


@dataclass(frozen=True)
class LostMap:
    """A map to mark. Its *layout* is ``line``, ``grid`` or ``list``. *heads* are the headings of
    the columns; *given* says in words what the convention decides."""

    layout: str
    rows: tuple[MapRow, ...]
    given: str
    row_word: str
    heads: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The number of places to mark."""
        cells = [cell for row in self.rows for cell in row.cells]
        return sum(not cell.is_twin and not cell.is_given for cell in cells)


def lost_map(territory: Territory, marked: Collection[str] = ()) -> LostMap:
    """A line if every position is one row, a grid for two rows that never split, otherwise a list
    by the number of pieces."""
    return _Drawing(territory, marked).map()


class _Drawing:
    """The layout of one map."""

    def __init__(self, territory: Territory, marked: Collection[str]) -> None:
        self.territory, self.marked = territory, marked
        self.row_word = territory.ruleset.component_word
        self.ends_won = territory.convention.stuck_player_wins

    def map(self) -> LostMap:
        wins = "wins" if self.ends_won else "loses"
        given = f"On the empty board the player to move {wins}: that's how the game ends."
        places, within = self.territory.places, self.territory.within
        if max(map(len, self.territory.positions)) <= 1 and len(self.territory.players) == 1:
            cells = tuple(map(self.cell, places))
            return LostMap("line", (MapRow("", cells),), given, self.row_word)
        full = (within.largest + 1) * (within.largest + 2) // 2
        if within.rows == 2 and within.largest <= MAX_ACROSS and len(places) == full:
            heads = tuple(map(str, range(within.largest + 1)))
            return LostMap("grid", tuple(self.grid()), given, self.row_word, heads)
        return LostMap("list", tuple(self.lists()), given, self.row_word)

    def cell(self, place: Place) -> MapCell:
        value, is_given = value_of(place), not place[0]
        label = "+".join(map(str, place[0])) or "0"
        is_marked = not self.ends_won if is_given else value in self.marked
        return MapCell(value, label, placed_in_words(place), is_given, is_marked)

    def grid(self) -> Iterator[MapRow]:
        """The sizes of two rows as a table; every cell below the diagonal is a twin."""
        sizes = range(self.territory.within.largest + 1)
        for one in sizes:
            cells = []
            for other in sizes:
                cell = self.cell((tuple(sorted(filter(None, (one, other)))), None))
                heard = f"{one} and {other}"
                is_twin = one > other
                cells.append(MapCell(cell.value, "", heard, cell.is_given, cell.is_marked, is_twin))
            yield MapRow(str(one), tuple(cells))

    def lists(self) -> Iterator[MapRow]:
        """The positions by number of pieces, for each player who may be to move."""
        for player in self.territory.players:
            if player:
                yield MapRow(f"{player.value.title()} to move", ())
            for total in sorted({sum(position) for position in self.territory.positions}):
                positions = [p for p in self.territory.positions if sum(p) == total]
                yield MapRow(str(total), tuple(self.cell((p, player)) for p in positions))
