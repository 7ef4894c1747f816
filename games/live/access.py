"""Who may see a room and lead it: the object, or 404."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils import timezone

from games.classes.access import Asker
from games.classes.models import ALL_STAFF, EDITORS
from games.live.models import CODE_LENGTH, Participant, Room
from games.people.models import owned_by
from games.people.visitors import owner_of
from games.web.codes import TOO_MANY, opens, tidy, too_many_wrong
from games.web.limits import TooManyError
from games.web.refusals import SignInFirstError

NO_ROOM = "There is no room with this code. Look for the code on the big screen."
NOT_YOURS = "There is no such room, or you may not run it."


def find_room(typed: str) -> Room | None:
    """The room with this code, however it was typed."""
    code = tidy(typed, CODE_LENGTH)
    rooms = Room.objects.select_related("current", "round", "classroom")
    room = rooms.filter(code=code).first() if code else None
    if room and room.current:
        room.current.room = room  # what belongs to a question of the room is not read again
    return room


@opens
def room_behind(typed: str) -> str | None:
    """The address of the room with this code."""
    room = find_room(typed)
    return room.get_absolute_url() if room else None


def get_room(code: str) -> Room:
    """The room with this code, over or not."""
    room = find_room(code)
    if room is None:
        raise Http404(NO_ROOM)
    return room


def get_room_asked_for(request: HttpRequest, code: str) -> Room:
    """The room with this code for a phone that asks again and again; a wrong code is counted, and
    :class:`TooManyError` raised once there were too many."""
    room = find_room(code)
    if room is None:
        if too_many_wrong(request):
            raise TooManyError(TOO_MANY)
        raise Http404(NO_ROOM)
    return room


def get_room_as_leader(user: Asker, code: str) -> Room:
    """A room, for its owner and for the staff of its class; others are told that there is none."""
    if not user.is_authenticated:
        raise SignInFirstError
    room = find_room(code)
    if room is None:
        raise Http404(NOT_YOURS)
    classroom = room.classroom
    if classroom:
        timezone.activate(classroom.zone)
    if room.owner_id == user.pk:
        return room
    # An assistant helps in the lesson: they lead, and decide nothing about the class.
    if classroom and classroom.staff.filter(user=user, role__in=ALL_STAFF).exists():
        return room
    raise Http404(NOT_YOURS)


def may_keep(user: Asker, room: Room) -> bool:
    """Whether somebody may put what was answered into the class's results."""
    classroom = room.classroom
    if classroom is None or classroom.archived_at or not user.is_authenticated:
        return False
    return classroom.staff.filter(user=user, role__in=EDITORS).exists()


def participant_of(request: HttpRequest, room: Room) -> Participant | None:
    """Who is asking, if they are in the room."""
    owner = owner_of(request)
    return owned_by(owner, Participant.objects.filter(room=room, left_at=None)).first()
