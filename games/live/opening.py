"""Opening a room: what may be asked in it, and the room with its questions."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from games.classes.models import Classroom
from games.exercises.asked import Asked
from games.exercises.goals import PUZZLE_GOALS, asking_of
from games.exercises.tasks import Task
from games.live.models import TITLE_LENGTH, Question, Room, asked_columns
from games.people.models import User
from games.web.once import made_once
from solver import SolverError

MAX_QUESTIONS = 100
UNTITLED = "Live room"


def refusal(asked: Asked) -> str:
    """Why a room cannot be asked this, in one sentence; empty where it can."""
    try:
        asking = asking_of(asked.goal)
        if asking.is_game:
            return "A whole game cannot be a question in a room."
        if asked.goal not in PUZZLE_GOALS:
            return "This question makes sense only inside its lesson."
        task = Task(asked)
        if not task.facts.legal:
            return "This position has no move left, so there is nothing to ask."
        return str(asking.contradiction(task) or "")
    except SolverError as error:
        return str(error)


def open_room(
    owner: User,
    asked: Sequence[Asked],
    title: str,
    classroom: Classroom | None = None,
    *,
    key: uuid.UUID | None = None,
    notes: Sequence[str] = (),
    **settings: Any,
) -> Room:
    """A room of *owner* for *classroom*, or for guests; one for each *key* of a form. *settings*
    are the others of :attr:`Room.SETTINGS`.

    What is *asked* waits in this order, each with its one of *notes*. Whether it can be asked,
    :func:`refusal` says before.
    """
    key = key or uuid.uuid4()

    def make() -> Room:
        short = title.strip()[:TITLE_LENGTH] or UNTITLED
        room = Room.objects.create(
            pk=key, owner=owner, classroom=classroom, title=short, **settings
        )
        add_questions(room, asked, notes)
        return room

    return made_once(Room.objects.filter(owner=owner), key, make)


def add_questions(room: Room, asked: Sequence[Asked], notes: Sequence[str] = ()) -> list[Question]:
    """Put questions at the end of a room, where they wait to be asked."""
    last = room.questions.order_by("-number").values_list("number", flat=True).first() or 0
    words = [*notes, *("" for _ in asked[len(notes) :])]
    return Question.objects.bulk_create(
        Question(room=room, number=number, **asked_columns(one, notes=note))
        for number, (one, note) in enumerate(zip(asked, words, strict=True), last + 1)
    )
