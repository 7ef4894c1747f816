"""What we store about people, and for how long: a page for students and their parents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.site.keeping import keepings


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the table of stored data with its explanations."""
    return render(request, "site/privacy.html", {"keepings": keepings()})
