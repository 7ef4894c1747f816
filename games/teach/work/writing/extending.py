"""More time for a student or a section, by hours or until a time; and the times of sections."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from django.db import transaction

from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.models import MAX_HOURS, Assignment, Override
from games.teach.work.outlines import TIMES
from games.teach.work.section_times import SectionTimes
from games.teach.work.standings.revealing import is_revealed, keep_revealed
from games.web.watch.audit import What, note
from solver import InvalidInputError
from solver.teaching import counted

Times = Mapping[str, datetime | None]
"""Times by column, such as ``due_at``."""


def set_times(assignment: Assignment, times: Mapping[Section, Times]) -> None:
    """Set the times of sections. A section without any has the times of the class."""
    own_times = {section: own for section, own in times.items() if any(own.values())}
    with transaction.atomic():
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        emptied = times.keys() - own_times.keys()
        SectionTimes.objects.filter(assignment=assignment, section__in=emptied).delete()
        _store(
            [SectionTimes(assignment=assignment, section=s, **own) for s, own in own_times.items()],
            TIMES,
        )


def _store(rows: Collection[SectionTimes], columns: Collection[str]) -> None:
    """Write these *columns* in one statement, whether the section already has times or not."""
    SectionTimes.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=("assignment", "section"),
        update_fields=columns,
    )


def extend(
    assignment: Assignment,
    *,
    sections: Collection[Section] = (),
    students: Collection[Membership] = (),
    hours: int = 0,
    until: datetime | None = None,
) -> None:
    """Give sections and students more time: *hours* more, or *until* a time, whichever is later.
    Times that are already later stay.

    Raises :class:`InvalidInputError` if more time would change nothing.
    """
    if assignment.is_test and is_revealed(assignment):
        raise InvalidInputError(
            "Students can see the right answers now, so more time has no effect. You can give a "
            "student another test of the same kind, on the student's page in the results."
        )
    longer = timedelta(hours=hours)
    with transaction.atomic():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        _extend_sections(locked, sections, longer, until)
        _extend_students(locked, students, hours, until)


def _extend_sections(
    assignment: Assignment,
    sections: Collection[Section],
    longer: timedelta,
    until: datetime | None,
) -> None:
    rows = []
    for section in sections:
        _, *ends = assignment.times_in(section.pk)
        if not any(ends):
            raise InvalidInputError(
                "This assignment has no due time and no closing time, so nobody needs more time."
            )
        due_at, closes_at = (_later(at, longer, until) for at in ends)
        rows.append(
            SectionTimes(assignment=assignment, section=section, due_at=due_at, closes_at=closes_at)
        )
        note(What.GRADES, assignment, f"section {section.pk}: {_in_words(longer, until)}")
    _store(rows, ("due_at", "closes_at"))


def _later(at: datetime | None, longer: timedelta, until: datetime | None) -> datetime | None:
    return max(at + longer, until or at) if at else None


def _extend_students(
    assignment: Assignment,
    students: Collection[Membership],
    hours: int,
    until: datetime | None,
) -> None:
    stored = Override.objects.filter(assignment=assignment, membership__in=students)
    rows = {row.membership_id: row for row in stored}
    longer = timedelta(hours=hours)
    for student in students:
        row = rows.setdefault(student.pk, Override(assignment=assignment, membership=student))
        row.extra_hours += hours
        if row.extra_hours > MAX_HOURS:
            raise InvalidInputError(
                f"{student.real_name} would have more than {MAX_HOURS} extra hours. Choose a time "
                "on the clock instead."
            )
        row.extended_to = max(filter(None, (row.extended_to, until)), default=None)
        note(What.GRADES, assignment, f"user {student.user_id}: {_in_words(longer, until)}")
    Override.objects.bulk_create(
        rows.values(),
        update_conflicts=True,
        unique_fields=("assignment", "membership"),
        update_fields=("extra_hours", "extended_to"),
    )


def _in_words(longer: timedelta, until: datetime | None) -> str:
    """The additional time in words, for the log."""
    hours = counted(round(longer.total_seconds() / 3600), "hour")
    return f"until {until:%Y-%m-%d %H:%M}" if until else f"{hours} more"
