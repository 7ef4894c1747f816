"""The form that opens a room."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.safestring import mark_safe

from games.people.models import User
from games.questions.question import Question
from games.teach.classes.access import own_classes
from games.teach.classes.models import Classroom
from games.teach.live.leading.hosting import typed
from games.teach.live.rooms.models import TITLE_LENGTH, Room
from solver import SolverError

GUESTS = "Guests, no class"
MAX_TYPED = 8_000


class RoomForm(forms.Form):
    """The settings of a room, and additional questions as typed lines."""

    classroom = forms.ChoiceField(
        label="For",
        required=False,
        error_messages={"invalid_choice": "Choose one of your classes, or guests."},
    )
    title = forms.CharField(
        label="Title",
        max_length=TITLE_LENGTH,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    is_only_class = forms.BooleanField(
        label="Only students of the class can join",
        required=False,
        help_text="Anybody else with the code is refused. You can change this during the lesson.",
    )
    guests_wait = forms.BooleanField(
        label="Guests wait until you let them in",
        required=False,
        initial=True,
        help_text="Students of the class come straight in.",
    )
    lines = forms.CharField(
        label=mark_safe("One position on each line, such as <code>kayles 5+4+1 misere</code>"),
        max_length=MAX_TYPED,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "%s", **kwargs})
        self.classes = {str(one.pk): one for one in own_classes(user)}
        choices = [(key, classroom.name) for key, classroom in self.classes.items()]
        field = self.fields["classroom"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*choices, ("", GUESTS)]
        field.initial = next(iter(self.classes), "")

    @classmethod
    def offering(cls, user: User, title: str, classroom: Classroom | None) -> RoomForm:
        """The form with its initial values."""
        known = {"classroom": str(classroom.pk)} if classroom else {}
        return cls(user, initial={"title": title[:TITLE_LENGTH], **known})

    @property
    def fields_of_settings(self) -> list[BoundField]:
        """The fields of the room itself."""
        return [self[name] for name in Room.SETTINGS]

    @property
    def settings(self) -> dict[str, Any]:
        """The values for the room, by column."""
        return {name: self.cleaned_data[name] for name in Room.SETTINGS}

    def clean_classroom(self) -> Classroom | None:
        return self.classes.get(self.cleaned_data["classroom"])

    def clean_is_only_class(self) -> bool:
        """Ignore the setting in a room for guests, which has no class."""
        return bool(self.cleaned_data["is_only_class"] and self.cleaned_data.get("classroom"))

    def clean_guests_wait(self) -> bool:
        """Ignore the setting where there are no guests, or nobody else."""
        cleaned = self.cleaned_data
        is_of_class = cleaned.get("classroom") and not cleaned["is_only_class"]
        return bool(cleaned["guests_wait"] and is_of_class)

    def clean_lines(self) -> list[Question]:
        """The questions in the typed lines."""
        try:
            return typed(self.cleaned_data["lines"])
        except SolverError as error:
            raise ValidationError(str(error)) from None
