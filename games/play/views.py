"""The first page, setting a match up, playing it, and looking back on it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.boards.board_view import view
from games.boards.games import FAVOURITES, FIRST, OTHERS, game_of
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.learnt import has_had, theories_of
from games.boards.limits import MAX_PIECES, page_budget
from games.boards.rules import rule_of
from games.exercises.hints import TIERS, Hint, hints
from games.exercises.posted import posted_key
from games.people.models import Owner, owned_by
from games.people.visitors import ensure_owner, owner_of
from games.play import protocol as service
from games.play.access import get_match
from games.play.again import next_game
from games.play.faces import face_of
from games.play.forms import OWN, SetupForm
from games.play.friends import open_games, score_of
from games.play.game_ends import GameEnd
from games.play.models import Match, Seat
from games.play.now import match_now
from games.play.opponents import opponents_for
from games.play.origins import origin_of
from games.play.reviews import Review, judged
from games.play.seating import invite
from games.play.standings import standings
from games.play.table import Table
from games.web.fragments import page_or_fragment, wants_fragment
from games.web.polling import polled
from games.web.posted import posted_number
from games.web.qr import qr_code
from solver import Budget, Convention, SolverError, get_opponent

MATCH_PAGE = "play/match.html"


def latest_match(request: HttpRequest) -> Match | None:
    """The match to go on with, for whoever comes back."""
    owner = owner_of(request)
    running = Match.objects.filter(origin="").exclude(state=Match.State.FINISHED)
    return owned_by(owner, running).first()


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Choose what to play, or start it."""
    if request.method != "POST":
        return setup_page(request, SetupForm(initial=initial(request)))
    form = SetupForm(request.POST)
    if not form.is_valid():
        return setup_page(request, form, status=422)
    budget = page_budget()
    try:
        owner = ensure_owner(request)
        match = begin(owner, form, posted_key(request, owner), budget)
    except SolverError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return setup_page(request, form, status=422)
    first_move = request.POST.get("move")
    if first_move and match.state == Match.State.RUNNING:
        try:
            service.make_move(match, version=1, text=first_move, budget=budget)
        except SolverError as error:
            table = Table(match, budget)
            return table_page(request, table, problem=str(error), status=422)
    return redirect(match)


def begin(owner: Owner, form: SetupForm, key: uuid.UUID, budget: Budget) -> Match:
    """What a form sets up: a match, or one that waits for a friend."""
    if form.setup.opponent == Match.FRIEND:
        return invite(owner, form.setup, form.cleaned_data["name"], key, budget)
    return service.start_match(owner, form.setup, key, budget)


def initial(request: HttpRequest) -> dict[str, str]:
    """What a link to the page asks for, over the usual choice."""
    asked = {
        key: request.GET[key]
        for key in ("start", "ruleset", "position", "convention", "opponent", "starter", "player")
        if key in request.GET
    }
    own = "position" in asked
    usual = {
        "start": OWN if own else FIRST[0].key,
        "ruleset": "nim",
        "position": "",
        "convention": Convention.MISERE.value if own else "",
        "opponent": "learner",
        "starter": Seat.OWNER.value,
        "player": "left",
        "name": request.user.get_username(),
    }
    return usual | asked


def setup_page(request: HttpRequest, form: SetupForm, *, status: int = 200) -> HttpResponse:
    """The games and the opponents to choose from, and the open games with friends."""
    owner = owner_of(request)
    context = {
        "form": form,
        "presets": FAVOURITES,
        "more_presets": OTHERS,
        "opponents": opponents_for(owner, *form.game),
        "open_games": open_games(owner),
    }
    return render(request, "play/setup.html", context, status=status)


@require_safe
@never_cache  # the board moves on within the page: “Back” must not bring an old one
@polled(match_now)
def match(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The match as it stands; who still looks at one that goes on elsewhere is taken there."""
    match = get_match(owner_of(request), match_id)
    if match.next and "version" in request.GET and wants_fragment(request):
        return HttpResponseClientRedirect(match.next.get_absolute_url())
    return table_page(request, Table(match), is_fresh=True)


@require_POST
def move(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """One move, clicked or typed, on the version the page showed."""
    match = get_match(owner_of(request), match_id)
    typed = "move" not in request.POST
    text = request.POST.get("typed" if typed else "move", "")
    budget = page_budget()
    try:
        version = posted_version(request)
        table = service.make_move(match, version=version, text=text, typed=typed, budget=budget)
    except service.StaleMoveError:
        return changed(request, match_id)
    except service.MatchOverError:
        return changed(request, match_id, "The game is over already, so nothing has changed.")
    except SolverError as error:
        table = Table(get_match(owner_of(request), match_id), budget)
        again = text if typed else ""
        return table_page(request, table, problem=str(error), typed=again, status=422)
    return went_well(request, table, is_fresh=True)


@require_POST
def starter(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Settle who starts, where the choice was offered."""

    def settle(match: Match, version: int) -> Table:
        return service.choose_starter(match, request.POST.get("starter", ""))

    return change(request, match_id, settle)


@require_POST
def back(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take the last move back."""
    return change(request, match_id, service.take_back)


@require_POST
def hint(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """One more tier of help."""
    return change(request, match_id, service.ask_hint, anchor="hints")


@require_POST
def resign(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Give the match up."""
    return change(request, match_id, service.resign)


def change(
    request: HttpRequest, match_id: uuid.UUID, use: Callable[..., Table], anchor: str = "board"
) -> HttpResponse:
    """Do one thing to a match at the version the page showed, and go to what it changed."""
    match = get_match(owner_of(request), match_id)
    try:
        table = use(match, version=posted_version(request))
    except service.StaleMoveError:
        return changed(request, match_id)
    except SolverError as error:
        again = get_match(owner_of(request), match_id)
        return match_page(request, again, problem=str(error), status=422)
    return went_well(request, table, anchor=anchor)


@require_safe
def opponents(request: HttpRequest) -> HttpResponse:
    """Who can be played, and the habit of those beaten twice."""
    return render(
        request,
        "play/opponents.html",
        {"standings": standings(owner_of(request))},
    )


NEXT_HINT = ("Hint", *["Another hint"] * (TIERS - 2), "Show the answer", "")
"""What the button for the next hint says, by how many were given: the last one is the answer."""


def asked_hints(table: Table, owner: Owner | None) -> list[Hint]:
    """The hints asked for, as long as they are of use."""
    if not table.may_move:
        return []
    return hints(table.question(), table.board, table.match.hints, theories_of(owner))


def hinted(hint: Hint | None) -> list[Ghost]:
    """The move that a hint names, to be seen on the board."""
    return [Ghost(hint.placed, MoveOutline.HINT, hint)] if hint and hint.placed else []


def shows_frames(table: Table, owner: Owner | None) -> bool:
    """Whether the frames of the rows may be drawn: they say how to play, so in no lesson's game,
    and for nobody who has not met them."""
    match = table.match
    is_on = match.state != Match.State.FINISHED
    may_tell = is_on and bool(table.ruleset.divisor) and match.has_help and not match.origin
    return may_tell and has_had(owner, "frame")


def last_move(table: Table) -> dict[str, Any] | None:
    """What the owner's last move was worth, for whoever wants to know during the game."""
    match = table.match
    plies = [ply for ply in range(len(table.placed)) if table.seat_at(ply) == match.seat]
    if not plies or match.is_hot_seat or match.is_with_friend or not table.turn:
        return None
    return judged(table, plies[-1])


def posted_version(request: HttpRequest) -> int:
    return posted_number(request, "version")


def changed(
    request: HttpRequest,
    match_id: uuid.UUID,
    problem: str = "The game has moved on since you opened this page. Here is the board now.",
) -> HttpResponse:
    """409 with the current board."""
    return match_page(request, get_match(owner_of(request), match_id), problem=problem, status=409)


def went_well(
    request: HttpRequest, table: Table, *, is_fresh: bool = False, anchor: str = "board"
) -> HttpResponse:
    """The new board as a fragment, or a redirect to it, so that the keyboard goes on there."""
    if not wants_fragment(request):
        return redirect(f"{table.match.get_absolute_url()}#{anchor}")
    return table_page(request, table, is_fresh=is_fresh, tells_hint=anchor == "hints")


def match_page(
    request: HttpRequest, match: Match, *, problem: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    """The match page as it stands in the database."""
    return table_page(request, Table(match), problem=problem, typed=typed, status=status)


def invitation_of(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The address with which a friend sits down and both come back, and its picture while nobody
    has sat down."""
    if not match.invitation or match.left_by:
        return {}
    address = request.build_absolute_uri(reverse("play:invited", args=[match.invitation]))
    is_waiting = match.state == Match.State.WAITING
    return {"address": address, "qr": qr_code(address) if is_waiting else None}


def table_page(
    request: HttpRequest,
    table: Table,
    *,
    problem: str = "",
    typed: str = "",
    status: int = 200,
    is_fresh: bool = False,
    tells_hint: bool = False,
) -> HttpResponse:
    """The match page, or its board with the status line out of band.

    Where the last moves are fresh, what the other side took leaves; where a hint is, it is heard in
    place of the status.
    """
    match = table.match
    finished = match.state == Match.State.FINISHED
    sealed = finished and origin_of(match).is_sealed(match)
    owner = owner_of(request)
    review = Review(table, theories_of(owner)) if finished else None
    given = asked_hints(table, owner)
    newest = given[-1] if given else None
    return page_or_fragment(
        request,
        MATCH_PAGE,
        "game",
        {
            "match": match,
            "table": table,
            "status": table.status(),
            "rule": rule_of(match.ruleset, match.convention, match.start),
            "board": view(
                table.board,
                table.player(table.turn or match.seat),
                playable=table.may_move,
                most=MAX_PIECES,
                ghosts=[*table.ghosts, *hinted(newest)],
                is_fresh=is_fresh and not match.is_hot_seat,  # there a touch has taken it
                focus=newest.lanes if newest else (),
            ),
            "shows_frames": partial(shows_frames, table, owner),  # asked by whole pages alone
            "problem": problem,
            "typed": typed,
            "sealed": sealed,
            "review": review,
            "end": GameEnd(review) if review else None,
            "next_game": next_game(match) if finished else None,
            "following": origin_of(match).following(match) if finished else None,
            "plies": [table.move_said(ply) for ply in range(len(table.placed))],
            "face": face_of(table),
            "opponent": None if match.opponent in service.PEOPLE else get_opponent(match.opponent),
            "invitation": invitation_of(request, match),
            "score": score_of(match),
            "hints": given,
            "hint": newest,
            "tells_hint": tells_hint,
            "next_hint": NEXT_HINT[min(match.hints, TIERS)],
            "game": game_of(table.ruleset),
            "last_move": last_move(table),
            "may_take_back": match.has_help and service.last_own_ply(table) is not None,
            "sides": table.sides,
        },
        status=status,
    )
