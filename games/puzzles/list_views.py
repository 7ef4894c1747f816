"""Where puzzles are found: by set, by theme and by day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.people.models import Owner
from games.people.visitors import owner_of
from games.puzzles import progress
from games.puzzles.models import SKILLS, Puzzle, PuzzleSet
from games.puzzles.solving import open_try
from games.puzzles.views import question_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, how it goes, the sets and the themes."""
    owner = owner_of(request)
    games, themes = progress.theme_counts()
    return render(
        request,
        "puzzles/index.html",
        {
            **todays(owner),
            "strips": progress.strips(owner),
            "sets": progress.sets(owner),
            "games": games,
            "themes": themes,
        },
    )


def todays(owner: Owner | None) -> dict[str, Any]:
    """The first of today's puzzles that is not solved, for its card: as a question, or as it went
    for somebody who has answered it."""
    items = progress.day_puzzles(owner, timezone.localdate())
    if not items:
        return {"today": None}
    item = next((item for item in items if not item.solved), items[-1])
    today = item.puzzle
    question = question_of(owner, today, open_try(owner, today)) if item.solved is None else {}
    return {"today": today, "item": item, **question}


@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Today's puzzles, the same for everybody, and those of the days before."""
    today = timezone.localdate()
    owner = owner_of(request)
    marks = progress.marks(owner)
    todays = progress.day_puzzles(owner, today)
    return render(
        request,
        "puzzles/daily.html",
        {
            "today": today,
            "todays": todays,
            "line": shared_line(request, todays),
            "archive": [
                (day.day, progress.ListedPuzzle(day.puzzle, marks.get(day.puzzle_id)))
                for day in progress.past_days(today)
            ],
        },
    )


def shared_line(request: HttpRequest, todays: Sequence[progress.DayPuzzle]) -> str:
    """How today's puzzles went, with their address, to send to somebody; empty before a try."""
    line = progress.line_to_share(timezone.localdate(), todays)
    address = request.build_absolute_uri(reverse("puzzles:daily"))
    return f"{line}. {address}" if line else ""


@require_safe
def theme(request: HttpRequest, theme: str) -> HttpResponse:
    """Every puzzle of a game or a theme."""
    names = SKILLS | progress.THEMES
    if theme not in names:
        raise Http404("There is no such theme.")
    return render(
        request,
        "puzzles/list.html",
        {
            "title": names[theme],
            "note": "The easiest first.",
            "items": progress.listed(owner_of(request), progress.of_theme(theme)),
            "theme": theme,
        },
    )


@require_safe
def one_set(request: HttpRequest, slug: str) -> HttpResponse:
    """The puzzles of a set, in its order, and those that somebody solved when it had others."""
    puzzle_set = get_object_or_404(PuzzleSet, slug=slug)
    puzzles = puzzle_set.puzzles.filter(state=Puzzle.State.PUBLISHED).order_by("items__order")
    there, former = list(puzzles), list(puzzle_set.former.all())
    items = progress.listed(owner_of(request), there + former)
    return render(
        request,
        "puzzles/list.html",
        {
            "set": puzzle_set,
            "title": puzzle_set.title,
            "note": puzzle_set.note,
            "items": items[: len(there)],
            "former": [item for item in items[len(there) :] if item.solved],
            "theme": "",
        },
    )
