"""An exercise as the student sees it: its board, the question in words, the possible answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, TypeVar

from django.utils.functional import cached_property

from games.boards.board_view import BOXES, BoardView, view
from games.boards.boards import Board, Placed
from games.boards.games import game_of, you_are
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.learnt import EVERY, Theories
from games.boards.limits import page_budget
from games.boards.rules import game_in_words, rule_of
from games.boards.thumbnails import Thumbnail, thumbnail
from games.exercises.goals import Exercise, Goal, asking_of
from games.exercises.goals.asking import AnswerOption, ChoiceAsking
from solver import (
    Convention,
    Kind,
    Move,
    Player,
    Profile,
    Question,
    Ruleset,
    ask,
    get_ruleset,
    nim_value,
    profile,
)
from solver.teaching import capitalised, convention_words, with_article

T = TypeVar("T")
KINDS = tuple(kind.value for kind in Kind)
SWITCHES = {Kind.GREMLIN: "switch", Kind.HIGHER_SWITCH: "switch"}
"""The simple names of kinds, before students learn the finer ones."""


@dataclass(frozen=True)
class BoardDrawing:
    """The *kind* of board, and the view *box* of a piece's drawing."""

    kind: str
    box: str


@dataclass(frozen=True)
class RowsOfSize:
    """Equal rows: a *name* as a heading, and a *picture* of one of them."""

    size: int
    name: str
    picture: Thumbnail


def shuffled(seed: str, some: Sequence[T]) -> list[T]:
    """The items in an order that follows from the *seed*."""
    return Random(f"mixed:{seed}").sample(list(some), len(some))


class Task:
    """One exercise as a question to the solver and to a student, explained by *theories*."""

    def __init__(self, exercise: Exercise, theories: Theories = EVERY) -> None:
        self.exercise = exercise
        self.theories = theories
        self.asking = asking_of(exercise.goal)
        self.goal = Goal(exercise.goal)
        self.by_lot: Fraction | None = None
        """The share of all answers that are right, once computed."""
        self.mixed_by = ""
        """The seed for the order of the options, if it differs between students."""

    @property
    def extra(self) -> dict[str, Any]:
        return self.exercise.extra

    @cached_property
    def ruleset(self) -> Ruleset:
        return get_ruleset(self.exercise.ruleset)

    @cached_property
    def convention(self) -> Convention:
        return Convention.parse(self.exercise.convention)

    @cached_property
    def question(self) -> Question:
        """The position as a question to the solver."""
        exercise = self.exercise
        mover = "" if self.asking.asks_both else exercise.to_move
        return ask(
            exercise.ruleset,
            exercise.position,
            exercise.convention,
            mover or None,
            budget=page_budget(),
        )

    @cached_property
    def board(self) -> Board:
        return Board.of(self.question.ruleset, self.question.position)

    @property
    def is_drawn(self) -> bool:
        """Whether the form has a board beside it."""
        return self.asking.has_position and not self.asking.draws_rows

    def drawn(self, *, is_open: bool = True, ghosts: Sequence[Ghost] = ()) -> BoardView:
        """The board for the answer, with *ghosts*; it is only a picture once the question is
        closed."""
        on_board, marked = self.asking.is_on_board, self.asking.is_marked
        return view(
            self.board,
            self.player,
            playable=is_open and on_board,
            marks=is_open and marked,
            ghosts=ghosts,
        )

    def answered(self, answer: str) -> BoardView:
        """The board after an answer, with the moves that the answer leads to."""
        board = self.board
        ghosts: list[Ghost] = []
        for placed in self.asking.played(self, answer):
            mover = placed.move.player
            if mover and self.asking.asks_both:
                words = f"{mover.value.title()}: {placed.phrase()}."
            elif ghosts:
                words = f"The other player answers by {placed.doing}."
            else:
                words = f"You {placed.phrase(past=True)}."
            ghosts.append(Ghost(placed, MoveOutline.THEIRS if ghosts else MoveOutline.MINE, words))
            board = board.after(placed)
        return view(board, self.player, ghosts=ghosts, is_fresh=True)

    @cached_property
    def facts(self) -> Profile:
        return profile(self.question)

    @property
    def player(self) -> Player | None:
        return Player.parse(self.exercise.to_move or None)

    @property
    def asks(self) -> str:
        """The question in words."""
        return self.asking.posed(self)

    @property
    def mover(self) -> str:
        """Who is to move, in words."""
        if not self.asking.has_turn:
            return ""
        if self.question.to_move:
            return f"{you_are(self.ruleset, self.question.to_move)} It's your move."
        if self.ruleset.partizan:
            rule = rule_of(self.ruleset, self.convention).move
            return f"{rule} Either player may start."
        return "It's your move."

    @property
    def title(self) -> str:
        """The position and the convention in words; only the game if no position is given."""
        ends = capitalised(convention_words(self.convention))
        if not self.asking.has_position:
            return f"{self.ruleset.name}. {ends}"
        return f"{game_in_words(self.ruleset, self.exercise.position)}. {ends}"

    @property
    def options(self) -> list[AnswerOption]:
        """The options, if the question has a list of them."""
        options = self.asking.options(self) if isinstance(self.asking, ChoiceAsking) else []
        return shuffled(self.mixed_by, options) if self.mixed_by else options

    @property
    def parts(self) -> Sequence[Any]:
        """What its part of the form draws, if that is neither the board nor its rows."""
        return self.asking.parts(self)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The different sizes of rows; the student classifies each once."""
        return tuple(dict.fromkeys(self.question.position))

    @property
    def rows(self) -> list[RowsOfSize]:
        """The different rows as pictures."""
        word, position = self.ruleset.component_word, self.question.position
        return [
            RowsOfSize(
                size,
                f"{word.capitalize()} of {size}"
                if (times := position.count(size)) == 1
                else f"{times} {word}s of {size}",
                thumbnail(self.ruleset, (size,), trimmed=True),
            )
            for size in self.sizes
        ]

    @property
    def places(self) -> list[range]:
        """The places of each row, from 1."""
        return [range(1, size + 1) for size in self.question.position]

    @cached_property
    def moves(self) -> list[AnswerOption]:
        """The legal moves that differ in what they leave, in words."""
        return [
            AnswerOption(str(move), self.move_words(move), self.placed(move).mark)
            for move in self.facts.legal
        ]

    def move_words(self, move: Move) -> str:
        """A move as the label of a button; if there are several equal rows, it names the first."""
        label = self.placed(move).label
        twins = self.question.position.count(move.size)
        if twins > 1:
            label += f" (or the same in another {self.board.row_word} of {move.size})"
        return label

    def placed(self, move: Move) -> Placed:
        """A move at its place on the board."""
        return self.board.place(str(move), move.player)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds to choose from."""
        names = [self._name(kind) for kind in Kind if kind is not Kind.HIGHER_INVERTER]
        return tuple(dict.fromkeys(names)) if self.extra.get("simple") else KINDS

    def _name(self, kind: Kind) -> str:
        return SWITCHES.get(kind, kind.value) if self.extra.get("simple") else kind.value

    def kind_of(self, size: int) -> Kind:
        return self.facts.kinds[self.question.position.index(size)]

    def kind_name(self, size: int) -> str:
        """The name of a row's kind in this exercise."""
        return self._name(self.kind_of(size))

    @property
    def build_bounds(self) -> tuple[tuple[int, int], int]:
        """The least and the greatest number of rows in a position to build, and the longest row."""
        fewest, most = self.extra.get("rows", (1, 6))
        return (fewest, most), self.extra.get("largest", 15)

    @property
    def build_places(self) -> range:
        """The places of each row to build, from 1."""
        return range(1, self.build_bounds[1] + 1)

    @property
    def piece(self) -> BoardDrawing:
        """The drawing of a piece."""
        kind = game_of(self.ruleset).board
        return BoardDrawing(kind, BOXES[kind])

    @property
    def build_limits(self) -> str:
        """The bounds in words: ``2 to 4 rows of at most 5``."""
        (fewest, most), largest = self.build_bounds
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        many = "" if most == 1 else "s"
        return f"{number} {self.ruleset.component_word}{many} of at most {largest}"

    def kind_words(self, size: int) -> str:
        """Why a row is of its kind."""
        kind = self.kind_of(size)
        name = self._name(kind)
        value = nim_value(self.question.ruleset, size, self.question.budget)
        wins = "wins" if kind.misere_outcome == "N" else "loses"
        word = self.question.ruleset.component_word
        return (
            f"A {word} of {size} has nim-value {value}, and the player to move {wins} it alone "
            f"when the last one loses: {with_article(name)}."
        )
