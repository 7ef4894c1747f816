"""The page that adds a company to two positions."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.explore.lab.comparison import GAMES, MAX_COMPANY, CompanyComparison
from solver import SolverError

COMPANY = {"ruleset": GAMES[0][0], "one": "5", "other": "1+2+2", "beside": "4"}


@require_safe
def company(request: HttpRequest) -> HttpResponse:
    """Show two positions with a company and, on request, the smallest one that tells them apart."""
    given = {key: request.GET.get(key, usual) for key, usual in COMPANY.items()}
    if given["ruleset"] not in dict(GAMES):
        given["ruleset"] = COMPANY["ruleset"]
    context: dict[str, Any] = {"games": GAMES, "given": given, "most": MAX_COMPANY}
    try:
        comparison = CompanyComparison(**given)
        context["comparison"] = comparison
        context["sides"] = [(side, side.words) for side in comparison.sides]
        if "find" in request.GET and not comparison.is_never_told:
            context["smallest"] = comparison.smallest()
            context["smallest_url"] = company_url(**given | {"beside": context["smallest"]})
    except SolverError as error:
        context |= {"problem": str(error), "comparison": None}
    context["asks"] = "find" in request.GET
    return render(
        request, "explore/theory/company.html", context, status=422 if "problem" in context else 200
    )


def company_url(**given: str) -> str:
    """The address of two positions and their company."""
    return f"{reverse('explore:company')}?{urlencode(given)}"
