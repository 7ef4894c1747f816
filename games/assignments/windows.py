"""When an assignment can be worked at, for one student: opening, due, closing, time left."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet
from django.utils import timezone

from games.assignments.models import Assignment, Override, Start
from games.classes.models import Membership
from solver import counted

GRACE = timedelta(seconds=30)
"""For an answer that was on its way when the time ended."""


@dataclass(frozen=True)
class Window:
    """The times of an assignment for one student, extra days counted in.

    *time_limit* is the time a check takes from its start, if it is limited, and *ends_at* the end
    of that time, once it was started; *was_revealed* says
    that what was right was shown before times were changed. Another try may have opened it again
    for this student, from *reopened_at* on.
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
        """Whether the time to open it has come."""
        return self.opens_at is None or self.opens_at <= self.now

    @property
    def is_closed(self) -> bool:
        """Whether it is over for this student."""
        return self.closes_at is not None and self.closes_at <= self.now

    @property
    def is_over(self) -> bool:
        """Whether no answer that was on its way can arrive any more."""
        return self.closes_at is not None and self.closes_at + GRACE <= self.now

    @property
    def last_moment(self) -> datetime | None:
        """When this student's time is over, at the latest."""
        return min(filter(None, (self.closes_at, self.ends_at)), default=None)

    @property
    def was_closed_before_joining(self) -> bool:
        """Whether this student was not in the class yet when it was over."""
        return self.closes_at is not None and self.closes_at <= self.joined_at

    @property
    def is_late(self) -> bool:
        return self.due_at is not None and self.due_at <= self.now

    def was_late(self, at: datetime | None) -> bool:
        """Whether something done then was late for this student."""
        is_again = at is not None and self.reopened_at is not None and at >= self.reopened_at
        return at is not None and self.due_at is not None and at > self.due_at and not is_again

    def was_closed(self, at: datetime) -> bool:
        """Whether nothing counted any more then."""
        return self.closes_at is not None and at > self.closes_at + GRACE

    @property
    def takes_answers(self) -> bool:
        """Whether an answer that arrives now counts."""
        waits = not self.has_opened or self.needs_start
        return not waits and not self.is_finished and not self.is_revealed

    @property
    def is_finished(self) -> bool:
        """Whether the student has handed it in, or has no time left."""
        end = self.last_moment
        over = end is not None and end + GRACE <= self.now
        return over or self.handed_in_at is not None

    @property
    def is_open_again(self) -> bool:
        """Whether another try has opened it again, and still does."""
        until = self.reopened_until
        lasts = until is None or until + GRACE > self.now
        return self.reopened_at is not None and lasts and not self.is_finished

    @property
    def is_revealed(self) -> bool:
        """Whether what was right was shown, so that nothing counts any more."""
        return self.was_revealed and not self.is_open_again

    @property
    def is_time_up(self) -> bool:
        """Whether the last moment is gone, also while what was on its way may still arrive."""
        return self.last_moment is not None and self.last_moment <= self.now

    @property
    def closes_first(self) -> bool:
        """Whether a check that was started closes before its time limit has run out."""
        return self.ends_at is not None and self.last_moment != self.ends_at

    @property
    def time_left(self) -> str:
        """How much time a started check with a time limit leaves, in words; empty when none is
        left."""
        if self.ends_at is None or self.last_moment is None or self.is_time_up:
            return ""
        minutes = _minutes(self.last_moment - self.now)
        return f"{_in_words(minutes).capitalize()} {'are' if minutes > 1 else 'is'} left"

    @property
    def whole_time(self) -> str:
        """How long a test with a time limit takes this student, in words."""
        return _in_words(_minutes(self.time_limit)) if self.time_limit else ""

    @property
    def cut_short(self) -> str:
        """What somebody has to know who starts now and has less time than the limit allows: a
        sentence, mostly empty."""
        if self.time_limit is None or self.closes_at is None or self.is_closed:
            return ""
        minutes_left, limit = _minutes(self.closes_at - self.now), _minutes(self.time_limit)
        if not self.needs_start or minutes_left >= limit:
            return ""
        left_over = _in_words(minutes_left)
        return f"It closes in {left_over}, so you have {left_over}, not {limit}."


def _minutes(time: timedelta) -> int:
    """To the nearest."""
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
    extra = timedelta(days=membership.extra_days + (override.extra_days if override else 0))
    times = (assignment.due_at, assignment.closes_at)
    due_at, closes_at = (at + extra if at else None for at in times)
    if closes_at and override and override.reopened_until:
        closes_at = max(closes_at, override.reopened_until)
    return Window(
        opens_at=assignment.opens_at,
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
    """Each assignment once for every *override* of these people, or without one."""
    with_classes: Any = assignments.select_related("classroom")
    everybody = list(people)
    if not everybody:  # a condition that nothing can meet would leave no assignment either
        return with_classes
    theirs = FilteredRelation("overrides", condition=Q(overrides__membership__in=everybody))
    return with_classes.annotate(override=theirs).select_related("override")


def with_times(assignments: QuerySet[Assignment], memberships: Iterable[Any]) -> Any:
    """Each assignment with what one student, whose *memberships* these are, gets beside the rest,
    and with when they began it."""
    begun = FilteredRelation("starts", condition=Q(starts__membership__in=memberships))
    rows = with_overrides(assignments, memberships).annotate(start=begun)
    return rows.select_related("start").distinct()


def windows(
    assignments: QuerySet[Assignment], memberships: Collection[Membership]
) -> list[tuple[Assignment, Window, Override | None]]:
    """Assignments with their windows for one student, whose *memberships* these are, and what
    the student gets beside the rest. One query."""
    return windows_of(with_times(assignments, memberships), memberships)


def windows_of(
    rows: Iterable[Any], memberships: Collection[Membership]
) -> list[tuple[Assignment, Window, Override | None]]:
    """The same of assignments that were read :func:`with_times`."""
    own = {membership.classroom_id: membership for membership in memberships}
    timed = []
    for assignment in rows:
        membership = own[assignment.classroom_id]
        override, start = (getattr(assignment, name, None) for name in ("override", "start"))
        if start is not None:
            start.assignment, start.membership = assignment, membership
        timed.append((assignment, window(assignment, membership, override, start), override))
    return timed
