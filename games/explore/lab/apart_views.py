"""The pages that tell two positions, or two games written as forms, apart or prove them equal."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.explore.lab import bench
from games.explore.lab.comparison import GAMES, MAX_COMPANY, CompanyComparison
from games.explore.lab.distinguisher import EXAMPLES, START, Apart, apart_url, games_with, pictures
from games.web.requests import page_or_fragment
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


@require_safe
def forms(request: HttpRequest) -> HttpResponse:
    """Show one or two games written as forms: as trees, in each universe, and compared."""
    given = {key: request.GET.get(key, usual).strip() for key, usual in bench.START.items()}
    context: dict[str, Any] = {
        "given": given,
        "examples": [
            (name, one, other, bench.bench_url({"one": one, "other": other}))
            for name, one, other in bench.EXAMPLES
        ],
    }
    try:
        context["bench"] = bench.Bench(**given)
    except SolverError as error:
        context |= {"problem": str(error), "field": error.field}
    status = 422 if "problem" in context else 200
    return page_or_fragment(request, "explore/lab/forms.html", "trees", context, status=status)


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
