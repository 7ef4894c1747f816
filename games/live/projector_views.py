"""The wall of a room: one page for the projector, which follows the room."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.live.access import get_room, get_room_as_leader
from games.live.models import Room
from games.live.now import leaders_now
from games.live.showing import Wall
from games.web.fragments import page_or_fragment
from games.web.polling import polled
from games.web.qr import qr_code


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
    return page_or_fragment(request, "live/projector.html", "wall", context, status=status)
