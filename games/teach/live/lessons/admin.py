"""The site's own room lessons in the admin. Instructors' lessons are private, so the admin does not
list them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.content.editors.admin import EditorAdmin
from games.content.editors.version_pages import VersionPages
from games.content.shapes import Content
from games.people.models import User
from games.teach.live.lessons.forms import RoomLessonForm
from games.teach.live.lessons.models import RoomLesson, RoomLessonVersion
from games.teach.live.lessons.part_editor import OpenPart
from games.teach.live.lessons.room_lesson_files import (
    RoomLessonFiles,
    restore_version,
    store_room_lesson,
)


@admin.register(RoomLesson)
class RoomLessonAdmin(VersionPages, EditorAdmin):
    """Room lessons: their fields, and their parts in order. A new lesson is a draft."""

    files: ClassVar = RoomLessonFiles
    noun, part = "room lesson", "part"
    form = RoomLessonForm
    save_as = True
    desk_template = "admin/games/lesson/desk.html"
    change_form_template = "admin/games/roomlesson/change_form.html"
    change_list_template = "admin/games/roomlesson/change_list.html"
    list_display = ("title", "order", "minutes", "audience", "state", "version")
    list_filter = ("state",)
    search_fields = ("title", "about")
    prepopulated_fields: ClassVar = {"slug": ("title",)}

    def write(self, content: Content, *, note: str, by: User) -> RoomLesson:
        return store_room_lesson(content, note=note, by=by)

    def restore(self, row: RoomLesson, version: RoomLessonVersion, by: User) -> RoomLesson:
        return restore_version(row, version, by)

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoomLesson]:
        lessons: QuerySet[RoomLesson] = super().get_queryset(request)
        return lessons.filter(owner=None)

    def get_fieldsets(self, request: HttpRequest, obj: RoomLesson | None = None) -> Any:
        about = [name for name in RoomLessonForm.Meta.fields if name != "state"]
        if obj is None:
            return [(None, {"fields": about})]
        if not self.has_change_permission(request, obj):
            return [(None, {"fields": [*about, "state"]})]
        return [(None, {"fields": about}), ("Publishing", {"fields": ["state", "note", "seen"]})]

    def view_on_site(self, lesson: RoomLesson) -> str | None:
        """The public address of the lesson; None before it is published."""
        return lesson.get_absolute_url() if lesson.is_published else None

    def desk_context(
        self, request: HttpRequest, form: Any, stored: RoomLesson | None
    ) -> dict[str, Any]:
        desk = form.desk
        draft = desk.open_draft
        return {"desk": desk, "open_step": OpenPart(desk, draft) if draft else None}

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Django's page, with the address of the preview."""
        lesson = self.get_object(request, object_id)
        more = {"preview_url": reverse("live:preview", args=[lesson.slug])} if lesson else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    # --- saving: the valid form becomes content, and one service writes it -----------------

    def save_model(self, request: HttpRequest, obj: RoomLesson, form: Any, change: bool) -> None:
        """Do nothing yet: a lesson is stored together with its parts."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        form.is_news = not change or form.content_news
        if not form.is_news:
            messages.info(request, "Nothing changed, so nothing was saved.")
            return
        note = form.cleaned_data.get("note", "")
        stored = store_room_lesson(form.content, note=note, by=request.user, row=form.stored)  # type: ignore[arg-type]
        form.instance.pk, form.instance.version = stored.pk, stored.version
