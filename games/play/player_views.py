"""A player of your own: the editor, the cage in which a program runs, and what we answer it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from csp.constants import NONE
from csp.decorators import csp
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.play.programs.arena import Arena, games_for_programs, missing_at, read_lines
from games.play.programs.first_versions import FIRST_VERSIONS, LANGUAGES
from games.play.programs.habits_seen import judged
from games.play.programs.played import played_line
from solver import SolverError
from solver.teaching import LAST_ONE, OPPONENTS

CAGE = {
    "default-src": [NONE],
    "script-src": ["blob:", "'wasm-unsafe-eval'"],
    "base-uri": [NONE],
    "form-action": [NONE],
    "frame-ancestors": [NONE],
}
"""What the worker in which a program runs may load: its text and Python, which the page hands over,
and nothing by the network, from us or from others."""


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """Show the editor, with the first version that the address asks for."""
    asked = request.GET.get("start", "")
    first = asked if asked in FIRST_VERSIONS else "python"
    _, language, code = FIRST_VERSIONS[first]
    context = {
        "first": first,
        "language": language,
        "language_name": LANGUAGES[language],
        "code": code,
        "first_versions": FIRST_VERSIONS,
        "games": [
            (game, LAST_ONE[game.convention], " ".join(missing_at(game)))
            for game in games_for_programs()
        ],
        "opponents": OPPONENTS,
    }
    return render(request, "play/programs/program.html", context)


@require_safe
@cache_control(no_store=True)
@csp(CAGE)
def cage(request: HttpRequest) -> HttpResponse:
    """The script of the worker, under an address of its own, since its answer's policy holds in it.
    No browser stores it: the answer “not modified” would bring the policy of our pages."""
    found = finders.find("js/programs/cage.js")
    assert found is not None
    return HttpResponse(Path(found).read_bytes(), content_type="text/javascript")


def _answered(request: HttpRequest, answer: Callable[[Arena], dict[str, Any]]) -> JsonResponse:
    """An answer for the page's script, or a sentence that says what was wrong."""
    try:
        return JsonResponse(answer(Arena(request.POST.get("game", ""))))
    except SolverError as error:
        return JsonResponse({"problem": str(error)}, status=422)


@require_POST
def round_played(request: HttpRequest) -> HttpResponse:
    """Take the games of a run one move of each side further."""
    opponent = request.POST.get("opponent", "")
    lines = request.POST.get("lines", "")
    return _answered(request, lambda arena: arena.round(read_lines(lines), opponent))


@require_POST
def moves_judged(request: HttpRequest) -> HttpResponse:
    """Say where the moves of a program gave a win away, and which habits they follow."""
    return _answered(request, lambda arena: judged(arena, request.POST.get("lines", "")))


@require_POST
def game_shown(request: HttpRequest) -> HttpResponse:
    """One game move by move, on the board of its game."""
    try:
        arena = Arena(request.POST.get("game", ""))
        line = played_line(
            arena,
            request.POST.get("opponent", ""),
            request.POST.get("moves", "").split(),
            program_starts="starts" in request.POST,
        )
    except SolverError as error:
        return JsonResponse({"problem": str(error)}, status=422)
    return render(
        request, "components/line.html", {"line": line, "label": "The game, move by move"}
    )
