"""Room lessons in the admin."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html

from games.content.reading import sentence
from games.desks.admin import DeskAdmin, DeskForm
from games.live.lesson_desk import OpenPart, PartDesk
from games.live.lesson_files import clock_wrong
from games.live.lessons import RoomLesson


class RoomLessonForm(DeskForm):
    """A room lesson with the *desk* of its parts."""

    slug = forms.SlugField(max_length=50, help_text="The last part of its address.")

    class Meta:
        model = RoomLesson
        fields: ClassVar = [
            "title",
            "slug",
            "order",
            "about",
            "audience",
            "needs",
            "minutes",
            "source",
        ]
        labels: ClassVar = {"audience": "For whom", "needs": "What is needed"}
        help_texts: ClassVar = {
            "order": "Its place in the list.",
            "minutes": "The minutes of its parts, added up.",
        }
        widgets: ClassVar = {
            name: forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})
            for name in ("about", "source")
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.desk = PartDesk.posted(self.data) if self.is_bound else PartDesk.of(self.instance)  # type: ignore[arg-type]
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        count = len(self.desk.drafts)
        if not 1 <= count <= self.desk.most:
            wrong = f"A room lesson has 1 to {self.desk.most} parts; this one has {count}."
            self.add_error(None, wrong)
        parts = self.desk.check([])
        for number, draft in enumerate(self.desk.drafts, 1):
            for problem in draft.problems:
                link = '<a href="#step-{}">Part {}</a>: {}'
                self.add_error(None, format_html(link, draft.key, number, sentence(problem)))
        if not any(draft.problems for draft in self.desk.drafts) and "minutes" in cleaned:
            for wrong in clock_wrong({**cleaned, "parts": parts}):
                self.add_error("minutes", sentence(wrong))
        self.instance.parts = parts
        return cleaned


@admin.register(RoomLesson)
class RoomLessonAdmin(DeskAdmin):
    """Room lessons: words about them, and parts in their order."""

    form = RoomLessonForm
    save_as = True
    desk_template = "admin/games/lesson/desk.html"
    list_display = ("title", "order", "minutes", "audience")
    search_fields = ("title", "about")
    prepopulated_fields: ClassVar = {"slug": ("title",)}

    def desk_context(
        self, request: HttpRequest, form: Any, stored: RoomLesson | None
    ) -> dict[str, Any]:
        desk = form.desk
        draft = desk.open_draft
        return {"desk": desk, "open_step": OpenPart(desk, draft) if draft else None}
