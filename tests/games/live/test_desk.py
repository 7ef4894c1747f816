"""The instructor's own screen: names, answers and what is behind them, and every step."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games.classes.models import Classroom
from games.live.models import Answer, Participant, Room
from games.people.models import User

from ..assignments.assignments import classroom, member, person
from .rooms import KAYLES, NIM, participants, room

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher():
    return person("mr-kay")


@pytest.fixture
def held(teacher):
    """A room of a class at its first question: Ada is right, Ben wrong, Cleo has not answered."""
    made = classroom(teacher, "8b")
    asked = room(KAYLES, NIM, owner=teacher.user, classroom=made, title="Monday")
    asked.questions.filter(number=1).update(notes="Ask for the mirror first.")
    step(teacher, asked, "next")
    for name, answer in (("ada", "1>4"), ("ben", "2>2"), ("cleo", "")):
        student = person(name)
        member(made, student, f"{name.title()} Realname")
        seat = Participant.objects.create(room=asked, user=student.user, name=name)
        if answer:
            Answer.objects.create(question=asked.questions.first(), participant=seat, text=answer)
    return Room.objects.get()


def step(client, made, name, **posted):
    """Press a button of the desk."""
    version = Room.objects.get(pk=made.pk).version
    posted |= {"version": version, "from": "desk"}
    return client.post(f"/live/{made.code}/do/{name}/", posted)


def text(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def people(client, made):
    """What the desk says of each person, by the first name."""
    page = client.get(f"/live/{made.code}/desk/").content.decode()
    part = page[page.index('id="people-title"') : page.index('id="questions-title"')]
    lines = [" ".join(re.sub(r"<[^>]+>", " ", one).split()) for one in part.split("<li>")[1:]]
    return {line.split()[0]: line for line in lines}


def test_the_desk_names_who_answered_what_and_who_waits(teacher, held):
    page = text(teacher.get(f"/live/{held.code}/desk/"))
    assert "2 of 3 answered, 1 right" in page
    assert "Ask for the mirror first." in page
    said = people(teacher, held)
    assert list(said) == ["Cleo", "Ada", "Ben"]
    assert "has not answered" in said["Cleo"]
    assert "Right:" in said["Ada"]
    assert "Wrong:" in said["Ben"]
    assert "Ada Realname" in said["Ada"]


def test_the_desk_leads_to_the_projector_and_to_the_neighbours(teacher, held):
    page = teacher.get(f"/live/{held.code}/desk/").content.decode()
    for there in ("projector", "round"):
        assert f'href="/live/{held.code}/{there}/"' in page
        assert teacher.get(f"/live/{held.code}/{there}/").status_code == 200


def test_only_whoever_leads_sees_it(held):
    other = person("other")
    assert other.get(f"/live/{held.code}/desk/").status_code == 404
    assert other.post(f"/live/{held.code}/keep/").status_code == 404


def test_every_button_of_the_desk_leads_back_to_it(teacher, held):
    for name in ("show", "judge", "next", "pause", "resume"):
        response = step(teacher, held, name)
        assert (response.status_code, response.url) == (302, f"/live/{held.code}/desk/"), name
    assert Room.objects.get().current.number == 2
    step(teacher, held, "ask", number=1)
    assert Room.objects.get().current.number == 1


def test_a_name_is_hidden_everywhere_but_here(teacher, held):
    cleo = Participant.objects.get(name="cleo")
    assert "hidden" not in people(teacher, held)["Cleo"]
    step(teacher, held, "hide", participant=cleo.pk)
    assert "hidden" in people(teacher, held)["Cleo"]
    step(teacher, held, "out", participant=cleo.pk)
    assert "Cleo" not in people(teacher, held)


def test_a_line_that_cannot_be_asked_stays_typed_with_its_reason(teacher, held):
    page = step(teacher, held, "add", lines="nim 2+2 misere win")
    assert page.status_code == 422
    assert "Line 1: " in text(page)
    assert 'value="nim 2+2 misere win"' in page.content.decode()
    step(teacher, held, "add", lines="kayles 8 misere")
    assert "Kayles 8" in text(teacher.get(f"/live/{held.code}/desk/"))


def test_what_was_asked_is_kept_with_one_press_and_shows_in_the_results(teacher, held):
    too_early = teacher.post(f"/live/{held.code}/keep/")
    assert too_early.status_code == 422
    assert "still open" in text(too_early)
    step(teacher, held, "close")
    over = text(teacher.get(f"/live/{held.code}/desk/"))
    assert "The room is over." in over
    assert "1 of 2 right" in over
    kept = [teacher.post(f"/live/{held.code}/keep/").url for _ in range(2)]
    assert kept[0] == kept[1]
    assert "Monday, " in text(teacher.get(kept[0]))
    assert kept[0] in teacher.get(f"/live/{held.code}/desk/").content.decode()


def test_a_room_that_three_hours_have_ended_says_so_and_takes_no_step(teacher, held):
    Room.objects.update(closes_at=timezone.now())
    assert "The room is over." in text(teacher.get(f"/live/{held.code}/desk/"))
    refused = step(teacher, held, "next")
    assert refused.status_code == 409
    assert "The room is over" in text(refused)


def test_a_visiting_day_keeps_nothing(teacher):
    made = room(KAYLES, owner=teacher.user)
    participants(made, "Ada")
    step(teacher, made, "close")
    over = text(teacher.get(f"/live/{made.code}/desk/"))
    assert "Names and answers are deleted." in over
    assert "Keep as practice" not in over
    assert not Participant.objects.exists()


def test_the_desk_is_asked_for_news_and_gets_them(teacher, held):
    page = teacher.get(f"/live/{held.code}/desk/").content.decode()
    address = unescape(re.search(r'data-poll="([^"]+)"', page).group(1))
    htmx = {"HX-Request": "true"}
    assert teacher.get(address, headers=htmx).status_code == 204
    seat = Participant.objects.get(name="cleo")
    Answer.objects.create(question=held.questions.first(), participant=seat, text="3>0")
    news = teacher.get(address, headers=htmx)
    assert news.status_code == 200
    assert "3 of 3 answered, 2 right" in text(news)


def test_the_entrance_leads_to_the_rooms_of_whoever_leads(teacher, held):
    page = teacher.get("/live/").content.decode()
    assert f'href="/live/{held.code}/desk/"' in page
    assert "3 here" in text(teacher.get("/live/"))
    step(teacher, held, "close")
    assert "Past rooms Monday 8b" in text(teacher.get("/live/"))
    assert "Monday" not in text(person("other").get("/live/"))


def test_monday_tells_what_the_last_room_was_asked_and_how_it_went(teacher, held):
    said = text(teacher.get("/classes/"))
    assert "What was asked in the last room Make a winning move : 1 of 2 right" in said
    assert "Monday, 8b" in said
    assert "Say who wins" not in said
    assert "last room" not in text(person("other").get("/classes/"))


def test_ones_own_data_has_what_was_answered_and_nothing_of_what_is_right(held):
    ben = Client()
    ben.force_login(User.objects.get(username="ben"))
    [seat] = ben.get("/me/export/").json()["rooms"]
    assert (seat["room"], seat["class"], seat["name"]) == ("Monday", "8b", "ben")
    [answer] = seat["answers"]
    assert (answer["question"], answer["answer"]) == ("1. kayles 5+4+1", "2>2")
    assert set(answer) == {"question", "answer", "at"}


def test_deleting_a_class_or_an_account_takes_its_rooms_with_it(held):
    User.objects.get(username="ben").delete()
    assert {one.name for one in held.participants.all()} == {"ada", "cleo"}
    assert Answer.objects.count() == 1
    Classroom.objects.get().delete()
    assert not Room.objects.exists()
