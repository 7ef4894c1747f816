"""R1's conditions, switched on and off, and a row that breaks one of them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lab.conditions import PROVED, USUAL, Laboratory


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """What R1 mispredicts without the conditions that are off."""
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
