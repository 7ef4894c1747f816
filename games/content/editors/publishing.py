"""The form for published content: a note for each version, and a warning if another editor saved in
the meantime."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from games.content.editors.admin import EditorForm
from games.content.loading import digest
from games.content.versions import Publishable

NOTE_NEEDED = "Say in a few words what changed. Students see it at once."


class PublishingForm(EditorForm):
    """A form with a change *note*. *seen* is the fingerprint of the stored content when the form
    was opened; *stored* is the content now, None for new content."""

    noun: ClassVar[str] = "lesson"
    stored: Any = None

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Change note",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "note" in self.fields:
            self.fields["note"].help_text = (
                f"What changed, in a few words. A published {self.noun} needs a note. It is saved "
                "with the version."
            )

    def remember(self) -> None:
        """Put the fingerprint of the stored content into the page."""
        if "seen" in self.fields:
            self.fields["seen"].initial = self._seen()

    def _seen(self) -> str:
        """The fingerprint of the content in the database now."""
        return digest(self.stored.content) if self.stored else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.is_publishing and not cleaned.get("note"):
            self.add_error("note", NOTE_NEEDED)
        self._see_others()
        return cleaned

    @property
    def is_publishing(self) -> bool:
        """Whether everybody sees the content once it is saved."""
        return bool(self.cleaned_data.get("state") == Publishable.State.PUBLISHED)

    def _see_others(self) -> None:
        """Add an error if another editor has saved since the form was opened."""
        now = self._seen()
        if not now or self.cleaned_data.get("seen") == now:
            return
        typed: Any = self.data
        self.data = typed.copy()
        self.data[self.add_prefix("seen")] = now  # type: ignore[index]
        self.add_error(
            None,
            f"Somebody saved this {self.noun} after you opened it. Look at its versions first. If "
            f"you save again, your {self.noun} replaces theirs.",
        )
