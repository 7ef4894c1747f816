"""Two games written as forms: what each is, how they compare beside others, what tells them apart,
and each drawn as a tree that is played move by move.

A Left move leads down to the left and a Right move down to the right, as in every book on the
subject. The tree is that of the position that the moves so far have led to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.explore.lab.rules.partizan import AMONG, MARKS, InverseLine
from games.explore.maps.game_maps import map_budget
from solver import (
    BudgetExceededError,
    HasInverse,
    MisereForm,
    Outcome,
    Player,
    Relation,
    SolverError,
    Teller,
    Universe,
    compare_forms,
    invertibility,
    read_form,
    reduced_form,
)

MAX_NODES = 40
"""The most positions of a drawn tree: as wide as three phones, which is still moved about in."""
SLOT, LEVEL, MARGIN = 26, 58, 18
"""Pixels between two positions, between two moves, and around the tree. A ring is 24 wide, enough
for a finger, and thirteen positions stand beside each other on a phone."""
GOES_ON = "…"
MAX_LABEL = 5
"""The longest name that fits below a position without touching that of its neighbour."""
STEP = re.compile(r"([LR])([0-9]{1,3})")
SAYS = {
    Outcome.N: "The player to move wins.",
    Outcome.P: "The player to move loses.",
    Outcome.L: "Left wins, whether she moves first or second.",
    Outcome.R: "Right wins, whether he moves first or second.",
}


@dataclass(frozen=True)
class TreePosition:
    """A position of a tree at a place: the *outcome* in it, its name if that is short, or
    else dots if more comes below (*label*), and the address of the move to it if it is the next
    one."""

    x: int
    y: int
    outcome: Outcome
    label: str
    url: str


@dataclass(frozen=True)
class TreeMove:
    """A line from a position to another one, by Left or by Right."""

    x1: int
    y1: int
    x2: int
    y2: int
    is_left: bool


@dataclass(frozen=True)
class NextMove:
    """A move that can be made: what it *leaves*, and the address."""

    leaves: MisereForm
    url: str


class FormTree:
    """A form after the moves of a *path* such as ``L1R0``: Left made her second move, then Right
    his first. What is no move ends the path. *address* makes that of a path."""

    def __init__(self, form: MisereForm, path: str, address: Callable[[str], str]) -> None:
        self.form = form
        self._address = address
        self.here, self.path = form, ""
        self.past: list[tuple[str, MisereForm, str]] = []
        for step in STEP.finditer(path):
            player = Player.LEFT if step[1] == "L" else Player.RIGHT
            side = self.here.sorted_side(player)
            if int(step[2]) >= len(side):
                break
            self.path += f"{step[1]}{int(step[2])}"
            self.here = side[int(step[2])]
            self.past.append((player.value.title(), self.here, address(self.path)))

    @property
    def start_url(self) -> str:
        return self._address("")

    @property
    def says(self) -> str:
        """Who wins where the moves have led to."""
        return SAYS[self.here.outcome]

    @cached_property
    def moves(self) -> list[tuple[str, list[NextMove]]]:
        """What each player may do now."""
        return [
            (
                player.value.title(),
                [
                    NextMove(option, self._url(player, place))
                    for place, option in enumerate(self.here.sorted_side(player))
                ],
            )
            for player in Player
        ]

    def _url(self, player: Player, place: int) -> str:
        return self._address(f"{self.path}{player.value[0].upper()}{place}")

    @cached_property
    def depth(self) -> int:
        """How many moves are drawn: as many as fit; 0 where not even the next ones do."""
        depth, row = 0, [self.here]
        total = 1
        while row:
            row = [option for form in row for option in form.left + form.right]
            total += len(row)
            if not row or total > MAX_NODES:
                break
            depth += 1
        return depth

    @cached_property
    def is_cut(self) -> bool:
        """Whether some moves are not drawn."""
        return self.depth < self.here.birthday

    @cached_property
    def _drawn(self) -> tuple[list[TreePosition], list[TreeMove]]:
        positions: list[TreePosition] = []
        moves: list[TreeMove] = []
        places = iter(range(MAX_NODES))

        def draw(form: MisereForm, level: int, url: str) -> tuple[int, int]:
            """Draw a position between what Left and what Right may make of it."""
            y = MARGIN + LEVEL * level
            below: list[tuple[int, int, bool]] = []
            goes_on = level == self.depth and bool(form.size)
            x = 0
            for player in Player:
                if level < self.depth:
                    for place, option in enumerate(form.sorted_side(player)):
                        next_url = "" if level else self._url(player, place)
                        below.append((*draw(option, level + 1, next_url), player is Player.LEFT))
                if player is Player.LEFT:
                    x = MARGIN + SLOT * next(places)
            label = form.text if len(form.text) <= MAX_LABEL else GOES_ON * goes_on
            positions.append(TreePosition(x, y, form.outcome, label, url))
            moves.extend(TreeMove(x, y, *line) for line in below)
            return x, y

        draw(self.here, 0, "")
        return positions, moves

    @property
    def positions(self) -> list[TreePosition]:
        return self._drawn[0]

    @property
    def lines(self) -> list[TreeMove]:
        return self._drawn[1]

    @property
    def width(self) -> int:
        return 2 * MARGIN + SLOT * (len(self.positions) - 1)

    @property
    def height(self) -> int:
        return 2 * MARGIN + LEVEL * self.depth + 14


START = {"one": "*+*", "other": "0", "one_at": "", "other_at": ""}
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Two stars and nothing", "*+*", "0"),
    ("One for each, and nothing", "1+-1", "0"),
    ("A blocked game that counts as nothing", "{|1,*}", "0"),
    ("Two options, and one less", "{0,*|-1}", "{0|-1}"),
    ("A heap of 2 and a star", "*2", "*"),
    ("Only a larger game tells these apart", "{1|-1,*}", "{1|*}"),
    ("A square and a domino cancel, but beside strips alone", "partizan-kayles:1+2", "0"),
)
SIGNS = {
    Relation.EQUAL: ("=", "They are equal: each may stand for the other."),
    Relation.AT_LEAST: (">", "The first is the better one for Left."),
    Relation.AT_MOST: ("<", "The second is the better one for Left."),
    Relation.INCOMPARABLE: ("∥", "Neither is the better one in every company."),
    Relation.UNKNOWN: ("?", "Working this out takes too long for one page."),
}


@dataclass(frozen=True)
class UniverseFacts:
    """What a form is in one universe: whether it has an inverse there (*line*), and a sentence
    about the *reduced* form that is equal to it."""

    line: InverseLine
    reduced: str


@dataclass(frozen=True)
class TellingGame:
    """A game that shows a "no": what it shows in words, and where both sums can be played."""

    says: str
    urls: list[tuple[str, str]]


@dataclass(frozen=True)
class UniverseComparison:
    """How the two forms compare *where*: a *sign*, a sentence, and the games that show a "no"."""

    where: str
    sign: str
    says: str
    tellers: list[TellingGame]


class Bench:
    """Two forms, or one if *other* is empty. Raises :class:`~solver.SolverError` for what is no
    form, with the field."""

    def __init__(self, one: str, other: str, one_at: str, other_at: str) -> None:
        self.given = {"one": one, "other": other, "one_at": one_at, "other_at": other_at}
        self.one = self._read("one")
        self.other = self._read("other") if other else None
        self.budget = map_budget()

    def _read(self, field: str) -> MisereForm:
        try:
            return read_form(self.given[field])
        except SolverError as error:
            error.field = field
            raise

    @cached_property
    def trees(self) -> list[tuple[str, FormTree]]:
        """Each form as a tree, with a key for its place on the page."""
        forms = [("one", self.one), *([("other", self.other)] if self.other else [])]
        return [
            (key, FormTree(form, self.given[f"{key}_at"], self._address(f"{key}_at")))
            for key, form in forms
        ]

    def _address(self, field: str) -> Callable[[str], str]:
        """What makes the address of the page with another path in one *field*."""
        return lambda path: bench_url({**self.given, field: path})

    @cached_property
    def comparisons(self) -> list[UniverseComparison]:
        """How the two compare in each universe."""
        if self.other is None:
            return []
        one, other = self.one, self.other
        lines = []
        for found in compare_forms(one, other, self.budget.part(2)):
            sign, says = SIGNS[found.relation]
            tellers = [
                self._told(teller, loses, wins)
                for teller, loses, wins in (
                    (found.not_at_least, one, other),
                    (found.not_at_most, other, one),
                )
                if teller
            ]
            lines.append(UniverseComparison(AMONG[found.universe], sign, says, tellers))
        return lines

    def _told(self, teller: Teller, loses: MisereForm, wins: MisereForm) -> TellingGame:
        sums = [f"{form} + {teller.game}" for form in (wins, loses)] if teller.game.size else []
        urls = [(text, bench_url({"one": text})) for text in sums if _is_short(text)]
        return TellingGame(teller.said(loses, wins), urls)

    @cached_property
    def facts(self) -> list[tuple[MisereForm, list[UniverseFacts]]]:
        """What each form is in each universe."""
        return [(tree.form, self._facts(tree.form)) for _, tree in self.trees]

    def _facts(self, form: MisereForm) -> list[UniverseFacts]:
        told = invertibility(form, budget=self.budget.part(2))
        return [
            UniverseFacts(
                InverseLine(AMONG[each.universe], *MARKS[each.answer], each.why),
                "" if each.answer is HasInverse.OUTSIDE else self._reduced(form, each.universe),
            )
            for each in told
        ]

    def _reduced(self, form: MisereForm, universe: Universe) -> str:
        try:
            reduced = reduced_form(form, universe, self.budget.part(2))
        except BudgetExceededError:
            return "Its reduced form takes too long for one page."
        if reduced is form:
            return "It is reduced."
        return f"Its reduced form is {reduced}."


def _is_short(text: str) -> bool:
    """Whether a form can be read, and so have a page."""
    with suppress(SolverError):
        return bool(read_form(text))
    return False


def bench_url(given: Mapping[str, str]) -> str:
    """The address of one or two forms, with the moves made in each."""
    kept = {key: value for key, value in given.items() if value or key == "other"}
    return f"{reverse('lab:forms')}?{urlencode({'other': ''} | kept)}"
