"""Maps of games as drawings: where everything stands, in units of the drawing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.core.cache import cache
from django.urls import reverse

from games.boards.limits import MAX_ROWS, MAX_SIZE
from games.explore.map_bars import PLAIN, BarsView
from games.explore.shelves import Found, kept_map
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

VERSION = 1
"""Raised when the solver tells more of a map than before."""
REMEMBERED = 24 * 60 * 60
"""Seconds for which a map is kept in mind."""
LEAST, MOST, USUAL, USUAL_PLANE = 4, 40, 20, 12
"""How many rows a map has each way."""
CELL, MARGIN = 24, 44
"""The room for a place, and for the numbers at the edges."""

WORDS = {
    "both": "Lost for whoever moves, whichever ending",
    "misere": "Lost only where the last one loses",
    "normal": "Lost only where the last one wins",
    "normal-at-least": "Lost where the last one wins; the other ending is not decided",
    "open": "Not decided where the last one loses; won where the last one wins",
    PLAIN: "Won for whoever moves, whichever ending",
}
PLANE_WORDS = {
    "both": "Whoever moves loses",
    "left": "Left wins, whoever moves",
    "right": "Right wins, whoever moves",
    PLAIN: "Whoever moves wins",
}
OF_OUTCOME = {Outcome.P: "both", Outcome.N: PLAIN, Outcome.L: "left", Outcome.R: "right"}


@dataclass(frozen=True)
class Place:
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


class MapView:
    """The map of one game. *words* say what the marks on it mean, *caption* what stands in its
    table."""

    down_name = across_name = "row"
    words = WORDS
    caption = "Lengths of the other row; in all other pairs the player to move wins."

    def __init__(self, ruleset: Ruleset, size: int, third: int) -> None:
        self.ruleset, self.size, self.third = ruleset, size, third
        self._path = reverse("explore:position", args=[ruleset.key, "0"]).removesuffix("0/")

    @property
    def says(self) -> str:
        """What stands across and down, in a sentence."""
        beside = f", beside a third row of {self.third}" if self.third else ""
        return f"Two rows, one across and one down{beside}."

    @property
    def marks(self) -> Sequence[Sequence[str]]:
        """The mark of every place, [down][across]."""
        raise NotImplementedError

    def position(self, down: int, across: int) -> tuple[int, ...]:
        """The rows that a place stands for; empty where a page cannot show them."""
        return tuple(size for size in (down, across, self.third) if size) or (0,)

    @cached_property
    def lines(self) -> list[list[Place]]:
        return [
            [self._place(down, across, mark) for across, mark in enumerate(marks)]
            for down, marks in enumerate(self.marks)
        ]

    def _place(self, down: int, across: int, mark: str) -> Place:
        rows = self.position(down, across)
        ending = "?convention=normal" if mark.startswith("normal") else ""
        url = f"{self._path}{format_position(rows)}/{ending}" if rows else ""
        return Place(down, across, mark, url)

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
    def table(self) -> list[tuple[int, list[list[Place]]]]:
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

    @cached_property
    def found(self) -> Found:
        """What the solver says; where that leaves places open, what was computed at length."""
        found = self._drawn()
        if decided_up_to(found[0]) < self.size:
            found = kept_map(self.ruleset.key, self.size, self.third) or found
        return found

    def _drawn(self) -> Found:
        """What the solver says within a page's budget; remembered."""
        asked = f"{VERSION}/{self.ruleset.key}/{self.size}/{self.third}"
        key = f"map:{sha256(asked.encode()).hexdigest()}"
        found = cache.get(key)
        if found is None:
            atlas = Atlas(self.ruleset, map_budget())
            found = atlas.two_rows(self.size, self.third), atlas.sequence()
            cache.set(key, found, REMEMBERED)
        return found  # type: ignore[no-any-return]

    @cached_property
    def marks(self) -> list[list[str]]:
        return [
            [PLAIN if place is Lost.NEITHER else place.value for place in row]
            for row in self.found[0]
        ]

    @property
    def decided(self) -> int:
        return decided_up_to(self.found[0])

    @cached_property
    def bars(self) -> BarsView:
        return BarsView(self.ruleset, self.found[1], self._path)


class PlaneMap(MapView):
    """So many squares and so many dominoes of partizan Kayles."""

    down_name, across_name = "dominoes", "squares"
    words = PLANE_WORDS
    caption = "Numbers of squares; everywhere else whoever moves wins."

    @property
    def says(self) -> str:
        return "Squares across, dominoes down; whoever makes the last move loses."

    @cached_property
    def marks(self) -> list[list[str]]:
        return [[OF_OUTCOME[outcome] for outcome in line] for line in plane(self.size)]

    def position(self, down: int, across: int) -> tuple[int, ...]:
        """Strips that count as so much: singly while there is room, else pairs as strips of 3."""
        if down + across <= MAX_ROWS:
            return (1,) * across + (2,) * down or (0,)
        pairs, left = min(down, across), abs(across - down)
        rows = [3 * part for part in _parts(pairs, MAX_SIZE // 3)]
        rows += [1 if across > down else 2] * left
        return tuple(rows) if len(rows) <= MAX_ROWS else ()


def _parts(total: int, most: int) -> Iterable[int]:
    while total > 0:
        yield min(total, most)
        total -= most


def map_budget() -> Budget:
    """What drawing a map may cost; more than other pages, for it is kept."""
    return Budget(4_000, 0.4)


def map_of(ruleset: Ruleset, size: str = "", third: str = "") -> MapView:
    """The map that is asked for; raises :class:`InvalidInputError` in one sentence."""
    rows = 0 if not third else _number(third, "the length of a third row", 0)
    if ruleset.partizan:
        if rows:
            raise InvalidInputError("The map of strips is of squares and dominoes: no third row.")
        return PlaneMap(ruleset, _size(size, USUAL_PLANE), 0)
    return RowsMap(ruleset, _size(size, USUAL), rows)


def _size(text: str, usual: int) -> int:
    return _number(text, "the size of a map", LEAST) if text else usual


def _number(text: str, what: str, least: int) -> int:
    if text.isascii() and text.isdigit() and len(text) < 3 and least <= int(text) <= MOST:
        return int(text)
    raise InvalidInputError.of(what, text, f"write a number from {least} to {MOST}")


def links(chart: MapView, path: str) -> dict[str, Any]:
    """The addresses of the same map larger, smaller, and beside another third row."""

    def link(size: int, third: int) -> str:
        return f"{path}?size={size}" + (f"&third={third}" if third else "")

    size, third = chart.size, chart.third
    return {
        "sizes": [(one, link(one, third)) for one in (12, 20, 30, 40)],
        "fewer": link(size, third - 1) if third else "",
        "more": link(size, third + 1) if third < MOST else "",
        "alone": link(size, 0) if third else "",
    }
