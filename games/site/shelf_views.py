"""The page “Ready to use”."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.plans.access import teaches
from games.site.shelf import Shelf, everything


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Show all entries, filtered by a form that needs no scripts."""
    is_teacher = teaches(request.user)
    shelf = Shelf(everything(request.user, may_see_shared=is_teacher), request.GET.dict())
    return render(request, "site/ready.html", {"shelf": shelf, "teaches": is_teacher})
