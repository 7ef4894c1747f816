"""The set-up page, the page of a match with its moves, and the list of opponents."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.boards.bounds import page_budget
from games.boards.games import FAVOURITES, FIRST, OTHERS
from games.people.browsers import ensure_owner, owner_of
from games.people.models import Owner, owned_by
from games.play import protocol as service
from games.play.access import get_match
from games.play.forms import OWN, SetupForm
from games.play.friends.friends import open_games
from games.play.friends.seating import invite
from games.play.models import Match, Seat, match_now
from games.play.opponents import opponents_for, standings
from games.play.origins import address_of, origin_of
from games.play.showing import table_page
from games.play.table import Table
from games.questions.grading import posted_key
from games.web.polling import polled
from games.web.requests import posted_number, wants_fragment
from games.web.written_once import written_once
from solver import Budget, Convention, SolverError


def latest_match(request: HttpRequest) -> Match | None:
    """The newest unfinished match of this person."""
    owner = owner_of(request)
    return next(iter(_running(owner)), None) if owner else None


@written_once
def _running(owner: Owner) -> QuerySet[Match]:
    running = Match.objects.filter(origin="").exclude(state=Match.State.FINISHED)
    return owned_by(owner, running).only("start")[:1]


@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest) -> HttpResponse:
    """Show the set-up page; a POST starts the match."""
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
    """Start the match that a form describes, or one that waits for a friend."""
    if form.setup.opponent == Match.FRIEND:
        return invite(owner, form.setup, form.cleaned_data["name"], key, budget)
    return service.start_match(owner, form.setup, key, budget)


def initial(request: HttpRequest) -> dict[str, str]:
    """The form's initial values: those in the query string, and the usual ones."""
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
    """The set-up page: games, opponents, and the person's open games with friends."""
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
@never_cache  # the board changes within the page, so “Back” must not show an old one
@polled(match_now)
def match(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show the match. If another page contains it, or the two play a next one, redirect there."""
    match = get_match(owner_of(request), match_id)
    if match.next and "version" in request.GET and wants_fragment(request):
        return HttpResponseClientRedirect(match.next.get_absolute_url())
    place = origin_of(match).place(match)
    if place:
        return redirect(place.address)
    return table_page(request, Table(match), is_fresh=True)


@require_POST
def move(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a move, clicked or typed, on the version that the page showed."""
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
    """Set who starts, if the player has the choice."""

    def settle(match: Match, version: int) -> Table:
        return service.choose_starter(match, request.POST.get("starter", ""))

    return change(request, match_id, settle)


@require_POST
def back(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Take the last move back."""
    return change(request, match_id, service.take_back)


@require_POST
def hint(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Show one more tier of the hint."""
    return change(request, match_id, service.ask_hint, anchor="hints")


@require_POST
def resign(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Resign."""
    return change(request, match_id, service.resign)


def change(
    request: HttpRequest, match_id: uuid.UUID, use: Callable[..., Table], anchor: str = "board"
) -> HttpResponse:
    """Apply one change to a match at the version that the page showed, and show the result at
    *anchor*."""
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
    """The opponents, with the habit of each one that the player has beaten twice."""
    return render(
        request,
        "play/opponents.html",
        {"standings": standings(owner_of(request))},
    )


def posted_version(request: HttpRequest) -> int:
    return posted_number(request, "version")


def changed(
    request: HttpRequest,
    match_id: uuid.UUID,
    problem: str = "The game has moved on since you opened this page. Here is the board now.",
) -> HttpResponse:
    """The current board, with status 409."""
    return match_page(request, get_match(owner_of(request), match_id), problem=problem, status=409)


def went_well(
    request: HttpRequest, table: Table, *, is_fresh: bool = False, anchor: str = "board"
) -> HttpResponse:
    """The new board as a fragment, or a redirect to it, so that the keyboard focus stays there."""
    if not wants_fragment(request):
        if table.match.state == Match.State.FINISHED:
            anchor = "ending"
        return redirect(f"{address_of(table.match)}#{anchor}")
    return table_page(request, table, is_fresh=is_fresh, tells_hint=anchor == "hints")


def match_page(
    request: HttpRequest, match: Match, *, problem: str = "", typed: str = "", status: int = 200
) -> HttpResponse:
    """The match page, read again from the database."""
    return table_page(request, Table(match), problem=problem, typed=typed, status=status)
