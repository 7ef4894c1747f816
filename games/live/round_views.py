"""The rounds of a room for whoever leads: who plays whom, how they stand, the next round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.access import get_room, get_room_as_leader
from games.live.models import Room
from games.live.now import leaders_now
from games.live.round_forms import RoundForm
from games.live.round_showing import RoundShown
from games.web.fragments import page_or_fragment
from games.web.polling import polled


@require_safe
@never_cache
def rounds(request: HttpRequest, code: str) -> HttpResponse:
    """Who plays whom, with their names."""
    return rounds_page(request, get_room_as_leader(request.user, code))


@require_safe
@never_cache
@polled(leaders_now)
def poll(request: HttpRequest, code: str) -> HttpResponse:
    """The same, where something has changed."""
    return rounds_page(request, get_room_as_leader(request.user, code))


def rounds_page(
    request: HttpRequest, room: Room, *, problem: str = "", status: int = 200
) -> HttpResponse:
    """The page, or what htmx replaces of it."""
    stands = leaders_now(room.code)
    room = get_room(room.code)  # not older than the version it is shown with
    last = room.round or room.rounds.last()
    form = RoundForm(room, request.POST if problem else None)
    context = {
        "room": room,
        "shown": RoundShown(last) if last else None,
        "form": form,
        "here": room.participants.filter(left_at=None).count(),
        "version": stands.version if stands else "",
        "screen": "round",
        "problem": problem,
    }
    return page_or_fragment(request, "live/rounds.html", "rounds", context, status=status)
