"""The form for a comment to a student."""

from __future__ import annotations

from typing import Any

from django import forms

from games.assignments.comments import COMMENT_LENGTH
from games.assignments.granting_forms import ItemField
from games.assignments.models import Assignment
from games.classes.models import Membership


class CommentForm(forms.Form):
    """A comment, and the question or assignment that it is about."""

    def __init__(
        self, assignment: Assignment, student: Membership, *args: Any, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["item"] = ItemField(assignment, "The whole assignment", student=student)
        when = "after the test closes" if assignment.is_check else "at once"
        self.fields["text"] = forms.CharField(
            label="Comment",
            max_length=COMMENT_LENGTH,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=f"The student reads it {when}.",
            error_messages={"required": "Write the comment first."},
        )
