"""Steps of an instructor that are not about questions: a break, names, removing people, locking the
room, one more question, the end."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.http import QueryDict
from django.utils import timezone

from games.questions.question import Question
from games.teach.classes.models import Classroom
from games.teach.classes.teaching import class_ends
from games.teach.live.leading.joining import admit_guests
from games.teach.live.leading.voting import restart_clock
from games.teach.live.lessons.room_lesson_files import refusal
from games.teach.live.rooms.closing import forget_people
from games.teach.live.rooms.models import Participant, Room
from games.teach.live.rooms.opening import MAX_QUESTIONS, add_questions
from games.teach.live.rooms.steps import leaders_now, room_now, step
from games.teach.live.rounds.pairs import leave_games
from games.teach.live.rounds.partners import take_free_seat
from games.teach.work.writing.typed_lines import read_lines
from solver import InvalidInputError

LONGEST_TIME = 10
NO_CLASS = "This room is for guests and has no class."


def pause(room: Room, version: int, post: QueryDict) -> None:
    """Pause the room, so that nobody can answer."""
    with step(room, version, is_paused=True):
        pass


def resume(room: Room, version: int, post: QueryDict) -> None:
    """Continue after a break."""
    with step(room, version, is_paused=False):
        restart_clock(room)


def hide(room: Room, version: int, post: QueryDict) -> None:
    """Hide the name of a *participant*, or of those ticked, everywhere except on the instructor's
    own screen."""
    _change(room, version, _people_chosen(room, post), is_hidden=True)


def unhide(room: Room, version: int, post: QueryDict) -> None:
    """Show hidden names again."""
    _change(room, version, _people_chosen(room, post), is_hidden=False)


def take_out(room: Room, version: int, post: QueryDict) -> None:
    """Remove a *participant*, those ticked, or everybody who joined *since* a minute, from the room
    and its games. They cannot come back, and their answers do not count. Who waits is turned away.
    """
    people = (
        _came_since(room, post.get("since", "")) if "since" in post else _people_chosen(room, post)
    )
    now = timezone.now()
    going = [one for one in people.select_related("user", "visitor") if one.left_at is None]
    with _changing(room, version, people):
        for participant in going:
            leave_games(participant)
        people.filter(taken_out_at=None).update(taken_out_at=now)
        people.filter(waits=True).update(waits=False)
        people.filter(left_at=None).update(left_at=now)
        admit_guests(room)  # whoever was removed has filled nothing


def let_in(room: Room, version: int, post: QueryDict) -> None:
    """Let in a *participant* who was removed or waits, *everybody* who was removed, or everybody
    *waiting*."""
    if "everybody" in post or "waiting" in post:
        people = room.participants.filter(waits="waiting" in post)
    else:
        people = _people_chosen(room, post)
    out = people.filter(taken_out_at__isnull=False)
    with _changing(room, version, out):
        _admit(out)


def _admit(people: QuerySet[Participant]) -> None:
    waited = list(people.filter(waits=True))
    people.update(waits=False, taken_out_at=None, left_at=None)
    for participant in waited:
        take_free_seat(participant)


def admit(room: Room, version: int, post: QueryDict) -> None:
    """Let in the guests who wait because very many came at once."""
    with step(room, version):
        admit_guests(room)


def shut(room: Room, version: int, post: QueryDict) -> None:
    """Lock the room: nobody new can join."""
    with step(room, version, is_shut=True):
        pass


def unshut(room: Room, version: int, post: QueryDict) -> None:
    """Unlock the room."""
    with step(room, version, is_shut=False):
        pass


def only_class(room: Room, version: int, post: QueryDict) -> None:
    """Admit only people of the class from now on; those in the room stay."""
    _check_has_class(room)
    with step(room, version, is_only_class=True, guests_wait=False):
        pass


def guests_wait(room: Room, version: int, post: QueryDict) -> None:
    """Let others than the people of the class wait until the desk lets them in."""
    _check_has_class(room)
    with step(room, version, is_only_class=False, guests_wait=True):
        pass


def _check_has_class(room: Room) -> None:
    if room.classroom_id is None:
        raise InvalidInputError(NO_CLASS, value="")


def anybody(room: Room, version: int, post: QueryDict) -> None:
    """Admit anybody with the code, and those who have waited."""
    with step(room, version, is_only_class=False, guests_wait=False):
        _admit(room.participants.filter(waits=True))


def _people_chosen(room: Room, post: QueryDict) -> QuerySet[Participant]:
    """The *participant* whose button was pressed, or else those who are *ticked*."""
    pressed = post.get("participant")
    keys = [pressed] if pressed is not None else post.getlist("ticked")
    if not keys:
        raise InvalidInputError("Tick a name first.", value="")
    return room.participants.filter(pk__in=filter(None, map(_uuid, keys)))


def _uuid(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None


def _came_since(room: Room, minute: str) -> QuerySet[Participant]:
    """The people in the room who joined at *minute* (seconds since 1970) or later."""
    if not (minute.isdecimal() and minute.isascii() and len(minute) <= LONGEST_TIME):
        raise InvalidInputError.of("a time of arrival", minute, "choose one from the list")
    since = datetime.fromtimestamp(int(minute), tz=UTC)
    return room.participants.filter(joined_at__gte=since, left_at=None)


def _change(room: Room, version: int, people: QuerySet[Participant], **columns: object) -> None:
    with _changing(room, version, people):
        people.update(**columns)


@contextmanager
def _changing(room: Room, version: int, people: QuerySet[Participant]) -> Iterator[None]:
    """One step about *people*. Raises :class:`InvalidInputError` if there are none."""
    if not people.exists():
        raise InvalidInputError("Nobody in this room fits that choice.", value="")
    with step(room, version):
        yield


def add(room: Room, version: int, post: QueryDict) -> None:
    """Add the questions in the typed *lines* at the end."""
    asked = typed(post.get("lines", ""))
    if not asked:
        raise InvalidInputError("Type a position first.", value="")
    if room.questions.count() + len(asked) > MAX_QUESTIONS:
        raise InvalidInputError(f"A room holds at most {MAX_QUESTIONS} questions.", value="")
    with step(room, version):
        add_questions(room, asked)


def typed(lines: str) -> list[Question]:
    """The questions in typed lines. Raises :class:`InvalidInputError` for the first one that a room
    cannot ask."""
    asked = []
    for line in read_lines(lines):
        problem = refusal(line.exercise) if line.exercise else line.problem or line.later
        if problem or line.exercise is None:
            raise InvalidInputError(f"Line {line.number}: {problem}", value="")
        asked.append(line.exercise)
    return asked


def close(room: Room, version: int, post: QueryDict) -> None:
    """Close the room. Without a class, its participants and their answers are deleted."""
    with step(room, version, closed_at=timezone.now()):
        forget_people(room)


@receiver(class_ends)
def close_rooms(classroom: Classroom, **rest: object) -> None:
    """Close the rooms of an archived class, so that the phones in them say so."""
    for room in classroom.rooms.filter(closed_at=None, closes_at__gt=timezone.now()):
        # The new version makes a simultaneous step of another instructor fail.
        Room.objects.filter(pk=room.pk).update(closed_at=timezone.now(), version=F("version") + 1)
        room_now.changed(room.code)
        leaders_now.changed(room.code)


STEPS = {
    "pause": pause,
    "resume": resume,
    "hide": hide,
    "unhide": unhide,
    "out": take_out,
    "let-in": let_in,
    "admit": admit,
    "shut": shut,
    "unshut": unshut,
    "only-class": only_class,
    "guests-wait": guests_wait,
    "anybody": anybody,
    "add": add,
    "close": close,
}
