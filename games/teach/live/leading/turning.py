"""The steps from part to part and from question to question, forwards and back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils import timezone

from games.teach.live.leading import voting
from games.teach.live.rooms.agenda import Agenda
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.room_parts import RoomPart
from games.teach.live.rooms.steps import step
from games.teach.live.rounds import pairs
from games.teach.live.rounds.partners import here
from solver import InvalidInputError

State = RoomQuestion.State
LONGEST_NUMBER = 3
NOTHING_EARLIER = "This is the beginning. Nothing comes before it."
NO_PART = "The room is not at a game of its lesson."


def ask(room: Room, version: int, post: QueryDict) -> None:
    """Go to the question with this *number*, or to the lesson's *part* with this one."""
    name = "part" if "part" in post else "number"
    number = post.get(name, "")
    is_number = number.isdecimal() and number.isascii() and len(number) <= LONGEST_NUMBER
    if name == "part":
        part = room.parts.filter(number=number).first() if is_number else None
        if part is None:
            raise InvalidInputError.of("a part of this lesson", number, "choose one of them")
        _to_part(room, version, part)
        return
    question = room.questions.filter(number=number).first() if is_number else None
    if question is None:
        raise InvalidInputError.of("a question of this room", number, "choose one of them")
    part = room.parts.filter(question=question).first()
    _to_question(room, version, question, {"part": part} if part else {})


def go_on(room: Room, version: int, post: QueryDict) -> None:
    """Start the next part, or ask the next question."""
    following = Agenda(room).following
    if following is None:
        raise InvalidInputError("That was the last question of this room.", value="")
    if isinstance(following, RoomQuestion):
        _to_question(room, version, following, {})
    elif following.kind.in_rounds and here(room):
        pairs.begin_part(room, version, following, **_begun(room, following))
        _note(following)
    elif following.kind.by_votes and voting.can_begin(following):
        voting.begin_part(room, version, following, **_begun(room, following))
        _note(following)
    else:
        _to_part(room, version, following)


def begin(room: Room, version: int, post: QueryDict) -> None:
    """Start the game or the next round of the current part."""
    part = room.part
    if part and part.kind.in_rounds:
        pairs.begin_part(room, version, part)
    elif part and part.kind.by_votes:
        voting.begin_part(room, version, part)
    else:
        raise InvalidInputError(NO_PART, value="")


def back(room: Room, version: int, post: QueryDict) -> None:
    """Undo the last step: hide the right answer, take answers again, or go to the previous part;
    from the first part, to the lobby."""
    question = room.current
    is_asked = question is not None and question.turn_version is None and room.round is None
    before = BEFORE.get(question.state) if question and is_asked else None
    if question and before:
        columns = {"state": before, "frame": 0, "ends_at": None, "picked": ""}
        with step(room, version):
            RoomQuestion.objects.filter(pk=question.pk).update(**columns)
        for name, value in columns.items():
            setattr(question, name, value)
        return
    earlier = Agenda(room).earlier
    if isinstance(earlier, RoomPart):
        _to_part(room, version, earlier)
    elif isinstance(earlier, RoomQuestion):
        _to_question(room, version, earlier, {})
    elif room.current or room.part or room.round:
        with _leaving(room, version, current=None, part=None):
            pass
    else:
        raise InvalidInputError(NOTHING_EARLIER, value="")


BEFORE: dict[str, State] = {State.JUDGED: State.SHOWN, State.SHOWN: State.ASKED}
"""The state of a question that precedes each state."""


def _begun(room: Room, part: RoomPart) -> dict[str, Any]:
    """The columns of a room that starts *part*."""
    return {"part": part, "begun_at": room.begun_at or timezone.now()}


def _note(part: RoomPart) -> None:
    """Start the clock of a part, unless it has one."""
    RoomPart.objects.filter(pk=part.pk, begun_at=None).update(begun_at=timezone.now())


def _to_part(room: Room, version: int, part: RoomPart) -> None:
    """Go to *part*. A film starts again at its first frame; a game waits for its own step."""
    if part.question:
        _to_question(room, version, part.question, _begun(room, part))
        return
    with _leaving(room, version, current=None, **_begun(room, part)):
        RoomPart.objects.filter(pk=part.pk).update(
            frame=1, begun_at=Coalesce("begun_at", timezone.now())
        )
    part.frame = 1


def _to_question(room: Room, version: int, question: RoomQuestion, columns: dict[str, Any]) -> None:
    """Make *question* the current one, and ask it if it has not been asked yet."""
    with _leaving(room, version, current=question, **columns):
        RoomQuestion.objects.filter(pk=question.pk, state=State.WAITING).update(state=State.ASKED)
        RoomPart.objects.filter(question=question, begun_at=None).update(begun_at=timezone.now())
    question.refresh_from_db()


@contextmanager
def _leaving(room: Room, version: int, **columns: Any) -> Iterator[None]:
    """A step away from a game or a round; it ends a running round."""
    with step(room, version, round=None, **columns):
        pairs.end_rounds(room)
        yield


STEPS = {"ask": ask, "next": go_on, "begin": begin, "back": back}
