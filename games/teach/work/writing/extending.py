"""Times of an assignment for each section, and more time for a student or a section, by hours or
until a time."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db import transaction
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from games.people.views import FORM_METHODS
from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.access import get_assignment_to_change, get_assignment_to_grade
from games.teach.work.models import MAX_HOURS, Assignment, Override
from games.teach.work.outlines import NAMES, TIMES, times_wrong
from games.teach.work.standings.reports import roll_of
from games.teach.work.standings.revealing import is_revealed, keep_revealed
from games.teach.work.windows import SectionTimes
from games.teach.work.writing.forms import MomentField
from games.web.watch.audit import What, note
from games.web.zones import called
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


LABELS = {"opens": "Opens", "due": "Due", "closes": "Closes"}


class SectionTimesForm(forms.Form):
    """The opening, due and closing times of each section; an empty field means the time of the
    class."""

    def __init__(self, assignment: Assignment, sections: Sequence[Section], *args: Any) -> None:
        super().__init__(*args)
        self.assignment, self.sections = assignment, sections
        own = {row.section_id: row for row in SectionTimes.objects.filter(assignment=assignment)}
        for section in sections:
            for name, label in LABELS.items():
                key = f"{name}-{section.pk}"
                self.fields[key] = MomentField(label=label)
                self.initial[key] = getattr(own.get(section.pk), f"{name}_at", None)

    @property
    def rows(self) -> Iterator[tuple[Section, list[BoundField]]]:
        """The fields of each section."""
        for section in self.sections:
            yield section, [self[f"{name}-{section.pk}"] for name in NAMES]

    def clean(self) -> dict[str, Any]:
        """Check the order of each section's times, together with those of the class."""
        cleaned: dict[str, Any] = super().clean() or {}
        for section in self.sections:
            times: dict[str, datetime | None] = {
                name: cleaned.get(f"{name}-{section.pk}") or getattr(self.assignment, f"{name}_at")
                for name in NAMES
            }
            for name, wrong in times_wrong(times).items():
                self.add_error(f"{name}-{section.pk}", wrong)
        return cleaned

    @property
    def times(self) -> dict[Section, Times]:
        """The times in the form, by section."""
        return {
            section: {f"{name}_at": self.cleaned_data[f"{name}-{section.pk}"] for name in NAMES}
            for section in self.sections
        }


class ExtendForm(forms.Form):
    """More time for sections and students: a number of hours, or until a time."""

    hours = forms.IntegerField(
        label="Extra hours",
        min_value=1,
        max_value=MAX_HOURS,
        required=False,
        help_text="They add to the due time and to the closing time.",
    )
    until = MomentField(
        label="Or until",
        help_text="If the due time or the closing time is earlier, it becomes this one.",
    )

    def __init__(
        self, sections: Iterable[Section], students: Iterable[Membership], *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._offer("sections", "Sections", {str(one.pk): (one, one.name) for one in sections})
        named = {str(one.pk): (one, one.listed_name) for one in students}
        self._offer("students", "Students", named)

    def _offer(self, name: str, label: str, offered: dict[str, tuple[Any, str]]) -> None:
        if offered:
            self.fields[name] = forms.TypedMultipleChoiceField(
                label=label,
                choices=[(key, words) for key, (_, words) in offered.items()],
                coerce=lambda key: offered[key][0],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    @property
    def how_long(self) -> list[BoundField]:
        return [self["hours"], self["until"]]

    @property
    def for_whom(self) -> list[BoundField]:
        return [self[name] for name in ("sections", "students") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """Check that there is exactly one way to give time, and someone to give it to."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(cleaned.get("hours")) == bool(cleaned.get("until")):
            self.add_error("hours", "Write how many hours, or choose a time.")
        if not cleaned.get("sections") and not cleaned.get("students"):
            self.add_error(None, "Tick a section or a student.")
        return cleaned


def sections_of(assignment: Assignment) -> list[Section]:
    """The sections of its class that the person who asked may see."""
    seen, sections = assignment.classroom.in_sight, assignment.classroom.sections.all()
    return list(sections if seen is None else sections.filter(pk__in=seen))


@FORM_METHODS
@never_cache
def times(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """The opening, due and closing times of each section."""
    assignment = get_assignment_to_change(request.user, assignment_id)
    form = SectionTimesForm(assignment, sections_of(assignment), request.POST or None)
    if form.is_valid():
        set_times(assignment, form.times)
        return redirect(reverse("assignments:edit", args=[assignment.pk]) + "?done=saved")
    return form_page(request, "teach/work/section_times.html", assignment, form)


@FORM_METHODS
@never_cache
def more_time(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """More time for sections and students."""
    assignment = get_assignment_to_grade(request.user, assignment_id)
    sections, students = sections_of(assignment), roll_of(assignment).students
    form = ExtendForm(sections, students, request.POST or None)
    if form.is_valid():
        asked = form.cleaned_data
        try:
            extend(
                assignment,
                sections=asked.get("sections", []),
                students=asked.get("students", []),
                hours=asked["hours"] or 0,
                until=asked["until"],
            )
        except InvalidInputError as error:
            form.add_error(None, str(error))
        else:
            return redirect(reverse("assignments:results", args=[assignment.pk]) + "?done=longer")
    return form_page(request, "teach/work/extend.html", assignment, form)


def form_page(
    request: HttpRequest, template: str, assignment: Assignment, form: forms.Form
) -> HttpResponse:
    """The page of a form about the times of an assignment, in the class's time zone."""
    classroom = assignment.classroom
    context = {
        "assignment": assignment,
        "classroom": classroom,
        "zone": called(classroom.zone),
        "form": form,
    }
    return render(request, template, context, status=422 if form.is_bound else 200)
