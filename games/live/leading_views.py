"""The address for an instructor's steps, from any of their screens."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.live.access import get_room_as_leader
from games.live.desk_views import desk_page
from games.live.doing import RoomOverError, StaleStepError
from games.live.leading import STEPS, lead
from games.live.projector_views import projector_page
from games.live.round_views import rounds_page
from games.web.fragments import wants_fragment
from games.web.posted import posted_number
from solver import SolverError

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
