"""Maps of games as drawings, with coordinates in the units of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import MAX_ROWS, MAX_SIZE, thinking
from games.explore.maps.map_bars import PLAIN, BarsView
from games.explore.studies import Found, Places, kept_map
from solver import Budget, Heaps, InvalidInputError, Outcome, Ruleset, format_position
from solver.teaching import Atlas, Lost, decided_up_to, pairs, plane
from solver.teaching import Sequence as Rows

Drawn = TypeVar("Drawn")

VERSION = 2
"""The version of stored maps; increase it when the solver computes more of a map."""
REMEMBERED = 24 * 60 * 60
"""Seconds for which a map is cached."""
LONG = 100
"""Maps of games with longer addresses do not repeat the rules at each place."""
MIN_MAP_ROWS, MAX_MAP_ROWS, USUAL, USUAL_PLANE = 4, 40, 20, 12
"""The least, the greatest and the usual numbers of rows each way."""
CELL, MARGIN = 24, 44
"""The size of a place, and the room for numbers at the edges."""

WORDS = {
    "both": "The player to move loses, whether the last one wins or loses",
    "misere": "Losing only when the last one loses",
    "normal": "Losing only when the last one wins",
    "normal-at-least": "Losing when the last one wins; not decided when it loses",
    "open": "Winning when the last one wins; not decided when it loses",
    PLAIN: "The player to move wins, whether the last one wins or loses",
}
PLANE_WORDS = {
    "both": "The player to move loses",
    "left": "Left wins, whoever starts",
    "right": "Right wins, whoever starts",
    PLAIN: "The player to move wins",
}
OF_OUTCOME = {Outcome.P: "both", Outcome.N: PLAIN, Outcome.L: "left", Outcome.R: "right"}


@dataclass(frozen=True)
class MapPlace:
    """A place on a map: its row and column numbers and its mark. *url* opens it; empty if its board
    is too large for a page."""

    down: int
    across: int
    mark: str
    url: str

    @property
    def x(self) -> int:
        return MARGIN + CELL * self.across

    @property
    def y(self) -> int:
        return MARGIN + CELL * self.down


Marks = tuple[tuple[str, ...], ...]


class MapView:
    """The map of one game. *words* explain its marks, and *caption* its table. Two maps are equal
    if they show the same."""

    down_name = across_name = "row"
    words = WORDS
    caption = "Lengths of the other row; in all other pairs the player to move wins."

    def __init__(self, ruleset: Ruleset, size: int, third: int) -> None:
        self.ruleset, self.size, self.third = ruleset, size, third
        self._path = reverse("explore:position", args=[ruleset.key, "0"]).removesuffix("0/")

    @property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine the map."""
        return self.ruleset, self.size, self.third, self.marks

    @property
    def says(self) -> str:
        """What the columns and rows of the map mean, in a sentence."""
        beside = f", with a third row of {self.third}" if self.third else ""
        return f"Two rows, one across and one down{beside}."

    @property
    def marks(self) -> Marks:
        """The mark of every place, as [down][across]."""
        raise NotImplementedError

    def position(self, down: int, across: int) -> tuple[int, ...]:
        """The position of a place; empty if a page cannot show it."""
        return tuple(size for size in (down, across, self.third) if size) or (0,)

    @cached_property
    def lines(self) -> list[list[MapPlace]]:
        return [
            [self._place(down, across, mark) for across, mark in enumerate(marks)]
            for down, marks in enumerate(self.marks)
        ]

    def _place(self, down: int, across: int, mark: str) -> MapPlace:
        rows = self.position(down, across)
        convention = "normal" if mark.startswith("normal") else ""
        return MapPlace(down, across, mark, self._address(rows, convention) if rows else "")

    def _address(self, rows: tuple[int, ...], convention: str = "") -> str:
        """The address of these rows in the explorer."""
        if len(self._path) > LONG:
            ending = f"&convention={convention}" if convention else ""
            return f"?open={format_position(rows)}{ending}"
        ending = f"?convention={convention}" if convention else ""
        return f"{self._path}{format_position(rows)}/{ending}"

    @cached_property
    def legend(self) -> list[tuple[str, str]]:
        """The marks on the map with their meanings."""
        there = {mark for marks in self.marks for mark in marks}
        return [(mark, words) for mark, words in self.words.items() if mark in there]

    @property
    def never(self) -> list[str]:
        """The outcomes of strips that occur at no place."""
        there = {mark for mark, _ in self.legend}
        return [words for mark, words in PLANE_WORDS.items() if mark not in there]

    @property
    def heard(self) -> list[tuple[str, str]]:
        """The legend without the mark that needs no column in the table."""
        return [(mark, words) for mark, words in self.legend if mark != PLAIN]

    @property
    def table(self) -> list[tuple[int, list[list[MapPlace]]]]:
        """For each line, its number and, for each mark of the legend, the places that have it."""
        return [
            (down, [[place for place in line if place.mark == mark] for mark, _ in self.heard])
            for down, line in enumerate(self.lines)
        ]

    @property
    def width(self) -> int:
        return MARGIN + CELL * self.size + CELL

    @property
    def ticks(self) -> list[tuple[int, int]]:
        """The numbers at the edges with their coordinates."""
        step = self.ruleset.divisor or 4
        step *= 1 + 3 // step
        return [(number, MARGIN + CELL * number) for number in range(0, self.size + 1, step)]

    @property
    def frames(self) -> list[int]:
        """The coordinates where the frames of the divisor begin; an incomplete frame has no end."""
        divisor = self.ruleset.divisor
        if not divisor or divisor > self.size:
            return []
        return [MARGIN - CELL // 2 + CELL * n for n in range(0, self.size + 2, divisor)]

    @property
    def edge(self) -> int:
        """The coordinate where the places begin."""
        return MARGIN - CELL // 2

    @property
    def end(self) -> int:
        return self.edge + CELL * (self.size + 1)

    @property
    def decided(self) -> int:
        """The greatest number up to which every place is decided."""
        return self.size


class RowsMap(MapView):
    """Two rows of an impartial game, perhaps beside a third, and its single rows."""

    def __init__(self, ruleset: Ruleset, size: int, third: int, *, is_small: bool) -> None:
        super().__init__(ruleset, size, third)
        self.is_small = is_small

    @cached_property
    def _atlas(self) -> Atlas:
        return Atlas(self.ruleset, small_budget() if self.is_small else map_budget())

    @cached_property
    def _studied(self) -> Found | None:
        """The result of a long computation, if there is one."""
        return kept_map(self.ruleset.key, self.size, self.third)

    @cached_property
    def places(self) -> Places:
        """The marks from the solver; if it leaves places open, those of a long computation."""
        places = self._remembered(f"{self.size}/{self.third}", self._two_rows)
        if decided_up_to(places) < self.size and self._studied:
            return self._studied[0]
        return places

    def _two_rows(self) -> Places:
        return self._atlas.two_rows(self.size, self.third)

    def _sequence(self) -> Rows:
        return self._atlas.sequence()

    def _remembered(self, what: str, find: Callable[[], Drawn]) -> Drawn:
        """The result of *find* within a page's budget, cached for a day."""
        asked = f"{VERSION}/{self.ruleset.key}/{what}"
        key = f"map:{sha256(asked.encode()).hexdigest()}"
        found: Drawn | None = cache.get(key)
        if found is None:
            found = find()
            cache.set(key, found, REMEMBERED)
        return found

    @cached_property
    def marks(self) -> Marks:
        return tuple(
            tuple(PLAIN if place is Lost.NEITHER else place.value for place in row)
            for row in self.places
        )

    @property
    def decided(self) -> int:
        return decided_up_to(self.places)

    @cached_property
    def bars(self) -> BarsView:
        rows = self._remembered("rows", self._sequence)
        if decided_up_to(self.places) < self.size and self._studied:
            rows = self._studied[1]
        addresses = tuple(self._address((row.size,)) for row in rows.rows if row.size <= MAX_SIZE)
        return BarsView(self.ruleset, rows, addresses)


class PlaneMap(MapView):
    """Numbers of squares and dominoes in partizan Kayles."""

    down_name, across_name = "dominoes", "squares"
    words = PLANE_WORDS
    caption = "Numbers of squares; everywhere else the player to move wins."

    @property
    def says(self) -> str:
        return "Squares across, dominoes down; whoever makes the last move loses."

    @cached_property
    def marks(self) -> Marks:
        return tuple(tuple(OF_OUTCOME[each] for each in line) for line in plane(self.size))

    def position(self, down: int, across: int) -> tuple[int, ...]:
        """Strips with these numbers of squares and dominoes: separate ones while there is room,
        otherwise pairs as strips of 3."""
        if down + across <= MAX_ROWS:
            return (1,) * across + (2,) * down or (0,)
        pairs, singles = min(down, across), abs(across - down)
        rows = [3 * part for part in _parts(pairs, MAX_SIZE // 3)]
        rows += [1 if across > down else 2] * singles
        return tuple(rows) if len(rows) <= MAX_ROWS else ()


class PairsMap(MapView):
    """Two heaps of a partizan game that is written heap by heap: who wins by search.

    Raises :class:`BudgetExceededError` for heaps so large that a page cannot search them all."""

    down_name = across_name = "heap"
    words = PLANE_WORDS
    caption = "Sizes of the other heap; everywhere else the player to move wins."

    def __init__(self, ruleset: Ruleset, size: int) -> None:
        super().__init__(ruleset, size, 0)
        self._found = pairs(ruleset, size, map_budget())

    @property
    def says(self) -> str:
        return "Two heaps, one across and one down; whoever makes the last move loses."

    @cached_property
    def marks(self) -> Marks:
        return tuple(tuple(OF_OUTCOME[each] for each in line) for line in self._found)


def _parts(total: int, most: int) -> Iterable[int]:
    while total > 0:
        yield min(total, most)
        total -= most


def map_budget() -> Budget:
    """The budget for drawing a map: larger than that of other pages, because maps are cached."""
    return thinking(4_000, 0.4)


def small_budget() -> Budget:
    """The budget for a small map: enough for each game in the list."""
    return thinking(600, 0.4)


def map_of(ruleset: Ruleset, size: str = "", third: str = "", *, is_small: bool = False) -> MapView:
    """The requested map; *is_small* for one in the overview.

    Raises :class:`InvalidInputError` with one sentence.
    """
    rows = 0 if not third else _number(third, "the length of a third row", 0)
    if ruleset.partizan:
        if rows:
            raise InvalidInputError("The map of a partizan game has no third row.")
        if isinstance(ruleset, Heaps):
            largest = min(max(ruleset.rules), USUAL_PLANE)
            return PairsMap(ruleset, _size(size, max(largest, MIN_MAP_ROWS)))
        return PlaneMap(ruleset, _size(size, USUAL_PLANE), 0)
    return RowsMap(ruleset, _size(size, USUAL), rows, is_small=is_small)


def _size(text: str, usual: int) -> int:
    return _number(text, "the size of a map", MIN_MAP_ROWS) if text else usual


def _number(text: str, what: str, least: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 3 and least <= int(text) <= MAX_MAP_ROWS:
        return int(text)
    raise InvalidInputError.of(what, text, f"write a number from {least} to {MAX_MAP_ROWS}")


def links(chart: MapView, path: str) -> dict[str, Any]:
    """The addresses of the same map in other sizes, and beside another third row."""

    def link(size: int, third: int) -> str:
        return f"{path}?size={size}" + (f"&third={third}" if third else "")

    size, third = chart.size, chart.third
    return {
        "sizes": [(one, link(one, third)) for one in (12, 20, 30, 40)],
        "fewer": link(size, third - 1) if third else "",
        "more": link(size, third + 1) if third < MAX_MAP_ROWS else "",
        "alone": link(size, 0) if third else "",
    }
