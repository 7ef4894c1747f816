"""The rounds of a room for its instructor: the pairs, the standings, the next round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.live.access import get_room, get_room_as_leader
from games.live.models import Room
from games.live.now import leaders_now
from games.live.round_forms import RoundForm
from games.live.round_staff import RoundForStaff
from games.web.fragments import page_or_fragment
from games.web.polling import polled


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
    return page_or_fragment(request, "live/rounds.html", "rounds", context, status=status)
