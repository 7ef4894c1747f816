"""The forms for grants: points, another try, a dropped question."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils import timezone

from games.boards.rules import game_in_words
from games.people.name_fields import TidyField
from games.teach.classes.models import Membership
from games.teach.work.comments import COMMENT_LENGTH
from games.teach.work.models import WHY_LENGTH, Assignment, Item, ItemAttempt, Start
from games.teach.work.standings.own_positions import OwnPositions
from games.teach.work.writing.forms import MomentField
from solver import Convention, get_ruleset
from solver.teaching import capitalised, convention_words


class WhyField(TidyField):
    """The reason, for staff to read later and, if *is_shown*, also for the student."""

    def __init__(self, *, is_shown: bool = False) -> None:
        readers = "The student can read it, with the points."
        if not is_shown:
            readers = "The instructors of this class can read it, but students cannot."
        super().__init__(
            label="Why",
            max_length=WHY_LENGTH,
            help_text=readers,
            error_messages={"required": "Say why in a few words."},
        )


def places(assignment: Assignment, student: Membership | None = None) -> list[tuple[int, Item]]:
    """The questions that count, each with its number, as this *student* is asked them."""
    items = list(assignment.items.select_related("lesson"))
    if student is not None:
        own = OwnPositions([assignment], {assignment.pk: items}, [student.pk])
        items = [own.of(student.pk, item) for item in items]
    return [(number, item) for number, item in enumerate(items, 1) if not item.is_dropped]


def item_label(item: Item, *, is_everybodys: bool) -> str:
    """A label for a question with its convention and goal, to distinguish questions on one
    position. A question *is_everybodys* if it is not told of one student."""
    if item.is_lesson:
        return f"{item}."
    varies = is_everybodys and item.siblings
    asked = (
        f"{get_ruleset(item.ruleset).name}: each student's own position"
        if varies
        else game_in_words(item.ruleset, item.position),
        convention_words(Convention(item.convention)),
        item.wanted,
    )
    return " ".join(f"{capitalised(words)}." for words in asked)


class ItemField(forms.TypedChoiceField):
    """A choice of a question or the whole assignment; the cleaned value is the item or None. With
    a *student*, each question is named as this student is asked it."""

    def __init__(
        self,
        assignment: Assignment,
        whole: str,
        *,
        student: Membership | None = None,
        has_lessons: bool = True,
    ) -> None:
        asked, everybodys = places(assignment, student), student is None
        offered = [(number, item) for number, item in asked if has_lessons or not item.is_lesson]
        named = [
            (str(item.pk), f"Question {number}. {item_label(item, is_everybodys=everybodys)}")
            for number, item in offered
        ]
        items = {str(item.pk): item for _, item in offered}
        super().__init__(
            label="For",
            choices=[("", whole), *named],
            coerce=items.get,
            empty_value=None,
            required=False,
        )


class PointsForm(forms.Form):
    """Points for one student instead of those reached; *back* restores the latter."""

    points = forms.DecimalField(
        label="Points",
        min_value=0,
        max_digits=7,
        decimal_places=2,
        required=False,
        error_messages={"invalid": "Write a number, such as 2 or 1.5."},
    )

    def __init__(self, assignment: Assignment, student: Membership, *args: Any) -> None:
        super().__init__(*args)
        self.fields["item"] = ItemField(assignment, "The whole assignment", student=student)
        self.fields["why"] = WhyField(is_shown=True)
        self.order_fields(["item", "points", "why"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if (
            "back" not in self.data
            and cleaned.get("points") is None
            and "points" not in self.errors
        ):
            self.add_error("points", "Say how many points.")
        return cleaned


class AnotherTestForm(forms.Form):
    """Another test of the same kind for one student. *keeps_old* is offered only if a question has
    no other position."""

    due_at = MomentField(label="Due", help_text="The test opens at once and closes then.")
    keeps_old = forms.BooleanField(label="As they were", required=False)

    def __init__(self, *args: Any, offers_old: bool = False) -> None:
        super().__init__(*args)
        self.fields["due_at"].required = True
        self.fields["due_at"].error_messages["required"] = "Say when it is due."
        if not (offers_old or "keeps_old" in self.data):
            del self.fields["keeps_old"]

    def clean_due_at(self) -> Any:
        """Check that the due time lies in the future."""
        due = self.cleaned_data["due_at"]
        if due <= timezone.now():
            raise forms.ValidationError("This time has passed. Choose a later time.")
        return due


class TryForm(forms.Form):
    """Another try for some students."""

    until = MomentField(
        label="Open until", help_text="Needed if it has already closed for these students."
    )

    def __init__(self, assignment: Assignment, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(person.pk): person for person in begun(assignment)}
        self.fields["students"] = forms.TypedMultipleChoiceField(
            label="Students who have started",
            choices=[(key, person.listed_name) for key, person in self.people.items()],
            coerce=self.people.get,
            widget=forms.CheckboxSelectMultiple,
            error_messages={"required": "Choose at least one student."},
        )
        whole = "All questions of the assignment"
        self.fields["item"] = ItemField(assignment, whole, has_lessons=False)
        self.fields["why"] = WhyField()
        self.order_fields(["students", "item", "until", "why"])


def begun(assignment: Assignment) -> list[Membership]:
    """The students in sight who have answered or started something, by name."""
    tried = ItemAttempt.objects.filter(item__assignment=assignment, set_aside_by=None)
    started: set[uuid.UUID] = set(tried.values_list("membership", flat=True))
    started |= set(Start.objects.filter(assignment=assignment).values_list("membership", flat=True))
    people = Membership.objects.active().in_sight(assignment.classroom)
    return list(people.filter(pk__in=started).select_related("user").by_name())


class DropForm(forms.Form):
    """Drop a question, or replace it with another position."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["why"] = WhyField()
        self.fields["line"] = forms.CharField(
            label="Replace it with",
            required=False,
            max_length=300,
            help_text="Optional: another position, typed as one line, such as “kayles 9 misere”. "
            "It comes last and has the same points.",
            widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        )


class CommentForm(forms.Form):
    """A comment, and the question or assignment that it is about."""

    def __init__(
        self, assignment: Assignment, student: Membership, *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["item"] = ItemField(assignment, "The whole assignment", student=student)
        when = "after the test closes" if assignment.is_test else "at once"
        self.fields["text"] = forms.CharField(
            label="Comment",
            max_length=COMMENT_LENGTH,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=f"The student reads it {when}.",
            error_messages={"required": "Write the comment first."},
        )
