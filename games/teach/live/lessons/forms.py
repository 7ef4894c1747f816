"""The form of a room lesson, with the *desk* for its parts: for the site's lessons in the admin,
and for an instructor's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db.models import QuerySet

from games.content.controls import plain
from games.content.editors.admin import PlacedForm, PublishingForm
from games.content.reading import sentence
from games.content.shapes import Content
from games.content.versions import place_after, whole
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.part_editor import PartEditor
from games.teach.live.lessons.room_lesson_files import (
    LESSON,
    USUAL,
    RoomLessonFiles,
    clock_wrong,
    unsaid,
)

FIRST_NOTE = "First version."


class RoomLessonForm(PlacedForm, PublishingForm):
    """The form for a room lesson of the site."""

    noun = "room lesson"
    shapes, kind = LESSON, RoomLessonFiles

    class Meta:
        model = RoomLesson
        fields: ClassVar = [
            "title",
            *(name for name in RoomLesson.CONTENT if name not in ("title", "order")),
            "state",
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.content: Content = {}
        self.desk = PartEditor.posted(self.data) if self.is_bound else PartEditor.of(self.stored)  # type: ignore[arg-type]
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    def rows(self) -> QuerySet[RoomLesson]:
        return RoomLessonFiles().rows()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        parts = self.desk.check([])
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        if not any(draft.problems for draft in self.desk.drafts):
            self.check_clock(cleaned, parts)
        names = [name for name in RoomLesson.CONTENT if name in cleaned]
        self.content = {name: plain(cleaned[name]) for name in names}
        self.read(self.content)
        self.content |= {"slug": cleaned.get("slug") or self.instance.slug, "parts": parts}
        if "place" in self.fields:
            is_new = self.stored is None
            order = place_after(self.others(), cleaned.get("place") or self.place_now())
            self.content["order"] = order if self.is_moved or is_new else whole(self.stored.order)
        self.content["state"] = str(cleaned.get("state") or RoomLesson.State.DRAFT)
        for name in unsaid(self.content):
            if name not in self.errors:
                self.add_error(name, "Say this before you publish the lesson.")
        return cleaned

    def doubts(self) -> Iterable[str]:
        return self.desk.doubts()

    @property
    def content_news(self) -> bool:
        """Whether the content of the form differs from the stored one."""
        return USUAL | self.before != USUAL | self.content

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        """Check that the minutes are the sum of those of the parts."""
        if "minutes" in cleaned:
            for wrong in clock_wrong({**cleaned, "parts": parts}):
                self.add_error("minutes", sentence(wrong))


class OwnLessonForm(RoomLessonForm):
    """The form for an instructor's own lesson: it adds up the minutes and makes the address. It is
    in no list of the site."""

    place = None  # type: ignore[assignment]

    class Meta(RoomLessonForm.Meta):
        fields: ClassVar = [
            name for name in RoomLessonForm.Meta.fields if name not in ("slug", "minutes")
        ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"auto_id": "lesson-%s", **kwargs})
        self.fields["note"].widget.attrs.pop("class", None)

    @property
    def head(self) -> list[Any]:
        """The fields above the desk."""
        return [self[name] for name in self.Meta.fields if name != "state"]

    def clean(self) -> dict[str, Any]:
        # What changed in the first version, nobody asks.
        if not (self.stored and self.stored.version) and not self.cleaned_data.get("note"):
            self.cleaned_data["note"] = FIRST_NOTE
        return super().clean()

    def check_clock(self, cleaned: dict[str, Any], parts: list[Content]) -> None:
        cleaned["minutes"] = sum(part["minutes"] for part in parts)
