"""A whole room at one moment: each answer is stored once, or its sender is told why not."""

import pytest
from django.test import Client

from games.people.models import User
from games.teach.live.rooms.models import Answer, Participant, RoomQuestion

from ...at_once import all_at_once, all_heard
from .rooms import KAYLES, room

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]

MANY, CODE = 60, "KHP4TWX"
ROOM, ANSWER = f"/live/{CODE}/", f"/live/{CODE}/answer/?question=1"
MOVES = ("1>0+4", "1>2+2", "2>0+3", "2>1+1", "3>0+0")
LATE = "Too late: the answers are already on the big screen."


@pytest.fixture
def asked():
    """A room at its first question."""
    made = room(KAYLES, code=CODE)
    made.questions.update(state=RoomQuestion.State.ASKED)
    made.current = made.questions.get()
    made.save()
    return made


def phone(name, made):
    """A phone whose owner has come in: every third of them has an account."""
    client = Client()
    if name.endswith(("0", "3", "6", "9")):
        client.force_login(User.objects.create(username=name))
    assert client.post(ROOM, {"name": name}).url == ROOM
    return client


@pytest.fixture
def phones(asked):
    return {name: phone(name, asked) for name in (f"somebody-{n}" for n in range(MANY))}


def stored():
    rows = Answer.objects.values_list("participant__name", "text")
    assert len(rows) == len(dict(rows))
    return dict(rows)


def test_sixty_answers_at_once_are_all_there_once(phones):
    given = {name: MOVES[place % len(MOVES)] for place, name in enumerate(phones)}
    responses = all_at_once(
        [(client, ANSWER, {"move": given[name]}) for name, client in phones.items()]
    )
    assert {response.status_code for response in responses} == {302}
    assert stored() == given
    # and again, all with another answer: sixty rows still
    changed = {name: MOVES[(place + 1) % len(MOVES)] for place, name in enumerate(phones)}
    responses = all_at_once(
        [(client, ANSWER, {"move": changed[name]}) for name, client in phones.items()]
    )
    assert {response.status_code for response in responses} == {302}
    assert stored() == changed


def test_a_button_pressed_in_many_tabs_is_one_answer(asked):
    client = phone("Ada", asked)
    responses = all_at_once([(client, ANSWER, {"move": "1>2+2"})] * 12)
    assert {response.status_code for response in responses} == {302}
    assert stored() == {"Ada": "1>2+2"}


def test_what_races_with_show_counts_or_is_told_that_it_is_late(phones, asked):
    """Whoever was told that it counts is among what is shown, and nobody else."""
    teacher = Client()
    teacher.force_login(asked.owner)
    show = (teacher, f"{ROOM}do/show/", {"version": asked.version, "from": "projector"})
    posts = [(client, ANSWER, {"move": "1>2+2"}) for client in phones.values()]
    *responses, said = all_at_once([*posts, show])
    assert said.status_code == 302
    assert asked.questions.get().state == RoomQuestion.State.SHOWN
    counted = set(stored())
    for name, response in zip(phones, responses, strict=True):
        assert response.status_code == (302 if name in counted else 409)
        assert (LATE in response.content.decode()) == (name not in counted)
    assert all_at_once(posts[:1])[0].status_code == 409
    assert set(stored()) == counted


def test_sixty_come_in_at_once_and_each_is_there_once(asked):
    names = [f"Ada {number}" for number in range(MANY)]
    responses = all_heard([(Client(), ROOM, {"name": name}) for name in names])
    assert {response.status_code for response in responses} == {302}
    here = list(Participant.objects.values_list("name", "seat"))
    assert sorted(name for name, _ in here) == sorted(names)
    assert len({seat for _, seat in here}) == MANY


def test_one_phone_that_comes_in_with_many_tabs_is_one_participant(asked):
    client = Client()
    client.get(ROOM)
    client.post(ROOM, {"name": "Ada"})
    client.post(f"{ROOM}leave/")
    all_at_once([(client, ROOM, {"name": "Ada"})] * 12)
    assert Participant.objects.get().left_at is None
