"""The forms that instructors fill in when they come from a course."""

from __future__ import annotations

from typing import Any

from django import forms

from games.people.models import User
from games.teach.classes.models import Classroom, Staff
from games.teach.work.plans.forms import FirstDayField
from games.web.zones import ZoneField

NEW = "new"


class CourseForm(forms.Form):
    """Which class belongs to a course: a new one, or one that the instructor owns."""

    classroom = forms.ChoiceField(
        label="Which class is this course?",
        widget=forms.RadioSelect,
        initial=NEW,
        error_messages={"required": "Choose a class."},
    )

    time_zone = ZoneField(
        label="Time zone of a new class",
        guess=True,
        help_text="We show the deadlines in this zone.",
    )

    def __init__(self, name: str, owner: User, *args: Any) -> None:
        super().__init__(*args)
        own = Classroom.objects.filter(
            staff__user=owner, staff__role=Staff.Role.OWNER, archived_at=None, course=None
        )
        self.classes = {str(one.pk): one for one in own}
        field = self.fields["classroom"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (NEW, f"A new class, “{name}”"),
            *((key, f"Your class “{one.name}”") for key, one in self.classes.items()),
        ]

    @property
    def chosen(self) -> Classroom | None:
        """The existing class that was chosen; None for a new one."""
        return self.classes.get(self.cleaned_data["classroom"])


class ChooseForm(forms.Form):
    """What links in the course open: assignments, lessons or puzzle sets, and unit plans, whose
    assignments are counted from the day *first*. *one_for* is the name of a platform that takes
    only one at a time."""

    search = forms.CharField(required=False, max_length=100)
    what = forms.MultipleChoiceField(
        label="What shall the course open?",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose something."},
    )
    first = FirstDayField(
        label="First day of a unit plan",
        help_text="Its dates are counted from this day. Leave it empty for no dates.",
    )

    def __init__(
        self, choices: list[tuple[str, list[tuple[str, str]]]], *args: Any, one_for: str = ""
    ) -> None:
        super().__init__(*args)
        self.one_for = one_for
        field = self.fields["what"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = choices

    def clean_what(self) -> list[str]:
        """Check that the platform takes as many."""
        chosen: list[str] = self.cleaned_data["what"]
        if self.one_for and len(chosen) > 1:
            raise forms.ValidationError(
                f"{self.one_for} takes one at a time here, and you chose {len(chosen)}."
            )
        return chosen
