"""What a room lesson consists of: the shape of a part, and what the solver says to it.

A part is a step of a lesson told to whoever teaches: what a room is asked on a board, or
something said, or played out on a board. Its words are notes; every position they name is one
that is asked about or claimed, so that the solver has decided it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import cached_property

from games.boards.thumbnails import Thumbnail, thumbnail
from games.content import shapes
from games.content.shapes import Content, Problem, Reader
from games.exercises.asked import COLUMNS, Asked
from games.exercises.goals import ASKINGS, PUZZLE_GOALS, asking_of
from games.exercises.goals.asking import ChoiceAsking
from games.exercises.goals.move import losing_moves
from games.exercises.keys import key_words
from games.exercises.tasks import Task
from games.lessons.checks import check_step, fill_key
from games.lessons.models import TELL
from games.lessons.schema import MAX_CLAIMS, PLACE, claim, feedback, is_move
from solver import (
    MISCONCEPTIONS,
    MISJUDGEMENTS,
    Convention,
    convention_words,
    get_ruleset,
    habits,
    parse_position,
    remarks,
)

NEIGHBOURS, PERFECT = "neighbours", "perfect"
TOGETHER = {
    TELL: "tell the class something",
    NEIGHBOURS: "play it out in pairs",
    PERFECT: "play it out, the class against Perfect",
}
"""What a part may be that asks nothing."""
ASKED_GOALS = [goal for goal in PUZZLE_GOALS if not asking_of(goal).is_game]
HABIT_NAMES = {habit.key: habit.name for habit in (*MISCONCEPTIONS, *MISJUDGEMENTS)}

BEFORE: dict[str, Reader] = {
    "kind": shapes.one_of(*TOGETHER, *ASKED_GOALS),
    "title": shapes.line,
    "minutes": shapes.whole,
    "text": shapes.text,
    **PLACE,
}
AFTER: dict[str, Reader] = {
    "expect": shapes.text,
    "feedback": feedback,
    "stuck": shapes.text,
    "after": shapes.text,
    "claims": shapes.many(claim, MAX_CLAIMS),
}
NEEDED = ("kind", "title", "minutes")
NAMED = re.compile(r"(?<![\d+⊕])\b\d{1,3}(?: ?\+ ?\d{1,3})+\b(?! ?[+=⊕])")
"""A position named in a text, such as ``1 + 2 + 3``, and no sum that is worked out."""


def part_kinds() -> list[tuple[str, str]]:
    """What a part may be, to choose from."""
    return [*TOGETHER.items(), *((goal.value, goal.label) for goal in ASKED_GOALS)]


def part_readers(kind: Any) -> dict[str, Reader]:
    """The keys a part of this kind may have, in canonical order."""
    asking = ASKINGS.get(kind) if isinstance(kind, str) else None
    return BEFORE | (dict(asking.extras) if asking else {}) | AFTER


def read_part(value: Any, problems: list[Problem]) -> Content:
    """A part in canonical form."""
    kind = value.get("kind") if isinstance(value, dict) else None
    content = shapes.lenient(value, part_readers(kind), problems)
    if not problems:
        problems += [Problem(f"{key} is missing", key) for key in NEEDED if key not in content]
    return content


def as_step(content: Content) -> Content:
    """A part as the step of a lesson that it would be."""
    kind = content.get("kind", TELL)
    kept = ("title", "text", *PLACE, "feedback", "after", "claims")
    step = {key: content[key] for key in kept if key in content}
    if kind in TOGETHER:
        return {"kind": TELL, **step}
    return {"kind": kind, **step, **{k: content[k] for k in ASKINGS[kind].extras if k in content}}


def check_part(content: Content) -> list[Problem]:
    """What is wrong with a part in canonical form."""
    step = as_step(content)
    fill_key(step)
    problems = check_step(step, [])
    if not problems:
        problems += [Problem(wrong, "feedback", named=True) for wrong in _unshown(content)]
    if content["kind"] in (NEIGHBOURS, PERFECT) and "position" not in content:
        problems.append(Problem("position is missing", "position"))
    return problems + [
        Problem(f"the words name {named}; add a fact about it", "claims", named=True)
        for named in _unclaimed(content)
    ]


def _unclaimed(content: Content) -> Iterator[str]:
    """The positions that the words name and nothing decides."""
    decided = {rows_of(content["position"])} if "position" in content else set()
    decided |= {rows_of(one["position"]) for one in content.get("claims", []) if "position" in one}
    texts = [content.get(key, "") for key in ("text", "expect", "stuck", "after")]
    words = " ".join([*texts, *content.get("feedback", {}).values()])
    for named in dict.fromkeys(NAMED.findall(words)):
        if rows_of(named) not in decided:
            yield named


def rows_of(position: str) -> tuple[int, ...]:
    return tuple(sorted(parse_position(position)))


def _unshown(content: Content) -> Iterator[str]:
    """Habits to which something is said though no wrong answer shows them."""
    part = LessonPart(1, 0, content)
    for mistake in part.mistakes:
        if not mistake.answers and part.tells_habits:
            yield f"no wrong answer shows “{mistake.habit}” here"


@dataclass(frozen=True)
class UsualMistake:
    """A wrong answer that is usual: the *answers* in words, the *habit* behind it by its name,
    empty where it has none, and what it means, in *words*."""

    answers: tuple[str, ...]
    habit: str
    words: str

    def __str__(self) -> str:
        quoted = " · ".join(f"“{answer}”" for answer in self.answers)
        return f"{': '.join(filter(None, (quoted, self.habit)))}. {self.words}"


class LessonPart:
    """A part of a room lesson on the page: *number* in its order, *begins* at this minute."""

    def __init__(self, number: int, begins: int, content: Content) -> None:
        self.number, self.begins, self.content = number, begins, content
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
        return self.content["kind"] not in TOGETHER

    @property
    def kind_words(self) -> str:
        """What is done, in a few words."""
        if self.is_question:
            return str(self.task.asks)
        return {NEIGHBOURS: "Play in pairs", PERFECT: "The class plays Perfect"}.get(
            self.content["kind"], ""
        )

    @cached_property
    def asked(self) -> Asked:
        """What a room is asked; of a part that asks nothing, the position."""
        columns = {name: self.content.get(name, "") for name in COLUMNS}
        goal = self.content["kind"] if self.is_question else ""
        extra = (
            {k: self.content[k] for k in asking_of(goal).extras if k in self.content}
            if goal
            else {}
        )
        return Asked(**{**columns, "goal": goal}, extra=extra)

    @cached_property
    def task(self) -> Task:
        return Task(self.asked)

    @property
    def picture(self) -> Thumbnail | None:
        """Its board."""
        if not self.asked.position:
            return None
        return thumbnail(self.asked.ruleset, self.asked.position)

    @property
    def place(self) -> str:
        """The rows, the game, how it ends and who is to move."""
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
        """The right answer, from the solver: the moves where moves are asked for."""
        words = key_words(self.task) if self.is_question else []
        return words[1:] or words

    @property
    def tells_habits(self) -> bool:
        """Whether it is known of each answer which habits it shows."""
        asking = self.task.asking
        return isinstance(asking, ChoiceAsking) or (
            asking.is_about_moves and bool(self.task.facts.winning)
        )

    @cached_property
    def mistakes(self) -> list[UsualMistake]:
        """The usual wrong answers."""
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
        if isinstance(asking, ChoiceAsking):
            for option in asking.options(task):
                if habit in [one.key for one in asking.shows(task, option.value)]:
                    yield option.label
        elif asking.is_about_moves:
            for move in losing_moves(task):
                if habit in [one.key for one in remarks(task.question, move)]:
                    yield task.board.place(str(move), move.player).label

    @property
    def notes(self) -> str:
        """All of it as a text, for whoever leads the room."""
        lines = [
            self.say,
            self.expect and f"Expect: {self.expect}",
            *(f"Wrong: {mistake}" for mistake in self.mistakes),
            self.stuck and f"If half get it wrong: {self.stuck}",
            self.after and f"Then: {self.after}",
        ]
        return "\n\n".join(filter(None, lines))


def unwrapped(text: str) -> str:
    """Paragraphs whose lines were broken to be read in a file."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


def parts_of(contents: list[Content]) -> list[LessonPart]:
    """The parts in their order, each with the minute at which it begins."""
    parts: list[LessonPart] = []
    for number, content in enumerate(contents, 1):
        parts.append(LessonPart(number, parts[-1].ends if parts else 0, content))
    return parts


def waiting_questions(parts: list[LessonPart]) -> tuple[list[Asked], list[str]]:
    """What a room is asked, each with its notes: with the first stands what comes before it, and
    with each what follows up to the next."""
    asked: list[Asked] = []
    notes: list[list[str]] = [[]]
    for part in parts:
        if part.is_question:
            if asked:
                notes.append([])
            asked.append(part.asked)
        heading = f"{part.title} ({part.minutes} min)"
        played = "" if part.is_question else part.place
        notes[-1].append("\n\n".join(filter(None, (heading, played, part.notes))))
    return asked, ["\n\n".join(one) for one in notes]
