"""The Kayles drill: its levels, and the next board."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.boards.limits import MAX_ROWS
from games.boards.rules import rule_of
from games.people.visitors import owner_of
from games.puzzles.drill import (
    CONVENTION,
    LEVELS,
    RULESET,
    Drill,
    lettered_rows,
    losing_words,
    next_puzzle,
)


@require_safe
def drill(request: HttpRequest) -> HttpResponse:
    """Every level, with how many of its losing boards the student knows."""
    levels = list(Drill(owner_of(request)).levels())
    context = {
        "levels": levels,
        "next": next((level for level in levels if level.due or level.known < level.size), None),
        "rule": rule_of(RULESET, CONVENTION),
        "rows": MAX_ROWS,
        "lettered": lettered_rows(),
        "losing": losing_words(),
    }
    return render(request, "puzzles/drill.html", context)


@require_POST
def next_board(request: HttpRequest, pins: int) -> HttpResponse:
    """The next board of a level."""
    if pins not in LEVELS:
        raise Http404("There is no such level.")
    puzzle = next_puzzle(owner_of(request), pins)
    return redirect(f"{puzzle.get_absolute_url()}?theme=drill-{pins}")
