"""Rooms with something to ask and people in them, for the tests."""

from __future__ import annotations

from games.people.models import User, Visitor
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion

KAYLES = {"ruleset": "kayles", "position": "5+4+1", "convention": "misere", "goal": "move"}
NIM = {"ruleset": "nim", "position": "1+2+4", "convention": "normal", "goal": "predict"}


def room(*questions, owner=None, **columns):
    """A room of *owner* in its lobby, with these questions."""
    owner = owner or User.objects.get_or_create(username="ms-lind", teaches=True)[0]
    made = Room.objects.create(owner=owner, **{"title": "Room 8 b", **columns})
    for number, asked in enumerate(questions or (KAYLES, NIM), 1):
        RoomQuestion.objects.create(room=made, number=number, **asked)
    return made


def participants(made, *names):
    """Visitors in a room, by these names."""
    return [
        Participant.objects.create(room=made, name=name, visitor=Visitor.objects.create())
        for name in names
    ]


def answers(question, *texts):
    """An answer of a participant of its own for each of these."""
    names = [f"Somebody {number}" for number in range(question.answers.count(), 999)]
    for name, text in zip(names, texts, strict=False):
        [participant] = participants(question.room, name)
        Answer.objects.create(question=question, participant=participant, text=text)
