"""The desk: the instructor's own screen, on a laptop beside the projector or on their phone."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.live.access import get_room, get_room_as_leader, may_keep
from games.live.closing import keep as keep_practice
from games.live.desk import DeskScreen
from games.live.models import Room
from games.live.now import leaders_now
from games.people.models import User
from games.web.fragments import page_or_fragment
from games.web.middleware import asked_from
from games.web.polling import polled
from solver import SolverError


@require_safe
@never_cache
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """Names, answers and the habits behind them; the buttons for every step of the room."""
    return desk_page(request, get_room_as_leader(request.user, code))


@require_safe
@never_cache
@polled(leaders_now)
def poll_desk(request: HttpRequest, code: str) -> HttpResponse:
    """The desk again, if something has changed."""
    return desk_page(request, get_room_as_leader(request.user, code))


def desk_page(
    request: HttpRequest, room: Room, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page, or the part that htmx replaces. After an error, the typed lines stay in their
    field."""
    stands = leaders_now(room.code)
    room = get_room(room.code)  # read again, so that it is at least as new as the version
    context = {
        "room": room,
        "desk": DeskScreen(room, section=_asked_section(request)),
        "screen": "desk",
        "version": stands.version if stands else "",
        "may_keep": may_keep(request.user, room),
        "lines": request.POST.get("lines", "") if problem else "",
        "problem": problem,
    }
    return page_or_fragment(request, "live/desk.html", "desk", context, status=status)


def _asked_section(request: HttpRequest) -> str | None:
    """The key of the section in the address of the page, which a part of it also sends."""
    is_part = "HX-Current-URL" in request.headers
    query = QueryDict(urlsplit(asked_from(request)).query) if is_part else request.GET
    return query.get("section")


@require_POST
def keep(request: HttpRequest, code: str) -> HttpResponse:
    """Save the room's questions and answers in the results of the class."""
    room = get_room_as_leader(request.user, code)
    assert isinstance(request.user, User)
    if not may_keep(request.user, room):
        raise PermissionDenied("Your role in this class does not allow this.")
    try:
        practice = keep_practice(room, request.user)
    except SolverError as error:
        return desk_page(request, room, problem=str(error), status=422)
    return redirect("assignments:results", practice.pk)
