"""What the site knows of people, and for how long: for students and their parents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.site.keeping import keepings


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The table of what is kept how long, with what to know beside it."""
    return render(request, "site/privacy.html", {"keepings": keepings()})
