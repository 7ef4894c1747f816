"""An admin page beside the lessons: the steps with most wrong answers, and these answers."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.urls import reverse

from games.lessons.models import Lesson
from games.lessons.wrong_answers import hard_steps, with_answers

PER_PAGE = 20


def hard_steps_context(request: HttpRequest) -> dict[str, Any]:
    """One page of steps, of the chosen lesson or of all, and the lessons to choose from."""
    lessons = list(Lesson.objects.order_by("number"))
    chosen = next((x for x in lessons if x.slug == request.GET.get("lesson", "")), None)
    steps = hard_steps(chosen.slug if chosen else "")
    page = Paginator(steps, PER_PAGE).get_page(request.GET.get("page"))
    rows = [(hard, _editor(hard.step.lesson)) for hard in with_answers(list(page.object_list))]
    return {"lessons": lessons, "chosen": chosen, "page": page, "rows": rows}


def _editor(lesson: Lesson) -> str:
    return reverse("admin:games_lesson_change", args=[lesson.pk])
