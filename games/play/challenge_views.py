"""The pages of a challenge: of who makes it, and of who takes it up."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.boards.board_view import view
from games.boards.rules import rule_of
from games.people.visitors import ensure_owner, owner_of
from games.play.access import get_match
from games.play.forms import SeatNameForm
from games.play.friends.challenges import (
    address_of_challenge,
    challenge,
    may_challenge,
    own_games,
    take_up,
    takers,
)
from games.play.models import Match, Seat
from games.play.table import Table
from games.questions.posted_answers import posted_key
from games.web.codes import qr_code


@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
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
