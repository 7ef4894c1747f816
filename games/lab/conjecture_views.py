"""The page on which a reader states a conjecture about losing positions and tests it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.lab.conjecture_examples import cards
from games.lab.conjectures import START, ConjecturePage, Stated, as_query, conjecture_url
from games.lab.statements import CASES
from solver import SolverError

MAY_BE_EMPTY = ("of", "turn", "left", "right")


@require_safe
def conjectures(request: HttpRequest) -> HttpResponse:
    """Show a conjecture and its test; the address contains the whole conjecture."""
    given = request.GET
    shared = canonical(given)
    if shared is not None:
        return redirect(shared)
    context: dict[str, Any] = {"cards": cards(), "problem": ""}
    try:
        context["stated"] = Stated(given or as_query(START))
        context["result"] = ConjecturePage(context["stated"])
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
        context.setdefault("stated", Stated(as_query(START)))
    return render(
        request, "lab/conjectures.html", context, status=422 if context["problem"] else 200
    )


def canonical(given: QueryDict) -> str | None:
    """The short address for a form's longer one; None if the address is short already."""
    kept = given.copy()
    code = given.get("code", "").strip()
    if code:
        kept["game"] = code
    for key in given:
        is_count = key.startswith(tuple(f"{case}-" for case in CASES))
        if key == "code" or (not given.get(key, "").strip() and (is_count or key in MAY_BE_EMPTY)):
            del kept[key]
    return None if list(kept) == list(given) else conjecture_url(dict(kept.lists()))
