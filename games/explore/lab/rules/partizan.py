"""A game in which Left and Right may move differently: who wins two heaps, what its sums count as,
and whether a position has an inverse."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.boards.rules import RuleText, rule_of
from games.content.game_control import name_of
from games.explore.addresses import address
from games.explore.maps.game_maps import map_budget
from solver import (
    Boards,
    FiniteMisereMonoid,
    HasInverse,
    Heaps,
    MisereIntegers,
    MisereMonoid,
    Outcome,
    SolverError,
    Universe,
    format_position,
    invertibility,
    misere_monoid,
    read_form,
)
from solver.teaching import pairs, plural, position_words, signed

START = {"game": "partizan-kayles", "position": "2"}
EXAMPLES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("A strip of 2: only beside strips does something cancel it", START),
    ("One move for each player", {"game": "heaps:{1:[[]]|[],2:[]|[[]]}", "position": "1+1"}),
    ("Push: a strip is worth the place of its last piece", {"game": "push:3", "position": "LR+.L"}),
    ("Shove: as many squares, the same numbers", {"game": "shove:3", "position": "L.R"}),
    ("Domineering: only Right can lay a domino", {"game": "domineering:1x4", "position": "1x4"}),
    ("Domineering: a square of four", {"game": "domineering:2x3", "position": "2x2"}),
    (
        "A second chance: not dead-ending",
        {"game": "heaps:{1:[[]]|[],2:[]|[[1]]}", "position": "2"},
    ),
    ("Nim: two single matches", {"game": "nim", "position": "1+1"}),
)
MIN_TABLE, MAX_TABLE = 4, 8
"""The largest heap of the tables, if the rules do not say: at least and at most. Sums of boards may
have every board of the game."""
NEAR = range(-6, 7)
"""The integers whose outcomes are shown."""
NOTHING = "nothing"
UNSETTLED = "We do not know well enough what their sums count as."
AMONG = {
    Universe.DICOTS: "Among dicots",
    Universe.DEAD_ENDING: "Among dead-ending games",
    Universe.BLOCKING: "Among blocking games",
    Universe.ALL: "Among all games",
}
MARKS = {
    HasInverse.YES: ("good", "✓", "yes"),
    HasInverse.NO: ("bad", "✗", "no"),
    HasInverse.OUTSIDE: ("", "–", "it does not belong there"),
    HasInverse.UNKNOWN: ("", "?", "not known"),
}


@dataclass(frozen=True)
class InverseLine:
    """Whether the position has an inverse: *where*, a *tone*, a *mark* and what it *says*, and
    *why*."""

    where: str
    tone: str
    mark: str
    says: str
    why: str


class PartizanGame:
    """The rules, and one position. Raises :class:`~solver.SolverError` for what a page cannot
    show."""

    def __init__(self, game: str, position: str) -> None:
        self.budget = map_budget()
        self.question = ask_within_limits(
            game, position, "misere", budget=self.budget, has_boards=True
        )
        self.rules, self.position = self.question.ruleset, self.question.position

    @property
    def name(self) -> str:
        return name_of(self.rules)

    @property
    def named(self) -> str:
        """The position in words."""
        return position_words(self.position, NOTHING)

    @property
    def on_boards(self) -> bool:
        """Whether it is played on boards, which no other page shows."""
        return isinstance(self.rules, Boards)

    @property
    def rows(self) -> str:
        """What a position consists of: ``strips``."""
        return plural(self.rules.component_word)

    @property
    def rule(self) -> RuleText:
        return rule_of(self.rules, self.question.convention)

    @cached_property
    def up_to(self) -> int:
        """The largest heap of the sums."""
        largest = max(self.position, default=0)
        if self.on_boards:
            return self.rules.largest
        if isinstance(self.rules, Heaps):
            return min(MAX_TABLE, max(1, largest, *self.rules.rules))
        return min(MAX_TABLE, max(MIN_TABLE, largest))

    @property
    def shown(self) -> int:
        """The largest heap of the table of two."""
        return min(self.up_to, MAX_TABLE)

    @cached_property
    def outcomes(self) -> list[tuple[str, list[tuple[Outcome, str]]]]:
        """For each heap, who wins it beside each other one, and the address of both."""
        sizes = (0, *self.rules.read_position(range(1, self.shown + 1)))
        found = pairs(self.rules, self.shown, self.budget)
        return [
            (self._name(one), [(found[one][other], self._url(one, other)) for other in sizes])
            for one in sizes
        ]

    def _name(self, sum_of: object) -> str:
        """A heap or a sum in a table; boards are set as code."""
        return f"`{sum_of}`" if self.on_boards else str(sum_of)

    def _url(self, *sizes: int) -> str:
        rows = format_position([size for size in sizes if size])
        if self.on_boards:
            return partizan_url({"game": self.rules.key, "position": rows})
        return reverse("explore:position", args=[self.rules.key, rows])

    @cached_property
    def monoid(self) -> MisereMonoid:
        return misere_monoid(self.rules, self.up_to, self.budget.part(2))

    @property
    def integers(self) -> list[tuple[str, str]]:
        """What each heap counts as, if sums count as integers."""
        if not isinstance(self.monoid, MisereIntegers):
            return []
        return [(self._name(size), signed(value)) for size, value in self.monoid.values.items()]

    @property
    def near(self) -> list[tuple[str, Outcome]]:
        """Who wins at the integers near 0."""
        if not isinstance(self.monoid, MisereIntegers):
            return []
        return [(signed(value), self.monoid.outcomes[value]) for value in NEAR]

    @property
    def elements(self) -> list[tuple[str, Outcome]]:
        """The smallest sum of each element, and who wins it, if the elements are few."""
        if not isinstance(self.monoid, FiniteMisereMonoid):
            return []
        smallest = (
            self._name(position_words(sizes)) if sizes else NOTHING
            for sizes in self.monoid.smallest
        )
        return list(zip(smallest, self.monoid.outcomes, strict=True))

    @cached_property
    def inverses(self) -> list[InverseLine]:
        """Whether the position has an inverse: beside sums of this game, and in each universe."""
        told = invertibility(self.rules, self.position, self.budget)
        lines = [InverseLine(AMONG[each.universe], *MARKS[each.answer], each.why) for each in told]
        return [self._own(), *lines]

    def _own(self) -> InverseLine:
        rows = self.rules.rows_up_to(self.up_to)
        where = f"Beside {rows}" if self.on_boards else f"Beside {rows} of this game"
        if not self.monoid.is_proved:
            return InverseLine(where, *MARKS[HasInverse.UNKNOWN], UNSETTLED)
        if max(self.position, default=0) > self.up_to:
            why = f"We look at {rows} only."
            return InverseLine(where, *MARKS[HasInverse.OUTSIDE], why)
        inverse = self.monoid.inverse(self.position)
        if inverse is None:
            return InverseLine(where, *MARKS[HasInverse.NO], "No sum of them cancels it.")
        why = f"Its inverse is {position_words(inverse, NOTHING)}."
        return InverseLine(where, *MARKS[HasInverse.YES], why)

    @cached_property
    def tree_url(self) -> str:
        """The address of the position as a tree; empty if that is too large."""
        written = f"{self.rules.key}:{format_position(self.position)}"
        with suppress(SolverError):
            read_form(written)
            return f"{reverse('lab:forms')}?{urlencode({'one': written, 'other': ''})}"
        return ""

    @property
    def explore_url(self) -> str:
        return address(self.question)


def partizan_url(given: Mapping[str, str]) -> str:
    """The address of a game and a position."""
    return f"{reverse('lab:partizan')}?{urlencode(given)}"
