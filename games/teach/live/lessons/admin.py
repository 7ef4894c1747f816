"""The site's own room lessons in the admin. Instructors' lessons are private, so the admin does not
list them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.content.editors.version_pages import VersionPages
from games.teach.live.lessons.forms import OpenPart, RoomLessonForm
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles


@admin.register(RoomLesson)
class RoomLessonAdmin(VersionPages):
    """Room lessons: their fields, and their parts in order. A new lesson is a draft."""

    files: ClassVar = RoomLessonFiles
    noun, part = "room lesson", "part"
    form = RoomLessonForm
    desk_template = "admin/games/lesson/desk.html"
    preview_name = "Preview as wall and phone"
    list_display = ("title", "order", "minutes", "audience", "state", "version")
    list_filter = ("state",)
    search_fields = ("title", "about")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoomLesson]:
        lessons: QuerySet[RoomLesson] = super().get_queryset(request)
        return lessons.filter(owner=None)

    def about(self, *, is_read: bool) -> list[str]:
        named = [name for name in RoomLessonForm.Meta.fields if name != "state"]
        return [named[0], "order" if is_read else "place", *named[1:]]

    def preview_url(self, row: RoomLesson) -> str:
        return reverse("live:preview", args=[row.slug])

    def desk_context(
        self, request: HttpRequest, form: Any, stored: RoomLesson | None
    ) -> dict[str, Any]:
        desk = form.desk
        draft = desk.open_draft
        return {"desk": desk, "open_step": OpenPart(desk, draft) if draft else None}
