"""One student at one item: a status, a score, and what they are read from."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NamedTuple

from games.assignments.models import Assignment, Item
from games.assignments.windows import Window
from games.classes.models import Membership

STUCK = 4
"""Wrong answers after which somebody needs help."""


class Status(Enum):
    """How far somebody is with an item, told by icon and word."""

    NOT_STARTED = ("○", "Not started")
    STARTED = ("◐", "Started")
    HELP_NEEDED = ("!", "Needs help")
    COMPLETED = ("✓", "Completed")
    EXCUSED = ("–", "Excused")
    BEFORE_JOINING = ("–", "Before joining")
    DROPPED = ("–", "Dropped")

    __hash__ = object.__hash__  # a status equals itself alone; they are asked by the ten thousand

    @property
    def icon(self) -> str:
        return str(self.value[0])

    @property
    def word(self) -> str:
        return str(self.value[1])

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def is_scored(self) -> bool:
        """Whether nothing done counts as no points, rather than as no score."""
        return self not in UNSCORED

    @property
    def takes_points(self) -> bool:
        """Whether points given by hand count."""
        return self is not Status.EXCUSED and self is not Status.DROPPED


UNSCORED = frozenset({Status.EXCUSED, Status.BEFORE_JOINING, Status.DROPPED})


class ItemResult(NamedTuple):
    """What somebody's work at an item comes to, whatever the time is.

    Of a question it is what a :class:`~games.assignments.models.Standing` holds. Of a lesson,
    *done* of *size* steps are done, *tries* counts the answers, *wrong* those at the step that
    took most of them, *stuck* those at the worst step that is left, and *hints* the hints of all
    steps.
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
        """How far somebody is; *seen* wrong answers have been seen to."""
        if self.is_done:
            return Status.COMPLETED
        wrong = self.wrong if self.stuck is None else self.stuck
        if wrong - seen >= STUCK:
            return Status.HELP_NEEDED
        return Status.NOT_STARTED if self.last_at is None else Status.STARTED

    def score(self, points: int) -> float:
        """What it brings at an item of so many points; a lesson counts by its steps."""
        if self.size:
            return round(points * self.done / self.size, 2)
        return points * self.worth


NOTHING = ItemResult()


@dataclass(slots=True)
class Cell:
    """One student at one item: the *status*, and the *result* of the work that counts there;
    *given* are the points that staff gave by hand."""

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
        """How many answers there are."""
        return self.result.tries

    @property
    def wrong(self) -> int:
        return self.result.wrong

    @property
    def hints(self) -> int:
        """The hints taken, in a lesson over all its steps."""
        return self.result.hints

    @property
    def done(self) -> int:
        """The steps of a lesson that are done."""
        return self.result.done

    @property
    def size(self) -> int:
        """The steps of a lesson."""
        return self.result.size

    @property
    def first_try(self) -> bool | None:
        """Whether the first answer was right, without help; None where nothing was answered, and
        for lessons."""
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
    def is_over(self) -> bool:
        """Whether nothing can be added any more."""
        return self.window.is_closed

    @property
    def is_check(self) -> bool:
        """Whether only the last answer counts."""
        return self.assignment.is_check

    @property
    def score(self) -> float:
        """The points reached, or given by hand."""
        return self.result.score(self.item.points) if self.given is None else self.given

    @property
    def is_scored(self) -> bool:
        """Whether it is among what counts for this student."""
        return self.given is not None or self.status.is_scored

    @property
    def grade(self) -> float | None:
        """The score for a gradebook: none where somebody is excused, joined later, or may yet
        begin, unless points were given by hand."""
        waits = self.status is Status.NOT_STARTED and self.given is None and not self.is_over
        return None if waits or not self.is_scored else self.score

    @property
    def word(self) -> str:
        """The status as its student reads it: what can no longer be begun was not answered."""
        if self.status is Status.NOT_STARTED and self.is_over and not self.item.is_lesson:
            return "No answer"
        return self.status.word

    @property
    def detail(self) -> str:
        """What a glance should add to the status: how it went, and with how much help."""
        parts = []
        if self.item.is_lesson:
            if self.done or self.wrong:
                parts.append(f"{self.done} of {self.size} steps")
        elif self.tries:
            parts.append("right" if self.solved else "wrong")
            if not self.is_check:
                parts.append("first try" if self.tries == 1 else f"{self.tries} tries")
        if self.hints:
            parts.append(self.help_words)
        if self.is_late:
            parts.append("late")
        return ", ".join(parts)

    @property
    def help_words(self) -> str:
        """The help taken, in words; in a game a move taken back is help too."""
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
    """The cell of an item; *seen* wrong answers have been seen to."""
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
    """Whether an item counts for a student. Of what was over before they joined, only two things
    do: the try that staff granted at a question, and a lesson finished in time for another class.
    """
    has_joined_in = result.is_done if item.is_lesson else result.is_begun
    return has_joined_in or not window.was_closed_before_joining
