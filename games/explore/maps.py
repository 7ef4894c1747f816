"""Maps of games as drawings: where everything stands, in units of the drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from django.core.cache import cache
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.limits import MAX_ROWS, MAX_SIZE, thinking
from games.explore.map_bars import PLAIN, BarsView
from games.explore.shelves import Found, Places, kept_map
from solver import (
    Atlas,
    Budget,
    InvalidInputError,
    Lost,
    Outcome,
    Ruleset,
    decided_up_to,
    format_position,
    plane,
)
from solver import Sequence as Rows

Drawn = TypeVar("Drawn")

VERSION = 2
"""Raised when the solver tells more of a map than before."""
REMEMBERED = 24 * 60 * 60
"""Seconds for which a map is kept in mind."""
LONG = 100
"""Rules of a longer address are not written again at each place of their map."""
MIN_MAP_ROWS, MAX_MAP_ROWS, USUAL, USUAL_PLANE = 4, 40, 20, 12
"""How many rows a map has each way."""
CELL, MARGIN = 24, 44
"""The room for a place, and for the numbers at the edges."""

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
    """A place of a map: its numbers down and across, and how it is marked. *url* opens it, empty
    where its board would be too large for a page."""

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
    """The map of one game. *words* say what the marks on it mean, *caption* what stands in its
    table. Two maps are equal if everything on them is."""

    down_name = across_name = "row"
    words = WORDS
    caption = "Lengths of the other row; in all other pairs the player to move wins."

    def __init__(self, ruleset: Ruleset, size: int, third: int) -> None:
        self.ruleset, self.size, self.third = ruleset, size, third
        self._path = reverse("explore:position", args=[ruleset.key, "0"]).removesuffix("0/")

    @property
    def _key(self) -> tuple[object, ...]:
        """All that a map shows follows from this."""
        return type(self), self.ruleset, self.size, self.third, self.marks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MapView) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def says(self) -> str:
        """What stands across and down, in a sentence."""
        beside = f", with a third row of {self.third}" if self.third else ""
        return f"Two rows, one across and one down{beside}."

    @property
    def marks(self) -> Marks:
        """The mark of every place, [down][across]."""
        raise NotImplementedError

    def position(self, down: int, across: int) -> tuple[int, ...]:
        """The rows that a place stands for; empty where a page cannot show them."""
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
        """Where these rows are looked at."""
        ending = f"?convention={convention}" if convention else ""
        return f"{self._path}{format_position(rows)}/{ending}"

    @cached_property
    def legend(self) -> list[tuple[str, str]]:
        """The marks on the map with their meanings; an outcome that never comes is not one."""
        there = {mark for marks in self.marks for mark in marks}
        return [(mark, words) for mark, words in self.words.items() if mark in there]

    @property
    def never(self) -> list[str]:
        """The outcomes of strips that no place has."""
        there = {mark for mark, _ in self.legend}
        return [words for mark, words in PLANE_WORDS.items() if mark not in there]

    @property
    def heard(self) -> list[tuple[str, str]]:
        """The legend without the places that need no column of their own."""
        return [(mark, words) for mark, words in self.legend if mark != PLAIN]

    @property
    def table(self) -> list[tuple[int, list[list[MapPlace]]]]:
        """For each line its number and, for each mark of the legend, the places that have it."""
        return [
            (down, [[place for place in line if place.mark == mark] for mark, _ in self.heard])
            for down, line in enumerate(self.lines)
        ]

    @property
    def width(self) -> int:
        return MARGIN + CELL * self.size + CELL

    @property
    def ticks(self) -> list[tuple[int, int]]:
        """The numbers at the edges with their places."""
        step = self.ruleset.divisor or 4
        step *= 1 + 3 // step
        return [(number, MARGIN + CELL * number) for number in range(0, self.size + 1, step)]

    @property
    def frames(self) -> list[int]:
        """Where the frames of the divisor begin; a frame that is not whole has no end."""
        divisor = self.ruleset.divisor
        if not divisor or divisor > self.size:
            return []
        return [MARGIN - CELL // 2 + CELL * n for n in range(0, self.size + 2, divisor)]

    @property
    def edge(self) -> int:
        """Where frames begin, and how far the places reach."""
        return MARGIN - CELL // 2

    @property
    def end(self) -> int:
        return self.edge + CELL * (self.size + 1)

    @property
    def decided(self) -> int:
        """Up to which number every place is decided."""
        return self.size


class RowsMap(MapView):
    """Two rows of an impartial game, perhaps beside a third, and its rows one by one."""

    def __init__(self, ruleset: Ruleset, size: int, third: int, *, is_small: bool) -> None:
        super().__init__(ruleset, size, third)
        self.is_small = is_small

    @cached_property
    def _atlas(self) -> Atlas:
        return Atlas(self.ruleset, small_budget() if self.is_small else map_budget())

    @cached_property
    def _studied(self) -> Found | None:
        """What was computed at length."""
        return kept_map(self.ruleset.key, self.size, self.third)

    @cached_property
    def places(self) -> Places:
        """What the solver says; where that leaves places open, what was computed at length."""
        places = self._remembered(f"{self.size}/{self.third}", self._two_rows)
        if decided_up_to(places) < self.size and self._studied:
            return self._studied[0]
        return places

    def _two_rows(self) -> Places:
        return self._atlas.two_rows(self.size, self.third)

    def _sequence(self) -> Rows:
        return self._atlas.sequence()

    def _remembered(self, what: str, find: Callable[[], Drawn]) -> Drawn:
        """What is found within a page's budget, for a day."""
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

    def _address(self, rows: tuple[int, ...], convention: str = "") -> str:
        if len(self._path) <= LONG:
            return super()._address(rows, convention)
        ending = f"&convention={convention}" if convention else ""
        return f"?open={format_position(rows)}{ending}"

    @cached_property
    def bars(self) -> BarsView:
        rows = self._remembered("rows", self._sequence)
        if decided_up_to(self.places) < self.size and self._studied:
            rows = self._studied[1]
        addresses = tuple(self._address((row.size,)) for row in rows.rows if row.size <= MAX_SIZE)
        return BarsView(self.ruleset, rows, addresses)


class PlaneMap(MapView):
    """So many squares and so many dominoes of partizan Kayles."""

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
        """Strips that count as so much: singly while there is room, else pairs as strips of 3."""
        if down + across <= MAX_ROWS:
            return (1,) * across + (2,) * down or (0,)
        pairs, singles = min(down, across), abs(across - down)
        rows = [3 * part for part in _parts(pairs, MAX_SIZE // 3)]
        rows += [1 if across > down else 2] * singles
        return tuple(rows) if len(rows) <= MAX_ROWS else ()


def _parts(total: int, most: int) -> Iterable[int]:
    while total > 0:
        yield min(total, most)
        total -= most


def map_budget() -> Budget:
    """What drawing a map may cost; more than other pages, for it is kept."""
    return thinking(4_000, 0.4)


def small_budget() -> Budget:
    """What a map among others may cost; enough for each that the site offers."""
    return thinking(600, 0.4)


def map_of(ruleset: Ruleset, size: str = "", third: str = "", *, is_small: bool = False) -> MapView:
    """The map that is asked for, *is_small* among others.

    Raises :class:`InvalidInputError` in one sentence.
    """
    rows = 0 if not third else _number(third, "the length of a third row", 0)
    if ruleset.partizan:
        if rows:
            raise InvalidInputError("The map of strips is of squares and dominoes: no third row.")
        return PlaneMap(ruleset, _size(size, USUAL_PLANE), 0)
    return RowsMap(ruleset, _size(size, USUAL), rows, is_small=is_small)


def _size(text: str, usual: int) -> int:
    return _number(text, "the size of a map", MIN_MAP_ROWS) if text else usual


def _number(text: str, what: str, least: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 3 and least <= int(text) <= MAX_MAP_ROWS:
        return int(text)
    raise InvalidInputError.of(what, text, f"write a number from {least} to {MAX_MAP_ROWS}")


def links(chart: MapView, path: str) -> dict[str, Any]:
    """The addresses of the same map larger, smaller, and beside another third row."""

    def link(size: int, third: int) -> str:
        return f"{path}?size={size}" + (f"&third={third}" if third else "")

    size, third = chart.size, chart.third
    return {
        "sizes": [(one, link(one, third)) for one in (12, 20, 30, 40)],
        "fewer": link(size, third - 1) if third else "",
        "more": link(size, third + 1) if third < MAX_MAP_ROWS else "",
        "alone": link(size, 0) if third else "",
    }
