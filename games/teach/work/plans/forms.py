"""Forms for an assignment without a class, and for putting it into classes on certain dates."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from games.teach.classes.models import Classroom
from games.teach.work.outlines import NAMES, Outline, moments_in
from games.teach.work.plans.models import MAX_DAY, PlannedAssignment
from games.teach.work.writing.forms import TermsForm, words_of

DAY = "%Y-%m-%d"
HOUR = "%H:%M"
MAX_SHIFT = 1000
VERBS = {"opens": "opens", "due": "is due", "closes": "closes"}


def next_monday() -> date:
    """Next Monday, when most units begin."""
    today = timezone.localdate()
    return today + timedelta(7 - today.weekday())


class FirstDayField(forms.DateField):
    """The day from which the days of a plan are counted."""

    def __init__(self, **more: Any) -> None:
        super().__init__(
            **{"label": "First day", "initial": next_monday, **more},
            required=False,
            input_formats=[DAY],
            widget=forms.DateInput(attrs={"type": "date"}, format=DAY),
            error_messages={"invalid": "Write the day like this: 2026-11-30."},
        )

    def clean(self, value: Any) -> date | None:
        """Check that the day is of this century: others are slips."""
        day: date | None = super().clean(value)
        if day and not 2000 <= day.year < 2100:
            raise forms.ValidationError("Choose a day between 2000 and 2099.")
        return day


def day_field(name: str) -> forms.IntegerField:
    """A field for the number of days after the first day."""
    words = words_of(name, PlannedAssignment.SETTINGS)
    return forms.IntegerField(**words, required=False, min_value=0, max_value=MAX_DAY)


def hour_field(name: str) -> forms.TimeField:
    """A field for a time of day."""
    return forms.TimeField(
        **words_of(name, PlannedAssignment.SETTINGS),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format=HOUR),
        error_messages={"invalid": "Write a time such as 08:00."},
    )


class PlannedForm(TermsForm):
    """All settings of an assignment of a plan, without its questions."""

    aim = forms.CharField(
        **words_of("aim", PlannedAssignment.SETTINGS),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    opens_day, opens_time = day_field("opens_day"), hour_field("opens_time")
    due_day, due_time = day_field("due_day"), hour_field("due_time")
    closes_day, closes_time = day_field("closes_day"), hour_field("closes_time")

    def moments(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        return moments_in(cleaned)


def stored_settings(entry: PlannedAssignment) -> dict[str, Any]:
    """The settings of an assignment as text for the form."""
    settings = {name: getattr(entry, name) for name in PlannedForm.base_fields}
    for name in NAMES:
        settings[f"{name}_time"] = settings[f"{name}_time"].strftime(HOUR)
    return {name: value for name, value in settings.items() if value is not None}


class PlacingForm(forms.Form):
    """Choose classes, and the dates of the assignments in them.

    *first* is the first day of the original assignment; None for a plan.
    """

    classes = forms.TypedMultipleChoiceField(
        label="Classes",
        coerce=uuid.UUID,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose a class."},
    )
    dates = forms.ChoiceField(label="Dates", widget=forms.RadioSelect)
    by = forms.IntegerField(
        label="Later by", min_value=-MAX_SHIFT, max_value=MAX_SHIFT, initial=1, required=False
    )
    unit = forms.ChoiceField(
        label="Days or weeks",
        choices=[("7", "weeks"), ("1", "days")],
        initial="7",
        required=False,
    )
    start = FirstDayField()

    def __init__(
        self,
        classrooms: Sequence[Classroom],
        outlines: Sequence[Outline],
        data: Any = None,
        *,
        first: date | None = None,
    ) -> None:
        super().__init__(data)
        self.classrooms = {classroom.pk: classroom for classroom in classrooms}
        self.first = first
        choices: Any = self.fields["classes"]
        choices.choices = [(pk, classroom.name) for pk, classroom in self.classrooms.items()]
        if len(self.classrooms) == 1:
            self.initial["classes"] = list(self.classrooms)
        offered = self._offered(outlines)
        dates: Any = self.fields["dates"]
        dates.choices, dates.initial = offered, next((key for key, _ in offered), "")
        gone = ("dates", "by", "unit", "start") if not offered else ()
        for name in gone or (("by", "unit") if first is None else ()):
            del self.fields[name]

    def _offered(self, outlines: Sequence[Outline]) -> list[tuple[str, str]]:
        """The choices for the dates; empty if the assignments have none."""
        names = [outline.first_name for outline in outlines if outline.first_name]
        if not names:
            return []
        verb = VERBS[names[0]] if len(outlines) == 1 else "begins"
        own = [
            ("shift", "Move all dates by the same time"),
            ("keep", "Keep the dates"),
        ]
        return [
            ("start", f"Choose the day on which it {verb}"),
            *(own if self.first else []),
            ("none", "No dates"),
        ]

    def clean(self) -> dict[str, Any]:
        """Check that the values for the chosen way of dating are there."""
        cleaned: dict[str, Any] = super().clean() or {}
        dates, start = cleaned.get("dates"), cleaned.get("start")
        if dates == "start" and start is None and "start" not in self.errors:
            self.add_error("start", "Choose the first day.")
        if dates == "shift" and cleaned.get("by") is None and "by" not in self.errors:
            self.add_error(
                "by", "Say how many days or weeks later. For earlier dates, use a negative number."
            )
        return cleaned

    @property
    def chosen(self) -> list[Classroom]:
        """The chosen classes, in the order of the list."""
        wanted = self.cleaned_data["classes"]
        return [classroom for pk, classroom in self.classrooms.items() if pk in wanted]

    @property
    def first_day(self) -> date | None:
        """The first day in the classes; None without dates."""
        cleaned = self.cleaned_data
        dates = cleaned.get("dates")
        if dates == "start":
            day: date = cleaned["start"]
            return day
        if self.first is None or dates not in ("keep", "shift"):
            return None
        days = cleaned["by"] * int(cleaned["unit"] or 7) if dates == "shift" else 0
        return self.first + timedelta(days)

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """The form's values as hidden fields for the button."""
        data: Any = self.data
        lists = {name: data.getlist(name) for name in self.fields}
        return [(name, value) for name, values in lists.items() for value in values]
