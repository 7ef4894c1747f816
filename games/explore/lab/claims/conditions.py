"""R1 without some of its conditions: games that it then gets wrong, and a row of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import example_budget
from games.explore.theory.exhibits import ShownExhibit, shown
from solver import Heaps, Position, analyse, format_position
from solver.teaching import (
    BELOW,
    CONDITIONS,
    OCTAL,
    Claim,
    Exhibit,
    OwnRow,
    Weakness,
    capitalised,
    choices,
    elided,
    joined,
    own_row,
    smallest,
    with_article,
)

USUAL = "123"
"""The conditions in the R1 note, which are on at first."""
HEAPS = "heaps"
SORTS = {HEAPS: "Heaps written by hand", "octal": "The first octal game"}
"""The sorts of games; we show the smallest one of each."""
MEASURES = {
    HEAPS: "Smallest means the fewest heaps. Each may become nothing or one smaller heap. In the "
    "errata a heap may become two.",
    "octal": "Smallest means the shortest row at which R1 breaks down, then the fewest digits.",
}
"""The meaning of “smallest” in each sort."""
MOST_NAMED = 4
"""The most options of a row that we list."""
PROVED = (61_056, 976_896)
"""The number of games born by day 4 that keep all four conditions, and the number of sums that were
checked of such a game and one of the 16 games born by day 3."""


@dataclass(frozen=True)
class Switch:
    """One condition: whether it is *on*, and the address of the page with it switched."""

    number: int
    says: str
    on: bool
    url: str


@dataclass(frozen=True)
class KindRow:
    """One row of a game: its *options* in words, and its nim-value and kind. *breaks* is True if it
    breaks a condition."""

    size: int
    options: str
    nim_value: int
    kind: str
    breaks: bool


@dataclass(frozen=True)
class Weak:
    """A game that a *theorem* gets wrong, with its rows and boards."""

    theorem: str
    weakness: Weakness
    name: str
    rows: tuple[KindRow, ...]
    shown: ShownExhibit

    @property
    def largest(self) -> KindRow:
        """The row that breaks the condition."""
        return self.rows[-1]


@dataclass(frozen=True)
class GameSort:
    """A sort of game with its smallest position."""

    name: str
    position: Position
    url: str
    is_shown: bool


@dataclass(frozen=True)
class RowChoice:
    """An option for the reader's own row."""

    key: str
    words: str
    kind: str
    on: bool
    url: str


@dataclass(frozen=True)
class BreakableCondition:
    """A condition to break: whether the current row breaks it, and whether an earlier one did."""

    number: int
    is_broken: bool
    is_found: bool


@dataclass(frozen=True)
class Laboratory:
    """The page: the conditions that are *on*, the options of the reader's *own* row, the conditions
    *found* broken earlier, and the sort of *game* to show. Each is a text as in the address."""

    on: str
    own: str
    found: str
    game: str

    @classmethod
    def read(cls, on: str, own: str, found: str, game: str) -> Laboratory:
        """Read the values of an address; ignore invalid ones."""
        known = {key_of(option) for option, _ in choices()}
        chosen = [key for key in dict.fromkeys(own.split("-")) if key in known]
        sort = game if game in SORTS else HEAPS
        return cls(_digits(on), "-".join(chosen), _digits(found), sort)

    def address(self, **changed: str) -> str:
        """The address of the same page with some values changed."""
        found = "".join(str(goal.number) for goal in self.goals if goal.is_found or goal.is_broken)
        asked = {"on": self.on, "game": self.game, "own": self.own, "found": found} | changed
        kept = {name: value for name, value in asked.items() if value or name == "on"}
        return f"{reverse('lab:conditions')}?{urlencode(kept)}"

    # --- the switches -----------------------------------------------------------------------

    @property
    def switches(self) -> list[Switch]:
        return [
            Switch(number, says, str(number) in self.on, self.address(on=self._turned(number)))
            for number, says in CONDITIONS.items()
        ]

    def _turned(self, number: int) -> str:
        return "".join(str(n) for n in CONDITIONS if (str(n) in self.on) != (n == number))

    @property
    def left_out(self) -> frozenset[int]:
        return frozenset(number for number in CONDITIONS if str(number) not in self.on)

    @property
    def theorem(self) -> str:
        """The name of R1 with these conditions."""
        return without(self.left_out)

    @property
    def found_weak(self) -> dict[str, Weakness | None]:
        """The smallest game of each sort."""
        return {HEAPS: smallest(self.left_out), "octal": smallest(self.left_out, OCTAL)}

    @property
    def measure(self) -> str:
        """The meaning of “smallest” in the chosen sort."""
        return MEASURES[self.game]

    @property
    def sorts(self) -> list[GameSort]:
        """The two games to choose from, if they exist."""
        return [
            GameSort(SORTS[key], weakness.position, self.address(game=key), key == self.game)
            for key, weakness in self.found_weak.items()
            if weakness
        ]

    @cached_property
    def weak(self) -> Weak | None:
        """The game to show; None with all four conditions on."""
        weakness = self.found_weak[self.game]
        return weak_of(weakness, self.theorem, "weak-") if weakness else None

    # --- a row of one's own -------------------------------------------------------------------

    @cached_property
    def row(self) -> OwnRow:
        return own_row(option for option, _ in choices() if key_of(option) in self.own.split("-"))

    @property
    def choices(self) -> list[RowChoice]:
        chosen = [key for key in self.own.split("-") if key]
        return [
            RowChoice(
                key, words_of(option), kind.value, key in chosen, self._address_with(key, chosen)
            )
            for option, kind in choices()
            for key in [key_of(option)]
        ]

    def _address_with(self, key: str, chosen: list[str]) -> str:
        """The address of the page with one option switched."""
        kept = [one for one in chosen if one != key] + ([] if key in chosen else [key])
        return f"{self.address(own='-'.join(kept))}#break"

    @property
    def kind(self) -> str:
        """The kind of the row: ``a gremlin``."""
        return with_article(self.row.kind)

    @cached_property
    def own_weak(self) -> Weak | None:
        weakness = self.row.weakness
        if weakness is None:
            return None
        return weak_of(weakness, without({weakness.condition}), "own-")

    @cached_property
    def goals(self) -> list[BreakableCondition]:
        return [
            BreakableCondition(number, number == self.row.condition, str(number) in self.found)
            for number in CONDITIONS
        ]

    @property
    def done(self) -> int:
        """The number of conditions broken so far."""
        return sum(goal.is_broken or goal.is_found for goal in self.goals)


def without(conditions: Set[int]) -> str:
    """The name of R1 without these conditions: ``R1 without condition 2``."""
    if not conditions:
        return "R1"
    word = "condition" if len(conditions) == 1 else "conditions"
    return f"R1 without {word} {joined(sorted(conditions))}"


def _digits(text: str) -> str:
    return "".join(str(number) for number in CONDITIONS if str(number) in text)


def key_of(option: Iterable[int]) -> str:
    """An option in the form of an address: ``22``, or ``0`` for nothing."""
    return "".join(map(str, option)) or "0"


def words_of(option: Iterable[int]) -> str:
    """An option in words: ``2 + 2``, ``nothing``."""
    return " + ".join(map(str, option)) or "nothing"


def _options_in_words(options: list[str]) -> str:
    """Some options for a cell: ``nothing or 3``."""
    if len(options) > MOST_NAMED:
        return ", ".join(elided(options, "", MOST_NAMED)).rstrip()
    return joined(options, "or")


def weak_of(weakness: Weakness, theorem: str, prefix: str) -> Weak:
    """A wrong prediction with its boards; *theorem* is the name of what predicts it."""
    rules, rows = weakness.ruleset, weakness.rows
    sizes = rules.rules if isinstance(rules, Heaps) else range(1, max(weakness.position) + 1)
    facts = tuple(
        KindRow(
            size,
            _options_in_words([words_of(option) for option in rules.options(size)]),
            rows.value((size,)),
            rows.kind((size,)).value,
            rows.broken(size) is not None,
        )
        for size in sizes
    )
    truth = analyse(rules, weakness.position, budget=example_budget())
    kinds = ("winning", "losing")
    called, is_so = kinds if weakness.called_won else kinds[::-1]
    claim = Claim(
        theorem,
        f"a {called} position",
        tuple(kind.value for kind in rows.kinds(weakness.position)),
        weakness.called_won,
    )
    exhibit = Exhibit(
        rules.key,
        format_position(weakness.position),
        "misere",
        tuple(map(str, truth.moves)),
        f"{capitalised(theorem)} calls this a {called} position, but it is a {is_so} one.",
        claim,
    )
    name = SORTS[HEAPS] if isinstance(rules, Heaps) else rules.name
    boards = shown(exhibit, prefix, claimant=theorem, theory=BELOW)
    return Weak(theorem, weakness, name, facts, boards)
