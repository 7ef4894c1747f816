"""What a student has to do: over all classes, in one assignment, at one item."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.db.models import Q

from games.assignments.cells import Cell, Status
from games.assignments.models import Assignment, Item, ItemAttempt
from games.assignments.results import Report, reports
from games.assignments.revealing import reveals_at
from games.assignments.windows import Window, windows
from games.classes.models import Membership
from games.lessons.models import Lesson
from games.people.models import User
from games.play.models import Match

TIME_IS_UP = "Time is up. Answers are no longer accepted."
PLAYED = "You have played it out, and that counts."


@dataclass(frozen=True)
class Permission:
    """Whether something may be done: true, or false with the reason as a sentence."""

    reason: str = ""

    def __bool__(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class Work:
    """An assignment as one student has it."""

    assignment: Assignment
    membership: Membership
    window: Window
    report: Report

    @property
    def cells(self) -> Sequence[Cell]:
        return self.report.rows[0].cells

    @property
    def done(self) -> int:
        return sum(cell.status is Status.COMPLETED for cell in self.cells)

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def is_before_joining(self) -> bool:
        """Whether it was over when the student joined."""
        return bool(self.cells) and all(c.status is Status.BEFORE_JOINING for c in self.cells)

    @property
    def is_begun(self) -> bool:
        return any(cell.status is not Status.NOT_STARTED for cell in self.cells)

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do; a check that can be handed in waits for that."""
        waits = self.assignment.is_check and self.window.takes_answers
        handed_in = self.window.handed_in_at is not None
        return self.window.is_excused or handed_in or (self.done == self.size and not waits)

    @cached_property
    def reveals_at(self) -> datetime | None:
        """When a check shows what was right, as far as is known now."""
        return reveals_at(self.assignment)

    @property
    def shows_verdicts(self) -> bool:
        """Whether the student may see how an answer of theirs was: at once in practice, in a
        check when nobody can write any more."""
        return not self.assignment.is_check or self.is_revealed

    @property
    def is_revealed(self) -> bool:
        """Whether nothing can be added, and what was right and the result may be seen."""
        if not self.assignment.is_check:
            return self.window.is_over
        return self.reveals_at is not None and self.reveals_at <= self.window.now

    def may_answer(self, item: Item | None = None) -> Permission:
        """Whether an answer that arrives now counts, to *item* or to anything at all."""
        tries = sum(cell.tries for cell in self.cells if cell.item == item)
        if self.window.handed_in_at:
            where = " without an answer here" if item and not tries else ""
            return Permission(f"You have handed it in{where}, so nothing can be changed any more.")
        if not self.window.takes_answers or self.assignment.archived_at:
            return Permission(TIME_IS_UP)
        if item and item.is_game and tries and self.assignment.is_check:
            return Permission(PLAYED)
        return Permission()

    @property
    def next_place(self) -> int:
        """The number of the next item to do, 0 if there is none or time is over."""
        if not self.window.takes_answers:
            return 0
        open_ = (n for n, c in enumerate(self.cells, 1) if c.status is not Status.COMPLETED)
        return 0 if self.is_done else next(open_, 0)

    @property
    def score(self) -> float:
        return self.report.rows[0].score


def is_for(membership: Membership) -> Q:
    """Assignments meant for this student: for the whole class, a group of theirs, or them."""
    everybody = Q(groups=None, students=None)
    return everybody | Q(groups__in=membership.groups.all()) | Q(students=membership)


def everything(user: User) -> list[Work]:
    """What is open or over for a student, over all classes, what is due next first."""
    mine = {
        one.classroom_id: one
        for one in Membership.objects.active()
        .filter(user=user, classroom__archived_at=None)
        .select_related("user", "classroom")
    }
    meant = Q(pk=None)
    for one in mine.values():
        meant |= Q(classroom=one.classroom_id) & is_for(one)
    published = Assignment.objects.filter(meant, archived_at=None).exclude(published_at=None)
    listed = list(published.select_related("classroom").distinct())
    times = windows(listed, mine)
    shown = [one for one in listed if times[one.pk].is_open]
    told = reports([(one, [mine[one.classroom_id]]) for one in shown])
    found = [
        Work(one, mine[one.classroom_id], times[one.pk], own)
        for one, own in zip(shown, told, strict=True)
    ]
    with_due = [work for work in found if work.window.due_at]
    without = [work for work in found if not work.window.due_at]
    return sorted(with_due, key=lambda work: work.window.due_at or work.window.now) + without


def work_of(assignment: Assignment, membership: Membership) -> Work:
    """One assignment for one student."""
    times = windows([assignment], {assignment.classroom_id: membership})
    [own] = reports([(assignment, [membership])])
    return Work(assignment, membership, times[assignment.pk], own)


def begun_checks(user: User) -> list[tuple[Assignment, datetime]]:
    """The checks a student has begun and that still run, each with the time when it closes.

    Having left the class changes nothing.
    """
    mine = {
        one.classroom_id: one
        for one in Membership.objects.filter(user=user, classroom__archived_at=None)
    }
    begun = Q(items__attempts__membership__user=user) | Q(starts__membership__user=user)
    checks = Assignment.objects.filter(begun, mode=Assignment.Mode.CHECK, archived_at=None)
    listed = list(checks.filter(classroom__in=mine).select_related("classroom").distinct())
    times = windows(listed, mine)
    running = [(one, times[one.pk].closes_at) for one in listed if not times[one.pk].is_over]
    return [(one, closes_at) for one, closes_at in running if closes_at is not None]


def assigned(user: User, lesson: Lesson) -> list[Assignment]:
    """The open assignments of a student that hold this lesson."""
    mine = Membership.objects.active().filter(user=user, classroom__archived_at=None)
    holding = Assignment.objects.filter(
        items__lesson=lesson, classroom__memberships__in=mine, archived_at=None
    )
    return [one for one in holding.distinct() if one.is_open()]


def attempt_of(match: Match) -> ItemAttempt | None:
    """The try a game belongs to, with its assignment and its student."""
    attempts = ItemAttempt.objects.select_related(
        "item__assignment__classroom", "membership__user", "membership__classroom"
    )
    return attempts.filter(match=match).first()


def item_at(work: Work, place: int) -> Item | None:
    """The item with this number, from 1."""
    return work.cells[place - 1].item if 1 <= place <= work.size else None
