"""Opening a room: the questions it may ask, and the room with its questions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from itertools import compress
from typing import Any

from games.people.models import User
from games.questions.question import Question
from games.teach.classes.models import Classroom
from games.teach.live.rooms.models import TITLE_LENGTH, Room, RoomQuestion, asked_columns
from games.teach.live.rooms.room_parts import add_parts
from games.web.requests import made_once

MAX_QUESTIONS = 100
UNTITLED = "Live room"


def open_room(
    owner: User,
    asked: Sequence[Question],
    title: str,
    classroom: Classroom | None = None,
    *,
    key: uuid.UUID | None = None,
    notes: Sequence[str] = (),
    parts: Sequence[dict[str, Any] | None] = (),
    **settings: Any,
) -> Room:
    """Open a room of *owner* for *classroom* or for guests, at most one for each *key* of a form.
    *settings* are the other columns in :attr:`Room.SETTINGS`.

    The questions *asked* wait in this order, each with its entry in *notes* and, if it is a part of
    a lesson, in *parts*. The caller checks them with :func:`refusal`.
    """
    key = key or uuid.uuid4()

    def make() -> Room:
        short = title.strip()[:TITLE_LENGTH] or UNTITLED
        room = Room.objects.create(
            pk=key, owner=owner, classroom=classroom, title=short, **settings
        )
        contents = [*parts, *(None for _ in asked[len(parts) :])]
        words = [*notes, *("" for _ in asked[len(notes) :])]
        are_asked = [bool(one.goal) for one in asked]
        questions = iter(
            add_questions(room, list(compress(asked, are_asked)), list(compress(words, are_asked)))
        )
        add_parts(room, contents, [next(questions) if is_asked else None for is_asked in are_asked])
        return room

    return made_once(Room.objects.filter(owner=owner), key, make)


def add_questions(
    room: Room, asked: Sequence[Question], notes: Sequence[str] = ()
) -> list[RoomQuestion]:
    """Add questions at the end of a room, where they wait to be asked."""
    last = room.questions.order_by("-number").values_list("number", flat=True).first() or 0
    words = [*notes, *("" for _ in asked[len(notes) :])]
    return RoomQuestion.objects.bulk_create(
        RoomQuestion(room=room, number=number, **asked_columns(one, notes=note))
        for number, (one, note) in enumerate(zip(asked, words, strict=True), last + 1)
    )
