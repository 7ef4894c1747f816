"""The form of a room lesson, with the *desk* for its parts: for the site's lessons in the admin,
and for an instructor's own."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms

from games.content.controls import plain
from games.content.editors.admin import PublishingForm
from games.content.reading import sentence
from games.content.shapes import Content
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.part_editor import PartEditor
from games.teach.live.lessons.room_lesson_files import USUAL, clock_wrong

OLDEST = 99


class RoomLessonForm(PublishingForm):
    """The form for a room lesson of the site."""

    noun = "room lesson"
    slug = forms.SlugField(max_length=50, help_text="The last part of its address.")

    class Meta:
        model = RoomLesson
        fields: ClassVar = [
            "title",
            *(name for name in RoomLesson.CONTENT if name != "title"),
            "state",
        ]
        labels: ClassVar = {
            "audience": "For whom",
            "needs": "What is needed",
            "from_age": "Youngest age",
        }
        help_texts: ClassVar = {
            "order": "Its place in the list.",
            "minutes": "The minutes of its parts, added up.",
            "theory": "The film that explains a question. Empty: the one that fits it best.",
            "from_age": "The filter of ready lessons uses it.",
        }
        widgets: ClassVar = {
            name: forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})
            for name in ("about", "source")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = RoomLesson.objects.filter(pk=self.instance.pk).first()
        self.remember()
        self.content: Content = {}
        self.desk = PartEditor.posted(self.data) if self.is_bound else PartEditor.of(self.stored)  # type: ignore[arg-type]
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    def clean_from_age(self) -> int | None:
        age: int | None = self.cleaned_data["from_age"]
        if age is not None and age > OLDEST:
            raise forms.ValidationError(f"Write an age up to {OLDEST}.")
        return age

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        parts = self.desk.check([])
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        if not any(draft.problems for draft in self.desk.drafts):
            self.check_clock(cleaned, parts)
        names = [name for name in RoomLesson.CONTENT if name in cleaned]
        self.content = {name: plain(cleaned[name]) for name in names}
        self.content |= {"slug": cleaned.get("slug") or self.instance.slug, "parts": parts}
        self.content["state"] = str(cleaned.get("state") or RoomLesson.State.DRAFT)
        return cleaned

    @property
    def content_news(self) -> bool:
        """Whether the content of the form differs from the stored one."""
        before = self.stored.content if self.stored else {}
        return USUAL | before != USUAL | self.content

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        """Check that the minutes are the sum of those of the parts."""
        if "minutes" in cleaned:
            for wrong in clock_wrong({**cleaned, "parts": parts}):
                self.add_error("minutes", sentence(wrong))


class OwnLessonForm(RoomLessonForm):
    """The form for an instructor's own lesson: it adds up the minutes and makes the address."""

    slug = None  # type: ignore[assignment]

    class Meta(RoomLessonForm.Meta):
        fields: ClassVar = [
            "title",
            "about",
            "audience",
            "from_age",
            "needs",
            "source",
            "theory",
            "state",
        ]
        help_texts: ClassVar = {"from_age": "Leave it empty if it suits any age."}
        widgets: ClassVar = {
            name: forms.Textarea(attrs={"rows": 2}) for name in ("about", "source")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "lesson-%s", **kwargs})
        self.fields["source"].label = "Where it comes from"
        self.fields["note"].widget.attrs.pop("class", None)

    @property
    def head(self) -> list[Any]:
        """The fields above the desk."""
        return [self[name] for name in self.Meta.fields if name != "state"]

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        cleaned["minutes"] = sum(part["minutes"] for part in parts)
