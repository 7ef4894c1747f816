"""A question as a value, and the base of rows that describe one in five columns; and what the
solver and the board know of it, before any goal asks something of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from django.db import models
from django.utils.functional import cached_property

from games.boards.boards import Board, Lane
from games.boards.bounds import content_budget, page_budget
from games.boards.games import game_of
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import EVERY, Theories
from games.boards.looks.look import Look, Placed
from games.boards.thumbnails import Thumbnail, thumbnail
from solver import (
    Budget,
    Convention,
    Inquiry,
    Kind,
    Move,
    Player,
    Profile,
    Ruleset,
    ask,
    get_ruleset,
    nim_value,
    profile,
)
from solver.teaching import joined, plural, with_article

COLUMNS = ("ruleset", "position", "convention", "to_move", "goal")


class QuestionLike(Protocol):
    """A position and a goal. *to_move* is empty outside partizan games and if the question is about
    both players. *extra* holds what only one goal needs (``simple``, ``cancel``, ``rows``,
    ``largest``, ``goal``, ``forbid``, ``opponent``, ``starter``, ``within``, ``rules``,
    ``strategies``, ``sentences``, ``quantity``)."""

    @property
    def ruleset(self) -> str: ...

    @property
    def position(self) -> str: ...

    @property
    def convention(self) -> str: ...

    @property
    def to_move(self) -> str: ...

    @property
    def goal(self) -> str: ...

    @property
    def extra(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Question:
    """A question about a position; two equal values ask the same. *extra* holds what only one goal
    needs."""

    ruleset: str
    position: str
    convention: str
    to_move: str
    goal: str
    extra: dict[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, exercise: QuestionLike | QuestionRow) -> Question:
        """The question of *exercise*, as a value."""
        columns: dict[str, str] = {name: getattr(exercise, name) for name in COLUMNS}
        return cls(**columns, extra=dict(exercise.extra))

    @property
    def columns(self) -> dict[str, str]:
        """The question as the columns of a row."""
        return {name: getattr(self, name) for name in COLUMNS}


class QuestionRow(models.Model):
    """A row that describes a question by its position and goal alone."""

    extra: ClassVar[dict[str, Any]] = {}

    class Meta:
        abstract = True

    @property
    def asked(self) -> Question:
        """The question of the row, as a value."""
        return Question.of(self)


KINDS = tuple(kind.value for kind in Kind)
BEFORE = "before"
"""In *extra*: the position from which the other player has just moved. The board still shows it."""
SWITCHES = {Kind.GREMLIN: "switch", Kind.HIGHER_SWITCH: "switch"}
"""The simple names of kinds, before students learn the finer ones."""


@dataclass(frozen=True)
class RowsOfSize:
    """Equal rows: a *name* as a heading, and a *picture* of one of them."""

    size: int
    name: str
    picture: Thumbnail


@dataclass(frozen=True)
class AnswerOption:
    """One possible answer: the form posts *value*, the student reads *label*."""

    value: str
    label: str
    mark: str = ""
    """Its name on a board where the student touches pieces to choose it."""


def _sizes(lane: Lane) -> list[int]:
    return [segment.size for segment in lane.segments]


class QuestionBoard:
    """One exercise as a question to the solver, explained by *theories*. *asks_both*: the question
    is about both players."""

    def __init__(
        self, exercise: QuestionLike, theories: Theories = EVERY, *, asks_both: bool = False
    ) -> None:
        self.exercise = exercise
        self.theories = theories
        self.asks_both = asks_both
        self.by_lot: Fraction | None = None
        """The share of all answers that are right, once computed."""
        self.within: Budget | None = None
        """What :attr:`budget` shares out; None where each has one of its own."""

    @property
    def budget(self) -> Budget:
        """The budget for one thing that is worked out beside the position: a strategy on trial."""
        return content_budget() if self.within is None else self.within.part(1)

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
    def question(self) -> Inquiry:
        """The position as a question to the solver."""
        exercise = self.exercise
        mover = "" if self.asks_both else exercise.to_move
        return ask(
            exercise.ruleset,
            exercise.position,
            exercise.convention,
            mover or None,
            budget=page_budget(),
        )

    @cached_property
    def earlier(self) -> Board:
        """The board before the other player's move, if the question names one."""
        sizes = self.ruleset.read_position(self.extra.get(BEFORE, self.exercise.position))
        return Board.of(self.ruleset, sizes)

    @cached_property
    def made(self) -> Placed | None:
        """The other player's move, which has just led to the position; None if the question names
        no position before it."""
        if BEFORE not in self.extra:
            return None
        mover, board = self.player.other if self.player else None, self.earlier
        moves = self.ruleset.legal_moves(board.position, mover)
        placed = (board.place(str(move), move.player) for move in moves)
        return next((one for one in placed if self._is_after(one)), None)

    def _is_after(self, placed: Placed) -> bool:
        return self.earlier.after(placed).position == self.question.position

    @cached_property
    def ghosts(self) -> tuple[Ghost, ...]:
        """That move, as the board shows it."""
        if self.made is None:
            return ()
        who = self.player.other.value.title() if self.player else "Your opponent"
        words = f"{who} {self.earlier.recalled(self.made)}."
        return (Ghost(self.made, MoveOutline.THEIRS, words),)

    @cached_property
    def board(self) -> Board:
        """The board of the position. After a move of the other player, its rows keep their
        names."""
        if self.made is not None:
            return self.earlier.after(self.made)
        return Board.of(self.question.ruleset, self.question.position)

    @cached_property
    def facts(self) -> Profile:
        return profile(self.question)

    @property
    def player(self) -> Player | None:
        return Player.parse(self.exercise.to_move or None)

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

    def listed_once(self, moves: Sequence[Move]) -> str:
        """Which of *moves*, a list of those that differ in what they leave, stand for several on
        the board: ``equal rows and mirror images``, one of the two, or neither."""
        equal = any(self.question.position.count(move.size) > 1 for move in moves)
        rows = [f"equal {plural(self.board.row_word)}"] if equal else []
        mirrored = self.ruleset.count(moves) > len(moves)
        return joined([*rows, *(["mirror images"] if mirrored else [])])

    @property
    def offered_once(self) -> str:
        """What the list of legal moves names only once."""
        return self.listed_once(self.facts.legal)

    def move_words(self, move: Move) -> str:
        """A move as the label of a button; if there are several equal rows, it names the first.
        Parts of a row that a move has split are named by their size alone."""
        label = self.placed(move).label
        if self.question.position.count(move.size) > 1:
            sized = [lane for lane in self.board.lanes if move.size in _sizes(lane)]
            is_whole = all(len(lane.segments) == 1 for lane in sized)
            other = f"{self.board.row_word} of {move.size}" if is_whole else f"{move.size}"
            label += f" (or the same in another {other})"
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
    def look(self) -> Look:
        """How its pieces are drawn."""
        return game_of(self.ruleset).look

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
