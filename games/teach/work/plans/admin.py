"""Unit plans in the admin. Templates belong to instructors and are not shown here."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.content.editors.admin import EditorAdmin, EditorForm
from games.teach.work.plans.entries import PlanEntry
from games.teach.work.plans.forms import next_monday
from games.teach.work.plans.models import Plan
from games.teach.work.plans.plan_editor import PlanEditor
from games.teach.work.plans.plan_files import PLAN
from games.teach.work.plans.saving import store_outline


class PlanForm(EditorForm):
    """A unit plan with the desk of its assignments. *first* is not stored: it only lets the page
    show days as dates."""

    shapes = PLAN
    slug = forms.SlugField(max_length=50)
    first = forms.DateField(
        required=False,
        label="First day of the preview",
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text="The days below become dates from this day on. Each class has its own first day.",
    )

    class Meta:
        model = Plan
        fields: ClassVar = ["title", "slug", "track", "order", "about"]
        help_texts: ClassVar = {"order": "Its place in the track."}

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

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        return cleaned


@admin.register(Plan)
class PlanAdmin(EditorAdmin):
    """Unit plans: a track, a description, and assignments in their weeks."""

    form = PlanForm
    save_as = True
    desk_template = "admin/games/plan/desk.html"
    list_display = ("title", "track", "order", "size")
    list_filter = ("track",)
    list_select_related = ("track",)
    search_fields = ("title", "about")
    prepopulated_fields: ClassVar = {"slug": ("title",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Plan]:
        plans: QuerySet[Plan] = super().get_queryset(request)
        return plans.filter(owner=None).annotate(number=Count("entries"))

    @admin.display(ordering="number", description="assignments")
    def size(self, plan: Any) -> int:
        return int(plan.number)

    def get_exclude(self, request: HttpRequest, obj: Any = None) -> Any:
        return ["owner"]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = ["title", "slug", "track", "order", "about"]
        may = self.has_change_permission(request, obj) if obj else True
        return [*fields, "first"] if may else fields

    def desk_context(self, request: HttpRequest, form: Any, stored: Plan | None) -> dict[str, Any]:
        return {"desk": form.desk}

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save the assignments in their order."""
        with transaction.atomic():
            form.instance.entries.all().delete()
            for order, draft in enumerate(form.desk.drafts, 1):
                _store(form.instance, draft, order)


def _store(plan: Plan, draft: PlanEntry, order: int) -> None:
    planned = draft.planned
    outline = planned.outline_of(draft.asked)
    store_outline(plan, outline, order, planned.aim)
