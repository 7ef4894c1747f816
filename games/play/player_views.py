"""A player of your own: the editor, the cage in which a program runs, and what we answer it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

from csp.constants import NONE
from csp.decorators import csp
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from games.people.browsers import ensure_owner, owner_of
from games.people.models import User
from games.play.programs.arena import (
    Arena,
    begin,
    games_for_programs,
    judged,
    missing_at,
    played_line,
    read_lines,
)
from games.play.programs.saved_programs import (
    SavedProgram,
    count_saved,
    pass_on,
    programs_of,
    save_program,
)
from games.questions.first_versions import FIRST_VERSIONS, LANGUAGES
from games.questions.grading import posted_key
from games.web.limits import client_address
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


def editor(request: HttpRequest, *, status: int = 200, **more: Any) -> HttpResponse:
    """The editor with the first version that the address asks for, or with what *more* has."""
    asked = request.GET.get("start", "")
    first = asked if asked in FIRST_VERSIONS else "python"
    _, language, code = FIRST_VERSIONS[first]
    context = {
        "first": first,
        "language": language,
        "code": code,
        "name": "",
        "first_versions": FIRST_VERSIONS,
        "games": [
            (game, LAST_ONE[game.convention], " ".join(missing_at(game)))
            for game in games_for_programs()
        ],
        "opponents": OPPONENTS,
        "programs": programs_of(owner_of(request)),
        **more,
    }
    context["language_name"] = LANGUAGES[context["language"]]
    return render(request, "play/programs/program.html", context, status=status)


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """Show the editor with a first version."""
    return editor(request)


def _own(request: HttpRequest, program_id: str) -> SavedProgram:
    """The person's own program; raises Http404 for anybody else's."""
    return get_object_or_404(programs_of(owner_of(request)), pk=program_id)


@require_safe
def saved(request: HttpRequest, program_id: str) -> HttpResponse:
    """Show a saved program, in its latest version or in the one that the address asks for."""
    mine = _own(request, program_id)
    versions = list(mine.versions.all())
    asked = request.GET.get("version", "")
    version = next((one for one in versions if str(one.number) == asked), versions[0])
    address = mine.address_to_play
    return editor(
        request,
        mine=mine,
        first=f"{mine.pk} {version.number}",
        language=mine.language,
        code=version.code,
        name=mine.name,
        version=version,
        versions=versions,
        address=request.build_absolute_uri(address) if address else "",
    )


@require_POST
def save(request: HttpRequest) -> HttpResponse:
    """Save a program, or a new version of it."""
    fields = {name: request.POST.get(name, "") for name in ("name", "language", "code", "wrong")}
    mine = None
    if request.POST.get("program"):
        mine = _own(request, _key(request.POST["program"]))
    try:
        user = request.user if isinstance(request.user, User) else None
        if mine is None:
            count_saved(user, client_address(request))
        owner = ensure_owner(request)
        key = posted_key(request, owner)
        return redirect(save_program(owner, mine, key=key, **fields))
    except SolverError as error:
        language = fields["language"] if fields["language"] in LANGUAGES else "python"
        kept = {"code": fields["code"], "name": fields["name"], "language": language, "mine": mine}
        return editor(request, status=422, problem=str(error), **kept)


def _key(text: str) -> str:
    """The key of a program as a form posts it; raises Http404 for what is none."""
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise Http404 from None


@require_POST
def share(request: HttpRequest, program_id: str) -> HttpResponse:
    """Make the link to a program."""
    mine = _own(request, program_id)
    pass_on(mine)
    return redirect(f"{mine.get_absolute_url()}#program-link")


@require_POST
def delete(request: HttpRequest, program_id: str) -> HttpResponse:
    """Delete a program with all its versions; its link leads nowhere then."""
    _own(request, program_id).delete()
    return redirect("play:program")


@require_safe
def rival(request: HttpRequest, program_link: str) -> HttpResponse:
    """Show the editor with somebody's program as an opponent. It runs in the reader's browser, in
    the same cage as the reader's own."""
    return _facing(request, get_object_or_404(SavedProgram, invitation=program_link))


def _facing(request: HttpRequest, other: SavedProgram, **more: Any) -> HttpResponse:
    return editor(request, rival=other, rival_version=other.versions.first(), **more)


@require_POST
def by_hand(request: HttpRequest, program_link: str) -> HttpResponse:
    """Begin a game at the table against somebody's program."""
    other = get_object_or_404(SavedProgram, invitation=program_link)
    owner = ensure_owner(request)
    game, is_first = request.POST.get("game", ""), request.POST.get("starter") != "opponent"
    try:
        key = posted_key(request, owner)
        return redirect(begin(owner, other, game, is_first=is_first, key=key))
    except SolverError as error:
        return _facing(request, other, status=422, problem=str(error))


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
