"""Maps of games: an overview with pictures, and the map of one game with its sequence."""

from __future__ import annotations

import re
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.boards.bounds import ask_within_limits, check_rules
from games.boards.games import OFFERS
from games.explore.addresses import address
from games.explore.maps.game_maps import MapView, links, map_of
from games.explore.picture_views import A_DAY, refusal
from games.web.parts import part
from solver import Ruleset, SolverError, get_ruleset

SMALL = "12"
"""The size of a small map in the overview."""
HEAD, LINE, NARROWEST = 60, 28, 560
"""In a map to download: the room above, the height of a line of the legend, and the least width."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the maps of all games in the list, or redirect to the map of a typed game."""
    typed = request.GET.get("ruleset")
    if typed is None:
        return index_page(request)
    try:
        return redirect("explore:map", ruleset=read(typed).key)
    except SolverError as error:
        return index_page(request, typed, str(error))


def index_page(request: HttpRequest, typed: str = "", problem: str = "") -> HttpResponse:
    """The overview of maps, with the reason why a *typed* game has none."""
    context = {"games": offered(), "typed": typed, "problem": problem}
    return render(request, "explore/maps/index.html", context, status=422 if problem else 200)


@cache
def offered() -> tuple[tuple[str, str, MapView], ...]:
    """The map of every game in the list, with its name and key; they never change."""
    return tuple(
        (name, key, map_of(get_ruleset(key), SMALL, is_small=True)) for key, name in OFFERS.items()
    )


@require_safe
def page(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Show the map of one game: ``size`` each way, beside a row of ``third``. ``open`` redirects to
    one of its positions."""
    try:
        chart = asked(request, ruleset)
        if opened := request.GET.get("open"):
            return redirect(opened_address(chart.ruleset, opened, request.GET.get("convention")))
    except SolverError as error:
        return index_page(request, ruleset, str(error))
    path = reverse("explore:map", args=[chart.ruleset.key])
    here = {"size": chart.size} | ({"third": chart.third} if chart.third else {})
    context: dict[str, Any] = {
        "chart": chart,
        "name": name_of(chart.ruleset),
        "urls": links(chart, path),
        "picture_url": f"{path}map.svg?{urlencode(here)}",
    }
    return render(request, "explore/maps/map.html", context)


def opened_address(ruleset: Ruleset, rows: str, convention: str | None) -> str:
    """The address of a position on the map; in a query string, a plus sign arrives as a blank."""
    question = ask_within_limits(ruleset, rows.replace(" ", "+"), convention or "misere")
    return address(question)


@require_safe
def picture(request: HttpRequest, ruleset: str) -> HttpResponse:
    """Download the map as a complete drawing."""
    try:
        chart = asked(request, ruleset)
    except SolverError as error:
        return refusal(str(error))
    below = HEAD + chart.width + LINE
    legend = tuple((*entry, below + LINE * place) for place, entry in enumerate(chart.legend))
    context = {
        "chart": chart,
        "name": name_of(chart.ruleset),
        "says": chart.says,
        "legend": legend,
        "width": max(chart.width, NARROWEST),
        "height": below + LINE * len(legend),
    }
    response = HttpResponse(part("explore/maps/map.svg", **context), content_type="image/svg+xml")
    beside = f"-{chart.third}" if chart.third else ""
    named = f"map-{chart.ruleset.key}-{chart.size}{beside}"
    name = re.sub(r"[^a-z0-9.+]+", "-", named.lower()).strip("-")[:80]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.svg"'
    patch_cache_control(response, public=True, max_age=A_DAY)
    return response


def asked(request: HttpRequest, ruleset: str) -> MapView:
    """The map that the address names; raises :class:`SolverError` if there is none."""
    return map_of(read(ruleset), request.GET.get("size", ""), request.GET.get("third", ""))


def read(ruleset: str) -> Ruleset:
    """The rules of a game that a page can show."""
    rules = get_ruleset(ruleset)
    check_rules(rules)
    return rules


def name_of(ruleset: Ruleset) -> str:
    """The name of a game in the list, otherwise its own name."""
    return OFFERS.get(ruleset.key, ruleset.name)
