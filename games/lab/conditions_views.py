"""The page where readers switch R1's conditions on and off, and make a row that breaks one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lab.conditions import PROVED, USUAL, Laboratory


@require_safe
def conditions(request: HttpRequest) -> HttpResponse:
    """Show what R1 gets wrong without the conditions that are off."""
    given = request.GET
    lab = Laboratory.read(
        given.get("on", USUAL),
        given.get("own", ""),
        given.get("found", ""),
        given.get("game", ""),
    )
    games, sums = (f"{number:,}" for number in PROVED)
    context = {"lab": lab, "games": games, "sums": sums}
    return render(request, "lab/conditions.html", context)
