"""Room lessons in the admin; and rooms, read-only for support: the questions, but nobody's name."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from games.content.editors.version_pages import VersionPages
from games.teach.live.lessons.forms import OpenPart, RoomLessonForm
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.lessons.room_lesson_files import RoomLessonFiles
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.work.admin import AskedInline, LookingOnly


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


class QuestionInline(AskedInline):
    """The questions of a room, including turns of its games, with the number of answers."""

    model = RoomQuestion
    fields = readonly_fields = ("number", "picture", "asked", "state", "answers")
    ordering = ("number",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.view_room")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RoomQuestion]:
        questions: QuerySet[RoomQuestion] = super().get_queryset(request)
        return questions.annotate(given=Count("answers"))


@admin.register(Room)
class RoomAdmin(LookingOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Rooms belong to their instructors. An administrator sees the questions, and how many people
    took part."""

    list_display = ("title", "owner", "classroom", "created_at", "closed_at", "people")
    list_filter = (("closed_at", admin.EmptyFieldListFilter),)
    list_select_related = ("owner", "classroom")
    search_fields = ("title", "owner__username", "classroom__name")
    fields = readonly_fields = (
        "title",
        "owner",
        "classroom",
        "people",
        "created_at",
        "closes_at",
        "closed_at",
    )
    inlines = (QuestionInline,)
    view_on_site = False  # its address contains the code, which lets people in
    change_form_template = "admin/games/assignment/change_form.html"

    class Media:
        css: ClassVar = {"all": ["css/tokens.css", "css/boards.css", "css/thumbnails.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        rooms: QuerySet[Room] = super().get_queryset(request)
        here = Count("participants", filter=Q(participants__left_at=None))
        return rooms.annotate(here=here)

    @admin.display(description="people", ordering="here")
    def people(self, room: Any) -> int:
        """The number of people in the room."""
        return int(room.here)
