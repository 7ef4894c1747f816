"""The page for parents: what one student did, for that student and their instructors alone."""

import re

import pytest
from django.test import Client

from games.teach.live.rooms.models import Participant

from .live.rooms import room
from .work.assignments import assignment, classroom, give, member, person

pytestmark = pytest.mark.django_db


def said(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


@pytest.fixture
def world():
    """Mr Kay's class with Mia and Noor; Mia has answered one of two questions, right at once."""
    kay, mia, noor = person("mr-kay"), person("mia"), person("noor")
    made = classroom(kay, "8b")
    places = {one.user.username: member(made, one) for one in (mia, noor)}
    held = room(owner=kay.user, classroom=made, title="Pins on Monday")
    Participant.objects.create(room=held, user=mia.user, name="Mia")
    homework = assignment(made, "nim 1+2 normal", "kayles 4 misere")
    give(mia, homework, 1, move="2>1")
    return kay, mia, noor, made, places, homework


def test_a_student_and_the_instructor_read_the_same_page_and_no_other_name(world):
    kay, mia, _noor, made, places, _homework = world
    address = f"/classes/{made.pk}/parents/{places['mia'].pk}/"
    for reader in (kay, mia):
        text = said(reader.get(address))
        assert "Your child answered 1 question and got 1 right, 1 of them at the first try." in text
        assert "Homework: 1 of 2 done" in text
        assert "Pins on Monday" in text
        assert "Games in the questions: Nim." in text
        assert "Noor" not in text
    assert address in mia.get(f"/classes/{made.pk}/").content.decode()
    assert address in kay.get(places["mia"].get_absolute_url()).content.decode()


def test_nobody_else_opens_it(world):
    _kay, mia, noor, made, places, _homework = world
    address = f"/classes/{made.pk}/parents/{places['mia'].pk}/"
    stranger = person("stranger")
    classroom(stranger, "9a")
    assert noor.get(address).status_code == 404
    assert stranger.get(address).status_code == 404
    assert Client().get(address).status_code == 302
    assert mia.get(f"/classes/{made.pk}/parents/{places['noor'].pk}/").status_code == 404


def test_a_test_that_shows_nothing_yet_shows_nothing_here(world):
    kay, _mia, _noor, made, places, homework = world
    type(homework).objects.filter(pk=homework.pk).update(mode="check")
    text = said(kay.get(f"/classes/{made.pk}/parents/{places['mia'].pk}/"))
    assert "got 1 right" not in text
    assert "has not finished anything for this class yet" in text
