"""The forms for the times of sections, and for more time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.models import MAX_HOURS, Assignment
from games.teach.work.outlines import NAMES, times_wrong
from games.teach.work.section_times import SectionTimes
from games.teach.work.writing.extending import Times
from games.teach.work.writing.forms import MomentField

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
