"""A single row of a game: how its genus is computed, frame by frame."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.boards.films import GENUS, film_view
from games.boards.limits import ask_within_limits, check_rules
from games.boards.rules import rule_of
from games.explore.addresses import address
from games.explore.rules_chosen import name_of
from games.explore.views import frame_response
from games.lab.rules_fields import CODE, Fields
from games.lab.rules_views import refused
from games.web.fragments import wants_fragment
from solver import SolverError, get_ruleset


@require_safe
def row(request: HttpRequest, ruleset: str, size: int) -> HttpResponse:
    """Show the options of a row with their genus, and how the row's own genus follows."""
    path = reverse("lab:row", args=[ruleset, size])
    try:
        rules = get_ruleset(ruleset)
        check_rules(rules)
        question = ask_within_limits(rules, str(size), "misere")
        asked = request.GET.get("frame", "1")
        film = film_view(question, GENUS, asked, lambda number: f"{path}?frame={number}")
    except SolverError as error:
        return refused(request, Fields(by=CODE, code=ruleset), error)
    if wants_fragment(request):
        return frame_response(request, film)
    context = {
        "film": film,
        "rules": rules,
        "size": size,
        "name": name_of(rules),
        "rule": rule_of(rules, "misere", str(size)),
        "explore_url": address(question),
    }
    return render(request, "lab/row.html", context)
