"""What checking the sources found: each claim quoted on its board, beside what refutes it."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.explore.exhibits import Shown, shown
from solver import ERRATA, SOURCES, Erratum


@cache
def exhibits(erratum: Erratum) -> tuple[Shown, ...]:
    """The boards of one erratum, which do not change."""
    return tuple(
        shown(exhibit, f"{erratum.key}-{number}-")
        for number, exhibit in enumerate(erratum.exhibits, 1)
    )


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The errata, source by source."""
    sources = [
        (source, [(erratum, exhibits(erratum)) for erratum in source.errata]) for source in SOURCES
    ]
    context = {"sources": sources, "number": len(ERRATA), "nav": "errata"}
    return render(request, "explore/errata.html", context)
