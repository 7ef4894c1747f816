"""The calls of the API. Each does what a page does, by the same code, and says the same.

Whoever asks about positions needs no token; whoever plays does. No call reads a session, so no
page of another site can play in somebody's name.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from ninja import NinjaAPI, Path, Query, Router, Status
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.security import HttpBearer

from games.boards.bounds import ask_within_limits, page_budget
from games.boards.games import PRESETS
from games.boards.rules import rule_of
from games.people.models import Owner, User
from games.play import protocol
from games.play.access import NO_MATCH, get_match
from games.play.api import call_shapes as shapes
from games.play.api.tokens import count_game, owner_with
from games.play.models import Match
from games.play.origins import Setup
from games.play.table import Table
from games.web.errors import render_error
from games.web.middleware import Refusals
from games.web.requests import FOR_PROGRAMS
from solver import Convention, InvalidInputError, as_data, get_ruleset
from solver.teaching import OPPONENTS, answer_as_data

UNKNOWN = (
    "Send a token that works, as in “Authorization: Bearer …”. You make one on your own page, /me/."
)
STALE = "The game has moved on. Here it is now: look at its version and send another move."
OVER = "The game is over already, so nothing has changed."
ELSEWHERE = "This game is part of a lesson, a puzzle or an assignment. Play it on its page."


class Token(HttpBearer):
    """The token of a program, which stands for its owner."""

    def authenticate(self, request: HttpRequest, token: str) -> Owner | None:
        owner = owner_with(token)
        if isinstance(owner, User):
            request.user = owner  # whose share of computing it uses
        return owner


def anybody(request: HttpRequest) -> bool:
    """Let a program in without a token. One that sends a token has to send one that works, so that
    its calls use the share of its account and not that of its network."""
    return "Authorization" not in request.headers or Token()(request) is not None


def for_every_site(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let scripts on pages of other sites read the answer, whatever it is."""

    @wraps(view)
    def answer(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponse:
        response = view(request, *arguments, **named)
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    return answer


def refusals(*statuses: int) -> dict[int, Any]:
    """The refusals of a call, for its description."""
    return dict.fromkeys(sorted({400, 413, 422, 503, *statuses}), shapes.ApiRefusal)


ABOUT = """Ask who wins a position and why, and let a program play. Every refusal is one sentence
under the key `error`. Addresses have no slash at the end."""

api = NinjaAPI(
    title="Marienbad",
    version="1",
    description=ABOUT,
    urls_namespace="play:api",
    docs_url=None,
    openapi_url=None,
)
reading, playing = Router(auth=anybody, tags=["Ask"]), Router(auth=Token(), tags=["Play"])
reading.add_decorator(for_every_site, mode="view")
READS = ["GET", "HEAD"]


# --- refusals ------------------------------------------------------------------------------------


@api.exception_handler(ValidationError)
def misread(request: HttpRequest, error: Exception) -> HttpResponse:
    """Say which value cannot be read, and what is accepted there."""
    assert isinstance(error, ValidationError)
    first = error.errors[0]
    place = " ".join(str(part) for part in first["loc"][1:] if part not in ("asked", "terms"))
    said = f"{first['msg'].rstrip('.')}. Look at /api/ for what this address takes."
    return render_error(request, 422, f"{place}: {said}" if place else said)


@api.exception_handler(HttpError)
def unreadable(request: HttpRequest, error: Exception) -> HttpResponse:
    """Refuse a body that is no JSON."""
    return render_error(request, 400, "The body is no JSON. Send an object, {…}, in UTF-8.")


@api.exception_handler(AuthenticationError)
def unknown(request: HttpRequest, error: Exception) -> HttpResponse:
    """Ask for a token."""
    response = JsonResponse({"error": UNKNOWN}, status=401)
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


@api.exception_handler(Http404)
def missing(request: HttpRequest, error: Exception) -> HttpResponse:
    return render_error(request, 404, str(error))


@api.exception_handler(PermissionDenied)
def forbidden(request: HttpRequest, error: Exception) -> HttpResponse:
    return render_error(request, 403, str(error))


@api.exception_handler(Exception)
def refused(request: HttpRequest, error: Exception) -> HttpResponse:
    """The refusal that a page would give, as JSON; errors of ours go on to where all of them go."""
    response = REFUSALS.process_exception(request, error)
    if response is None:
        raise error
    return response


REFUSALS = Refusals(lambda request: HttpResponse())


# --- asking --------------------------------------------------------------------------------------


@reading.api_operation(
    READS,
    "/rulesets",
    response={200: list[shapes.GameToPlay], **refusals(401, 403, 429)},
    summary="The games of the site",
)
def rulesets(request: HttpRequest) -> list[dict[str, Any]]:
    """Every game to start with. You may play others: any rules and rows that a page can show."""
    return [
        {
            "name": one.name,
            "ruleset": one.ruleset,
            "position": one.position,
            "convention": one.convention,
            "rule": rule_of(*one.question[::2], one.position).sentence,
            "opponents": [opponent.key for opponent in OPPONENTS if _plays(opponent, one.question)],
        }
        for one in PRESETS
    ]


def _plays(opponent: Any, question: tuple[str, str, str]) -> bool:
    rules, ending = get_ruleset(question[0]), Convention(question[2])
    return not opponent.mismatch(rules, ending)


@reading.api_operation(
    READS,
    "/opponents",
    response={200: list[shapes.OpponentToPlay], **refusals(401, 403, 429)},
    summary="The opponents",
)
def opponents(request: HttpRequest) -> list[Any]:
    """Everybody you can play against, from the easiest habits to Perfect."""
    return list(OPPONENTS)


@reading.api_operation(
    READS,
    "/position",
    response={200: shapes.PositionAnswer, **refusals(401, 403, 429)},
    summary="Who wins a position, by which moves, and why",
)
def position(
    request: HttpRequest,
    asked: Query[shapes.AskedPosition],
) -> HttpResponse:
    """The answer of “python -m solver analyse --json”, for positions that a page can show."""
    question = ask_within_limits(
        asked.ruleset, asked.position, asked.convention, asked.to_move, has_sums=True
    )
    return JsonResponse(answer_as_data(question, theory=asked.theory))


# --- playing -------------------------------------------------------------------------------------


def _state(request: HttpRequest, table: Table) -> dict[str, Any]:
    """A match as a program reads it."""
    match, is_over = table.match, table.match.state == Match.State.FINISHED
    mine = table.player(match.seat)
    moves = table.question().legal_moves() if table.may_move else ()
    return {
        "id": match.pk,
        "page": request.build_absolute_uri(match.get_absolute_url()),
        "ruleset": match.ruleset,
        "start": match.start,
        "convention": match.convention,
        "opponent": match.opponent,
        "player": mine.value if mine else None,
        "version": match.version,
        "state": match.state,
        "position": as_data(table.board.position),
        "moves": [str(move) for move in moves],
        "played": table.moves_said,
        "said": f"{table.status()} {table.verdict}" if is_over else table.status(),
        "won": match.is_won if is_over else None,
    }


def _match(owner: Owner, match_id: uuid.UUID) -> Match:
    """A match of the owner against an opponent of the site.

    Raises Http404 for anybody else's and for those between people, PermissionDenied for one that
    counts somewhere.
    """
    match = get_match(owner, match_id)
    if match.opponent in Match.NOT_OURS:
        raise Http404(NO_MATCH)
    if match.origin:
        raise PermissionDenied(ELSEWHERE)
    return match


def _changed(
    request: HttpRequest, match_id: uuid.UUID, change: Callable[[Match], Table]
) -> Status[Any]:
    """The game after a change, or as it stands if the change came too late."""
    match = _match(request.auth, match_id)  # type: ignore[attr-defined]
    try:
        return Status(200, _state(request, change(match)))
    except (protocol.StaleMoveError, protocol.MatchOverError):
        now = Table(_match(request.auth, match_id))  # type: ignore[attr-defined]
        said = OVER if now.match.state == Match.State.FINISHED else STALE
        return Status(409, {"error": said, "game": _state(request, now)})


ONE_GAME = "/games/{uuid:match_id}"
CHANGE = {200: shapes.GameState, **refusals(401, 403, 404, 429), 409: shapes.StaleGame}


@playing.post(
    "/games",
    response={201: shapes.GameState, **refusals(401, 403, 429)},
    summary="Begin a game",
)
def begin(request: HttpRequest, terms: shapes.NewGame) -> Status[Any]:
    """Begin a game against an opponent, who moves at once if they start."""
    owner: Owner = request.auth  # type: ignore[attr-defined]
    if terms.opponent in Match.NOT_OURS:
        raise InvalidInputError.of("an opponent", terms.opponent, "choose one of /api/opponents")
    count_game(owner)
    setup = Setup(
        ruleset=terms.ruleset,
        position=terms.position,
        convention=terms.convention,
        opponent=terms.opponent,
        starter=terms.starter.seat,
        owner_player=terms.player,
    )
    key = uuid.uuid5(terms.key, str(owner.pk)) if terms.key else None
    budget = page_budget()
    match = protocol.start_match(owner, setup, key, budget)
    return Status(201, _state(request, Table(match, budget)))


@playing.api_operation(
    READS,
    ONE_GAME,
    response={200: shapes.GameState, **refusals(401, 403, 404, 429)},
    summary="A game as it stands",
)
def game(request: HttpRequest, match_id: Path[uuid.UUID]) -> dict[str, Any]:
    """Ask as often as you like: with the answer's ETag, nothing new costs nothing (304)."""
    return _state(request, Table(_match(request.auth, match_id)))  # type: ignore[attr-defined]


@playing.post(f"{ONE_GAME}/moves", response=CHANGE, summary="Make a move")
def move(request: HttpRequest, match_id: Path[uuid.UUID], made: shapes.NewMove) -> Status[Any]:
    """Make a move on the version that you have seen. The opponent's reply is in the answer. The
    same move sent twice is made once."""

    def change(match: Match) -> Table:
        return protocol.make_move(match, version=made.version, text=made.move, budget=page_budget())

    return _changed(request, match_id, change)


@playing.post(f"{ONE_GAME}/resignation", response=CHANGE, summary="Resign")
def resign(request: HttpRequest, match_id: Path[uuid.UUID], made: shapes.AtVersion) -> Status[Any]:
    """Give the game up."""
    return _changed(request, match_id, lambda match: protocol.resign(match, version=made.version))


api.add_router("", reading)
api.add_router("", playing)


@cache
def description() -> dict[str, Any]:
    """The description of all calls, in the form of OpenAPI. A program knows without it that what
    can be read has a head."""
    schema = api.get_openapi_schema(path_prefix=FOR_PROGRAMS)
    for calls in schema["paths"].values():
        calls.pop("head", None)
    return schema


@require_safe
@for_every_site
def openapi(request: HttpRequest) -> HttpResponse:
    """The description for other programs, which write clients and tests from it."""
    return JsonResponse(description())
