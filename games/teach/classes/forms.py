"""The forms about classes."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from games.people.forms import SignUpForm
from games.people.name_fields import TidyEmailField, TidyField
from games.people.names import in_same_signs
from games.teach.classes.models import (
    GROUP_LENGTH,
    NAME_LENGTH,
    PERSON_LENGTH,
    Classroom,
    Group,
    Membership,
    Staff,
)
from games.teach.classes.person_names import split
from games.teach.classes.rosters.rosters import BETWEEN_GROUPS
from games.web.zones import ZoneField


def real_name_field() -> TidyField:
    """A field for the real name, which only the staff of the class see."""
    return TidyField(
        label="Your real name",
        max_length=PERSON_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text="Only the instructors of this class see it.",
        error_messages={"required": "Give your name, so your instructor knows who you are."},
    )


class ClassForm(forms.Form):
    """The name of a class."""

    name = TidyField(
        label="Name of the class",
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the class a name."},
    )


class NewClassForm(ClassForm):
    """A new class: its name, and its time zone, which the browser suggests."""

    time_zone = ZoneField(
        label="Time zone", guess=True, help_text="We show the deadlines in this zone."
    )


class SettingsForm(ClassForm):
    """The settings of a class."""

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
    drops_lowest = forms.IntegerField(
        label="Lowest results that do not count",
        required=False,
        min_value=0,
        max_value=20,
        help_text="The total of each student leaves out so many of their lowest assignments. "
        "At least one always counts.",
    )

    def clean_drops_lowest(self) -> int:
        """An empty field means 0."""
        return self.cleaned_data["drops_lowest"] or 0


class OwnerSettingsForm(SettingsForm):
    """The settings, with those that only the owner of the class may change."""

    shows_first_names = forms.BooleanField(
        label="Live rooms and tournaments show first names",
        required=False,
        help_text="Pairs and points then carry first names on phones and on the projector. "
        "If not, they carry table numbers. A tournament of programs carries user names then.",
    )


class MoveForm(forms.Form):
    """The new class of a student: one of the instructor's own, or one with a code."""

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
    """Confirm the deletion of a class by typing its name."""

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
        if in_same_signs(name) != in_same_signs(self.classroom.name):
            raise forms.ValidationError(f"The class is called {self.classroom.name}.")
        return name


def tell_who_reads(form: forms.Form, classroom: Classroom) -> None:
    """Say below the real name that the class sees the first name, if it does."""
    if classroom.shows_first_names:
        field = form.fields["real_name"]
        field.help_text = (
            f"{field.help_text} In live rooms and tournaments the class sees your first name."
        )


class JoinForm(forms.Form):
    """Join with an existing account."""

    real_name = real_name_field()


class SignUpAndJoinForm(SignUpForm):
    """Join and sign up in one step."""

    real_name = real_name_field()
    field_order = ("real_name", "username", "password")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.fields["username"].label = "User name"
        self.fields["username"].help_text = "You sign in with this name. Other people may see it."


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the staff of a class know about a student."""

    real_name = TidyField(
        label="Real name",
        max_length=PERSON_LENGTH,
        error_messages={"required": "A student needs a name."},
    )
    surname = TidyField(
        label="Surname",
        max_length=PERSON_LENGTH,
        required=False,
        help_text="Lists are sorted by it. Leave it empty, and we take it from the name.",
    )
    student_id = TidyField(label="Student ID", max_length=64, required=False)
    email = TidyEmailField(
        label="E-mail", required=False, help_text="Only for your own lists. We never write to it."
    )
    # The choices are compared in memory, so a number can never be too large for the database.
    groups = forms.TypedMultipleChoiceField(
        coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    section = forms.TypedChoiceField(label="Section", required=False, empty_value=None)
    notes = forms.CharField(
        label="Notes", max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 4})
    )

    class Meta:
        model = Membership
        fields = (
            "real_name",
            "surname",
            "student_id",
            "email",
            "groups",
            "section",
            "extra_days",
            "time_factor",
            "notes",
        )

    def clean(self) -> dict[str, Any]:
        """Check that the surname is a part of the name. If it is empty, or only the name was
        changed, take the surname from the name."""
        cleaned: dict[str, Any] = super().clean() or {}
        name, surname = cleaned.get("real_name", ""), cleaned.get("surname", "")
        is_old = "real_name" in self.changed_data and "surname" not in self.changed_data
        if is_old or not surname:
            cleaned["surname"] = split(name).surname
        elif name and surname not in name:
            self.add_error("surname", f"“{surname}” is not a part of “{name}”.")
        return cleaned

    def __init__(self, member: Membership, data: Any = None) -> None:
        super().__init__(data, instance=member)
        self.fields["extra_days"].label = "Extra days for every deadline"
        self.fields["time_factor"].help_text = "1.5 gives the student half as much time again."
        groups = self.fields["groups"]
        assert isinstance(groups, forms.TypedMultipleChoiceField)
        choices = Group.objects.filter(classroom=member.classroom).values_list("pk", "name")
        groups.choices = list(choices)
        sections = {str(one.pk): one for one in member.classroom.sections.all()}
        section = self.fields["section"]
        assert isinstance(section, forms.TypedChoiceField)
        section.choices = [("", "None"), *((key, one.name) for key, one in sections.items())]
        section.coerce = sections.get
        if not sections:
            del self.fields["section"]
        self.initial["groups"] = [group.pk for group in self.initial.get("groups", [])]
        if not choices:
            del self.fields["groups"]


class GroupForm(forms.Form):
    """The name of a group."""

    name = TidyField(
        label="Name of the group",
        max_length=GROUP_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "Give the group a name."},
    )

    def clean_name(self) -> str:
        """Refuse the character that separates groups in a roster file."""
        name: str = self.cleaned_data["name"]
        if BETWEEN_GROUPS in name:
            raise forms.ValidationError(f"The name of a group cannot have {BETWEEN_GROUPS} in it.")
        return name


class InvitationForm(forms.Form):
    """The role in an invitation."""

    role = forms.ChoiceField(
        label="Invite somebody as",
        choices=[
            (Staff.Role.INSTRUCTOR.value, "Instructor: sees and changes everything in the class"),
            (Staff.Role.ASSISTANT.value, "Assistant: sees everything, changes nothing"),
            (
                Staff.Role.TUTOR.value,
                "Tutor: sees and grades the students of their sections, and gives them more time",
            ),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": "Choose a role for the person you invite."},
    )


def class_named(classroom: Classroom) -> dict[str, Any]:
    """The current settings of a class, as initial values of the form."""
    return {
        "name": classroom.name,
        "about": classroom.about,
        "time_zone": str(classroom.zone),
        "may_leave": classroom.may_leave,
        "has_weekly_list": classroom.has_weekly_list,
        "drops_lowest": classroom.drops_lowest,
        "shows_first_names": classroom.shows_first_names,
    }
