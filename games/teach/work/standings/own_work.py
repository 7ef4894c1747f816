"""A student's work: over all classes, in one assignment, at one question."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from games.boards.thumbnails import drawn
from games.learn.lessons.models import Lesson
from games.people.models import User
from games.play.models import Match
from games.questions.marks import ResultMark, StripMark, strip
from games.teach.classes.models import ARCHIVED, Group, Membership
from games.teach.work.models import AnotherTry, Assignment, Item, ItemAttempt, Override
from games.teach.work.standings.cells import Cell, Status
from games.teach.work.standings.own_positions import in_own_order
from games.teach.work.standings.reports import AssignmentReport, reports
from games.teach.work.standings.revealing import is_revealed, reveals_at
from games.teach.work.windows import (
    Window,
    has_opened,
    rows_with_times,
    windows,
    windows_of,
    with_times,
)
from games.web.written_once import written_once

TIME_IS_UP = "Time’s up. New answers don’t count."
PLAYED = "You’ve played this game to the end, and the result counts."
DROPPED = "Your instructor has dropped this question. It no longer counts."
WITHDRAWN = "Your instructor has withdrawn this assignment."
NOT_REOPENED = "You can only answer the questions that your instructor opened again."


@dataclass(frozen=True)
class Permission:
    """Whether something is allowed: true, or false with the reason as a sentence."""

    reason: str = ""

    def __bool__(self) -> bool:
        return not self.reason


@dataclass(frozen=True)
class Work:
    """An assignment for one student: the *cells* in the student's order. *reopened* has the keys of
    the items that another try has reopened, if it reopened only some."""

    assignment: Assignment
    membership: Membership
    window: Window
    report: AssignmentReport
    reopened: frozenset[int] | None = None

    @cached_property
    def cells(self) -> Sequence[Cell]:
        return in_own_order(self.assignment, self.membership, self.report.rows[0].cells)

    def place_of(self, item: Item) -> int:
        """The number of an item for this student, from 1."""
        return next(place for place, cell in enumerate(self.cells, 1) if cell.item == item)

    @property
    def strip(self) -> SafeString:
        """The marks for a list. Those of a test say only what is answered, because each test would
        have to be asked whether it shows more by now; its own page says more."""
        told = []
        for cell in self.cells:
            if cell.tries and self.assignment.is_test:
                told.append(StripMark(ResultMark.OPEN, "Answered"))
            else:
                detail = f", {cell.detail}" if cell.detail else ""
                told.append(StripMark(cell.mark, f"{cell.word}{detail}"))
        return strip(self.assignment.title, told)

    @property
    def picture(self) -> SafeString:
        """The board of the next question, or of the first if nothing is to do; empty for a lesson,
        and before the time of a test has begun."""
        if self.window.needs_start or not self.cells:
            return SafeString()
        item = self.cells[max(self.next_place, 1) - 1].item
        if item.is_lesson:
            return SafeString()
        return drawn(item.ruleset, item.position, speaks=False)

    @property
    def done(self) -> int:
        return sum(cell.status is Status.COMPLETED for cell in self.cells)

    @property
    def size(self) -> int:
        """The number of items to do."""
        return sum(cell.status is not Status.DROPPED for cell in self.cells)

    @property
    def is_before_joining(self) -> bool:
        """Whether it had closed when the student joined."""
        statuses = {cell.status for cell in self.cells} - {Status.DROPPED}
        return statuses == {Status.BEFORE_JOINING}

    @property
    def is_archived(self) -> bool:
        """Whether its class is archived, so that it can only be read."""
        return self.assignment.classroom.archived_at is not None

    @property
    def try_words(self) -> list[str]:
        """What each try earns, for each sort of question."""
        items = [cell.item for cell in self.cells if cell.status is not Status.DROPPED]
        return self.assignment.try_words(items)

    @property
    def is_begun(self) -> bool:
        return not self.report.rows[0].is_idle

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to do; a test that can be handed in is not done before that."""
        waits = self.assignment.is_test and bool(self.may_answer())
        handed_in = self.window.handed_in_at is not None
        return self.window.is_excused or handed_in or (self.done == self.size and not waits)

    @cached_property
    def reveals_at(self) -> datetime | None:
        """When a test shows the right answers, as far as is known now."""
        return reveals_at(self.assignment)

    @cached_property
    def shows_verdicts(self) -> bool:
        """Whether the student may see verdicts: in practice at once, in a test when no student can
        answer any more."""
        return not self.assignment.is_test or self.is_revealed

    @cached_property
    def is_revealed(self) -> bool:
        """Whether nothing can be added any more, and the right answers and the result may be
        shown."""
        if not self.assignment.is_test:
            return self.window.is_over
        return is_revealed(self.assignment) and not self.window.is_open_again

    def may_answer(self, item: Item | None = None) -> Permission:
        """Whether an answer that arrives now counts, to *item* or to anything at all."""
        if self.is_archived:
            return Permission(ARCHIVED)
        if self.window.handed_in_at:
            where = " without an answer here" if item and not self._tries_at(item) else ""
            return Permission(f"You handed it in{where}, so you can’t change anything now.")
        if not self.window.takes_answers or self.assignment.archived_at:
            return Permission(TIME_IS_UP)
        if item and item.is_dropped:
            return Permission(DROPPED)
        if item and not self.is_opened(item):
            return Permission(NOT_REOPENED)
        if item and item.is_game and self.assignment.is_test and self._tries_at(item):
            return Permission(PLAYED)
        return Permission()

    def _tries_at(self, item: Item) -> int:
        return sum(cell.tries for cell in self.cells if cell.item == item)

    def may_start(self) -> Permission:
        """Whether a test with a time limit can be started now."""
        if self.is_archived:
            return Permission(ARCHIVED)
        times = self.window
        is_open = times.has_opened and not times.is_closed and not times.is_revealed
        return Permission("" if is_open else TIME_IS_UP)

    @property
    def has_time(self) -> bool:
        """Whether there is time to answer, now or after starting."""
        may_begin = self.window.needs_start and bool(self.may_start())
        return (bool(self.may_answer()) or may_begin) and not self.window.is_time_up

    def is_opened(self, item: Item) -> bool:
        """Whether the item is open, even if another try reopened only some."""
        return self.reopened is None or item.pk in self.reopened

    @property
    def next_place(self) -> int:
        """The number of the next item to do; 0 if there is none or time is over."""
        if not self.may_answer():
            return 0
        done = (Status.COMPLETED, Status.DROPPED)
        places = enumerate(self.cells, 1)
        open_numbers = (n for n, c in places if c.status not in done and self.is_opened(c.item))
        return 0 if self.is_done else next(open_numbers, 0)

    @property
    def score(self) -> float:
        return self.report.rows[0].score

    @property
    def has_points(self) -> bool:
        """Whether anything that counts was started or given."""
        return self.report.rows[0].grade is not None

    @property
    def is_given(self) -> bool:
        """Whether staff gave the score by hand for the whole assignment."""
        return self.report.rows[0].given is not None


def is_for(membership: Membership) -> Q:
    """The condition that an assignment is for this student: for the whole class, one of their
    groups, or them."""
    everybody = Q(groups=None, students=None)
    asked: Any = membership
    theirs = Group.objects.filter(memberships=asked)
    return everybody | Q(groups__in=theirs) | Q(students=membership)


def _works(
    timed: Sequence[tuple[Assignment, Window, Override | None]],
    memberships: Collection[Membership],
    *,
    only_done: bool = False,
) -> list[Work]:
    own = {membership.classroom_id: membership for membership in memberships}
    read = reports(
        [(assignment, [own[assignment.classroom_id]]) for assignment, _, _ in timed],
        windows={
            assignment.pk: {own[assignment.classroom_id].user_id: times}
            for assignment, times, _ in timed
        },
        only_done=only_done,
    )
    again = {assignment.pk: times for assignment, times, _ in timed if times.is_open_again}
    opened = reopened_items(again, memberships)
    return [
        Work(assignment, own[assignment.classroom_id], times, report, opened.get(assignment.pk))
        for (assignment, times, _), report in zip(timed, read, strict=True)
    ]


def reopened_items(
    again: Mapping[uuid.UUID, Window], memberships: Collection[Membership]
) -> dict[uuid.UUID, frozenset[int]]:
    """The items of these assignments that other tries have reopened, if they reopened only some."""
    if not again:
        return {}
    granted: dict[uuid.UUID, set[int | None]] = defaultdict(set)
    tries = AnotherTry.objects.filter(
        assignment__in=list(again), membership__in=memberships, taken_back_at=None
    )
    for assignment, item, at in tries.values_list("assignment_id", "item_id", "at"):
        if at >= (again[assignment].reopened_at or at):
            granted[assignment].add(item)
    return {
        assignment: frozenset(filter(None, items))
        for assignment, items in granted.items()
        if None not in items
    }


def is_open(section: int | None, now: datetime) -> Q:
    """The condition that a student of this section, or of none, can see an assignment that is for
    them."""
    return has_opened(section, now) & Q(published_at__isnull=False, archived_at=None)


def open_work(assignment: uuid.UUID, membership: Membership) -> Work | None:
    """The work of a student on an assignment, if it is open and meant for them."""
    people = [membership]
    timed = windows_of(_open_to(people, assignment), people)
    return next(iter(_works(timed, people)), None) if timed else None


def works_in(memberships: Collection[Membership]) -> list[Work]:
    """What is open or over for the student with these memberships; what is due next comes first."""
    people = list(memberships)
    timed = windows_of(_open_to(people), people) if people else []
    return _by_due(_works(timed, people) if timed else [])


def _by_due(every: Sequence[Work]) -> list[Work]:
    with_due = [work for work in every if work.window.due_at]
    without = [work for work in every if not work.window.due_at]
    return sorted(with_due, key=lambda work: work.window.due_at or work.window.now) + without


def _open_to(
    memberships: Sequence[Membership], assignment: uuid.UUID | None = None
) -> list[Assignment]:
    """The open assignments for the student with these memberships, or one of them."""
    classes = [membership.classroom_id for membership in memberships]
    sections = [membership.section_id for membership in memberships]
    return _open_assignments(memberships, classes, sections, timezone.now(), assignment)


@written_once
def _open_assignments(
    memberships: Sequence[Membership],
    classes: Sequence[uuid.UUID],
    sections: Sequence[int | None],
    now: datetime,
    assignment: uuid.UUID | None,
) -> QuerySet[Assignment]:
    theirs = (
        Q(classroom=classroom) & is_for(membership) & is_open(section, now)
        for membership, classroom, section in zip(memberships, classes, sections, strict=True)
    )
    meant = Assignment.objects.filter(reduce(or_, theirs))
    rows: QuerySet[Assignment] = with_times(
        meant if assignment is None else meant.filter(pk=assignment), memberships
    )
    return rows


def everything(user: User) -> list[Work]:
    """The same for a student over all classes."""
    return works_in(_own_places(user))


def next_work(user: User) -> Work | None:
    """The assignment to continue with, over all classes. It has read only what is done."""
    people = _own_places(user)
    meant = windows_of(_open_to(people), people) if people else []
    timed = [one for one in meant if one[1].takes_answers]
    every = _works(timed, people, only_done=True) if timed else []
    return next((work for work in _by_due(every) if work.next_place), None)


def _own_places(user: User) -> list[Membership]:
    """The places of a student in running classes."""
    places = _running_places(user.pk)
    for place in places:
        place.user = user
    return places


@written_once
def _running_places(user: int) -> QuerySet[Membership]:
    running = Membership.objects.active().filter(user=user, classroom__archived_at=None)
    return running.select_related("classroom")


def work_of(assignment: Assignment, membership: Membership) -> Work:
    """One assignment for one student."""
    people = [membership]
    [work] = _works(windows_of(rows_with_times(assignment.pk, membership), people), people)
    return work


def begun_tests(user: User) -> list[tuple[Assignment, datetime]]:
    """The running tests that a student has started, each with its closing time.

    They include those of classes that the student has left.
    """
    memberships = list(Membership.objects.filter(user=user, classroom__archived_at=None))
    begun = Q(items__attempts__membership__user=user) | Q(starts__membership__user=user)
    checks = Assignment.objects.filter(begun, mode=Assignment.Mode.TEST, archived_at=None)
    classes = [membership.classroom_id for membership in memberships]
    return [
        (check, times.closes_at)
        for check, times, _ in windows(checks.filter(classroom__in=classes), memberships)
        if times.closes_at is not None and not times.is_over
    ]


def assigned(user: User, lesson: Lesson) -> list[Assignment]:
    """A student's open assignments that contain this lesson."""
    now = timezone.now()
    theirs = [
        Q(classroom=place.classroom_id) & is_open(place.section_id, now)
        for place in _own_places(user)
    ]
    if not theirs:
        return []
    assignments = Assignment.objects.filter(reduce(or_, theirs))
    holds = assignments.filter(items__lesson=lesson, items__dropped_at=None)
    return list(holds.distinct())


def attempt_of(match: Match) -> ItemAttempt | None:
    """The try that a game belongs to, with its assignment and its student."""
    attempts = ItemAttempt.objects.select_related(
        "item__assignment__classroom", "membership__user", "membership__classroom"
    )
    return attempts.filter(match=match).first()
