"""The address for an instructor's steps, from any of their screens."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import User
from games.teach.live.leading.leading import STEPS, lead
from games.teach.live.rooms.access import get_room, get_room_as_leader, may_keep
from games.teach.live.rooms.closing import keep as keep_practice
from games.teach.live.rooms.models import Room
from games.teach.live.rooms.steps import RoomOverError, StaleStepError, leaders_now
from games.teach.live.rounds.forms import RoundForm
from games.teach.live.rounds.waiting import RoundForStaff
from games.teach.live.screens.desk import DeskScreen
from games.teach.live.screens.wall import Wall
from games.web.codes import qr_code
from games.web.middleware import asked_from
from games.web.polling import polled
from games.web.requests import page_or_fragment, posted_number, wants_fragment
from solver import SolverError


@require_safe
@never_cache
def rounds(request: HttpRequest, code: str) -> HttpResponse:
    """The pairs of the round with their names."""
    return rounds_page(request, get_room_as_leader(request.user, code))


@require_safe
@never_cache
@polled(leaders_now)
def poll_rounds(request: HttpRequest, code: str) -> HttpResponse:
    """The page again, if something has changed."""
    return rounds_page(request, get_room_as_leader(request.user, code))


def rounds_page(
    request: HttpRequest, room: Room, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page, or the part that htmx replaces."""
    stands = leaders_now(room.code)
    room = get_room(room.code)  # read again, so that it is at least as new as the version
    last = room.round or room.rounds.last()
    if last:
        last.room = room  # so that the round does not read its room again
    is_going = last is not None and last.is_going
    form = None if is_going else RoundForm(room, request.POST if problem else None, last)
    context = {
        "room": room,
        "shown": RoundForStaff(last) if last else None,
        "form": form,
        "here": 0 if is_going else room.participants.filter(left_at=None).count(),
        "version": stands.version if stands else "",
        "screen": "round",
        "problem": problem,
    }
    return page_or_fragment(request, "teach/live/rounds.html", "rounds", context, status=status)


@require_safe
def projector(request: HttpRequest, code: str) -> HttpResponse:
    """The wall, which everybody in the room sees."""
    return projector_page(request, get_room_as_leader(request.user, code))


@require_safe
@polled(leaders_now)
def poll_projector(request: HttpRequest, code: str) -> HttpResponse:
    """The wall again, if something has changed."""
    return projector_page(request, get_room_as_leader(request.user, code))


def projector_page(
    request: HttpRequest, room: Room, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page, or the part that htmx replaces."""
    stands = leaders_now(room.code)
    room = get_room(room.code)  # read again, so that it is at least as new as the version
    address = request.build_absolute_uri(room.get_absolute_url())
    where = request.build_absolute_uri(reverse("live:entrance")).partition("://")[2]
    context = {
        "room": room,
        "wall": Wall(room),
        "version": stands.version if stands else "",
        "where": where.removesuffix("/"),
        "qr": qr_code(address) if room.current is None else None,
        "problem": problem,
    }
    return page_or_fragment(request, "teach/live/projector.html", "wall", context, status=status)


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
    return page_or_fragment(request, "teach/live/desk.html", "desk", context, status=status)


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


SCREENS: dict[str, Callable[..., HttpResponse]] = {
    "projector": projector_page,
    "desk": desk_page,
    "round": rounds_page,
}
"""The screens that send steps, by the names of their addresses."""
MOVED_ON = "The room moved on before you pressed the button. This is the room now."
OVER = "The room is closed. Nothing has changed."


@require_POST
def do(request: HttpRequest, code: str, step: str) -> HttpResponse:
    """Make one step, and show the new state on the screen that sent it."""
    room = get_room_as_leader(request.user, code)
    if step not in STEPS:
        raise Http404("There is no such step.")
    sent_from = request.POST.get("from", "")
    screen = sent_from if sent_from in SCREENS else "projector"
    problem, status = "", 200
    try:
        lead(room, step, posted_number(request, "version"), request.POST)
    except StaleStepError:
        problem, status = MOVED_ON, 409
    except RoomOverError:
        problem, status = OVER, 409
    except SolverError as error:
        problem, status = str(error), 422
    if not problem and not wants_fragment(request):
        return redirect(f"live:{screen}", room.code)
    return SCREENS[screen](request, room, problem=problem, status=status)
