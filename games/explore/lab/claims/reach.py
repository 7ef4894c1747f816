"""How far R1 reaches in every octal game with up to four digits: maps and their tables.

A map shows the games that share the digit before the point and the fourth digit after it. A fourth
digit of 0 means the games of up to three digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.core.paginator import Page, Paginator
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from solver import Ending, Reach, chart_of, charted_codes, known_reaches, standard_form
from solver.teaching import capitalised

WHOLES = ("0", "4")
"""The digits before the point."""
FOURTHS = {"0": "none", **{digit: digit for digit in "1234567"}}
"""The fourth digits after the point, in words."""
PER_PAGE = 24
SIDE, ROOM, EDGE = 24, 12, 44
"""The size of a place, the space between blocks, and the room for the digits."""
ACROSS = 4
"""The width of a block in places; the third digit continues in the line below."""

MARKS = {
    Ending.FIRM: "Covered for ever: every long row is a trap or a switch",
    Ending.PERIODIC: "Covered for ever: the kinds of rows repeat",
}
BREAKS = {
    1: "a row is a higher inverter",
    2: "a higher switch can become no null and no gremlin",
    3: "a null can become a gremlin",
    4: "a gremlin can become a null",
}
"""What breaks each condition."""
HAPPENS = {
    "": "anything",
    "holds": "covered for ever",
    "breaks": "stops",
    **{str(number): f"stops on condition {number}" for number in BREAKS},
}
"""The filters, by their key in the address."""
SORTS = {
    "row": "shortest row first",
    "-row": "longest row first",
    "condition": "by condition",
    "code": "by code",
}
ORDERS: dict[str, Callable[[Reach], Any]] = {
    "code": lambda reach: reach.key,
    "row": lambda reach: (reach.holds, reach.size, reach.key),
    "-row": lambda reach: (reach.holds, -reach.size, reach.key),
    "condition": lambda reach: (reach.holds, reach.detail, reach.size, reach.key),
}
"""Games that R1 covers come last in orders by the row at which it stops."""


@dataclass(frozen=True)
class ReachPlace:
    """A game on the map: its coordinates, its *mark*, and the row at which R1 stops, if it does."""

    code: str
    x: int
    y: int
    mark: str
    row: int | None
    url: str


@dataclass(frozen=True)
class ReachLine:
    """A game in the table: *why* R1 stops or not; its standard *form*, in which rows are *shorter*
    by this number; the period of its *nim_values* and its *quotient*, in words, if the atlas has
    them."""

    reach: Reach
    code: str
    mark: str
    why: str
    form: str
    shorter: int
    url: str
    nim_values: str
    quotient: str

    @property
    def row(self) -> str:
        """The row that breaks R1, as a position."""
        return str(self.reach.size) if not self.reach.holds else ""

    @property
    def form_url(self) -> str:
        """The address of the standard form, if it is another game."""
        return address(f"octal:{self.form}") if self.form != self.code else ""


def address(key: str) -> str:
    """The address of the page of a game in the lab."""
    return reverse("lab:rules", args=[key])


def code_of(reach: Reach) -> str:
    return reach.key.removeprefix("octal:")


def mark_of(reach: Reach) -> str:
    """The name of the mark for what happens."""
    return reach.ending.value if reach.holds else f"condition-{reach.detail}"


def _place(reach: Reach) -> ReachPlace:
    first, second, third = map(int, code_of(reach)[2:5].ljust(3, "0"))
    down, across = divmod(third, ACROSS)
    return ReachPlace(
        code_of(reach),
        EDGE + second * (ACROSS * SIDE + ROOM) + across * SIDE + SIDE // 2,
        EDGE + first * (2 * SIDE + ROOM) + down * SIDE + SIDE // 2,
        mark_of(reach),
        None if reach.holds else reach.size,
        address(reach.key),
    )


@lru_cache(maxsize=len(WHOLES) * len(FOURTHS))
def drawing(whole: str, fourth: str) -> SafeString:
    """The map of all games with these digits before the point and at the fourth place after it."""
    block, band = ACROSS * SIDE, 2 * SIDE
    context = {
        "whole": whole,
        "fourth": fourth.strip("0"),
        "places": [_place(reach) for reach in _reaches_with(whole, fourth)],
        "width": EDGE + 8 * (block + ROOM),
        "height": EDGE + 8 * (band + ROOM),
        "across": [(digit, EDGE + digit * (block + ROOM) + block // 2) for digit in range(8)],
        "down": [(digit, EDGE + digit * (band + ROOM) + band // 2) for digit in range(8)],
        "blocks": [
            (EDGE + across * (block + ROOM), EDGE + down * (band + ROOM))
            for down in range(8)
            for across in range(8)
        ],
        "block": block,
        "band": band,
    }
    return render_to_string("explore/lab/reach_map.html", context)


@lru_cache(maxsize=2)
def _reaches(is_longer: bool) -> Mapping[str, Reach]:
    """How far R1 reaches in each game of four digits, or of up to three, by key."""
    if not is_longer:
        return known_reaches()
    longer = (key for key in charted_codes() if key not in known_reaches())
    return {key: chart.reach for key in longer if (chart := chart_of(key))}


@lru_cache(maxsize=len(WHOLES) * len(FOURTHS))
def _reaches_with(whole: str, fourth: str) -> tuple[Reach, ...]:
    is_longer = fourth != "0"
    return tuple(
        reach
        for reach in _reaches(is_longer).values()
        if code_of(reach)[0] == whole and (not is_longer or code_of(reach)[5] == fourth)
    )


@lru_cache(maxsize=2)
def _stops(is_longer: bool) -> tuple[str, ...]:
    """The rows at which R1 stops in some game, the shortest first."""
    sizes = {reach.size for reach in _reaches(is_longer).values() if not reach.holds}
    return tuple(map(str, sorted(sizes)))


@lru_cache(maxsize=2)
def _counts(is_longer: bool) -> Mapping[str, str]:
    holds = [reach.holds for reach in _reaches(is_longer).values()]
    told = {"games": len(holds), "stops": holds.count(False), "holds": holds.count(True)}
    return {name: f"{number:,}" for name, number in told.items()}


@lru_cache(maxsize=2)
def forms(is_longer: bool) -> dict[str, tuple[str, int]]:
    """The standard form of every game, by key."""
    return {key: standard_form(key) for key in _reaches(is_longer)}


@lru_cache(maxsize=2)
def foremost(is_longer: bool) -> frozenset[str]:
    """For each game with several codes, the code that is nearest to its standard form. Games of
    four digits that have a shorter code as well are left out."""
    first: dict[str, tuple[int, int, str]] = {}
    for key, (form, shorter) in forms(is_longer).items():
        rank = (shorter, len(key), key)
        first[form] = min(first.get(form, rank), rank)
    known = {form for form, _ in forms(False).values()} if is_longer else set()
    return frozenset(key for form, (*_, key) in first.items() if form not in known)


class ReachTable:
    """The table that *asked* describes: the digit before the point and the fourth after it, what
    happens, at which row, and the order. Invalid values are ignored."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.whole = asked.get("whole", "") if asked.get("whole") in WHOLES else "0"
        self.fourth = asked.get("fourth", "") if asked.get("fourth") in FOURTHS else "0"
        self.happens = asked.get("happens", "") if asked.get("happens") in HAPPENS else ""
        self.row = asked.get("row", "") if asked.get("row") in self.rows else ""
        self.once = asked.get("once") == "on"
        self.sort = asked.get("sort", "") if asked.get("sort") in SORTS else "row"
        self.wanted = asked.get("page", "")

    @property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine the games of this page of the table."""
        filters = self.whole, self.fourth, self.happens, self.row, self.once
        return *filters, self.sort, self.page.number

    @property
    def is_longer(self) -> bool:
        """Whether the games have four digits."""
        return self.fourth != "0"

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows at which R1 stops in some game with so many digits."""
        return _stops(self.is_longer)

    def _fits(self, reach: Reach) -> bool:
        happens = (
            not self.happens
            or (self.happens == "holds" and reach.holds)
            or (self.happens == "breaks" and not reach.holds)
            or (not reach.holds and self.happens == str(reach.detail))
        )
        row = not self.row or (not reach.holds and self.row == str(reach.size))
        return happens and row and (not self.once or reach.key in foremost(self.is_longer))

    @cached_property
    def page(self) -> Page[Reach]:
        """A page of the games that pass the filters."""
        fitting = sorted(
            filter(self._fits, _reaches_with(self.whole, self.fourth)), key=ORDERS[self.sort]
        )
        return Paginator(fitting, PER_PAGE).get_page(self.wanted)

    @property
    def lines(self) -> list[ReachLine]:
        """The lines of this page."""
        return [_line(reach, *forms(self.is_longer)[reach.key]) for reach in self.page]

    @property
    def counts(self) -> Mapping[str, str]:
        """The numbers of all games with so many digits, and of those in which R1 stops or holds."""
        return _counts(self.is_longer)


def _line(reach: Reach, form: str, shorter: int) -> ReachLine:
    violation, chart = reach.violation, chart_of(reach.key)
    why = capitalised(violation.text) if violation else reach.text.partition(": ")[2].capitalize()
    nim_values = chart.nim.text if chart and chart.nim else ""
    quotient = chart.quotient.text if chart and chart.quotient else ""
    return ReachLine(
        reach,
        code_of(reach),
        mark_of(reach),
        why,
        form,
        shorter,
        address(reach.key),
        nim_values,
        "tame, like Nim" if reach.holds else quotient,
    )
