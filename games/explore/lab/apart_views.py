"""The page that tells two positions apart, or proves them equal."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.explore.lab.distinguisher import EXAMPLES, START, Apart, apart_url, games_with, pictures
from solver import BudgetExceededError, SolverError

TOO_LONG = "Telling these two apart takes too long for one page. Try smaller positions."


@require_safe
def distinguisher(request: HttpRequest) -> HttpResponse:
    """Show two positions and the smallest company that tells them apart."""
    code = request.GET.get("code", "").strip()
    given = {key: request.GET.get(key, usual).strip() for key, usual in START.items()}
    if code or "code" in request.GET:
        return redirect(apart_url(given | ({"game": code} if code else {})))
    context: dict[str, Any] = {
        "given": given,
        "games": games_with(given["game"]),
        "examples": [(name, apart_url(fields), *pictures(fields)) for name, fields in EXAMPLES],
    }
    try:
        apart = Apart(**given)
        context |= {"shown": apart.shown, "apart": apart}
    except BudgetExceededError:
        context["problem"] = TOO_LONG
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
    status = 422 if "problem" in context else 200
    return render(request, "explore/lab/distinguisher.html", context, status=status)
