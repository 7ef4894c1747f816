"""Assignments in the admin, read-only for support: the questions, but nobody's name."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.boards.thumbnails import drawn
from games.questions.goals import goal_of
from games.teach.work.models import Assignment, Item


class LookingOnly(admin.options.BaseModelAdmin):  # type: ignore[type-arg]
    """A read-only admin page for objects that are made on the site."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AskedInline(LookingOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Questions about positions, each with its picture."""

    @admin.display(description="position")
    def picture(self, row: Any) -> str | SafeString:
        return drawn(row.ruleset, row.position, speaks=True) if row.ruleset else ""

    @admin.display(description="asks")
    def asked(self, row: Any) -> str:
        """The exercise in words."""
        mover = f", {row.to_move} to move" if row.to_move else ""
        where = f"{row.ruleset} {row.position}, {row.convention}{mover}"
        return f"{where}: {goal_of(row.goal).label}"

    @admin.display(description="answers")
    def answers(self, row: Any) -> int:
        return int(row.given)


class ItemInline(AskedInline):
    """The questions of an assignment, as they were fixed."""

    model = Item
    verbose_name = "question"
    verbose_name_plural = "questions"
    fields = readonly_fields = ("order", "picture", "asked", "points", "answers")
    ordering = ("order",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.view_assignment")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Item]:
        items: QuerySet[Item] = super().get_queryset(request)
        return items.select_related("lesson").annotate(given=Count("attempts__answered_at"))

    @admin.display(description="asks")
    def asked(self, row: Item) -> str:
        """The lesson, or the exercise in words."""
        lesson = row.lesson
        return f"Lesson {lesson.number}: {lesson.title}" if lesson else super().asked(row)


@admin.register(Assignment)
class AssignmentAdmin(LookingOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Assignments belong to the staff of their class. An administrator sees the same as they do,
    but no students."""

    list_display = ("title", "classroom", "mode", "published_at", "due_at", "archived_at")
    list_filter = ("mode", ("archived_at", admin.EmptyFieldListFilter))
    list_select_related = ("classroom",)
    search_fields = ("title", "classroom__name", "classroom__staff__user__username")
    fields = (
        "classroom",
        *(setting.name for setting in Assignment.SETTINGS),
        "created_at",
        "published_at",
        "archived_at",
        "audience",
    )
    inlines = (ItemInline,)
    view_on_site = False  # only its class may see it
    change_form_template = "admin/games/assignment/change_form.html"

    class Media:
        css: ClassVar = {"all": ["css/tokens.css", "css/boards.css", "css/thumbnails.css"]}

    def get_readonly_fields(self, request: HttpRequest, obj: Assignment | None = None) -> Any:
        return ("audience", "created_at")

    @admin.display(description="for")
    def audience(self, assignment: Assignment) -> str:
        """The groups and the number of students it is for."""
        groups = ", ".join(group.name for group in assignment.groups.all())
        number = assignment.students.count()
        students = f"{number} student{'' if number == 1 else 's'} chosen" if number else ""
        return "; ".join(filter(None, (groups, students))) or "the whole class"
