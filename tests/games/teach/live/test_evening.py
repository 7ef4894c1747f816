"""After a room: who missed what and by which habit, and five positions for exactly these."""

import re
from datetime import datetime

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.teach.live.rooms.closing import keep
from games.teach.live.rooms.models import Answer, Participant
from games.teach.live.screens.evening_views import Evening
from games.teach.work.models import Assignment

from ...learn.lessons.curation import staff
from ..work.assignments import classroom, member, person
from .rooms import room
from .test_closing import do

pytestmark = [pytest.mark.days, pytest.mark.django_db]
MOVE = {"ruleset": "nim", "position": "1+1+2", "convention": "misere", "goal": "move"}
WHO = {"ruleset": "nim", "position": "2+3", "convention": "normal", "goal": "predict"}
PEOPLE = ("ada", "ben", "cleo", "dora")


def said(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def filled(page):
    """What the form for five positions sends if nothing is changed."""
    text = page.content.decode()
    return {
        "form_key": re.search(r'name="form_key" value="([^"]+)"', text)[1],
        "offer": re.findall(r'name="offer" value="([^"]+)"', text),
        "students": re.findall(r'name="students" value="([^"]+)"', text),
        "title": "Five more positions",
        "due_at": re.search(r'name="due_at" value="([^"]+)"', text)[1],
    }


@pytest.fixture
def teacher():
    return person("mr-kay")


@pytest.fixture
def held(teacher):
    """A closed room of 8b: Ada is right twice, Ben wrong by a habit, Cleo silent, Dora absent."""
    made = classroom(teacher, "8b")
    places = {name: member(made, person(name)) for name in PEOPLE}
    opened = room(MOVE, WHO, owner=teacher.user, classroom=made, title="Monday")
    seats = {
        name: Participant.objects.create(room=opened, user=places[name].user, name=name)
        for name in PEOPLE[:3]
    }
    opened = do(opened, "next")
    first, second = opened.questions.all()
    for name, text in (("ada", "3>1"), ("ben", "3>0")):
        Answer.objects.create(question=first, participant=seats[name], text=text)
    do(do(opened, "show"), "judge")
    do(opened, "next")
    for name in ("ada", "ben"):
        Answer.objects.create(question=second, participant=seats[name], text="N")
    return do(opened, "close"), places


def test_it_says_who_missed_what_and_nothing_of_the_absent(teacher, held):
    made, _ = held
    page = teacher.get(f"/live/{made.code}/evening/")
    text = said(page)
    assert "3 students of the class took part." in text
    assert "Ben 1 – –" in text
    assert "The habits behind it" not in text  # one mistake is no habit
    assert "Cleo – 1, 2 –" in text
    assert "1 right, 1 wrong, 1 without an answer" in text
    assert "Ada " not in text
    assert "Dora" not in text
    desk = teacher.get(f"/live/{made.code}/desk/").content.decode()
    assert f"/live/{made.code}/evening/" in desk
    on_class = teacher.get(f"/classes/{made.classroom_id}/").content.decode()
    assert f"/live/{made.code}/evening/" in on_class


def test_a_habit_is_named_from_its_second_time_on(teacher):
    made = classroom(teacher, "8b")
    again = MOVE | {"position": "1+1+3"}
    opened = room(MOVE, again, owner=teacher.user, classroom=made, title="Monday")
    seats = []
    for name in PEOPLE[:2]:
        user = member(made, person(name)).user
        seats.append(Participant.objects.create(room=opened, user=user, name=name))
    opened = do(opened, "next")
    for question, answers in zip(
        opened.questions.all(), (("3>0", "3>0"), ("3>0", "3>1")), strict=True
    ):
        for seat, text in zip(seats, answers, strict=True):
            Answer.objects.create(question=question, participant=seat, text=text)
        do(do(opened, "show"), "judge")
        opened = do(opened, "next" if question.position != "1+1+3" else "close")
    text = said(teacher.get(f"/live/{opened.code}/evening/"))
    assert "An even number of ones : Ada" in text
    assert "Ada 1, 2 – An even number of ones" in text
    assert "Ben 1 – –" in text


def test_the_positions_are_new_and_of_the_kinds_that_were_missed(held):
    made, _ = held
    chosen = Evening(made).positions
    assert len({(one.goal, *sorted(one.position.split("+"))) for one in chosen}) == 5
    assert chosen == Evening(made).positions
    asked = {(question.position, question.goal) for question in made.questions.all()}
    for one in chosen:
        assert (one.position, one.goal) not in asked
        assert (one.ruleset, one.goal) in (("nim", "move"), ("nim", "predict"))
        if one.goal == "move":
            assert wins(tuple(map(int, one.position.split("+")))), "a move is asked for"


def wins(rows):
    """Whether the player to move wins misère Nim, by trying every move."""
    left = [
        tuple(sorted((*rows[:n], after, *rows[n + 1 :])))
        for n, size in enumerate(rows)
        for after in range(size)
    ]
    return not left or any(not wins(one) for one in set(left))


def on_the_clock(day, hour):
    """That hour of a day in November, on the clock of the place where the site stands."""
    at = timezone.make_aware(datetime(2026, 11, day, hour))
    return time_machine.travel(at.timestamp(), tick=False)


@pytest.fixture
def tuesday_evening():
    with on_the_clock(24, 18):
        yield


@pytest.mark.usefixtures("tuesday_evening")
def test_one_touch_sets_five_positions_for_exactly_those(teacher, held):
    made, places = held
    address = f"/live/{made.code}/evening/"
    page = teacher.get(address)
    assert "Publish for 2 students, due Thursday" in said(page)
    form = filled(page)
    assert form["due_at"].startswith("2026-11-26T20:00")
    assert teacher.post(address, form).status_code == 302
    assert teacher.post(address, form).status_code == 302
    set_ = Assignment.objects.get()
    assert set_.is_published
    assert {one.real_name for one in set_.students.all()} == {"Ben", "Cleo"}
    assert [item.asked for item in set_.items.all()] == Evening(made).positions
    ben, ada = Client(), Client()
    ben.force_login(places["ben"].user)
    ada.force_login(places["ada"].user)
    assert ben.get(f"/assignments/{set_.pk}/").status_code == 200
    assert ada.get(f"/assignments/{set_.pk}/").status_code == 404


def test_a_habit_that_was_shown_twice_is_named_once(teacher):
    made = classroom(teacher, "8b")
    places = {name: member(made, person(name)) for name in PEOPLE[:2]}
    twice = room(MOVE, MOVE | {"position": "1+1+3"}, owner=teacher.user, classroom=made)
    seats = [
        Participant.objects.create(room=twice, user=places[name].user, name=name)
        for name in PEOPLE[:2]
    ]
    for question, right in zip(twice.questions.all(), ("3>1", "3>1"), strict=True):
        twice = do(twice, "next")
        for seat, text in zip(seats, (right, "3>0"), strict=True):
            Answer.objects.create(question=question, participant=seat, text=text)
        do(do(twice, "show"), "judge")
    do(twice, "close")
    text = said(teacher.get(f"/live/{twice.code}/evening/"))
    assert "An even number of ones : Ben" in text
    assert "Ben, Ben" not in text
    assert "Ben 1, 2 – An even number of ones" in text
    assert "An even number of ones, An even" not in text


@pytest.mark.parametrize(
    ("day", "due"),
    [
        (16, "Wednesday 18"),
        (18, "Friday 20"),
        (19, "Monday 23"),
        (20, "Monday 23"),
        (21, "Monday 23"),
        (22, "Tuesday 24"),
    ],
)
def test_five_positions_are_due_on_a_day_of_school(teacher, held, day, due):
    made, _ = held
    weekday, number = due.split()
    with on_the_clock(day, 12):
        page = teacher.get(f"/live/{made.code}/evening/")
    assert filled(page)["due_at"] == f"2026-11-{number}T20:00"
    assert f"Publish for 2 students, due {weekday}" in said(page)


def test_what_is_wrong_in_the_form_is_said_and_nothing_is_set(teacher, held):
    made, _ = held
    address = f"/live/{made.code}/evening/"
    text = teacher.get(address).content.decode()
    offers = re.findall(r'name="offer" value="([^"]+)"', text)
    posted = {"offer": offers, "title": "Mine", "due_at": "2020-01-01T10:00"}
    page = teacher.post(address, posted)
    assert page.status_code == 422
    assert "Choose at least one student." in said(page)
    assert "This time has passed." in said(page)
    assert 'value="Mine"' in page.content.decode()
    students = re.findall(r'name="students" value="([^"]+)"', text)
    forged = teacher.post(address, {"offer": ["x"], "title": "Mine", "students": students})
    assert forged.status_code == 422
    assert not Assignment.objects.exists()


def test_strangers_and_students_see_nothing_and_an_assistant_sets_nothing(teacher, held):
    made, places = held
    ben = Client()
    ben.force_login(places["ben"].user)
    for page in ("evening", "paper"):
        address = f"/live/{made.code}/{page}/"
        for other in (person(f"other-{page}"), ben, staff(f"curator-{page}", "view_room")):
            assert other.get(address).status_code == 404
        assert Client().get(address).status_code == 302
    helper = person("helper")
    made.classroom.staff.create(user=helper.user, role="assistant")
    assert 'id="set-five"' not in helper.get(f"/live/{made.code}/evening/").content.decode()
    assert helper.post(f"/live/{made.code}/evening/", {}).status_code == 403


def test_an_open_room_sets_nothing(teacher):
    made = room(MOVE, owner=teacher.user, classroom=classroom(teacher, "8b"))
    page = teacher.get(f"/live/{made.code}/evening/")
    assert "The room is still open." in said(page)
    assert teacher.post(f"/live/{made.code}/evening/", {}).status_code == 422


def test_the_questions_stand_on_paper_without_an_answer(teacher, held):
    made, _ = held
    text = said(teacher.get(f"/live/{made.code}/paper/"))
    assert "Whoever takes the last match loses." in text
    assert "Make a winning move" in text
    assert "Take 1 from row 3" not in text
    assert "Ben" not in text


def test_practice_of_a_room_weighs_nothing_and_excuses_the_absent(teacher, held):
    made, _ = held
    desk = said(teacher.get(f"/live/{made.code}/desk/"))
    assert "The practice has weight 0 in the grades, and students who were not in the room" in desk
    kept = keep(made, teacher.user)
    assert kept.weight == 0
    excused = {one.membership.real_name for one in kept.overrides.filter(is_excused=True)}
    assert excused == {"Dora"}


def test_one_section_alone_is_told_and_set_five_positions(teacher, held):
    made, places = held
    tuesday, thursday = (made.classroom.sections.create(name=day) for day in ("Tue", "Thu"))
    for name, section in (("ada", tuesday), ("ben", tuesday), ("cleo", thursday)):
        made.classroom.memberships.filter(pk=places[name].pk).update(section=section)
    whole = said(teacher.get(f"/live/{made.code}/evening/"))
    assert "3 students of the class took part." in whole
    assert "Publish for 2 students" in whole
    address = f"/live/{made.code}/evening/?section={thursday.pk}"
    page = teacher.get(address)
    assert "1 student of Thu took part." in said(page)
    assert "0 right, 0 wrong, 1 without an answer" in said(page)
    assert "Ben" not in said(page)
    assert "Publish for 1 student," in said(page)
    posted = filled(page)
    both = posted | {"students": [str(places[name].pk) for name in ("ben", "cleo")]}
    assert teacher.post(address, both).status_code == 422
    assert teacher.post(address, posted).status_code == 302
    [five] = Assignment.objects.filter(title="Five more positions")
    assert list(five.students.all()) == [places["cleo"]]
