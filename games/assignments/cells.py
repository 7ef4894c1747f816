"""One student at one item: a status, a score, and what they are read from."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from games.assignments.models import Assignment, Item, ItemAttempt
from games.assignments.windows import Window
from games.classes.models import Membership
from games.lessons.models import Step, StepRecord
from games.web.prepared import among

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

    @property
    def icon(self) -> str:
        return self.value[0]

    @property
    def word(self) -> str:
        return self.value[1]

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def is_scored(self) -> bool:
        """Whether nothing done counts as no points, rather than as no score."""
        return self not in (Status.EXCUSED, Status.BEFORE_JOINING, Status.DROPPED)

    @property
    def takes_points(self) -> bool:
        """Whether points given by hand count."""
        return self not in (Status.EXCUSED, Status.DROPPED)


HINT_SHARES = {
    Assignment.HintCost.NONE: 1.0,
    Assignment.HintCost.HALF: 0.5,
    Assignment.HintCost.ALL: 0.0,
}
"""The share of its points that an exercise solved with help is worth."""


@dataclass(frozen=True)
class Cell:
    """One student at one item. *tries* counts answers, *first_try* is None where nothing was
    answered and for lessons, *hints* counts the hints taken (in a lesson over all its steps),
    *done* and *size* count the steps of a lesson; *is_over* says that nothing can be added any
    more, *is_check* that only the last answer counts. *share* is what a right answer is worth
    with the help that was taken, *given* the points that staff gave by hand."""

    membership: Membership
    item: Item
    status: Status
    solved: bool = False
    tries: int = 0
    wrong: int = 0
    first_try: bool | None = None
    hints: int = 0
    last_at: datetime | None = None
    completed_at: datetime | None = None
    is_late: bool = False
    is_over: bool = False
    is_check: bool = False
    done: int = 0
    size: int = 0
    share: float = 1.0
    given: float | None = None

    @property
    def score(self) -> float:
        """The points reached, or given by hand."""
        if self.given is not None:
            return self.given
        if self.item.is_lesson:
            return lesson_score(self.item.points, self.done, self.size)
        return self.item.points * self.share if self.solved else 0.0

    @property
    def is_scored(self) -> bool:
        """Whether it is among what counts for this student."""
        return self.status.is_scored or self.given is not None

    @property
    def grade(self) -> float | None:
        """The score for a gradebook: none where somebody is excused, joined later, or may yet
        begin, unless points were given by hand."""
        waits = self.status is Status.NOT_STARTED and not self.is_over and self.given is None
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


def completes_exercise(assignment: Assignment, solved: object, answered: object) -> bool:
    """Whether a student is through with an exercise: has solved it, or in a check answered it."""
    return bool(solved or (assignment.is_check and answered))


def completes_lesson(steps: int, left: int) -> bool:
    """Whether a student is through with a lesson: it has steps, and none of them is left."""
    return steps > 0 and not left


class Tried(NamedTuple):
    """A try at an exercise, as far as a cell is read from it."""

    solved: bool | None
    hint_tier: int
    answered_at: datetime | None
    created_at: datetime


class Summary(NamedTuple):
    """What a student's answers to an exercise come to: how many there are and how many wrong,
    whether the one that counts is right, whether the first was right without help, and whether
    there was help up to the right one."""

    tries: int
    wrong: int
    is_right: bool
    at_once: bool
    is_helped: bool

    def status(self, assignment: Assignment, seen: int) -> Status:
        """How far this student is, who has begun; *seen* wrong answers have been seen to."""
        if completes_exercise(assignment, self.is_right, self.tries):
            return Status.COMPLETED
        return Status.HELP_NEEDED if self.wrong - seen >= STUCK else Status.STARTED

    def share(self, assignment: Assignment) -> float:
        """The share of its points that the right answer brings."""
        return HINT_SHARES[Assignment.HintCost(assignment.hint_cost)] if self.is_helped else 1.0


def exercise_cell(
    assignment: Assignment,
    person: Membership,
    item: Item,
    tried: list[Tried],
    *,
    window: Window,
    seen: int,
) -> Cell:
    """The cell of an exercise; *seen* wrong answers have been seen to."""
    if item.is_dropped:
        return Cell(person, item, Status.DROPPED)
    if window.is_excused:
        return Cell(person, item, Status.EXCUSED)
    if not tried and window.was_closed_before_joining:
        return Cell(person, item, Status.BEFORE_JOINING, is_over=True)
    if not tried:
        return Cell(person, item, Status.NOT_STARTED, is_over=window.is_closed)
    answered = [attempt for attempt in tried if attempt.solved is not None]
    right = counting_answer(assignment, answered)
    before = answered[: answered.index(right) + 1] if right else []
    told = Summary(
        tries=len(answered),
        wrong=sum(not attempt.solved for attempt in answered),
        is_right=right is not None,
        at_once=bool(answered and answered[0].solved and not answered[0].hint_tier),
        is_helped=any(attempt.hint_tier for attempt in before),
    )
    status = told.status(assignment, seen)
    ended = (right or answered[0]).answered_at if status is Status.COMPLETED else None
    return Cell(
        person,
        item,
        status,
        solved=told.is_right,
        tries=told.tries,
        wrong=told.wrong,
        first_try=told.at_once if answered else None,
        hints=max(attempt.hint_tier for attempt in tried),
        last_at=max((a.answered_at or a.created_at for a in tried), default=None),
        completed_at=ended,
        is_late=window.was_late(ended),
        is_over=window.is_closed,
        is_check=assignment.is_check,
        share=told.share(assignment),
    )


def counting_answer(assignment: Assignment, answered: list[Tried]) -> Tried | None:
    """The right answer that counts, if there is one: the first, or where the last answer counts,
    that one."""
    if assignment.keeps == Assignment.Keeps.LATEST:
        answered = answered[-1:]
    return next((attempt for attempt in answered if attempt.solved), None)


def lesson_status(size: int, done: int, stuck: int, *, begun: bool) -> Status:
    """How far somebody is with a lesson of *size* steps, *stuck* times wrong at one of those that
    are left; *begun* says that something was answered."""
    if completes_lesson(size, size - done):
        return Status.COMPLETED
    if stuck >= STUCK:
        return Status.HELP_NEEDED
    return Status.STARTED if done or begun else Status.NOT_STARTED


def lesson_score(points: int, done: int, size: int) -> float:
    """A lesson counts by its steps."""
    return round(points * done / size, 2) if size else 0.0


def with_completion(
    items: QuerySet[Item], people: Collection[Any], users: Collection[Any]
) -> QuerySet[Item]:
    """Each item with what says whether a student is through with it while the assignment runs,
    asked in the same query. *people* are one student's memberships, *users* their account."""
    tries = ItemAttempt.objects.filter(
        among("membership", people), item=OuterRef("pk"), set_aside_by=None
    )
    last = tries.exclude(solved=None).order_by("-answered_at", "-created_at")
    steps = Step.objects.filter(lesson=OuterRef("lesson")).exclude(order=None)
    done = StepRecord.objects.filter(among("user", users), step=OuterRef("pk"))
    done = done.exclude(done_at=None)
    return items.annotate(
        solved=Exists(tries.filter(solved=True)),
        answered=Exists(last),
        last_solved=Subquery(last.values("solved")[:1]),
        steps=Exists(steps),
        left=Exists(steps.exclude(Exists(done))),
    )


def brief_cell(assignment: Assignment, person: Membership, item: Any) -> Cell:
    """The cell of an item that was read with its completion."""
    if item.is_dropped:
        return Cell(person, item, Status.DROPPED)
    if item.is_lesson:
        completed = completes_lesson(item.steps, item.left)
    else:
        is_last = assignment.keeps == Assignment.Keeps.LATEST
        solved = item.last_solved if is_last else item.solved
        completed = completes_exercise(assignment, solved, item.answered)
    return Cell(person, item, Status.COMPLETED if completed else Status.NOT_STARTED)
