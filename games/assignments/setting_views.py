"""Positions from elsewhere on the site: choosing the class to set them in."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.assignments.lines import read_lines
from games.assignments.models import Assignment
from games.assignments.writing_views import writing_address
from games.classes.access import own_classes
from solver import SolverError


@require_safe
@login_required
@never_cache
def choose(request: HttpRequest) -> HttpResponse:
    """The positions, solved, and every class with the drafts that can receive them."""
    typed, title = request.GET.get("lines", ""), request.GET.get("title", "")
    context: dict[str, Any] = {"is_fragment": False}
    try:
        context["lines"] = read_lines(typed)
    except SolverError as error:
        context["problem"] = str(error)
    classes = own_classes(request.user)
    drafts = Assignment.objects.filter(
        classroom__in=classes, published_at=None, archived_at=None
    ).order_by("title")
    new = urlencode({"title": title, "lines": typed})
    context["classes"] = [
        (
            classroom,
            f"{reverse('assignments:new', args=[classroom.pk])}?{new}",
            [
                (draft, writing_address(draft, typed))
                for draft in drafts
                if draft.classroom_id == classroom.pk
            ],
        )
        for classroom in classes
    ]
    status = 422 if "problem" in context else 200
    return render(request, "assignments/set.html", context, status=status)
