"""Quotients to look at: a gallery, one game's quotient, and files to take away."""

from __future__ import annotations

import re
from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.boards.limits import check_rules
from games.explore.picture_views import refusal
from games.lab.gallery import ALL, CHOICES, ORDERS, cards
from games.lab.quotient_files import as_json, as_latex
from games.lab.quotients import QuotientPage, find, page_budget
from games.lab.studying import study_of
from games.lab.subjects import subject
from games.lab.views import asked_for, watched
from solver import SolverError, get_ruleset


@require_safe
@cache_control(private=True, no_cache=True)
def index(request: HttpRequest) -> HttpResponse:
    """Games with their quotients; a game that is typed leads on to its own."""
    typed = request.GET.get("ruleset")
    if typed is None:
        return index_page(request)
    try:
        return redirect("lab:quotient", ruleset=read(request, typed).ruleset.key)
    except SolverError as error:
        return index_page(request, typed, str(error))


def index_page(request: HttpRequest, typed: str = "", problem: str = "") -> HttpResponse:
    """The gallery, and why what was *typed* has no quotient."""
    which, by = request.GET.get("which", ""), request.GET.get("by", "")
    which = which if which in CHOICES else ALL
    by = by if by in ORDERS else "game"

    def link(which: str, by: str) -> str:
        return f"?{urlencode({'which': which, 'by': by})}"

    context = {
        "cards": cards(which, by),
        "choices": [(name, link(key, by), key == which) for key, (name, _) in CHOICES.items()],
        "orders": [(name, link(which, key), key == by) for key, (name, _) in ORDERS.items()],
        "typed": typed,
        "problem": problem,
        "studies": asked_for(request),
    }
    return render(request, "lab/quotients.html", context, status=422 if problem else 200)


def read(request: HttpRequest, ruleset: str) -> QuotientPage:
    """The quotient that is asked for; raises :class:`SolverError`."""
    rules = get_ruleset(ruleset)
    check_rules(rules)
    return QuotientPage(find(rules, page_budget()), request.GET.get("by", ""))


@require_safe
@cache_control(private=True, no_cache=True)
def page(request: HttpRequest, ruleset: str) -> HttpResponse:
    """One game's quotient, and how far it is computed while it is."""
    try:
        shown = read(request, ruleset)
    except SolverError as error:
        return index_page(request, ruleset, str(error))
    study = None
    if not shown.found.is_complete and not shown.found.infinite:
        study = study_of(subject({"what": "quotient", "ruleset": shown.ruleset.key}))
    path = reverse("lab:quotient", args=[shown.ruleset.key])
    context = {
        "page": shown,
        "found": shown.found,
        "path": path,
        "picture_url": f"{path}graph.svg" + (f"?by={shown.by}" if shown.by else ""),
        **(watched(request, study) if study and study.is_open else {}),
    }
    return render(request, "lab/quotient.html", context)


@require_safe
def data(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The quotient as JSON."""

    def written(page: QuotientPage) -> HttpResponse:
        shown = reverse("lab:quotient", args=[page.ruleset.key])
        return JsonResponse(as_json(page, request.build_absolute_uri(shown)))

    return taken_away(request, ruleset, "json", written)


@require_safe
def paper(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The quotient as LaTeX."""
    return taken_away(
        request,
        ruleset,
        "tex",
        lambda page: HttpResponse(as_latex(page), content_type="text/plain; charset=utf-8"),
    )


@require_safe
def picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """The graph of the elements as a drawing that needs nothing of the site."""

    def drawn(page: QuotientPage) -> HttpResponse:
        if not page.is_drawn:
            return refusal(f"{page.found.order} elements are too many for a drawing.")
        drawing = render_to_string("lab/quotient.svg", {"page": page, "graph": page.graph})
        return HttpResponse(drawing, content_type="image/svg+xml")

    return taken_away(request, ruleset, "svg", drawn)


def taken_away(
    request: HttpRequest, ruleset: str, kind: str, made: Callable[[QuotientPage], HttpResponse]
) -> HttpResponse:
    """A file about a quotient, as far as it is known; or why there is none."""
    try:
        page = read(request, ruleset)
    except SolverError as error:
        return refusal(str(error))
    response = made(page)
    if response.status_code == HTTPStatus.OK:
        name = re.sub(r"[^a-z0-9.+]+", "-", page.ruleset.key.lower()).strip("-")[:80]
        response.headers["Content-Disposition"] = f'attachment; filename="quotient-{name}.{kind}"'
    return response
