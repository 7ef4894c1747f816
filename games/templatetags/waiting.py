"""What waits for a curator, on the first page of the admin."""

from __future__ import annotations

from typing import Any

from django import template
from django.contrib import admin
from django.db.models import Model, Q
from django.template.context import RequestContext
from django.urls import reverse

from games.content.versions import Publishable
from games.explore.theory.models import OpenQuestion
from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import Daily, PuzzleSet
from games.site.reports.models import Report
from games.teach.live.lessons.models import RoomLesson
from games.teach.work.plans.models import Plan
from solver.teaching import counted

register = template.Library()

DRAFT = Q(state=Publishable.State.DRAFT)
DRAFTS = "state__exact=draft"


def _kinds() -> list[tuple[type[Model], Q, str, str, str]]:
    """Each model whose rows may wait: which do, the filter of its list, and their names for one
    and for several."""
    stale = Q(checked_on__lt=OpenQuestion.last_fresh_day())
    again = "to look up again"
    return [
        (Report, Q(closed=False), "closed__exact=0", "open report", "open reports"),
        (Lesson, DRAFT, DRAFTS, "draft lesson", "draft lessons"),
        (RoomLesson, DRAFT, DRAFTS, "draft room lesson", "draft room lessons"),
        (PuzzleSet, DRAFT, DRAFTS, "draft puzzle set", "draft puzzle sets"),
        (Plan, DRAFT, DRAFTS, "draft unit plan", "draft unit plans"),
        (Daily, DRAFT, DRAFTS, "draft of a daily puzzle", "drafts of daily puzzles"),
        (OpenQuestion, DRAFT, DRAFTS, "draft question", "draft questions"),
        (OpenQuestion, stale, "checked=stale", f"question {again}", f"questions {again}"),
    ]


@register.simple_tag(takes_context=True)
def what_waits(context: RequestContext) -> list[tuple[str, str]]:
    """The lists in which something waits for this user: the address, and how many in words."""
    request: Any = context.request
    found = []
    for model, waits, listed, one, several in _kinds():
        site = admin.site.get_model_admin(model)
        if not site.has_view_permission(request):
            continue
        if number := site.get_queryset(request).filter(waits).count():
            url = reverse(f"admin:games_{model._meta.model_name}_changelist")
            found.append((f"{url}?{listed}", counted(number, one, several)))
    return found
