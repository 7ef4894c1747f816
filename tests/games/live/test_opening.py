"""A room is opened once, with its questions waiting in their order."""

import uuid

import pytest

from games.exercises.asked import Asked
from games.live.models import Question, Room
from games.live.opening import open_room, refusal
from games.people.models import User

pytestmark = pytest.mark.django_db

KAYLES = Asked("kayles", "5+4+1", "misere", "", "move")
LOST = Asked("nim", "2+2", "misere", "", "predict")


def test_a_room_is_opened_once_with_its_questions_in_order():
    owner, key = User.objects.create(username="ms-lind"), uuid.uuid4()
    for _ in range(2):
        room = open_room(owner, [KAYLES, LOST], "  8 b ", key=key, notes=["Wait for everybody."])
    assert Room.objects.get() == room
    assert room.title == "8 b"
    assert [(q.number, q.state, q.asked, q.notes) for q in room.questions.all()] == [
        (1, Question.State.WAITING, KAYLES, "Wait for everybody."),
        (2, Question.State.WAITING, LOST, ""),
    ]


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (KAYLES, ""),
        (LOST, ""),
        (Asked("nim", "2+2", "misere", "", "move"), "ask who wins instead"),
        (Asked("nim", "2+1", "misere", "", "play"), "A game is played out"),
        (Asked("nim", "2+1", "misere", "", "company"), "the words of its lesson"),
        (Asked("nim", "2+1", "misere", "", "sing"), "something to ask"),
        (Asked("chess", "2+1", "misere", "", "move"), "chess"),
    ],
)
def test_what_a_room_cannot_be_asked_is_said_in_words(asked, why):
    said = refusal(asked)
    assert why in said
    assert bool(said) == bool(why)
