"""The page of games in which Left and Right may move differently."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.lab.partizan import EXAMPLES, START, PartizanGame, partizan_url
from solver import BudgetExceededError, SolverError

TOO_LONG = "Working this game out takes too long for one page. Try smaller heaps."


@require_safe
def partizan(request: HttpRequest) -> HttpResponse:
    """Show who wins, the monoid, and the inverses of a position."""
    given = {key: request.GET.get(key, usual).strip() for key, usual in START.items()}
    context: dict[str, Any] = {
        "given": given,
        "examples": [
            (name, partizan_url(fields), fields["game"], fields["position"])
            for name, fields in EXAMPLES
        ],
    }
    try:
        game = PartizanGame(**given)
        context |= {"outcomes": game.outcomes, "inverses": game.inverses, "game": game}
    except BudgetExceededError:
        context["problem"] = TOO_LONG
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
    status = 422 if "problem" in context else 200
    return render(request, "lab/partizan.html", context, status=status)
