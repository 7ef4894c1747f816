"""When a test shows the right answers: never while a student may still answer.

A student who could have seen the right answers cannot answer any more. A later change of times must
not reopen a test, so the moment is stored before times change (:func:`keep_revealed`).
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, FilteredRelation, Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from games.teach.classes.models import Classroom, Membership
from games.teach.classes.teaching import times_change
from games.teach.work.models import Assignment, Override, Start
from games.teach.work.windows import GRACE, window
from games.web.written_once import written_once


def reveals_at(check: Assignment) -> datetime | None:
    """When everybody's time is over, including the grace period; None for a test without an end."""
    if check.revealed_at or check.closes_at is None:
        return check.revealed_at
    return max([check.closes_at, *_later_ends(check)]) + GRACE


def _later_ends(check: Assignment) -> list[datetime]:
    """The ends of students who have more time than the others and have not handed in."""
    ends = []
    for membership in _with_more_time(check.pk, check.classroom_id):
        override, start = (getattr(membership, name, None) for name in ("override", "start"))
        if start is not None:
            start.assignment, start.membership = check, membership
        times = window(check, membership, override, start)
        if not times.is_excused and not times.handed_in_at and times.last_moment:
            ends.append(times.last_moment)
    return ends


@written_once
def _with_more_time(check: uuid.UUID, classroom: uuid.UUID) -> QuerySet[Membership]:
    """The students of a test with extra time, special terms, or times of their section."""
    limited = Exists(Assignment.groups.through.objects.filter(assignment=check)) | Exists(
        Assignment.students.through.objects.filter(assignment=check)
    )
    people = Membership.objects.active().filter(
        ~limited | Q(groups__assignments=check) | Q(assignments=check), classroom=classroom
    )
    granted = FilteredRelation("overrides", condition=Q(overrides__assignment=check))
    begun = FilteredRelation("starts", condition=Q(starts__assignment=check))
    more: Any = people.annotate(override=granted, start=begun).distinct()
    of_section = Q(section__times__assignment=check)
    have_more = Q(extra_days__gt=0) | Q(override__isnull=False) | of_section
    rows: QuerySet[Membership] = more.filter(have_more).select_related("override", "start")
    return rows


def is_revealed(check: Assignment) -> bool:
    """Whether the right answers may be shown; no student's time ends before the test closes."""
    now = timezone.now()
    if not check.revealed_at and (check.closes_at is None or check.closes_at + GRACE > now):
        return False
    moment = reveals_at(check)
    return moment is not None and moment <= now


@dataclass(frozen=True)
class Withheld:
    """Results that students may not read yet: of tests that are not over (*tests*), and of students
    who have another try at one that is (*again*, by test and membership)."""

    tests: frozenset[uuid.UUID]
    again: frozenset[tuple[uuid.UUID, uuid.UUID]]

    def covers(self, assignment: uuid.UUID, membership: uuid.UUID) -> bool:
        """Whether nobody may tell this student the result yet."""
        return assignment in self.tests or (assignment, membership) in self.again


def withheld(assignments: QuerySet[Assignment]) -> Withheld:
    """What students may not read yet of these assignments. Everything that tells a student, or
    another site, about right and wrong asks here first."""
    checks = list(assignments.filter(mode=Assignment.Mode.TEST))
    secret = frozenset(check.pk for check in checks if not is_revealed(check))
    over = [check.pk for check in checks if check.pk not in secret]
    about = ("membership", "assignment__classroom")
    granted = Override.objects.filter(assignment__in=over, reopened_at__isnull=False)
    reopened = list(granted.select_related(*about).prefetch_related("assignment__section_times"))
    begun = Start.objects.filter(
        assignment__in={one.assignment_id for one in reopened},
        membership__in={one.membership_id for one in reopened},
    )
    starts = {
        (start.assignment_id, start.membership_id): start for start in begun.select_related(*about)
    }
    again = {
        key
        for one in reopened
        for key in [(one.assignment_id, one.membership_id)]
        if window(one.assignment, one.membership, one, starts.get(key)).is_open_again
    }
    return Withheld(secret, frozenset(again))


def keep_revealed(assignments: QuerySet[Assignment]) -> None:
    """Store which of these tests have shown the right answers. Call it before times change."""
    checks = assignments.filter(mode=Assignment.Mode.TEST, revealed_at=None)
    for check in checks.exclude(published_at=None).filter(closes_at__lte=timezone.now()):
        if is_revealed(check):
            Assignment.objects.filter(pk=check.pk).update(revealed_at=reveals_at(check))


@receiver(times_change)
def keep_revealed_in_class(classroom: Classroom, **rest: Any) -> None:
    """The same for every test of a class in which a student's times are about to change."""
    keep_revealed(classroom.assignments.all())
