"""Who may see a room and who may lead it. Each function returns the object or raises 404."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.utils import timezone

from games.people.browsers import owner_of
from games.people.models import Owner, User, owned_by
from games.teach.classes.access import Asker
from games.teach.classes.models import EDITORS, WHOLE_CLASS
from games.teach.live.rooms.models import CODE_LENGTH, Participant, Room
from games.web.codes import TOO_MANY, tidy, too_many_wrong
from games.web.errors import SignInFirstError
from games.web.limits import TooManyError

NO_ROOM = "There is no room with this code. Look for the code on the big screen."
NOT_YOURS = "There is no such room, or you may not run it."


def find_room(typed: str) -> Room | None:
    """The room with this code, however the code was typed."""
    code = tidy(typed, CODE_LENGTH)
    rooms = Room.objects.select_related("current", "round", "classroom", "part")
    room = rooms.filter(code=code).first() if code else None
    if room and room.current:
        room.current.room = room  # so that the question does not read its room again
    return room


def room_behind(typed: str) -> str | None:
    """The address of the room with this code."""
    room = find_room(typed)
    return room.get_absolute_url() if room else None


def get_room(code: str) -> Room:
    """The room with this code, open or closed."""
    room = find_room(code)
    if room is None:
        raise Http404(NO_ROOM)
    return room


def get_room_asked_for(request: HttpRequest, code: str) -> Room:
    """The room with this code, for a phone that polls. Wrong codes are counted; after too many it
    raises :class:`TooManyError`."""
    room = find_room(code)
    if room is None:
        if too_many_wrong(request):
            raise TooManyError(TOO_MANY)
        raise Http404(NO_ROOM)
    return room


def get_room_as_leader(user: Asker, code: str) -> Room:
    """A room, for its owner and the staff of its class. Raises Http404 for other people."""
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
    # An assistant helps in the lesson: they lead rooms, but decide nothing about the class.
    if classroom and classroom.staff.filter(user=user, role__in=WHOLE_CLASS).exists():
        return room
    raise Http404(NOT_YOURS)


def may_keep(user: Asker, room: Room) -> bool:
    """Whether this user may save the room's answers in the class's results."""
    classroom = room.classroom
    if classroom is None or classroom.archived_at or not user.is_authenticated:
        return False
    return classroom.staff.filter(user=user, role__in=EDITORS).exists()


def may_enter(room: Room, owner: Owner | None) -> bool:
    """Whether this person may join the room. A room for its class only admits students, staff and
    the room's owner."""
    return not room.is_only_class or is_of_class(room, owner)


def must_wait(room: Room, owner: Owner | None) -> bool:
    """Whether this person waits until the desk lets them in."""
    return room.guests_wait and not is_of_class(room, owner)


def is_of_class(room: Room, owner: Owner | None) -> bool:
    """Whether this person is a student or on the staff of the room's class, or owns the room.
    Everybody is, if the room has no class."""
    classroom = room.classroom
    if classroom is None:
        return True
    if not isinstance(owner, User):
        return False
    is_staff = owner.pk == room.owner_id or classroom.staff.filter(user=owner).exists()
    return is_staff or is_student_of(room, owner)


def is_student_of(room: Room, owner: Owner) -> bool:
    """Whether this person is a student of the room's class."""
    if room.classroom is None or not isinstance(owner, User):
        return False
    return room.classroom.memberships.filter(user=owner, archived_at=None).exists()


def participant_of(request: HttpRequest, room: Room) -> Participant | None:
    """The participant who sends this request, if they are in the room."""
    owner = owner_of(request)
    return owned_by(owner, Participant.objects.filter(room=room, left_at=None)).first()
