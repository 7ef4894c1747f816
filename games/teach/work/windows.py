"""The times of an assignment for one student: opening, due, closing, time left; and those of a
section of its class, instead of those of the class."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import models
from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.utils import timezone

from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.models import Assignment, Override, Start
from games.web.written_once import written_once
from solver.teaching import counted


class SectionTimes(models.Model):
    """The opening, due and closing times of one section. An empty time is the same as that of the
    class."""

    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="section_times"
    )
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="times")
    opens_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "section times"
        constraints = (
            models.UniqueConstraint(
                fields=["assignment", "section"], name="one_set_of_times_for_a_section"
            ),
        )

    def __str__(self) -> str:
        return f"{self.assignment}, {self.section}"


def has_opened(section: int | None, now: datetime) -> Q:
    """The condition that an assignment is open to students of a section, or to those without
    one."""
    begun = Q(opens_at=None) | Q(opens_at__lte=now)
    if section is None:
        return begun
    own = SectionTimes.objects.filter(assignment=OuterRef("pk"), section=section)
    own = own.exclude(opens_at=None)
    return Q(Exists(own.filter(opens_at__lte=now))) | (~Q(Exists(own)) & begun)


def read_section_times(assignments: Iterable[Assignment], people: Iterable[Membership]) -> None:
    """Read the times of all sections at once, if any of these people is in one."""
    some = list(assignments)
    if any(person.section_id for person in people):
        models.prefetch_related_objects(some, "section_times")


def every_time(assignment: Assignment, name: str) -> list[datetime]:
    """All times of an assignment with this name, such as ``closes_at``: those of the class and of
    its sections, earliest first."""
    rows: list[Any] = [assignment, *assignment.times_by_section.values()]
    return sorted(at for row in rows if (at := getattr(row, name)))


GRACE = timedelta(seconds=30)
"""Extra time for an answer that was sent before the end."""


class Window(NamedTuple):
    """The times of an assignment for one student: those of the section, plus extra time.

    *time_limit* is the time limit of a test from its start, if it has one, and *ends_at* the end of
    that time, once the student has started. *was_revealed* says that the right answers were shown
    before times were changed. *reopened_at* is when another try reopened it for this student.
    """

    opens_at: datetime | None
    due_at: datetime | None
    closes_at: datetime | None
    time_limit: timedelta | None
    ends_at: datetime | None
    needs_start: bool
    is_excused: bool
    handed_in_at: datetime | None
    was_revealed: bool
    reopened_at: datetime | None
    reopened_until: datetime | None
    joined_at: datetime
    now: datetime

    @property
    def has_opened(self) -> bool:
        """Whether the opening time has come."""
        return self.opens_at is None or self.opens_at <= self.now

    @property
    def is_closed(self) -> bool:
        """Whether it has closed for this student."""
        return self.closes_at is not None and self.closes_at <= self.now

    @property
    def is_over(self) -> bool:
        """Whether the grace period after closing is over too."""
        return self.closes_at is not None and self.closes_at + GRACE <= self.now

    @property
    def last_moment(self) -> datetime | None:
        """The last moment of this student's time."""
        return min(filter(None, (self.closes_at, self.ends_at)), default=None)

    @property
    def was_closed_before_joining(self) -> bool:
        """Whether it closed before this student joined the class."""
        return self.closes_at is not None and self.closes_at <= self.joined_at

    @property
    def is_late(self) -> bool:
        return self.due_at is not None and self.due_at <= self.now

    def was_late(self, at: datetime | None) -> bool:
        """Whether work done at this time was late for this student."""
        is_again = at is not None and self.reopened_at is not None and at >= self.reopened_at
        return at is not None and self.due_at is not None and at > self.due_at and not is_again

    def days_late(self, at: datetime | None) -> int:
        """How many days late work done at this time was, rounded up. An answer within the grace
        period is not late."""
        if at is None or self.due_at is None or not self.was_late(at):
            return 0
        return -(-max(at - self.due_at - GRACE, timedelta()) // timedelta(days=1))

    def was_closed(self, at: datetime) -> bool:
        """Whether work done at this time came after closing and so does not count."""
        return self.closes_at is not None and at > self.closes_at + GRACE

    @property
    def takes_answers(self) -> bool:
        """Whether an answer that arrives now counts."""
        waits = not self.has_opened or self.needs_start
        return not waits and not self.is_finished and not self.is_revealed

    @property
    def is_finished(self) -> bool:
        """Whether the student has handed it in or has no time left."""
        end = self.last_moment
        over = end is not None and end + GRACE <= self.now
        return over or self.handed_in_at is not None

    @property
    def is_open_again(self) -> bool:
        """Whether another try has reopened it and is still open."""
        until = self.reopened_until
        lasts = until is None or until + GRACE > self.now
        return self.reopened_at is not None and lasts and not self.is_finished

    @property
    def is_revealed(self) -> bool:
        """Whether the right answers were shown, so that nothing more counts."""
        return self.was_revealed and not self.is_open_again

    @property
    def is_time_up(self) -> bool:
        """Whether the last moment has passed, even if the grace period has not."""
        return self.last_moment is not None and self.last_moment <= self.now

    @property
    def closes_first(self) -> bool:
        """Whether a started test closes before its time limit ends."""
        return self.ends_at is not None and self.last_moment != self.ends_at

    @property
    def time_left(self) -> str:
        """The time left in a started test with a time limit, in words; empty if there is none."""
        if self.ends_at is None or self.last_moment is None or self.is_time_up:
            return ""
        minutes = _minutes(self.last_moment - self.now)
        return f"{_in_words(minutes).capitalize()} {'are' if minutes > 1 else 'is'} left"

    @property
    def whole_time(self) -> str:
        """The time limit of a test for this student, in words."""
        return _in_words(_minutes(self.time_limit)) if self.time_limit else ""

    @property
    def cut_short(self) -> str:
        """A warning to a student who starts now and has less time than the limit allows, as a
        sentence; usually empty."""
        if self.time_limit is None or self.closes_at is None or self.is_closed:
            return ""
        minutes_left, limit = _minutes(self.closes_at - self.now), _minutes(self.time_limit)
        if not self.needs_start or minutes_left >= limit:
            return ""
        left_over = _in_words(minutes_left)
        return f"It closes in {left_over}, so you have {left_over}, not {limit}."


def _minutes(time: timedelta) -> int:
    """A time in minutes, rounded."""
    return round(time.total_seconds() / 60)


def _in_words(minutes: int) -> str:
    return counted(minutes, "minute") if minutes else "less than a minute"


def window(
    assignment: Assignment,
    membership: Membership,
    override: Override | None = None,
    start: Start | None = None,
    now: datetime | None = None,
) -> Window:
    """The window of *assignment* for one student."""
    extra = timedelta(days=membership.extra_days)
    extra += override.more_time if override else timedelta()
    opens_at, *times = assignment.times_in(membership.section_id)
    due_at, closes_at = (at + extra if at else None for at in times)
    if override and override.extended_to:
        due_at, closes_at = (
            max(at, override.extended_to) if at else None for at in (due_at, closes_at)
        )
    if closes_at and override and override.reopened_until:
        closes_at = max(closes_at, override.reopened_until)
    return Window(
        opens_at=opens_at,
        due_at=due_at,
        closes_at=closes_at,
        time_limit=assignment.time_for(membership),
        ends_at=start.ends_at() if start else None,
        needs_start=assignment.minutes is not None and start is None,
        is_excused=bool(override and override.is_excused),
        handed_in_at=start.handed_in_at if start else None,
        was_revealed=assignment.revealed_at is not None,
        reopened_at=override.reopened_at if override else None,
        reopened_until=override.reopened_until if override else None,
        joined_at=membership.joined_at,
        now=now or timezone.now(),
    )


def with_overrides(assignments: QuerySet[Assignment], people: Iterable[Membership]) -> Any:
    """Each assignment once for every *override* of these people, or once without one."""
    with_classes: Any = assignments.select_related("classroom")
    everybody = list(people)
    if not everybody:  # a condition that is never true would drop the assignments, too
        return with_classes
    if any(person.section_id for person in everybody):
        with_classes = with_classes.prefetch_related("section_times")
    theirs = FilteredRelation("overrides", condition=Q(overrides__membership__in=everybody))
    return with_classes.annotate(override=theirs).select_related("override")


def with_times(assignments: QuerySet[Assignment], memberships: Iterable[Any]) -> Any:
    """Each assignment with the special terms of the student with these *memberships*, and their
    start."""
    begun = FilteredRelation("starts", condition=Q(starts__membership__in=memberships))
    rows = with_overrides(assignments, memberships).annotate(start=begun)
    return rows.select_related("start").distinct()


def windows(
    assignments: QuerySet[Assignment], memberships: Collection[Membership]
) -> list[tuple[Assignment, Window, Override | None]]:
    """Assignments with their windows and special terms for the student with these *memberships*, in
    one query."""
    return windows_of(list(with_times(assignments, memberships)), memberships)


def window_now(assignment: Assignment, membership: Membership) -> tuple[Assignment, Window]:
    """An assignment as it is stored now, with its window for this student."""
    rows = rows_with_times(assignment.pk, membership)
    [(current, times, _)] = windows_of(rows, [membership])
    return current, times


@written_once
def rows_with_times(assignment: UUID, membership: Membership) -> QuerySet[Assignment]:
    """One assignment as :func:`with_times` reads it."""
    rows: QuerySet[Assignment] = with_times(Assignment.objects.filter(pk=assignment), [membership])
    return rows


def windows_of(
    rows: Sequence[Any], memberships: Collection[Membership]
) -> list[tuple[Assignment, Window, Override | None]]:
    """The same for assignments that were read with :func:`with_times`."""
    own = {membership.classroom_id: membership for membership in memberships}
    timed = []
    read_section_times(rows, memberships)
    for assignment in rows:
        membership = own[assignment.classroom_id]
        override, start = (getattr(assignment, name, None) for name in ("override", "start"))
        if start is not None:
            start.assignment, start.membership = assignment, membership
        timed.append((assignment, window(assignment, membership, override, start), override))
    return timed
