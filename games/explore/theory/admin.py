"""Open questions in the admin: what is known about each, and which must be checked again."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from games.content.editors.admin import FileForm
from games.content.editors.version_pages import VersionPages
from games.content.shapes import Content
from games.explore.theory.models import OpenQuestion
from games.explore.theory.question_files import QUESTION, OpenQuestionFiles
from solver.teaching import counted

STILL_TRUE = "Looked up again, and still true."
AGO = "Checked more than a year ago"


class OpenQuestionForm(FileForm):
    """The form of a question; refuses a date of checking in the future."""

    noun, shapes, kind = "open question", QUESTION, OpenQuestionFiles

    class Meta:
        model = OpenQuestion
        fields: ClassVar = ["title", *(name for name in OpenQuestion.CONTENT if name != "title")]

    def clean_checked_on(self) -> date:
        day: date = self.cleaned_data["checked_on"]
        if day > timezone.localdate():
            raise forms.ValidationError("This day is in the future. Enter today or an earlier day.")
        return day

    def filled(self, cleaned: dict[str, Any]) -> Content:
        day = cleaned.get("checked_on")
        return super().filled(cleaned) | ({"checked_on": day.isoformat()} if day else {})


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
class OpenQuestionAdmin(VersionPages):
    """The questions in order. Those checked more than a year ago are flagged."""

    files: ClassVar = OpenQuestionFiles
    noun, article = "open question", "an"
    form = OpenQuestionForm
    list_display = ("title", "status", "asked_in", "checked_on", "check_again", "state")
    list_filter = ("state", "status", StaleFilter)
    search_fields = ("title", "asked", "known")
    actions = ("checked_today",)

    @admin.display(description="Check again?", ordering="checked_on")
    def check_again(self, question: OpenQuestion) -> str:
        return AGO if question.is_stale else ""

    @admin.action(
        description="I looked these up today, and they are still true", permissions=["change"]
    )
    def checked_today(self, request: HttpRequest, questions: QuerySet[OpenQuestion]) -> None:
        files = OpenQuestionFiles()
        today = {"checked_on": timezone.localdate().isoformat()}
        by: Any = request.user
        for question in questions:
            files.write(question.content | today, note=STILL_TRUE, by=by, row=question)
        number = len(questions)
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
