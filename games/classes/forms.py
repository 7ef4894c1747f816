"""What people fill in about classes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from games.classes.models import (
    GROUP_LENGTH,
    NAME_LENGTH,
    PERSON_LENGTH,
    Classroom,
    Group,
    Membership,
    Staff,
)
from games.classes.rosters import BETWEEN_GROUPS, tidy
from games.people.forms import SignUpForm
from games.web.zones import ZoneField


class TidyField(forms.CharField):
    """A line of text without doubled spaces."""

    def to_python(self, value: Any) -> str:
        return tidy(super().to_python(value) or "")


def real_name_field() -> TidyField:
    """A field for the name that only the staff of the class see."""
    return TidyField(
        label="Your real name",
        max_length=PERSON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="Only the instructors of this class see it.",
        error_messages={"required": "Give your name, so your instructor knows who you are."},
    )


class ClassForm(forms.Form):
    """What a class is called."""

    name = TidyField(
        label="Name of the class",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the class a name."},
    )


class NewClassForm(ClassForm):
    """A class to be made: its name, and its clock, which the browser knows."""

    time_zone = ZoneField(
        label="Time zone", guess=True, help_text="We show the deadlines in this zone."
    )


class SettingsForm(ClassForm):
    """What a class is called and what it is about."""

    about = forms.CharField(
        label="About the class",
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Students see this on the class page.",
    )
    time_zone = ZoneField(
        label="Time zone",
        help_text="We show the deadlines in this zone. Changing the zone does not move them.",
    )
    may_leave = forms.BooleanField(
        label="Students may leave the class on their own",
        required=False,
        help_text="If not, they must ask you. You can always remove a student.",
    )
    has_weekly_list = forms.BooleanField(
        label="The class has a weekly list",
        required=False,
        help_text="It counts the puzzles solved and the opponents beaten since Monday. "
        "It names only students who choose to be named.",
    )


class MoveForm(forms.Form):
    """Where a student goes on: a class of one's own, or one with a code."""

    target = forms.ModelChoiceField(
        label="One of your classes",
        queryset=Classroom.objects.none(),
        required=False,
        empty_label="Choose a class",
    )
    code = forms.CharField(
        label="Or the code of another class",
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text="We ask its instructors to take the student, and show them the real name.",
    )

    def __init__(self, targets: QuerySet[Classroom], *args: Any) -> None:
        super().__init__(*args)
        field = self.fields["target"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = targets

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if not self.errors and bool(cleaned.get("target")) == bool(cleaned.get("code")):
            raise forms.ValidationError("Choose one of your classes, or type a code.")
        return cleaned


class DeleteClassForm(forms.Form):
    """The name of a class, typed by somebody who means to delete it."""

    accounts = forms.BooleanField(required=False)
    name = TidyField(
        label="Type the name of the class",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Type the name of the class."},
    )

    def __init__(self, classroom: Classroom, accounts: int, *args: Any) -> None:
        super().__init__(*args)
        self.classroom = classroom
        some = f"{accounts} account{'' if accounts == 1 else 's'}"
        self.fields["accounts"].label = (
            f"Also delete the {some} that this class made and no other class has, with all "
            "lessons, puzzles and games in them"
        )
        if not accounts:
            del self.fields["accounts"]

    def clean_name(self) -> str:
        """Refuse any other name."""
        name: str = self.cleaned_data["name"]
        if name.casefold() != tidy(self.classroom.name).casefold():
            raise forms.ValidationError(f"The class is called {self.classroom.name}.")
        return name


class JoinForm(forms.Form):
    """Joining with an account."""

    real_name = real_name_field()


class SignUpAndJoinForm(SignUpForm):
    """Joining and getting an account in one step."""

    real_name = real_name_field()
    field_order = ("real_name", "username", "password")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "You sign in with this name. Other people may see it."


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the staff of a class know of a student."""

    real_name = TidyField(
        label="Real name",
        max_length=PERSON_LENGTH,
        error_messages={"required": "A student needs a name."},
    )
    student_id = TidyField(label="Student ID", max_length=64, required=False)
    email = forms.EmailField(
        label="E-mail", required=False, help_text="Only for your own lists. We never write to it."
    )
    # Compared with the choices in memory, so that no number is too large for the database.
    groups = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    notes = forms.CharField(
        label="Notes", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    class Meta:
        model = Membership
        fields = (
            "real_name",
            "student_id",
            "email",
            "groups",
            "extra_days",
            "time_factor",
            "notes",
        )

    def __init__(self, member: Membership, data: Any = None) -> None:
        super().__init__(data, instance=member)
        self.fields["extra_days"].label = "Extra days for every deadline"
        self.fields["time_factor"].help_text = "1.5 gives the student half as much time again."
        groups = self.fields["groups"]
        assert isinstance(groups, forms.TypedMultipleChoiceField)
        choices = Group.objects.filter(classroom=member.classroom).values_list("pk", "name")
        groups.choices = list(choices)
        self.initial["groups"] = [group.pk for group in self.initial.get("groups", [])]
        if not choices:
            del self.fields["groups"]


class GroupForm(forms.Form):
    """What a group is called."""

    name = TidyField(
        label="Name of the group",
        max_length=GROUP_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the group a name."},
    )

    def clean_name(self) -> str:
        """Refuse the sign that stands between groups in a roster file."""
        name: str = self.cleaned_data["name"]
        if BETWEEN_GROUPS in name:
            raise forms.ValidationError(f"The name of a group cannot have {BETWEEN_GROUPS} in it.")
        return name


class InvitationForm(forms.Form):
    """What somebody is invited as."""

    role = forms.ChoiceField(
        label="Invite somebody as",
        choices=[
            (Staff.Role.INSTRUCTOR.value, "Instructor: sees and changes everything in the class"),
            (Staff.Role.ASSISTANT.value, "Assistant: sees everything, changes nothing"),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a role for the person you invite."},
    )


def class_named(classroom: Classroom) -> dict[str, Any]:
    """The settings of a class as they are, to start a form from."""
    return {
        "name": classroom.name,
        "about": classroom.about,
        "time_zone": str(classroom.zone),
        "may_leave": classroom.may_leave,
        "has_weekly_list": classroom.has_weekly_list,
    }
