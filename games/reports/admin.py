"""Complaints in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.lessons.models import StepAttempt
from games.puzzles.tries import PuzzleAttempt
from games.reports.models import Report


@admin.register(Report)
class ReportAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What people think is wrong, the open ones first."""

    list_display = ("text", "about", "created_at", "closed")
    list_filter = ("closed",)
    list_select_related = ("puzzle", "step__lesson")
    fields = ("about", "text", "last_tries", "closed", "created_at")
    readonly_fields = ("about", "text", "last_tries", "created_at")
    actions = ("close",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    @admin.display(description="about")
    def about(self, report: Report) -> SafeString:
        """The puzzle or step, with a link to it."""
        subject = report.puzzle or report.step
        assert subject is not None
        named = f"{report.step.lesson}, step {subject}" if report.step else str(subject)
        return format_html('<a href="{}">{}</a>', subject.get_absolute_url(), named)

    @admin.display(description="Their tries at it")
    def last_tries(self, report: Report) -> str:
        whose = {"user": report.user, "visitor": report.visitor}
        tries = (
            StepAttempt.objects.filter(step=report.step, **whose)
            if report.step
            else PuzzleAttempt.objects.filter(puzzle=report.puzzle, **whose).exclude(solved=None)
        )
        answers = [f"{t.answer}: {'solved' if t.solved else 'not solved'}" for t in tries[:5]]
        return "; ".join(answers) or "None."

    @admin.action(description="Close the reports selected")
    def close(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        queryset.update(closed=True)
