"""Where puzzles are found: by set, by theme, by day, and the mistakes that are due again."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.people.visitors import owner_of
from games.puzzles import progress
from games.puzzles.models import SKILLS, Puzzle, PuzzleSet
from games.puzzles.solving import open_try
from games.puzzles.views import question_of


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, what is due, how it goes, the sets and the themes."""
    owner = owner_of(request)
    games, themes = progress.theme_counts()
    return render(
        request,
        "puzzles/index.html",
        {
            **todays(owner),
            "due": progress.due(owner),
            "strips": progress.strips(owner),
            "sets": progress.sets(owner),
            "games": games,
            "themes": themes,
        },
    )


def todays(owner: progress.Owner) -> dict[str, Any]:
    """The first of today's puzzles that is not solved, for its card: as a question, or as it went
    for somebody who has answered it."""
    items = progress.listed(owner, progress.puzzles_of(timezone.localdate()))
    if not items:
        return {"today": None}
    item = next((item for item in items if not item.solved), items[-1])
    today = item.puzzle
    question = question_of(owner, today, open_try(owner, today)) if item.solved is None else {}
    level = ("easy", "hard")[items.index(item)] if len(items) > 1 else ""
    return {"today": today, "item": item, "level": level, **question}


@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """Today's puzzles, the same for everybody, and those of the days before."""
    today = timezone.localdate()
    owner = owner_of(request)
    marks = progress.marks(owner)
    return render(
        request,
        "puzzles/daily.html",
        {
            "today": today,
            "todays": [
                progress.Listed(puzzle, marks.get(puzzle.pk))
                for puzzle in progress.puzzles_of(today)
            ],
            "archive": [
                (day.day, progress.Listed(day.puzzle, marks.get(day.puzzle_id)))
                for day in progress.past_days(today)
            ],
        },
    )


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
    """The puzzles of a set, in its order."""
    puzzle_set = get_object_or_404(PuzzleSet, slug=slug)
    puzzles = puzzle_set.puzzles.filter(state=Puzzle.State.PUBLISHED).order_by("items__order")
    return render(
        request,
        "puzzles/list.html",
        {
            "set": puzzle_set,
            "title": puzzle_set.title,
            "note": puzzle_set.note,
            "items": progress.listed(owner_of(request), puzzles),
            "theme": "",
        },
    )


@require_safe
def review(request: HttpRequest) -> HttpResponse:
    """The mistakes that are due again, and those that will be; without any, today's puzzle."""
    owner = owner_of(request)
    due, waiting = progress.plan(owner)
    today = {} if due or waiting else todays(owner)
    return render(
        request,
        "puzzles/review.html",
        {"due": due, "waiting": waiting, **today},
    )
