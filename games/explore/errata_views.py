"""What checking the sources found: each claim quoted on its board, beside what refutes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.explore.exhibits import Shown, shown
from solver import SOURCES, Erratum, Flaw


@cache
def exhibits(erratum: Erratum) -> tuple[Shown, ...]:
    """The boards of one erratum, which do not change."""
    return tuple(
        shown(exhibit, f"{erratum.key}-{number}-")
        for number, exhibit in enumerate(erratum.exhibits, 1)
    )


@dataclass(frozen=True)
class Entry:
    """An erratum with the name of its *source* and its *boards*."""

    source: str
    erratum: Erratum
    boards: tuple[Shown, ...]


def entries(flaw: Flaw) -> list[Entry]:
    """The errata of one sort, source by source."""
    return [
        Entry(source.name, erratum, exhibits(erratum))
        for source in SOURCES
        for erratum in source.errata
        if erratum.flaw is flaw
    ]


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The errata by what is wrong with them: false, too short, or a misprint."""
    sorts = {flaw.name.lower(): (flaw, entries(flaw)) for flaw in Flaw}
    context = {"sorts": sorts, "sources": SOURCES}
    return render(request, "explore/errata.html", context)
