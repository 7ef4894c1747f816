"""Joining a room by its code, coming back, and leaving."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRefresh

from games.people.code_views import refused
from games.people.models import User, Visitor
from games.people.visitors import ensure_owner, owner_of
from games.teach.live.leading import joining as service
from games.teach.live.leading.joining import JoinNameForm, SeatForm
from games.teach.live.rooms.access import find_room, may_enter, participant_of
from games.teach.live.rooms.models import Room
from games.teach.live.screens.phone import Phone
from games.teach.live.screens.phone_views import phone_page
from games.web.limits import TooManyError, client_address
from games.web.requests import wants_fragment


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The phone's page of the room; a POST joins it."""
    room = find_room(code)
    if room is None:
        return refused(request, code, 404)
    if request.method == "POST":
        return come_in(request, room)
    if code != room.code:
        return redirect(room)
    participant = service.seat_of(room, owner_of(request))
    if participant is None or participant.left_at:
        return join_page(request, room)
    if wants_fragment(request):  # the page of a guest who has waited until now
        return HttpResponseClientRefresh()
    return phone_page(request, Phone(room, participant))


def come_in(request: HttpRequest, room: Room) -> HttpResponse:
    """Let people with an account, or with an earlier seat, join as they are; others need a name."""
    owner = owner_of(request)
    if isinstance(owner, User) or service.seat_of(room, owner):
        form, name = JoinNameForm(), ""
    else:
        form = JoinNameForm(request.POST)
        if not form.is_valid():
            return join_page(request, room, form=form, status=422)
        name = form.cleaned_data["name"]
    is_new_guest = bool(name)
    try:
        if is_new_guest:
            service.count_guest(room, client_address(request))
        service.join(room, ensure_owner(request), name)
    except service.JoinError as error:
        if is_new_guest:
            service.uncount_guest(room, client_address(request))
        return join_page(request, room, form=form, problem=str(error), status=409)
    except TooManyError as error:
        page = join_page(request, room, form=form, problem=str(error), status=429)
        page.headers["Retry-After"] = str(error.wait)
        return page
    return redirect(room)


@require_POST
def back(request: HttpRequest, code: str) -> HttpResponse:
    """Come back on another phone, with the seat number that the first phone showed."""
    room = find_room(code)
    if room is None:
        return refused(request, code, 404)
    form = SeatForm(request.POST)
    if isinstance(request.user, User):
        return redirect(room)
    if not form.is_valid():
        return join_page(request, room, seat_form=form, status=422)
    visitor = ensure_owner(request)
    assert isinstance(visitor, Visitor)
    name, seat = form.cleaned_data["name"], int(form.cleaned_data["seat"].replace(" ", ""))
    try:
        service.move_seat(room, name, seat, visitor)
    except service.JoinError as error:
        return join_page(request, room, seat_form=form, problem=str(error), status=409)
    return redirect(room)


@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the room."""
    room = find_room(code)
    if room is None:
        return refused(request, code, 404)
    participant = participant_of(request, room)
    if participant:
        service.leave(participant)
    return redirect(room)


def join_page(
    request: HttpRequest,
    room: Room,
    *,
    form: JoinNameForm | None = None,
    seat_form: SeatForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page for a person who is not in the room: the forms to join, or why they cannot."""
    owner = owner_of(request)
    was_here = service.seat_of(room, owner)
    is_stranger = not may_enter(room, owner)
    if (was_here and was_here.taken_out_at) or is_stranger:
        problem = ""  # the page itself says so
    context: dict[str, Any] = {
        "room": room,
        "was_here": was_here,
        "only_class": service.ONLY_CLASS.format(classroom=room.classroom) if is_stranger else "",
        "moved_away": None if was_here else service.moved_away(room, owner),
        "form": form or JoinNameForm(),
        "seat_form": seat_form or SeatForm(),
        "problem": problem,
    }
    return render(request, "teach/live/join.html", context, status=status)
