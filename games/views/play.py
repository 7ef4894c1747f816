"""The first page, setting a match up, playing it, and looking back on it."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.access import get_match
from games.boards import Board
from games.forms import OWN, SetupForm
from games.models import Match, owned_by
from games.models.play import Seat
from games.presets import PRESETS
from games.reviews import Review
from games.services import play as service
from games.services.visitors import ensure_owner, owner_of
from games.tables import Table
from games.wording import ending_words, wording
from solver import Convention, SolverError, get_opponent, get_ruleset

from .fragments import page_or_fragment, wants_fragment

FIRST = PRESETS[0]
MATCH_PAGE = "play/match.html"


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """A board at once. Nothing is stored until the first move."""
    ruleset = get_ruleset(FIRST.ruleset)
    board = Board.of(ruleset, tuple(map(int, FIRST.position.split("+"))))
    return render(
        request,
        "play/home.html",
        {
            "preset": FIRST,
            "rule": rule(FIRST.ruleset, Convention(FIRST.convention)),
            "rows": board_rows(board, playable=True),
            "board_kind": wording(ruleset).board,
            "latest": latest_match(request),
        },
    )


def latest_match(request: HttpRequest) -> Match | None:
    """The match to go on with, for whoever comes back."""
    return owned_by(owner_of(request), Match.objects.exclude(state=Match.State.FINISHED)).first()


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Choose what to play, or start it."""
    if request.method != "POST":
        return render(
            request, "play/setup.html", setup_context(SetupForm(initial=initial(request)))
        )
    form = SetupForm(request.POST)
    if not form.is_valid():
        return render(request, "play/setup.html", setup_context(form), status=422)
    try:
        match = service.start_match(ensure_owner(request), form.setup)
    except SolverError as error:
        form.add_error("position", str(error))
        return render(request, "play/setup.html", setup_context(form), status=422)
    first_move = request.POST.get("move")
    if first_move:
        try:
            service.make_move(match, version=match.version, text=first_move)
        except SolverError as error:
            return match_page(request, match, problem=str(error), status=422)
    return redirect(match)


def initial(request: HttpRequest) -> dict[str, str]:
    """What a link to the page asks for, over the usual choice."""
    asked = {
        key: request.GET[key] for key in ("ruleset", "position", "convention") if key in request.GET
    }
    usual = {
        "start": OWN if "position" in asked else FIRST.key,
        "ruleset": "nim",
        "position": "",
        "convention": FIRST.convention,
        "opponent": "learner",
        "starter": Seat.OWNER.value,
    }
    return usual | asked


def setup_context(form: SetupForm) -> dict[str, Any]:
    return {"form": form, "presets": PRESETS}


@require_safe
def match(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The match as it stands."""
    return match_page(request, get_match(owner_of(request), match_id))


@require_POST
def move(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """One move, clicked or typed, on the version the page showed."""
    found = get_match(owner_of(request), match_id)
    typed = "move" not in request.POST
    text = request.POST.get("typed" if typed else "move", "")
    try:
        table = service.make_move(found, version=posted_version(request), text=text, typed=typed)
    except service.StaleMoveError:
        return changed(request, match_id)
    except service.MatchOverError:
        return changed(request, match_id, "The game is over. Nothing was changed.")
    except SolverError as error:
        again = get_match(owner_of(request), match_id)
        return match_page(
            request, again, problem=str(error), typed=text if typed else "", status=422
        )
    return went_well(request, table)


@require_POST
def starter(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Settle who starts, where the choice was offered."""
    found = get_match(owner_of(request), match_id)
    try:
        table = service.choose_starter(found, request.POST.get("starter", ""))
    except service.StaleMoveError:
        return changed(request, match_id)
    except SolverError as error:
        again = get_match(owner_of(request), match_id)
        return match_page(request, again, problem=str(error), status=422)
    return went_well(request, table)


@require_safe
def review(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Every ply with its outcome, the turning point first."""
    found = get_match(owner_of(request), match_id)
    if found.state != Match.State.FINISHED:
        return redirect(found)
    looked_back = Review(Table(found))
    point = looked_back.turning_point
    return render(
        request,
        "play/review.html",
        {
            "match": found,
            "table": looked_back.table,
            "review": looked_back,
            "rule": rule(found.ruleset, looked_back.table.convention),
            "point": point,
            "reason": looked_back.reason(point) if point else None,
            "rows": board_rows(point.board) if point else [],
            "board_kind": wording(looked_back.table.ruleset).board,
        },
    )


@require_POST
def retry(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """A new match from the position before a ply of an old one, or from its start."""
    found = get_match(owner_of(request), match_id)
    owner = ensure_owner(request)
    return redirect(service.play_again(owner, found, ply=posted_number(request, "ply")))


def posted_version(request: HttpRequest) -> int:
    return posted_number(request, "version")


def posted_number(request: HttpRequest, name: str) -> int:
    """A whole number a form posted; -1, which nothing has, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def changed(
    request: HttpRequest,
    match_id: uuid.UUID,
    problem: str = "The position has changed since this page was made. Here is how it stands now.",
) -> HttpResponse:
    """409 with the current board."""
    return match_page(request, get_match(owner_of(request), match_id), problem=problem, status=409)


def went_well(request: HttpRequest, table: Table) -> HttpResponse:
    """The new board as a fragment, or a redirect to the page."""
    if not wants_fragment(request):
        return redirect(table.match)
    return table_page(request, table)


def match_page(
    request: HttpRequest, found: Match, *, problem: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    """The match page as it stands in the database."""
    return table_page(request, Table(found), problem=problem, typed=typed, status=status)


def table_page(
    request: HttpRequest, table: Table, *, problem: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    """The match page, or its board with the status line out of band."""
    found = table.match
    finished = found.state == Match.State.FINISHED
    return page_or_fragment(
        request,
        MATCH_PAGE,
        "game",
        {
            "match": found,
            "table": table,
            "status": table.status(),
            "rule": rule(found.ruleset, table.convention),
            "rows": board_rows(
                table.board,
                table.player(table.turn) if table.turn else None,
                playable=bool(table.turn),
            ),
            "board_kind": wording(table.ruleset).board,
            "problem": problem,
            "typed": typed,
            "review": Review(table) if finished else None,
            "plies": [table.move_said(ply) for ply in range(len(table.placed))],
            "opponent": "" if found.is_hot_seat else get_opponent(found.opponent).name,
        },
        status=status,
    )


def rule(ruleset: str, convention: Convention) -> dict[str, str]:
    """The rule of the game as the page's heading."""
    rules = get_ruleset(ruleset)
    ending, verb = ending_words(rules, convention)
    return {"move": wording(rules).rule, "ending": ending, "verb": verb}


def board_rows(board: Board, player: Any = None, *, playable: bool = False) -> list[dict[str, Any]]:
    """Rows for the board template: each piece with its button, if it has one."""
    rows = []
    for lane in board.lanes:
        choices = {c.place: c for c in board.choices(lane, player)} if playable else {}
        pieces = [
            {"place": place, "choice": choices.get(place)}
            for segment in lane.segments
            for place in range(segment.start, segment.start + segment.size)
        ]
        rows.append({"lane": lane, "pieces": pieces})
    return rows
