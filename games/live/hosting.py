"""What an instructor does with a room beside its questions: a break, a name, one more question,
the end."""

from __future__ import annotations

import uuid

from django.db.models import F
from django.dispatch import receiver
from django.http import QueryDict
from django.utils import timezone

from games.assignments.lines import read_lines
from games.classes.models import Classroom
from games.classes.teaching import class_ends
from games.exercises.asked import Asked
from games.live.closing import forget_people
from games.live.doing import step
from games.live.models import Participant, Room
from games.live.now import leaders_now, room_now
from games.live.opening import MAX_QUESTIONS, add_questions, refusal
from games.live.voting import restart_clock
from solver import InvalidInputError


def pause(room: Room, version: int, post: QueryDict) -> None:
    """Let nobody answer for a while."""
    with step(room, version, is_paused=True):
        pass


def resume(room: Room, version: int, post: QueryDict) -> None:
    """Go on after a break."""
    with step(room, version, is_paused=False):
        restart_clock(room)


def hide(room: Room, version: int, post: QueryDict) -> None:
    """Show the name of a *participant* on the instructor's own screen alone."""
    _change(room, version, post, is_hidden=True)


def unhide(room: Room, version: int, post: QueryDict) -> None:
    """Show a name again."""
    _change(room, version, post, is_hidden=False)


def take_out(room: Room, version: int, post: QueryDict) -> None:
    """Take a *participant* out of the room; what they answered stays."""
    _change(room, version, post, left_at=timezone.now())


def _change(room: Room, version: int, post: QueryDict, **columns: object) -> None:
    try:
        chosen = room.participants.filter(pk=uuid.UUID(post.get("participant", "")))
    except ValueError:
        chosen = Participant.objects.none()
    if not chosen.exists():
        raise InvalidInputError("There is nobody like that in this room.", value="")
    with step(room, version):
        chosen.update(**columns)


def add(room: Room, version: int, post: QueryDict) -> None:
    """Put typed *lines* at the end of the questions."""
    asked = typed(post.get("lines", ""))
    if not asked:
        raise InvalidInputError("Type a position first.", value="")
    if room.questions.count() + len(asked) > MAX_QUESTIONS:
        raise InvalidInputError(f"A room holds at most {MAX_QUESTIONS} questions.", value="")
    with step(room, version):
        add_questions(room, asked)


def typed(lines: str) -> list[Asked]:
    """What typed lines ask; raises :class:`InvalidInputError` with the first that a room cannot
    be asked."""
    asked = []
    for line in read_lines(lines):
        problem = refusal(line.exercise) if line.exercise else line.problem or line.later
        if problem or line.exercise is None:
            raise InvalidInputError(f"Line {line.number}: {problem}", value="")
        asked.append(line.exercise)
    return asked


def close(room: Room, version: int, post: QueryDict) -> None:
    """End the room. Without a class, who was there and what they answered is gone with it."""
    with step(room, version, closed_at=timezone.now()):
        forget_people(room)


@receiver(class_ends)
def close_rooms(classroom: Classroom, **rest: object) -> None:
    """End the rooms of a class that is archived; who is in them is told."""
    for room in classroom.rooms.filter(closed_at=None, closes_at__gt=timezone.now()):
        # A room is moved on by somebody else at the same time: it is over for both.
        Room.objects.filter(pk=room.pk).update(closed_at=timezone.now(), version=F("version") + 1)
        room_now.changed(room.code)
        leaders_now.changed(room.code)


STEPS = {
    "pause": pause,
    "resume": resume,
    "hide": hide,
    "unhide": unhide,
    "out": take_out,
    "add": add,
    "close": close,
}
