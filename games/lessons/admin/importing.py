"""The form one lesson's YAML comes in by: looked at first, stored when that is confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.content.reading import MAX_FILE, ContentError, Finding
from games.content.shapes import Content
from games.lessons.files import preview_import
from games.lessons.models import Lesson

STORE = "store"
"""What the button says that stores what has been looked at."""


@dataclass(frozen=True)
class ChangedLine:
    """One line of a difference; *kind* is added, removed, place or same."""

    kind: str
    text: str


def changed_lines(diff: str) -> list[ChangedLine]:
    """A unified diff without its two lines of file names."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    return [ChangedLine(kinds.get(line[:1], "same"), line) for line in diff.split("\n")[2:]]


class ImportForm(forms.Form):
    """A pasted text or a file. *content* and *diff* are there once it has been read."""

    text = forms.CharField(
        label="The lesson as YAML",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 20, "class": "vLargeTextField written"}),
    )
    file = forms.FileField(label="Or a file", required=False)
    note = forms.CharField(
        label="Change note",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )
    action = forms.CharField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.content: Content = {}
        self.diff: list[ChangedLine] = []
        self.findings: list[Finding] = []

    @property
    def is_confirmed(self) -> bool:
        return bool(self.cleaned_data.get("action") == STORE and not self.files)

    @property
    def needs_note(self) -> bool:
        return bool(self.content.get("state") == Lesson.State.PUBLISHED)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, file = cleaned.get("text", ""), cleaned.get("file")
        if file is not None:
            if file.size > 4 * MAX_FILE:
                raise ValidationError(f"The file is longer than {MAX_FILE} characters.")
            try:
                text = file.read().decode()
            except UnicodeDecodeError:
                raise ValidationError("The file is not UTF-8 text.") from None
            self.data = {**self.data.dict(), "text": text}  # type: ignore[attr-defined]
        if not text.strip():
            raise ValidationError("Paste a lesson or choose a file.")
        try:
            self.content, diff = preview_import(text, file.name if file else "lesson")
        except ContentError as error:
            self.findings = error.findings
            raise ValidationError(
                "This lesson cannot be saved. The list below says what is wrong."
            ) from None
        self.diff = changed_lines(diff)
        if cleaned.get("action") == STORE and self.needs_note and not cleaned.get("note"):
            self.add_error("note", "Say in a few words what changed. Students see it at once.")
        return cleaned
