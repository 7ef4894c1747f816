"""The forms and panels of files of grades: what a file contains, and whom it names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.forms.boundfield import BoundField

from games.teach.classes.models import Membership
from games.teach.work.grades.gradebooks import GRADEBOOKS, Layout
from games.teach.work.grades.identities import (
    IDENTITIES,
    Gradebook,
    Identification,
    identifications,
)


class LayoutForm(forms.Form):
    """The format of a file of grades; missing fields mean what suits the class."""

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
        """The chosen layout."""
        return Layout(**{name: value for name, value in self.cleaned_data.items() if value})


@dataclass(frozen=True)
class Panel:
    """One kind of file on the page of files: the gradebook, the possible ids, and the options."""

    kind: str
    gradebook: Gradebook
    ways: list[Identification]
    choices: list[BoundField]

    @classmethod
    def of(cls, kind: str, people: Sequence[Membership], *choices: str) -> Panel:
        """The panel for this kind of file about these *people*."""
        book, form = GRADEBOOKS[kind], LayoutForm(auto_id=f"{kind}-%s")
        return cls(kind, book, identifications(people, book), [form[name] for name in choices])
