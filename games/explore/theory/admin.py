"""Open questions in the admin: what is known about each, and which must be checked again."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.explore.theory.models import OpenQuestion
from solver.teaching import counted

AGO = "Checked more than a year ago"


class OpenQuestionForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form of a question; refuses a date of checking in the future."""

    class Meta:
        model = OpenQuestion
        fields: ClassVar = [
            "title",
            "slug",
            "order",
            *(name for name in OpenQuestion.CONTENT if name not in ("title", "slug")),
        ]

    def clean_checked_on(self) -> date:
        day: date = self.cleaned_data["checked_on"]
        if day > timezone.localdate():
            raise forms.ValidationError("This day is in the future. Enter today or an earlier day.")
        return day


class StaleFilter(admin.SimpleListFilter):
    """A filter for questions that must be checked again."""

    title = "when it was checked"
    parameter_name = "checked"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("stale", "more than a year ago"), ("fresh", "within a year")]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[OpenQuestion]
    ) -> QuerySet[OpenQuestion]:
        day = OpenQuestion.last_fresh_day()
        match self.value():
            case "stale":
                return queryset.filter(checked_on__lt=day)
            case "fresh":
                return queryset.filter(checked_on__gte=day)
        return queryset


@admin.register(OpenQuestion)
class OpenQuestionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The questions in order. Those checked more than a year ago are flagged."""

    form = OpenQuestionForm
    list_display = ("title", "status", "asked_in", "checked_on", "check_again", "state")
    list_filter = ("state", "status", StaleFilter)
    search_fields = ("title", "asked", "known")
    prepopulated_fields: ClassVar = {"slug": ("title",)}
    actions = ("checked_today",)

    @admin.display(description="Check again?", ordering="checked_on")
    def check_again(self, question: OpenQuestion) -> str:
        return AGO if question.is_stale else ""

    @admin.action(
        description="I looked these up today, and they are still true", permissions=["change"]
    )
    def checked_today(self, request: HttpRequest, questions: QuerySet[OpenQuestion]) -> None:
        number = questions.update(checked_on=timezone.localdate())
        verb = "is" if number == 1 else "are"
        self.message_user(request, f"{counted(number, 'question')} {verb} marked as checked today.")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        day = OpenQuestion.last_fresh_day()
        number = OpenQuestion.objects.filter(checked_on__lt=day).count()
        if number and request.method == "GET":
            verb, them = ("was", "it") if number == 1 else ("were", "them")
            text = f"{counted(number, 'question')} {verb} checked more than a year ago."
            self.message_user(request, f"{text} Look {them} up again.", messages.WARNING)
        return super().changelist_view(request, extra_context)

    def view_on_site(self, question: OpenQuestion) -> str:
        return question.get_absolute_url()
