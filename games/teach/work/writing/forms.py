"""The forms about assignments."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, ClassVar

from django import forms
from django.forms.boundfield import BoundField
from django.utils import timezone

from games.boards.games import PRESETS, get_preset
from games.boards.rules import game_in_words
from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import PuzzleSet
from games.people.name_fields import TidyField
from games.questions.goals import GoalKey
from games.questions.question import Question
from games.teach.classes.models import Group, Membership
from games.teach.work.models import MAX_HOURS, Assignment, Override
from games.teach.work.outlines import NAMES, times_wrong
from games.teach.work.shares import Shares
from games.teach.work.terms import MAX_MINUTES, MAX_WEIGHT, TITLE_LENGTH, Setting, Terms
from games.web.zones import change_of_clocks
from solver.teaching import LAST_ONE

MOMENT = "%Y-%m-%dT%H:%M"
WHOM = ("groups", "students")
SENTENCE = ("mode", "due_", "hints", "minutes", *WHOM)
"""How the names of the settings begin that the sentence of the editor page says."""
ON_PAPER = ("title", "about")
"""The settings that stand where students read them."""


def words_of(name: str, settings: Iterable[Setting] = Assignment.SETTINGS) -> dict[str, Any]:
    """The label, help and choices of a setting, for its form field."""
    [setting] = [setting for setting in settings if setting.name == name]
    words: dict[str, Any] = {"label": setting.label, "help_text": setting.help}
    return words | ({"choices": list(setting.choices.items())} if setting.choices else {})


class TitleForm(forms.Form):
    """The title of an assignment."""

    title = TidyField(
        **words_of("title"),
        max_length=TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the assignment a title."},
    )


class MomentField(forms.DateTimeField):
    """A day and a time of this century, as browsers write them."""

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
        """Refuse times outside this century."""
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


class ForStudentsForm(TitleForm):
    """Positions for some students, with a due time."""

    due_at = MomentField(label="Due", help_text="Leave empty for no deadline.")
    students = forms.TypedMultipleChoiceField(
        label="For",
        coerce=uuid.UUID,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one student."},
    )

    def offer(self, people: Iterable[tuple[uuid.UUID, str]]) -> None:
        """Set the students to choose from; all are ticked at first."""
        students = self.fields["students"]
        assert isinstance(students, forms.TypedMultipleChoiceField)
        students.choices = list(people)
        self.initial["students"] = [key for key, _ in students.choices]

    def clean_due_at(self) -> Any:
        """Check that the due time lies in the future."""
        due = self.cleaned_data["due_at"]
        if due and due <= timezone.now():
            raise forms.ValidationError("This time has passed. Choose a later time.")
        return due


class SharesField(forms.CharField):
    """The percentage that each try is worth."""

    def clean(self, value: Any) -> str:
        written = str(super().clean(value))
        return str(Shares.read(written)) if written else written


class TermsForm(TitleForm):
    """The settings of an assignment, with or without a class. Subclasses have its times."""

    about = forms.CharField(
        **words_of("about"),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    mode = forms.ChoiceField(**words_of("mode"))
    hints = forms.BooleanField(**words_of("hints"), required=False)
    minutes = forms.IntegerField(
        **words_of("minutes"), required=False, min_value=1, max_value=MAX_MINUTES
    )
    weight = forms.IntegerField(
        **words_of("weight"), required=False, min_value=0, max_value=MAX_WEIGHT
    )
    keeps = forms.ChoiceField(**words_of("keeps"), required=False)
    hint_cost = forms.ChoiceField(**words_of("hint_cost"), required=False)
    choice_tries = SharesField(**words_of("choice_tries"), required=False)
    other_tries = SharesField(**words_of("other_tries"), required=False)
    late_cost = forms.IntegerField(
        **words_of("late_cost"), required=False, min_value=0, max_value=100
    )
    late_least = forms.IntegerField(
        **words_of("late_least"), required=False, min_value=0, max_value=100
    )
    is_mixed = forms.BooleanField(**words_of("is_mixed"), required=False)

    def __init__(self, assignment: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.assignment = assignment
        self.initial = self.stored(assignment)
        self.stamp = sha256(repr(self.initial).encode()).hexdigest()[:16]
        for setting in assignment.SETTINGS:
            if setting.is_fixed and assignment.is_published:
                del self.fields[setting.name]

    def stored(self, assignment: Any) -> dict[str, Any]:
        """The stored settings; the *stamp* of the form is a digest of them."""
        return {setting.name: getattr(assignment, setting.name) for setting in assignment.SETTINGS}

    @property
    def due(self) -> list[BoundField]:
        """The fields for the due time."""
        return [self[name] for name in self.fields if name.startswith("due_")]

    @property
    def whom(self) -> list[BoundField]:
        """The fields for groups and students, if there are any; groups come first."""
        return [self[name] for name in WHOM if name in self.fields]

    @property
    def sentence(self) -> list[BoundField]:
        """The fields in the sentence."""
        return [self[name] for name in self.fields if name.startswith(SENTENCE)]

    @property
    def more(self) -> list[tuple[str, BoundField]]:
        """The fields behind “More”, each with the only mode of assignment that has it, or empty."""
        modes = {setting.name: setting.mode for setting in self.assignment.SETTINGS}
        rest = [name for name in self.fields if not name.startswith((*ON_PAPER, *SENTENCE))]
        return [(modes.get(name, ""), self[name]) for name in rest]

    @property
    def changed_more(self) -> int:
        """How many fields behind “More” have another value than in a new assignment."""
        usual = {field.name: field.get_default() for field in self.assignment._meta.fields}
        return sum(
            field.field.has_changed(usual[field.name], field.value()) for _, field in self.more
        )

    @property
    def is_more_wrong(self) -> bool:
        """Whether a field behind “More” was refused."""
        return any(field.errors for _, field in self.more)

    def _leave_out_other_modes(self, cleaned: dict[str, Any]) -> None:
        """Keep the settings of the other mode as they were, whatever their hidden fields
        contain."""
        chosen = Terms.Mode.TEST if self.is_test else Terms.Mode.PRACTICE
        for setting in self.assignment.SETTINGS:
            if setting.mode not in ("", chosen) and setting.name in self.fields:
                self.errors.pop(setting.name, None)
                cleaned[setting.name] = self.initial[setting.name]
        if chosen != Terms.Mode.TEST and "minutes" in cleaned:
            cleaned["minutes"] = None

    def moments(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """The typed times, in a form that can be compared."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Check the order of the times. Grading settings that the form leaves empty stay as they
        were."""
        cleaned: dict[str, Any] = super().clean() or {}
        stays = {field.name for field in self.assignment._meta.fields if not field.blank}
        for name in stays & cleaned.keys():
            if cleaned[name] in (None, ""):
                cleaned[name] = self.initial[name]
        for name, wrong in times_wrong(self.moments(cleaned)).items():
            self.add_error(next(field for field in self.fields if field.startswith(name)), wrong)
        self._leave_out_other_modes(cleaned)
        return cleaned

    @property
    def is_test(self) -> bool:
        """Whether the assignment will be a test."""
        chosen = self.cleaned_data.get("mode") if "mode" in self.fields else self.assignment.mode
        return bool(chosen == Terms.Mode.TEST)


class AssignmentForm(TermsForm):
    """All settings of an assignment of a class, but not its questions."""

    opens_at = MomentField(**words_of("opens_at"))
    due_at = MomentField(**words_of("due_at"))
    closes_at = MomentField(**words_of("closes_at"))
    # The choices are compared in memory, so a number can never be too large for the database.
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
        self._offer("students", [(person.pk, person.listed_name) for person in people])

    def stored(self, assignment: Assignment) -> dict[str, Any]:
        if assignment._state.adding:  # nobody is chosen before it is stored
            return {**super().stored(assignment), "groups": [], "students": []}
        whom = {"groups": assignment.groups, "students": assignment.students}
        chosen = {name: sorted(some.values_list("pk", flat=True)) for name, some in whom.items()}
        return super().stored(assignment) | chosen

    def _offer(self, name: str, choices: list[tuple[Any, str]]) -> None:
        """Set the groups or students to choose from, if there are any."""
        field = self.fields[name]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = choices
        if not choices:
            del self.fields[name]

    @property
    def chosen(self) -> list[str]:
        """The names of the groups and students that are ticked."""
        names = []
        for field in self.whom:
            offered: Any = field.field
            ticked = {str(key) for key in field.value() or []}
            names += [name for key, name in offered.choices if str(key) in ticked]
        return names

    def moments(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        return {name: cleaned.get(f"{name}_at") for name in NAMES}

    def clean(self) -> dict[str, Any]:
        """Require an end for a test: its due time, unless a closing time is given."""
        cleaned = super().clean()
        if self.is_test and not cleaned.get("closes_at") and "closes_at" not in self.errors:
            cleaned["closes_at"] = cleaned.get("due_at")
        if self.is_test and not cleaned.get("closes_at") and "closes_at" not in self.errors:
            self.add_error(
                "closes_at",
                "A test needs a due time or a closing time, because students see the results after "
                "it closes.",
            )
        return cleaned


GAMES_TO_WRITE_FOR = (
    *("pyramid", "marienbad", "two-rows", "three-rows", "six-eleven", "kayles", "kayles-rows"),
    *("dawson", "treblecross", "chess", "three-rows-left", "grundy", "lasker"),
)
"""The starts that lead to enough boards for a program; any other can be typed as a line."""


def players() -> list[tuple[str, str]]:
    """The games for which students can write a player, as choices."""
    games = [preset for preset in PRESETS if preset.key in GAMES_TO_WRITE_FOR]
    return [
        (
            one.key,
            f"{game_in_words(one.ruleset, one.position)}. The last one {LAST_ONE[one.convention]}",
        )
        for one in games
    ]


class AddForm(forms.Form):
    """A puzzle set, a lesson or a player to write."""

    set = forms.ModelChoiceField(
        label="Puzzle set",
        queryset=PuzzleSet.published(),
        required=False,
        empty_label="Choose a set",
    )
    lesson = forms.ModelChoiceField(
        label="Lesson",
        queryset=Lesson.objects.filter(state=Lesson.State.PUBLISHED),
        required=False,
        empty_label="Choose a lesson",
    )
    player = forms.ChoiceField(
        label="A player to write",
        help_text="Students write a program that never gives a win away.",
        choices=lambda: [("", "Choose a game"), *players()],
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not any(cleaned.get(name) for name in self.fields) and not self.errors:
            raise forms.ValidationError("Choose a set, a lesson or a game.")
        return cleaned

    @property
    def chosen(self) -> list[PuzzleSet | Lesson | Question]:
        """What was chosen, in the order in which it is added."""
        game = get_preset(self.cleaned_data["player"])
        player = Question(*game.question, "", GoalKey.PROGRAM.value) if game else None
        each = (self.cleaned_data["set"], self.cleaned_data["lesson"], player)
        return [ready for ready in each if ready]


class OverrideForm(forms.ModelForm):  # type: ignore[type-arg]
    """More time for one student, or excusing them."""

    extra_hours = forms.IntegerField(
        label="Extra hours", required=False, min_value=0, max_value=MAX_HOURS
    )
    extended_to = MomentField(
        label="Or time until",
        help_text="If the due time or the closing time is earlier, it becomes this one.",
    )

    class Meta:
        model = Override
        fields = ("extra_days", "extra_hours", "extended_to", "is_excused")
        labels: ClassVar = {"extra_days": "Extra days", "is_excused": "Excused"}

    def clean_extra_hours(self) -> int:
        """An empty field means 0."""
        return self.cleaned_data["extra_hours"] or 0
