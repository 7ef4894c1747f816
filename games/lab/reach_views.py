"""The page about how far R1 reaches."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.lab.reach import (
    BREAKS,
    FOURTHS,
    HAPPENS,
    MARKS,
    SORTS,
    WHOLES,
    ReachTable,
    address,
    drawing,
)
from solver import SolverError, get_ruleset


@require_safe
def reach(request: HttpRequest) -> HttpResponse:
    """Show the octal games with up to four digits, or redirect to the page of a typed game."""
    typed, problem = request.GET.get("ruleset"), ""
    if typed is not None:
        try:
            return redirect(address(get_ruleset(typed).key))
        except SolverError as error:
            problem = str(error)
    table = ReachTable(request.GET.dict())
    context = {
        "table": table,
        "drawing": drawing(table.whole, table.fourth),
        "wholes": WHOLES,
        "fourths": FOURTHS,
        "marks": MARKS,
        "breaks": BREAKS,
        "happens": HAPPENS,
        "sorts": SORTS,
        "typed": typed or "",
        "problem": problem,
    }
    return render(request, "lab/reach.html", context, status=422 if problem else 200)
