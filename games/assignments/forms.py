"""What instructors fill in about assignments."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone

from games.assignments.gradebooks import Layout
from games.assignments.identities import IDENTITIES
from games.assignments.models import Assignment, Override
from games.assignments.outlines import NAMES, times_wrong
from games.assignments.terms import MAX_MINUTES, MAX_WEIGHT, TITLE_LENGTH, Setting, Terms
from games.classes.forms import TidyField
from games.classes.models import Group, Membership
from games.lessons.models import Lesson
from games.puzzles.models import PuzzleSet
from games.web.zones import change_of_clocks

MOMENT = "%Y-%m-%dT%H:%M"
TIMES, WHOM = tuple(f"{name}_" for name in NAMES), ("groups", "students")


def words_of(name: str, settings: Iterable[Setting] = Assignment.SETTINGS) -> dict[str, Any]:
    """The label, the help and the choices of a setting, for its field."""
    [setting] = [setting for setting in settings if setting.name == name]
    words: dict[str, Any] = {"label": setting.label, "help_text": setting.help}
    return words | ({"choices": list(setting.choices.items())} if setting.choices else {})


class TitleForm(forms.Form):
    """What an assignment is called."""

    title = TidyField(
        **words_of("title"),
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


class TermsForm(TitleForm):
    """The settings of an assignment, in a class or without one. A subclass has its times."""

    about = forms.CharField(
        **words_of("about"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    mode = forms.ChoiceField(**words_of("mode"), widget=forms.RadioSelect)
    hints = forms.BooleanField(**words_of("hints"), required=False)
    minutes = forms.IntegerField(
        **words_of("minutes"), required=False, min_value=1, max_value=MAX_MINUTES
    )
    weight = forms.IntegerField(
        **words_of("weight"), required=False, min_value=0, max_value=MAX_WEIGHT
    )
    keeps = forms.ChoiceField(**words_of("keeps"), required=False)
    hint_cost = forms.ChoiceField(**words_of("hint_cost"), required=False)

    def __init__(self, assignment: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.assignment = assignment
        self.initial = self.stored(assignment)
        self.stamp = sha256(repr(self.initial).encode()).hexdigest()[:16]
        for setting in assignment.SETTINGS:
            if setting.is_fixed and assignment.is_published:
                del self.fields[setting.name]

    def stored(self, assignment: Any) -> dict[str, Any]:
        """The settings as they are, for which the *stamp* of the form stands."""
        return {setting.name: getattr(assignment, setting.name) for setting in assignment.SETTINGS}

    @property
    def times(self) -> list[BoundField]:
        """When it is open and due."""
        return [self[name] for name in self.fields if name.startswith(TIMES)]

    @property
    def whom(self) -> list[BoundField]:
        """Whom it is for, where that can be chosen: groups come first."""
        return [self[name] for name in WHOM if name in self.fields]

    @property
    def others(self) -> list[BoundField]:
        """Everything else."""
        return [self[name] for name in self.fields if not name.startswith((*TIMES, *WHOM))]

    def moments(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The times that were typed, in a shape that can be compared."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """The times in their order. What a form leaves out of how it is graded stays as it was."""
        cleaned: dict[str, Any] = super().clean() or {}
        stays = {field.name for field in self.assignment._meta.fields if not field.blank}
        for name in stays & cleaned.keys():
            if cleaned[name] in (None, ""):
                cleaned[name] = self.initial[name]
        for name, wrong in times_wrong(self.moments(cleaned)).items():
            self.add_error(next(field for field in self.fields if field.startswith(name)), wrong)
        if not self.is_test and cleaned.get("minutes"):
            self.add_error("minutes", "Only a test has a time limit.")
        return cleaned

    @property
    def is_test(self) -> bool:
        """Whether it will be a test."""
        chosen = self.cleaned_data.get("mode") if "mode" in self.fields else self.assignment.mode
        return bool(chosen == Terms.Mode.CHECK)


class AssignmentForm(TermsForm):
    """Everything about an assignment of a class but what it asks."""

    opens_at = MomentField(**words_of("opens_at"))
    due_at = MomentField(**words_of("due_at"))
    closes_at = MomentField(**words_of("closes_at"))
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
        super().__init__(assignment, *args)
        groups = Group.objects.filter(classroom=assignment.classroom_id)
        people = Membership.objects.active().by_name().filter(classroom=assignment.classroom_id)
        self._offer("groups", [(group.pk, group.name) for group in groups])
        self._offer("students", [(person.pk, person.real_name) for person in people])

    def stored(self, assignment: Assignment) -> dict[str, Any]:
        whom = {"groups": assignment.groups, "students": assignment.students}
        chosen = {name: sorted(some.values_list("pk", flat=True)) for name, some in whom.items()}
        return super().stored(assignment) | chosen

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        """Let groups or students be chosen, where there are some."""
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices
        if not choices:
            del self.fields[name]

    @property
    def chosen(self) -> int:
        """How many groups and students are ticked."""
        return sum(len(field.value() or []) for field in self.whom)

    def moments(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        return {name: cleaned.get(f"{name}_at") for name in NAMES}

    def clean(self) -> dict[str, Any]:
        """A test needs its end."""
        cleaned = super().clean()
        if self.is_test and not cleaned.get("closes_at") and "closes_at" not in self.errors:
            self.add_error(
                "closes_at",
                "A test needs a closing time, because students see the results after it.",
            )
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
        queryset=Lesson.objects.filter(state=Lesson.State.PUBLISHED),
        required=False,
        empty_label="Choose a lesson",
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("set") and not cleaned.get("lesson") and not self.errors:
            raise forms.ValidationError("Choose a set or a lesson.")
        return cleaned

    @property
    def chosen(self) -> list[PuzzleSet | Lesson]:
        """What was chosen, in the order in which it is added."""
        both = (self.cleaned_data["set"], self.cleaned_data["lesson"])
        return [ready for ready in both if ready]


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
