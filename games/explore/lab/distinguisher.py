"""Two positions of any game, and the smallest company that tells them apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import xor
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits, check_rules
from games.boards.scene_view import SceneView, scene_view
from games.content.game_control import GAMES
from games.explore.lab.comparison import CompanySide, rows_of
from games.explore.maps.game_maps import map_budget
from solver import (
    Convention,
    Distinction,
    Outcome,
    Position,
    Ruleset,
    SolverError,
    answer,
    distinguish,
    format_position,
    get_ruleset,
    nim_value,
)
from solver.teaching import (
    Mark,
    Scene,
    Tag,
    about,
    balance_of,
    capitalised,
    counted,
    position_words,
    signed,
)

START = {"game": "kayles", "ending": "misere", "one": "5", "other": "4+1"}
EXAMPLES: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("5 and 4 + 1 in Kayles", START),
    (
        "9 and 12: only something large tells them apart",
        {"game": "kayles", "ending": "misere", "one": "9", "other": "12"},
    ),
    (
        "Two single rows and nothing",
        {"game": "nim", "ending": "misere", "one": "1+1", "other": "0"},
    ),
    (
        "Two pairs of 2, and nothing",
        {"game": "nim", "ending": "misere", "one": "2+2", "other": "0"},
    ),
    ("3 + 5 and 6", {"game": "nim", "ending": "normal", "one": "3+5", "other": "6"}),
    (
        "A strip, and a square with two dominoes",
        {"game": "partizan-kayles", "ending": "misere", "one": "5", "other": "1+2+2"},
    ),
    (
        "A gremlin that escapes, and an honest one",
        {"game": "octal:0.35", "ending": "misere", "one": "4", "other": "2+2+4"},
    ),
    (
        "Lights: 4 and nothing",
        {"game": "subtraction:3", "ending": "misere", "one": "4", "other": "0"},
    ),
)
NOTHING = "nothing"


@dataclass(frozen=True)
class ShownPosition:
    """One of the two positions with the company: a *scene* in which the company's rows are tagged,
    and who wins."""

    side: CompanySide
    name: str
    scene: SceneView | None

    @property
    def words(self) -> str:
        return capitalised(self.side.words)

    @cached_property
    def how(self) -> str:
        """A winning move, or a sentence that there is none."""
        question = self.side.question
        if question.ruleset.partizan:
            return ""
        if self.side.outcome is Outcome.P:
            return "No move wins."
        move = answer(question).preferred
        if move is None:
            return "There is no move left, and that wins."
        board = Board.of(question.ruleset, question.position)
        return f"A winning move: {board.place(board.from_the_left(move)).phrase()}."


class Apart:
    """Two positions and the company that tells them apart. Raises :class:`~solver.SolverError` for
    a position that is invalid or too large for a page."""

    def __init__(self, game: str, ending: str, one: str, other: str) -> None:
        self.rules: Ruleset = get_ruleset(game)
        check_rules(self.rules)
        self.convention = Convention.parse(ending)
        with about("one"):
            self.one = rows_of(one)
        with about("other"):
            self.other = rows_of(other)
        self.budget = map_budget()
        self.found: Distinction = distinguish(
            self.rules, self.one, self.other, self.convention, self.budget
        )

    @property
    def company(self) -> Position:
        return self.found.company or ()

    @property
    def verdict(self) -> str:
        """The result in a sentence."""
        found = self.found
        if found.company == ():
            return "They differ even alone."
        if found.company:
            return f"Adding {named(found.company)} to both tells them apart."
        if not found.theorem:
            most = counted(found.searched, "piece")
            return f"Nothing of up to {most} tells them apart. We did not look at anything larger."
        if found.up_to is not None:
            return f"Nothing with rows of up to {found.up_to} tells them apart: that is proved."
        return "Nothing of any size tells them apart: that is proved."

    @property
    def why(self) -> str:
        """How we know the result."""
        found = self.found
        if found.company is not None:
            if not found.searched:
                return "You need to add nothing."
            least = counted(found.searched, "piece")
            if found.up_to is not None:
                return f"It has {least}; no company with rows of up to {found.up_to} has fewer."
            return f"It has {least}, and no company has fewer."
        if found.theorem == "nim-values":
            values = (nim_value(self.rules, size, self.budget) for size in self.one)
            value = reduce(xor, values, 0)
            return f"Both have the nim-value {value}, and only that counts (Sprague and Grundy)."
        if found.theorem == "kinds":
            return (
                "Every row of this game meets the four conditions of R1, so only two things count: "
                "the nim-value, and whether there is a trap or a switch. Both positions "
                "agree in both."
            )
        if found.theorem == "quotient":
            up_to = f" of rows of up to {found.up_to}" if found.up_to is not None else ""
            return (
                f"Both are the same element of the misère quotient{up_to}, which has "
                f"{counted(found.order, 'element')}."
            )
        if found.theorem == "balance":
            balance = signed(balance_of(self.one))
            return f"Both have the balance {balance} of squares and dominoes, and only that counts."
        return "No theory tells us whether anything larger does."

    @cached_property
    def shown(self) -> list[tuple[ShownPosition, str, str]]:
        """Both positions with the company, and who wins how. Raises
        :class:`BudgetExceededError`."""
        both = [
            self._shown_position(rows, place) for place, rows in enumerate((self.one, self.other))
        ]
        return [(side, side.words, side.how) for side in both]

    def _shown_position(self, rows: Position, place: int) -> ShownPosition:
        position = rows + self.company
        question = ask_within_limits(
            self.rules, position, self.convention.value, budget=map_budget()
        )
        tags = [Tag(index, "added", Mark.LIT) for index in range(len(rows), len(position))]
        scene = None
        if position:
            board = Board.of(self.rules, position)
            scene = scene_view(board, Scene(position, (), (), tuple(tags)), f"apart-{place}")
        return ShownPosition(CompanySide(question), named(rows), scene)


def named(rows: Position) -> str:
    """A position in words: ``4 + 1``, or ``nothing``."""
    return position_words(rows, NOTHING)


def apart_url(given: Mapping[str, str]) -> str:
    """The address of two positions."""
    return f"{reverse('lab:distinguisher')}?{urlencode(given)}"


def games_with(written: str) -> list[tuple[str, str]]:
    """The games to choose from, including the typed one if it can be read."""
    try:
        rules = get_ruleset(written)
    except SolverError:
        return [*GAMES.items()]
    here = {} if rules.key in GAMES else {rules.key: rules.name}
    return [*GAMES.items(), *here.items()]


def pictures(given: Mapping[str, str]) -> tuple[str, str, str]:
    """The rules and the two positions of an example, for its pictures."""
    one, other = (format_position(rows_of(given[key])) for key in ("one", "other"))
    return given["game"], one, other
