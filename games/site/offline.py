"""The site on a home screen, and the page for a moment without a network."""

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

from games.exercises.grading import grade, key_in_words
from games.exercises.hints import puzzle_hints
from games.exercises.tasks import Task
from games.puzzles.progress import easy_puzzle

ICON_SIZES = (192, 512)
"""Pixels along one side, as Android asks for them."""


@require_safe
@cache_control(public=True, max_age=86_400)
def manifest(request: HttpRequest) -> JsonResponse:
    """What a phone needs to put the site among its own programs."""
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
    """The script that answers without a network: at the root, because it may answer only for
    addresses below its own, and under a name that stays, so that a new one replaces the old."""
    found = finders.find("js/worker.js")
    assert found is not None
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript")


@require_safe
@cache_control(public=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Today's easy puzzle with the verdict on each of its moves, folded, on a page that knows
    nobody: browsers store it, and nothing has to be asked for when a move is opened."""
    today = timezone.localdate()
    puzzle = easy_puzzle(today)
    context: dict[str, Any] = {"today": today, "puzzle": puzzle}
    if puzzle:
        task = Task(puzzle)
        context |= {
            "task": task,
            "hints": puzzle_hints(task, 1),
            "judged": [(move, grade(puzzle, move.value)) for move in task.moves],
            "verdict": key_in_words(task),
        }
    return render(request, "site/offline.html", context)
