"""Unit plans in the admin. Templates belong to instructors and are not shown here."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.content.editors.admin import FileForm
from games.content.editors.version_pages import VersionPages
from games.content.shapes import Content
from games.teach.work.plans.forms import next_monday
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_editor import PlanEditor
from games.teach.work.plans.plan_files import PLAN, PlanFiles, written_entries


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
