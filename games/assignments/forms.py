"""What instructors fill in about assignments."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone

from games.assignments.gradebooks import Layout
from games.assignments.identities import IDENTITIES
from games.assignments.models import Assignment, Override
from games.assignments.terms import MAX_MINUTES, MAX_WEIGHT, TITLE_LENGTH
from games.classes.forms import TidyField
from games.classes.models import Group, Membership
from games.lessons.models import Lesson
from games.puzzles.models import PuzzleSet
from games.web.zones import change_of_clocks

MOMENT = "%Y-%m-%dT%H:%M"
TIMES, WHOM = ("opens_at", "due_at", "closes_at"), ("groups", "students")


class TitleForm(forms.Form):
    """What an assignment is called."""

    title = TidyField(
        label="Title",
        max_length=TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the assignment a title."},
    )


class MomentField(forms.DateTimeField):
    """A day and a time, as browsers write them, of this century."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
        formats = [MOMENT, f"{MOMENT}:%S", "%Y-%m-%d %H:%M"]
        wrong = "Write the day and the time like this: 2026-11-30 17:00."
        super().__init__(
            required=False,
            widget=widget,
            input_formats=formats,
            error_messages={"invalid": wrong},
            **kwargs,
        )

    def clean(self, value: Any) -> Any:
        """Refuse what no school will live to see."""
        try:
            moment = super().clean(value)
        except forms.ValidationError as error:
            if error.code != "ambiguous_timezone":
                raise
            time = (error.params or {})["datetime"]
            here = timezone.get_current_timezone()
            raise forms.ValidationError(change_of_clocks(time, here)) from None
        if moment and not 2000 <= moment.year < 2100:
            raise forms.ValidationError("Choose a day between 2000 and 2099.")
        return moment


class AssignmentForm(TitleForm):
    """Everything about an assignment but what it asks."""

    about = forms.CharField(
        label="Message to the students",
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    mode = forms.ChoiceField(
        label="Kind of assignment",
        choices=[
            (
                "practice",
                "Practice: students see at once whether they are right, and can try again",
            ),
            (
                "check",
                "Test: students can change answers until they hand in, "
                "and see the results after it closes",
            ),
        ],
        widget=forms.RadioSelect,
    )
    hints = forms.BooleanField(
        label="Allow hints (in practice)",
        required=False,
    )
    minutes = forms.IntegerField(
        label="Minutes (in a test)",
        required=False,
        min_value=1,
        max_value=MAX_MINUTES,
        help_text="Time from a student's start, times the student's time factor. Empty: no limit.",
    )
    opens_at = MomentField(label="Opens", help_text="Leave empty to open it when you publish.")
    due_at = MomentField(label="Due")
    closes_at = MomentField(label="Closes", help_text="Later answers do not count.")
    weight = forms.IntegerField(
        label="Weight",
        required=False,
        min_value=0,
        max_value=MAX_WEIGHT,
        help_text="How much it counts in the total. With 0 it does not count.",
    )
    keeps = forms.ChoiceField(
        label="Which answer counts (in practice)",
        choices=[
            ("best", "The best answer"),
            ("latest", "The last answer, even a wrong one after a right one"),
        ],
        required=False,
    )
    hint_cost = forms.ChoiceField(
        label="Cost of hints (in practice)",
        choices=[
            ("none", "Nothing"),
            ("half", "Half the points of the question"),
            ("all", "All points of the question"),
        ],
        required=False,
    )
    # Compared with the choices in memory, so that no number is too large for the database.
    groups = forms.TypedMultipleChoiceField(
        label="Groups",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    students = forms.TypedMultipleChoiceField(
        label="Students",
        coerce=uuid.UUID,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, assignment: Assignment, *args: Any) -> None:
        settings = assignment.SETTINGS
        initial = {setting.name: getattr(assignment, setting.name) for setting in settings}
        initial["groups"] = sorted(assignment.groups.values_list("pk", flat=True))
        initial["students"] = sorted(assignment.students.values_list("pk", flat=True))
        super().__init__(*args)
        self.initial = initial
        self.stamp = sha256(repr(initial).encode()).hexdigest()[:16]
        groups = Group.objects.filter(classroom=assignment.classroom_id)
        people = Membership.objects.active().by_name().filter(classroom=assignment.classroom_id)
        self._offer("groups", [(group.pk, group.name) for group in groups])
        self._offer("students", [(person.pk, person.real_name) for person in people])
        if assignment.is_published:
            for setting in settings:
                if setting.is_fixed:
                    del self.fields[setting.name]
        self.is_check = assignment.is_check

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        """Let groups or students be chosen, where there are some."""
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices
        if not choices:
            del self.fields[name]

    @property
    def times(self) -> list[BoundField]:
        """When it is open and due."""
        return [self[name] for name in TIMES]

    @property
    def whom(self) -> list[BoundField]:
        """Whom it is for, where that can be chosen: groups come first."""
        return [self[name] for name in WHOM if name in self.fields]

    @property
    def others(self) -> list[BoundField]:
        """Everything else."""
        return [self[name] for name in self.fields if name not in (*TIMES, *WHOM)]

    @property
    def chosen(self) -> int:
        """How many groups and students are ticked."""
        return sum(len(field.value() or []) for field in self.whom)

    def clean(self) -> dict[str, Any]:
        """The times in their order; a check needs its end. What a form leaves out of how it is
        graded stays as it was."""
        cleaned: dict[str, Any] = super().clean() or {}
        for name in {"weight", "keeps", "hint_cost"} & cleaned.keys():
            if cleaned[name] in (None, ""):
                cleaned[name] = self.initial[name]
        opens, due, closes = (cleaned.get(name) for name in ("opens_at", "due_at", "closes_at"))
        if opens and due and due <= opens:
            self.add_error("due_at", "The due time must be after the opening time.")
        if closes and (due or opens) and closes < (due or opens):
            self.add_error("closes_at", "It closes before it is due.")
        check = cleaned.get("mode") == "check" if "mode" in self.fields else self.is_check
        if check and not closes and "closes_at" not in self.errors:
            self.add_error(
                "closes_at",
                "A test needs a closing time, because students see the results after it.",
            )
        if not check and cleaned.get("minutes"):
            self.add_error("minutes", "Only a test has a time limit.")
        return cleaned


class AddForm(forms.Form):
    """A ready set of puzzles, or a lesson."""

    set = forms.ModelChoiceField(
        label="Puzzle set",
        queryset=PuzzleSet.objects.all(),
        required=False,
        empty_label="Choose a set",
    )
    lesson = forms.ModelChoiceField(
        label="Lesson",
        queryset=Lesson.objects.filter(state="published"),
        required=False,
        empty_label="Choose a lesson",
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("set") and not cleaned.get("lesson") and not self.errors:
            raise forms.ValidationError("Choose a set or a lesson.")
        return cleaned


class OverrideForm(forms.ModelForm):  # type: ignore[type-arg]
    """More days for one student, or none of it."""

    class Meta:
        model = Override
        fields = ("extra_days", "is_excused")
        labels: ClassVar = {"extra_days": "Extra days", "is_excused": "Excused"}


class LayoutForm(forms.Form):
    """How a file of grades is to be written; what is left out is as it suits the class."""

    by = forms.ChoiceField(choices=list(IDENTITIES.items()), required=False)
    columns = forms.ChoiceField(
        label="Columns",
        choices=[("total", "One column for the total"), ("items", "One column for each question")],
        required=False,
    )
    separator = forms.ChoiceField(
        label="Separator",
        choices=[("comma", "Comma"), ("semicolon", "Semicolon (for German Excel)")],
        required=False,
    )

    @property
    def layout(self) -> Layout:
        """What was chosen."""
        return Layout(**{name: value for name, value in self.cleaned_data.items() if value})
