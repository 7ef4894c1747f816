"""Two positions of any game, and the smallest company that tells them apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.bounds import ask_within_limits, check_rules
from games.boards.films import powers
from games.boards.scene_view import SceneView, scene_view
from games.content.game_control import GAMES
from games.explore.lab.comparison import CompanySide, rows_of
from games.explore.maps.game_maps import map_budget
from solver import (
    Convention,
    Distinction,
    Known,
    Outcome,
    Position,
    Ruleset,
    SolverError,
    answer,
    distinguish,
    format_position,
    get_ruleset,
    nim_value,
    quotient_of,
    shipped_quotient,
    smallest_positions,
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
        "5 + 9 and 2 + 2: the same, option by option",
        {"game": "kayles", "ending": "misere", "one": "5+9", "other": "2+2"},
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
MOST_LISTED = 40
"""Pieces of a position whose options stand in a table, which has a line for each element: with more
they are looked for too long for a page."""


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


class OptionLine(NamedTuple):
    """What one of two positions can leave: the word it *counts* as, the rows by which *one* and the
    *other* leave it, empty if one cannot, and the *answer* that brings the other position back."""

    counts: str
    one: str
    other: str
    answer: str

    @property
    def is_settled(self) -> bool:
        """Whether it tells nothing: both can leave it, or it is answered."""
        return bool((self.one and self.other) or self.answer)


class CompanyLine(NamedTuple):
    """An element that may be added: its *word*, its smallest rows, and whether both then lose."""

    word: str
    rows: str
    loses: bool


class SameElement:
    """Why two positions are the same element of a quotient.

    Where each option of one counts as an option of the other, or has an answer that counts as the
    other position again, they win and lose together beside anything, by induction on what is added:
    an option that loses would have an answer that wins. That is not needed: otherwise the elements
    decide, each of which is put beside both.
    """

    def __init__(self, rules: Ruleset, known: Known, one: Position, other: Position) -> None:
        self.rules, self.known, self.one, self.other = rules, known, one, other

    @property
    def words(self) -> list[str]:
        """The letters of the rows of each position, ``1`` if there are none."""
        both = (self.one, self.other)
        return [self._powers("".join(sorted(self._letters(rows)))) or "1" for rows in both]

    def _letters(self, rows: Position) -> str:
        return "".join(self.known.names[0][self.known[size]] for size in rows if self.known[size])

    def _powers(self, word: str) -> str:
        return powers(word, self.known.names[1])

    @property
    def title(self) -> str:
        """What is explained: an equation of words, or of boards if both have the same letters."""
        one, other = self.words if len({*self.words}) == 2 else self.names
        return f"Why {one} = {other}"

    def element(self, rows: Position) -> int:
        return self.known.monoid.product(self.known[size] for size in rows)

    def options(self, rows: Position) -> Iterator[Position]:
        """Every position that a move leaves, the rows ascending."""
        for place, size in enumerate(rows):
            if size not in rows[:place]:
                rest = (*rows[:place], *rows[place + 1 :])
                for option in dict.fromkeys(self.rules.options(size)):
                    yield tuple(sorted((*rest, *option)))

    @cached_property
    def lines(self) -> list[OptionLine]:
        """What each can leave: first what both can."""
        first, second = self._by_element(self.one), self._by_element(self.other)
        back = self.element(self.one)
        lines = []
        for element in sorted(first.keys() | second.keys()):
            mine, theirs = first.get(element, []), second.get(element, [])
            answers = (reply for left in mine + theirs for reply in self._answers(left, back))
            answer = "" if mine and theirs else named_or_none(next(answers, None))
            name = self._powers(self.known.names[0][element])
            lines.append(OptionLine(name, shown_first(mine), shown_first(theirs), answer))
        return sorted(lines, key=lambda line: (not (line.one and line.other), not line.answer))

    def _by_element(self, rows: Position) -> dict[int, list[Position]]:
        found: dict[int, list[Position]] = {}
        for left in self.options(rows):
            found.setdefault(self.element(left), []).append(left)
        return found

    def _answers(self, left: Position, back: int) -> Iterator[Position]:
        return (reply for reply in self.options(left) if self.element(reply) == back)

    @property
    def is_derived(self) -> bool:
        """Whether the options alone show that nothing tells them apart."""
        return all(line.is_settled for line in self.lines)

    @property
    def names(self) -> list[str]:
        """Both positions in words."""
        return [named(self.one), named(self.other)]

    @property
    def name(self) -> str:
        """The word of their element."""
        return self._powers(self.known.names[0][self.element(self.one)])

    @property
    def loses_alone(self) -> bool:
        return self.known.monoid.is_p(self.element(self.one))

    def companies(self) -> Iterator[CompanyLine]:
        """Each element beside both."""
        monoid, element = self.known.monoid, self.element(self.one)
        for added, rows in enumerate(smallest_positions(self.known)):
            both = monoid.table[element][added]
            yield CompanyLine(
                self._powers(self.known.names[0][added]), named(rows), monoid.is_p(both)
            )


def shown_first(positions: Sequence[Position]) -> str:
    """The first of some positions in words; empty if there is none."""
    return named_or_none(next(iter(positions), None))


def named_or_none(rows: Position | None) -> str:
    return "" if rows is None else named(rows)


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

    @property
    def same(self) -> SameElement | None:
        """Why both are the same element of a quotient, if they are and are small enough to list
        every option of each."""
        if self.found.theorem != "quotient" or not self.found.is_proved:
            return None
        if sum(self.one) > MOST_LISTED or sum(self.other) > MOST_LISTED:
            return None
        known = shipped_quotient(self.rules)
        if known is None:
            known = quotient_of(self.rules, self.budget).known(self.found.up_to)
        return SameElement(self.rules, known, self.one, self.other)

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
