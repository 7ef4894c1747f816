"""The parts of a room lesson, as its pages, its room and its printout show them, and the terms of a
part: the opponent, the number of rounds, the clock, the theory that explains.

A part is a step of a lesson with notes for the instructor: a question about a position, a text, a
game, or a film. Its kind is an object, one file each in :mod:`games.teach.live.lessons.kinds`;
nobody else compares kinds. :mod:`games.teach.live.lessons.room_lesson_files` reads and checks
parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.boards.bounds import content_budget
from games.boards.lenses import PLAIN
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import Content, OneOf, Problem, Shape, Whole
from games.learn.lessons.models import is_move
from games.learn.lessons.schema import HABIT_NAMES
from games.questions.goals.goal import ChoiceGoal
from games.questions.goals.move import losing_moves
from games.questions.question import COLUMNS, Question
from games.questions.shown_question import ShownQuestion, key_words
from solver import THEORIES, Convention, Inquiry, ask, get_ruleset
from solver.teaching import (
    BELOW,
    OPPONENTS,
    convention_words,
    get_opponent,
    habits,
    remarks,
)


@dataclass(frozen=True)
class UsualMistake:
    """A common wrong answer: the *answers* in words, the name of the *habit* behind them (or
    empty), and the author's feedback in *words*."""

    answers: tuple[str, ...]
    habit: str
    words: str

    def __str__(self) -> str:
        quoted = " · ".join(f"“{answer}”" for answer in self.answers)
        return f"{': '.join(filter(None, (quoted, self.habit)))}. {self.words}"


class PartKind:
    """What one kind of part is, and what it needs."""

    key: str
    """The word in files and in the database."""
    label: str
    """The activity, for a list: ``show a film``."""
    goal: str = ""
    """The goal of its question; empty if it asks nothing."""
    extras: Mapping[str, Shape] = {}
    """What its question needs besides a position."""
    shapes: Mapping[str, Shape] = {}
    """The keys that only parts of this kind have."""
    begins: str = ""
    """The button that begins what is played; empty if nothing is."""
    needs_position: bool = False
    is_offered: bool = True
    """Whether a lesson may have such a part."""
    is_film: bool = False
    in_rounds: bool = False
    """Whether people play in rounds, in pairs or alone."""
    is_alone: bool = False
    """Whether each plays a character."""
    by_votes: bool = False
    """Whether the class plays together."""

    def words(self, part: LessonPart) -> str:
        """The activity, in a few words."""
        return ""

    def terms(self, part: LessonPart, theory: str) -> Iterator[str]:
        """The terms of *part* in words, if *theory* explains it."""
        return iter(())


class LessonPart:
    """A part of a room lesson: *number* is its place, *begins* the minute at which it starts."""

    def __init__(self, number: int, begins: int, content: Content, kind: PartKind) -> None:
        self.number, self.begins, self.content, self.kind = number, begins, content, kind
        self.title: str = content["title"]
        self.minutes: int = content["minutes"]
        texts = {
            key: unwrapped(content.get(key, "")) for key in ("text", "expect", "stuck", "after")
        }
        self.say, self.expect, self.stuck, self.after = texts.values()

    @property
    def ends(self) -> int:
        return self.begins + self.minutes

    @property
    def is_question(self) -> bool:
        return bool(self.kind.goal)

    @property
    def opponent(self) -> str:
        """The key of the opponent."""
        return str(self.content.get("opponent", "perfect"))

    @property
    def rounds(self) -> int:
        """The number of rounds in pairs."""
        return int(self.content.get("rounds", 1))

    @property
    def seconds(self) -> int:
        """The seconds of a turn of the class; 0 without a clock."""
        return int(self.content.get("seconds", 0))

    @property
    def opponent_name(self) -> str:
        """The name of the opponent."""
        return get_opponent(self.opponent).name

    @property
    def theory(self) -> str:
        """The key of the theory that explains the part; empty if the lesson does not say."""
        return str(self.content.get("theory", ""))

    @property
    def kind_words(self) -> str:
        """The activity, in a few words."""
        return self.kind.words(self)

    @cached_property
    def asked(self) -> Question:
        """The question of the part; if it asks nothing, its position."""
        columns = {name: self.content.get(name, "") for name in COLUMNS}
        if columns["position"]:
            columns["convention"] = columns["convention"] or Convention.MISERE.value
        extra = {key: self.content[key] for key in self.kind.extras if key in self.content}
        return Question(**{**columns, "goal": self.kind.goal}, extra=extra)

    @cached_property
    def task(self) -> ShownQuestion:
        return ShownQuestion(self.asked)

    @cached_property
    def position(self) -> Inquiry | None:
        """The position as a question to the solver; None if there is none."""
        asked = self.asked
        if not asked.position:
            return None
        mover, budget = asked.to_move or None, content_budget()
        return ask(asked.ruleset, asked.position, asked.convention, mover, budget=budget)

    @property
    def picture(self) -> Thumbnail | None:
        """A picture of its board."""
        if not self.asked.position:
            return None
        return thumbnail(self.asked.ruleset, self.asked.position)

    @property
    def place(self) -> str:
        """The rows, the game, the convention and the player to move."""
        if not self.asked.position:
            return ""
        asked = self.asked
        rows, ending = asked.position.replace("+", " + "), convention_words(self.convention)
        mover = f"{asked.to_move.title()} to move" if asked.to_move else ""
        return " · ".join(filter(None, (rows, get_ruleset(asked.ruleset).name, ending, mover)))

    @property
    def convention(self) -> Convention:
        return Convention.parse(self.asked.convention or Convention.MISERE.value)

    @property
    def right(self) -> list[str]:
        """The right answer from the solver: the winning moves, if the question asks for moves."""
        words = key_words(self.task) if self.is_question else []
        return words[1:] or words

    @property
    def tells_habits(self) -> bool:
        """Whether each answer's habits are known."""
        asking = self.task.asking
        return isinstance(asking, ChoiceGoal) or (
            asking.is_about_moves and bool(self.task.facts.winning)
        )

    @cached_property
    def mistakes(self) -> list[UsualMistake]:
        """The common wrong answers."""
        given = self.content.get("feedback", {}) if self.is_question else {}
        return [self._mistake(key, words) for key, words in given.items()]

    def _mistake(self, key: str, words: str) -> UsualMistake:
        task = self.task
        if is_move(key):
            placed = task.board.place(key, task.player)
            names = [habit.name for habit in habits(task.question, placed.move)]
            return UsualMistake((placed.label,), names[0] if names else "", words)
        return UsualMistake(tuple(self._showing(key)), HABIT_NAMES[key], words)

    def _showing(self, habit: str) -> Iterator[str]:
        """The answers that show a habit."""
        task, asking = self.task, self.task.asking
        if isinstance(asking, ChoiceGoal):
            for option in asking.options(task):
                if habit in [one.key for one in asking.shows(task, option.value)]:
                    yield option.label
        elif asking.is_about_moves:
            for move in losing_moves(task):
                if habit in [one.key for one in remarks(task.question, move)]:
                    yield task.board.place(str(move), move.player).label

    @property
    def notes(self) -> str:
        """All notes as one text, for the instructor."""
        lines = [
            self.say,
            self.expect and f"Expect: {self.expect}",
            *(f"Wrong: {mistake}" for mistake in self.mistakes),
            self.stuck and f"If half get it wrong: {self.stuck}",
            self.after and f"Then: {self.after}",
        ]
        return "\n\n".join(filter(None, lines))


def unwrapped(text: str) -> str:
    """Text without the line breaks of a file inside its paragraphs."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


CLOCKS = {0: "no clock", 20: "20 seconds a turn", 30: "30 seconds a turn", 60: "one minute a turn"}
FILMED = {BELOW: PLAIN} | {theory.key: theory.name for theory in THEORIES}
"""The theories that have a film, with their names."""
MAX_ROUNDS = 9

THEORY: dict[str, Shape] = {
    "theory": OneOf("Explained by", choices=FILMED, none="as the lesson says")
}
AGAINST: dict[str, Shape] = {
    "opponent": OneOf(
        "Opponent", choices={one.key: one.name for one in OPPONENTS}, none="perfect play"
    )
}
ROUNDS: dict[str, Shape] = {"rounds": Whole("Rounds", least=1, most=MAX_ROUNDS)}
SECONDS: dict[str, Shape] = {"seconds": OneOf("Clock", choices=CLOCKS)}


def explained_by(theory: str) -> Iterator[str]:
    """The theory of a film in words, if a part or its lesson names one."""
    if theory:
        yield f"explained by {FILMED[theory]}"


def wrong_terms(content: Content, question: Inquiry | None) -> Iterator[Problem]:
    """What is wrong with the terms of a part about *question*."""
    if "opponent" in content and question:
        mismatch = get_opponent(content["opponent"]).mismatch(question.ruleset, question.convention)
        if mismatch:
            yield Problem(mismatch, "opponent")
    theories = {theory.key: theory for theory in THEORIES}
    theory = theories.get(content.get("theory", ""))
    if theory and question:
        refusal = theory.refusal(question)
        if refusal:
            yield Problem(f"{theory.name}: {refusal}", "theory")
