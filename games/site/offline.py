"""The site on a phone's home screen, and the page without a network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.learn.puzzles.days import easy_puzzle
from games.questions.grading import grade, key_in_words
from games.questions.shown_question import ShownQuestion, puzzle_hints

ICON_SIZES = (192, 512)
"""Sizes in pixels that Android asks for."""


@require_safe
@cache_control(public=True, max_age=86_400)
def manifest(request: HttpRequest) -> JsonResponse:
    """The manifest with which a phone installs the site as an app."""
    icons = [
        {
            "src": static(f"img/icon-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "any maskable",
        }
        for size in ICON_SIZES
    ]
    said = {
        "name": "Marienbad",
        "short_name": "Marienbad",
        "description": "Play games that are won or lost by the last move, and see why.",
        "id": "/",
        "start_url": "/",
        "display": "standalone",
        "background_color": "#f6f1e6",
        "theme_color": "#f6f1e6",
        "icons": icons,
    }
    return JsonResponse(said, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script that answers without a network. It is served from the root, because it may only
    handle addresses below its own, and under a fixed name, so that a new version replaces the old
    one."""
    found = finders.find("js/worker.js")
    assert found is not None
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript")


@require_safe
@cache_control(public=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the easy puzzle that newcomers have today, with a folded verdict for each move. The page
    does not depend on the user, so browsers store it, and opening a move needs no request."""
    today = timezone.localdate()
    puzzle = easy_puzzle(None, today)
    context: dict[str, Any] = {"today": today, "puzzle": puzzle}
    if puzzle:
        task = ShownQuestion(puzzle)
        context |= {
            "task": task,
            "hints": puzzle_hints(task, 1),
            "judged": [(move, grade(puzzle, move.value)) for move in task.moves],
            "verdict": key_in_words(task),
        }
    return render(request, "site/offline.html", context)
