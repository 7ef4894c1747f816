"""Games with a friend: joining by a link, leaving, playing again, and the pages of a challenge, of
the person who makes it and of the one who takes it up."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.boards.board_view import view
from games.boards.rules import rule_of
from games.people.browsers import ensure_owner, owner_of
from games.people.models import owned_by
from games.play.access import get_match
from games.play.forms import SeatNameForm
from games.play.friends.friends import (
    address_of_challenge,
    challenge,
    may_challenge,
    own_games,
    score_of,
    take_up,
    takers,
)
from games.play.friends.seating import SeatsTakenError, ask_again, seat_across, sit_down
from games.play.friends.seating import leave as get_up
from games.play.models import Match, Seat
from games.play.protocol import StaleMoveError
from games.play.table import Table
from games.play.views import changed
from games.questions.grading import posted_key
from games.web.codes import qr_code


@require_http_methods(["GET", "HEAD", "POST"])
def new_challenge(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Make a link to a game that was won, and see how friends fared."""
    match = get_match(owner_of(request), match_id)
    if not may_challenge(match):
        return redirect(match)
    form = SeatNameForm(request.POST or None, initial={"name": request.user.get_username()})
    if request.method == "POST" and form.is_valid():
        challenge(match, form.cleaned_data["name"])
        return redirect("play:challenge", match.pk)
    address = ""
    if match.invitation:
        address = request.build_absolute_uri(address_of_challenge(match))
    context = {
        "match": match,
        "form": form,
        "address": address,
        "qr": qr_code(address) if address else "",
        "line": f"I beat {match.opponent_name} in this one. Can you? {address}",
        "takers": takers(match) if address else [],
    }
    return render(request, "play/challenge.html", context, status=422 if form.errors else 200)


def challenged(request: HttpRequest, match: Match) -> HttpResponseBase:
    """Show the board of a challenge; a POST starts the game. The challenger sees their own page."""
    owner = owner_of(request)
    if owner and owner.pk in match.sitter(Seat.OWNER):
        return redirect("play:challenge", match.pk)
    form = SeatNameForm(request.POST or None, initial={"name": request.user.get_username()})
    if request.method == "POST" and form.is_valid():
        person = ensure_owner(request)
        key = posted_key(request, person)
        return redirect(take_up(person, match, form.cleaned_data["name"], key))
    table = Table(match.seen_from(Seat.OWNER))
    games = list(own_games(owner, match))
    context = {
        "match": match,
        "form": form,
        "rule": rule_of(match.ruleset, match.convention, match.start),
        "board": view(table.boards[0]),
        "sides": table.sides,
        "games": games,
        "has_won": any(one.is_won for one in games),
    }
    return render(request, "play/challenged.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HttpRequest, invitation: str) -> HttpResponseBase:
    """Show an invitation or a challenge; a POST joins the game. A GET takes no seat, because
    programs that preview links send one too."""
    match = Match.objects.filter(invitation=invitation).first()
    if match is None:
        return render(request, "play/invited.html", status=404)
    if not match.is_with_friend:
        return challenged(request, match)
    visitor = owner_of(request)
    if owned_by(visitor, Match.objects.filter(pk=match.pk)).exists():
        return redirect(match)
    form = SeatNameForm(request.POST or None, initial={"name": request.user.get_username()})
    is_taken = match.state != Match.State.WAITING
    if request.method == "POST" and form.is_valid():  # also if an earlier click has already joined
        try:
            guest = ensure_owner(request)
            return redirect(sit_down(match, guest, form.cleaned_data["name"]))
        except SeatsTakenError:
            is_taken = True
    if visitor and not is_taken:
        seat_across(match, visitor)  # to see the board from that seat; nothing is stored
    table = Table(match.seen_from(Seat.OTHER))
    return render(
        request,
        "play/invited.html",
        {
            "match": match,
            "is_taken": is_taken,
            "form": form,
            "rule": rule_of(match.ruleset, match.convention, match.start),
            "board": view(table.board),
            "sides": table.sides,
            "score": None if is_taken else score_of(match),
        },
        status=409 if is_taken and request.method == "POST" else 422 if form.errors else 200,
    )


@require_POST
def leave(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Leave the game and go to the set-up page."""
    match = get_match(owner_of(request), match_id)
    if not match.is_with_friend:
        return redirect(match)
    try:
        get_up(match)
    except StaleMoveError:
        return changed(request, match_id)
    return redirect("play:setup")


@require_POST
def again(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """Ask for another game with sides swapped. It starts once both players have asked."""
    match = get_match(owner_of(request), match_id)
    if not match.is_with_friend:
        return redirect(match)
    try:
        return redirect(ask_again(match))
    except StaleMoveError:  # both asked at once, or the friend has left: read the match again
        pass
    try:
        return redirect(ask_again(get_match(owner_of(request), match_id)))
    except StaleMoveError:
        return changed(request, match_id, "Your friend has left, so there is no rematch.")
