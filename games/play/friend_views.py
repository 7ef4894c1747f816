"""Games with a friend by a link: joining, leaving, and playing again."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from games.boards.board_view import view
from games.boards.rules import rule_of
from games.people.models import owned_by
from games.people.visitors import ensure_owner, owner_of
from games.play.access import get_match
from games.play.challenge_views import challenged
from games.play.forms import SeatNameForm
from games.play.friends.friends import score_of
from games.play.friends.seating import SeatsTakenError, ask_again, seat_across, sit_down
from games.play.friends.seating import leave as get_up
from games.play.models import Match, Seat
from games.play.protocol import StaleMoveError
from games.play.table import Table
from games.play.views import changed


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
