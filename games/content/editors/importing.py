"""The form that imports a lesson's YAML: it shows a preview before it saves."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from games.content.loading import ContentFiles
from games.content.reading import MAX_FILE, ContentError, Finding
from games.content.shapes import Content
from games.content.versions import ChangedLine, Publishable, changed_lines

STORE = "store"
"""The value of the button that saves the previewed lesson."""


class ImportForm(forms.Form):
    """A pasted text or a file. *content* and *diff* are set once it has been read."""

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

    def __init__(self, files: ContentFiles[Content], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = files
        self.content: Content = {}
        self.diff: list[ChangedLine] = []
        self.findings: list[Finding] = []

    @property
    def is_confirmed(self) -> bool:
        return bool(self.cleaned_data.get("action") == STORE and not self.files)

    @property
    def needs_note(self) -> bool:
        """Whether everybody will see it at once; a file without a state is published."""
        return self.state == Publishable.State.PUBLISHED

    @property
    def state(self) -> str:
        return str(self.content.get("state", Publishable.State.PUBLISHED))

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
            self.content, diff = self.kind.compared(text, file.name if file else "lesson")
        except ContentError as error:
            self.findings = error.findings
            raise ValidationError(
                "This lesson cannot be saved. The list below says what is wrong."
            ) from None
        self.diff = changed_lines(diff)
        if cleaned.get("action") == STORE and self.needs_note and not cleaned.get("note"):
            self.add_error("note", "Say in a few words what changed. Students see it at once.")
        return cleaned
