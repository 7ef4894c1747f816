"""Reports in the admin: authors of lessons read and answer reports on lessons, authors of puzzles
those on puzzles, and curators of the open questions those on theory."""

from __future__ import annotations

from typing import Any, Literal

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.people.models import User, owner_fields
from games.questions.attempts import Attempt
from games.site.reports.models import Report

SUBJECTS = {
    "lesson": Q(step__isnull=False),
    "puzzle": Q(puzzle__isnull=False),
    "openquestion": ~Q(page=""),
}
"""The reports that belong to each model: permissions for the model cover them."""


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Reports of mistakes, open ones first."""

    list_display = ("text", "about", "created_at", "closed", "answer")
    list_filter = ("closed",)
    list_select_related = ("puzzle", "step__lesson")
    fields = ("about", "text", "last_tries", "answer", "closed", "created_at", "answered_by")
    readonly_fields = ("about", "text", "last_tries", "created_at", "answered_by")
    actions = ("close",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        reports: QuerySet[Report] = super().get_queryset(request)
        if request.user.has_perm("games.view_report"):
            return reports
        return reports.filter(_reach(request, "view") | _reach(request, "change"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        mine = _may(request, "view", obj) or _may(request, "change", obj)
        return super().has_view_permission(request, obj) or mine

    def has_change_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        return super().has_change_permission(request, obj) or _may(request, "change", obj)

    @admin.display(description="about")
    def about(self, report: Report) -> str | SafeString:
        """The puzzle, step or page, with a link if it still exists."""
        if not report.address:
            return f"{report.about} (no longer in the lesson)"
        return format_html('<a href="{}">{}</a>', report.address, report.about)

    @admin.display(description="Their tries")
    def last_tries(self, report: Report) -> str:
        if report.page:
            return "None."
        whose = owner_fields(report.owner)
        tries = Attempt.objects.filter(step=report.step, puzzle=report.puzzle, **whose)
        tries = tries.exclude(solved=None).order_by("-created_at")
        answers = [f"{t.answer}: {'solved' if t.solved else 'not solved'}" for t in tries[:5]]
        return "; ".join(answers) or "None."

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        told = "The author of the report reads it on their own page. An answer closes the report."
        return super().get_form(request, *args, help_texts={"answer": told}, **kwargs)

    def save_model(self, request: HttpRequest, obj: Report, form: Any, change: bool) -> None:
        if "answer" in form.changed_data:
            answer(obj, obj.answer.strip(), request.user)  # type: ignore[arg-type]
        else:
            obj.save()

    @admin.action(description="Close selected reports", permissions=["change"])
    def close(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        if not super().has_change_permission(request):
            queryset = queryset.filter(_reach(request, "change"))
        Report.objects.filter(pk__in=list(queryset.values_list("pk", flat=True))).update(
            closed=True
        )


def _reach(request: HttpRequest, action: Literal["view", "change"]) -> Q:
    """The reports that the user may see or change through permissions for lessons or puzzles."""
    reach = Q(pk=None)
    for model, about in SUBJECTS.items():
        if request.user.has_perm(f"games.{action}_{model}"):
            reach |= about
    return reach


def _may(
    request: HttpRequest, action: Literal["view", "change"], report: Report | None = None
) -> bool:
    """Whether the user may do this with *report*, or with any report."""
    about = "lesson"
    if report and report.puzzle_id:
        about = "puzzle"
    elif report and report.page:
        about = "openquestion"
    models = [about] if report else list(SUBJECTS)
    return any(request.user.has_perm(f"games.{action}_{model}") for model in models)


def answer(report: Report, text: str, by: User) -> None:
    """Answer the author of a report, which closes it. An empty answer removes an earlier one and
    does not close or reopen the report."""
    if text:
        report.answer, report.answered_by, report.answered_at = text, by, timezone.now()
        report.closed = True
    else:
        report.answer, report.answered_by, report.answered_at = "", None, None
    report.save()
