"""A cell: one student at one question, with a status, a score, and the result behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from games.questions.marks import ResultMark
from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Item
from games.teach.work.windows import Window

STUCK = 4
"""The number of wrong answers after which a student needs help."""


class Status(Enum):
    """The status of a student at a question, in a word."""

    NOT_STARTED = "Not started"
    STARTED = "Started"
    HELP_NEEDED = "Needs help"
    COMPLETED = "Completed"
    EXCUSED = "Excused"
    BEFORE_JOINING = "Before joining"
    DROPPED = "Dropped"

    __hash__ = object.__hash__  # equal only to itself, and compared very often

    def __init__(self, word: str) -> None:
        self.word = word
        self.slug = self.name.lower().replace("_", "-")
        self.is_scored = self.name not in ("EXCUSED", "BEFORE_JOINING", "DROPPED")
        """Whether unfinished work counts as 0 points rather than as no score."""
        self.takes_points = self.name not in ("EXCUSED", "DROPPED")
        """Whether points given by hand count."""


class ItemResult(NamedTuple):
    """The result of a student's work at a question, at any time.

    For a question, these are the values of a :class:`~games.teach.work.models.Standing`. For a
    lesson, *done* of *size* steps are done, *tries* is the number of answers, *wrong* counts those
    at the step with the most wrong answers, *stuck* those at the worst unfinished step, and *hints*
    all hints.
    """

    tries: int = 0
    wrong: int = 0
    hints: int = 0
    is_right: bool = False
    at_once: bool = False
    worth: float = 0.0
    is_done: bool = False
    last_at: datetime | None = None
    done_at: datetime | None = None
    stuck: int | None = None
    done: int = 0
    size: int = 0

    @property
    def is_begun(self) -> bool:
        return self.last_at is not None

    def status(self, seen: int) -> Status:
        """The status; staff have already dealt with *seen* wrong answers."""
        if self.is_done:
            return Status.COMPLETED
        wrong = self.wrong if self.stuck is None else self.stuck
        if wrong - seen >= STUCK:
            return Status.HELP_NEEDED
        return Status.NOT_STARTED if self.last_at is None else Status.STARTED

    def score(self, points: int) -> float:
        """The score at a question worth *points*; a lesson scores by its steps."""
        if self.size:
            return round(points * self.done / self.size, 2)
        return points * self.worth


NOTHING = ItemResult()


def reached(points: float, kept: int) -> float:
    """The points that remain if only *kept* percent of them count."""
    return points if kept == 100 else round(points * kept / 100, 2)


@dataclass(slots=True)
class Cell:
    """One student at one question: the *status*, and the *result* of the work that counts. *given*
    are points that staff gave by hand."""

    assignment: Assignment
    membership: Membership
    item: Item
    window: Window
    result: ItemResult
    status: Status
    given: float | None = None

    @property
    def solved(self) -> bool:
        return self.result.is_right

    @property
    def tries(self) -> int:
        """The number of answers."""
        return self.result.tries

    @property
    def wrong(self) -> int:
        return self.result.wrong

    @property
    def hints(self) -> int:
        """The number of hints taken; in a lesson, over all steps."""
        return self.result.hints

    @property
    def done(self) -> int:
        """The number of finished steps of a lesson."""
        return self.result.done

    @property
    def size(self) -> int:
        """The number of steps of a lesson."""
        return self.result.size

    @property
    def first_try(self) -> bool | None:
        """Whether the first answer was right without help; None if there is no answer, and for
        lessons."""
        return self.result.at_once if self.result.tries and not self.item.is_lesson else None

    @property
    def last_at(self) -> datetime | None:
        return self.result.last_at

    @property
    def completed_at(self) -> datetime | None:
        return self.result.done_at

    @property
    def is_late(self) -> bool:
        return self.window.was_late(self.result.done_at)

    @property
    def kept(self) -> int:
        """The percentage of its points that count: less than 100 if it was late and that costs
        points."""
        if not self.assignment.late_cost or self.item.lesson_id:
            return 100
        return self.assignment.kept_when_late(self.window.days_late(self.result.done_at))

    @property
    def is_over(self) -> bool:
        """Whether the student can no longer add anything."""
        return self.window.is_closed

    @property
    def is_test(self) -> bool:
        """Whether only the last answer counts."""
        return self.assignment.is_test

    @property
    def score(self) -> float:
        """The points reached, or given by hand."""
        if self.given is not None:
            return self.given
        return reached(self.result.score(self.item.points), self.kept)

    @property
    def is_scored(self) -> bool:
        """Whether the question counts for this student."""
        return self.given is not None or self.status.is_scored

    @property
    def grade(self) -> float | None:
        """The score for a gradebook. None if the student is excused, joined later, or may still
        start, unless points were given by hand."""
        waits = self.status is Status.NOT_STARTED and self.given is None and not self.is_over
        return None if waits or not self.is_scored else self.score

    @property
    def mark(self) -> ResultMark:
        """The mark at a glance. A finished lesson is right at once if no step had a wrong answer or
        help; an unfinished one is wrong if the student needs help."""
        if not self.status.is_scored:
            return ResultMark.EXCUSED
        if self.status is Status.NOT_STARTED:
            return ResultMark.BLANK
        if self.result.is_right:
            return ResultMark.FIRST if self.result.at_once else ResultMark.HELPED
        is_wrong = self.status is Status.HELP_NEEDED if self.item.lesson_id else self.result.tries
        return ResultMark.WRONG if is_wrong else ResultMark.OPEN

    @property
    def told(self) -> str:
        """The status and how it went, in words."""
        words, detail = self.status.word, self.detail
        return f"{words}, {detail}" if detail else words

    @property
    def word(self) -> str:
        """The status for the student: no wrong answer makes a child a case, and what can no longer
        be started reads “No answer”."""
        if self.status is Status.HELP_NEEDED:
            return "Ask your instructor"
        if self.status is Status.NOT_STARTED and self.is_over and not self.item.is_lesson:
            return "No answer"
        return self.status.word

    @property
    def detail(self) -> str:
        """A short addition to the status: how it went, and with how much help."""
        parts = []
        if self.item.is_lesson:
            if self.done or self.wrong:
                parts.append(f"{self.done} of {self.size} steps")
        elif self.tries:
            parts.append("right" if self.solved else "wrong")
            if not self.is_test:
                parts.append("first try" if self.tries == 1 else f"{self.tries} tries")
        if self.hints:
            parts.append(self.help_words)
        if self.is_late:
            parts.append("late" if self.kept == 100 else f"late, counts {self.kept} %")
        return ", ".join(parts)

    @property
    def help_words(self) -> str:
        """The help taken, in words; in a game, a move taken back also counts as help."""
        if not self.hints:
            return ""
        if self.item.is_game:
            return "with help"
        return f"with {self.hints} hint{'' if self.hints == 1 else 's'}"


def cell_of(
    assignment: Assignment,
    membership: Membership,
    item: Item,
    window: Window,
    result: ItemResult,
    *,
    seen: int = 0,
    given: float | None = None,
) -> Cell:
    """The cell of a question; staff have already dealt with *seen* wrong answers."""
    if item.is_dropped:
        status = Status.DROPPED
    elif window.is_excused:
        status = Status.EXCUSED
    elif not counts(item, result, window):
        status = Status.BEFORE_JOINING
    else:
        status = result.status(seen)
    if not status.is_scored:
        result = NOTHING
    if not status.takes_points:
        given = None
    return Cell(assignment, membership, item, window, result, status, given)


def counts(item: Item, result: ItemResult, window: Window) -> bool:
    """Whether a question counts for a student. If it had closed before they joined, it counts only
    if staff granted a try at it, or if it is a lesson finished in time for another class."""
    if not window.was_closed_before_joining:
        return True
    return result.is_done if item.is_lesson else result.is_begun
