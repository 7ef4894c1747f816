"""Lists of puzzles: by set, by theme and by day."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.learn.puzzles import days, set_progress
from games.learn.puzzles.models import SKILLS, Puzzle, PuzzleSet
from games.people.browsers import owner_of
from games.people.models import Owner

NEXT_SETS = 2
"""The number of sets that keep their picture on a narrow screen."""
PAGE = 20
"""The number of puzzles of a game or theme on one page."""


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the student's recent results, the sets and the themes."""
    owner = owner_of(request)
    games, themes = set_progress.theme_counts()
    sets = set_progress.sets(owner)
    return render(
        request,
        "learn/puzzles/index.html",
        {
            "today": puzzle_of_today(owner),
            "strips": set_progress.strips(owner),
            "sets": sets,
            "next_sets": [one for one in sets if one.solved < one.size][:NEXT_SETS],
            "games": games,
            "themes": themes,
        },
    )


def puzzle_of_today(owner: Owner | None) -> days.DayPuzzle | None:
    """The first of today's puzzles that is not solved, or else the last."""
    items = days.day_puzzles(owner, timezone.localdate())
    return next((item for item in items if not item.solved), items[-1] if items else None)


@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Today's puzzles and the hard ones of earlier days."""
    today = timezone.localdate()
    owner = owner_of(request)
    marks = set_progress.marks(owner)
    todays = days.day_puzzles(owner, today)
    return render(
        request,
        "learn/puzzles/daily.html",
        {
            "today": today,
            "todays": todays,
            "line": shared_line(request, todays),
            "archive": [
                (day.day, set_progress.ListedPuzzle(day.puzzle, marks.get(day.puzzle_id)))
                for day in days.past_days(today)
            ],
        },
    )


def shared_line(request: HttpRequest, todays: Sequence[days.DayPuzzle]) -> str:
    """The results of today's puzzles with their address, to send to a friend; empty before a
    try."""
    line = days.line_to_share(timezone.localdate(), todays)
    address = request.build_absolute_uri(reverse("puzzles:daily"))
    return f"{line}. {address}" if line else ""


@require_safe
def theme(request: HttpRequest, theme: str) -> HttpResponse:
    """The puzzles of a game or a theme."""
    names = SKILLS | set_progress.THEMES
    if theme not in names:
        raise Http404("There is no such theme.")
    pages = Paginator(set_progress.of_theme(theme), PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(
        request,
        "learn/puzzles/list.html",
        {
            "title": names[theme],
            "note": "The easiest first.",
            "items": set_progress.listed(owner_of(request), page.object_list),
            "theme": theme,
            "page": page,
        },
    )


@require_safe
def one_set(request: HttpRequest, slug: str) -> HttpResponse:
    """The puzzles of a set in order, and former ones that this person solved in it."""
    puzzle_set = get_object_or_404(PuzzleSet.published(), slug=slug)
    puzzles = puzzle_set.puzzles.filter(state=Puzzle.State.PUBLISHED).order_by("items__order")
    there, former = list(puzzles), list(puzzle_set.former.all())
    items = set_progress.listed(owner_of(request), there + former)
    return render(
        request,
        "learn/puzzles/list.html",
        {
            "set": puzzle_set,
            "title": puzzle_set.title,
            "note": puzzle_set.note,
            "items": items[: len(there)],
            "former": [item for item in items[len(there) :] if item.solved],
            "theme": "",
        },
    )
