"""Assignments in the admin, read-only for support: the questions, but nobody's name. Unit plans.
Templates belong to instructors and are not shown here."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.boards.thumbnails import drawn
from games.content.editors.admin import FileForm
from games.content.editors.version_pages import VersionPages
from games.content.shapes import Content
from games.questions.goals import goal_of
from games.teach.work.models import Assignment, Item
from games.teach.work.plans.forms import next_monday
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_editor import PlanEditor
from games.teach.work.plans.plan_files import PLAN, PlanFiles, written_entries


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


class PlanForm(FileForm):
    """A unit plan with the desk of its assignments. *first* is not stored: it only lets the page
    show days as dates."""

    noun, shapes, kind = "unit plan", PLAN, PlanFiles
    slug = forms.SlugField(max_length=50)
    first = forms.DateField(
        required=False,
        label="First day of the preview",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The days below become dates from this day on. Each class has its own first day.",
    )

    class Meta:
        model = Plan
        fields: ClassVar = ["title", "slug", "track", "about", "state"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        first = next_monday()
        if "track" in self.fields:
            self.fields["first"].initial = first.isoformat()
            self.fields["track"].required = True
        if self.is_bound:
            self.desk = PlanEditor.posted(self.data)  # type: ignore[arg-type]
            with suppress(ValueError):
                first = date.fromisoformat(str(self.data.get("first")))
        else:
            stored = Plan.objects.whole().filter(pk=self.instance.pk).first()
            self.desk = PlanEditor.of(stored)
        self.desk.settle(min(first, date(9000, 1, 1)))
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]
            self.desk.settle(min(first, date(9000, 1, 1)))
        if self.instance.pk or self.is_bound:
            self.desk.check()

    def after(self, row: Plan) -> str:
        return f"{row.track}: after {row}" if row.track else f"after {row}"

    def siblings(self) -> list[Plan]:
        """The plans of its track; after one of another track, it comes last."""
        return [row for row in self.others() if row.track == self.cleaned_data["track"]]

    def filled(self, cleaned: dict[str, Any]) -> Content:
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        track = cleaned.get("track")
        named = {"track": track.slug} if track else {}
        if any(draft.problems for draft in self.desk.drafts):
            return super().filled(cleaned) | named
        entries = [draft.planned.outline_of(draft.asked) for draft in self.desk.drafts]
        aims = [draft.planned.aim for draft in self.desk.drafts]
        assignments = written_entries(list(zip(aims, entries, strict=True)))
        return super().filled(cleaned) | named | {"assignments": assignments}


@admin.register(Plan)
class PlanAdmin(VersionPages):
    """Unit plans: a track, a description, and assignments in their weeks."""

    files: ClassVar = PlanFiles
    noun, part = "unit plan", "assignment"
    form = PlanForm
    desk_template = "admin/games/plan/desk.html"
    list_display = ("title", "track", "size", "state", "version")
    list_filter = ("state", "track")
    list_select_related = ("track",)
    search_fields = ("title", "about")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Plan]:
        plans: QuerySet[Plan] = super().get_queryset(request)
        return plans.filter(owner=None).annotate(number=Count("entries"))

    @admin.display(ordering="number", description="assignments")
    def size(self, plan: Any) -> int:
        return int(plan.number)

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["owner"]

    def about(self, *, is_read: bool) -> list[str]:
        fields = super().about(is_read=is_read)
        return fields if is_read else [*fields, "first"]

    def desk_context(self, request: HttpRequest, form: Any, stored: Plan | None) -> dict[str, Any]:
        return {"desk": form.desk}
