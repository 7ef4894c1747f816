"""A game written as a form, drawn as a tree that is played move by move.

A Left move leads down to the left and a Right move down to the right, as in every book on the
subject. The tree is that of the position that the moves so far have led to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import cached_property

from solver import MisereForm, Outcome, Player

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

    # --- drawing -------------------------------------------------------------------------------

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
