"""The end of a room, and what is left of it."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.http import QueryDict
from django.utils import timezone

from games.teach.live.leading.leading import lead
from games.teach.live.rooms.closing import keep, people_to_forget, rooms_to_forget
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.steps import RoomOverError
from games.teach.work.models import Assignment, ItemAttempt
from solver import InvalidInputError

from ..work.assignments import classroom, member, person
from .rooms import KAYLES, NIM, answers, participants, room

pytestmark = [pytest.mark.days, pytest.mark.django_db]
LESSON = {"ruleset": "kayles", "position": "4", "convention": "misere", "goal": "classify"}


def do(made, name, **posted):
    """Make a step on the room as it stands."""
    form = QueryDict(mutable=True)
    form.update({key: str(value) for key, value in posted.items()})
    made.refresh_from_db()
    lead(made, name, made.version, form)
    return Room.objects.get(pk=made.pk)


@pytest.fixture
def teacher():
    return person("mr-kay")


@pytest.fixture
def taught(teacher):
    """A room of a class with three students, of whom two have answered, and a visitor."""
    made = classroom(teacher, "8b")
    students = [person(name) for name in ("ada", "ben", "cleo")]
    places = [member(made, student) for student in students]
    held = room(KAYLES, NIM, KAYLES, owner=teacher.user, classroom=made, title="Monday")
    seats = [
        Participant.objects.create(room=held, user=s.user, name=s.user.username) for s in students
    ]
    held = do(held, "next")
    first = held.questions.first()
    for seat, text in zip(seats, ("1>4", "2>3"), strict=False):
        Answer.objects.create(question=first, participant=seat, text=text)
    return held, places


def test_a_break_a_hidden_name_and_one_taken_out():
    made = room()
    one, other = participants(made, "Ada", "Rude Name")
    assert do(made, "pause").is_paused
    assert not do(made, "resume").is_paused
    do(made, "hide", participant=other.pk)
    do(made, "out", participant=one.pk)
    other.refresh_from_db(), one.refresh_from_db()
    assert other.is_hidden
    assert one.left_at
    do(made, "unhide", participant=other.pk)
    other.refresh_from_db()
    assert not other.is_hidden
    elsewhere = participants(room(), "Eve")[0]
    for nobody in ("", "x", elsewhere.pk):
        with pytest.raises(InvalidInputError):
            do(made, "out", participant=nobody)
    assert Room.objects.get(pk=made.pk).version == 6


def test_questions_are_added_as_they_are_typed_and_a_wrong_one_is_refused():
    made = room()
    do(made, "add", lines="kayles 8 misere")
    added = made.questions.last()
    assert (added.number, added.ruleset, added.position, added.goal) == (3, "kayles", "8", "move")
    assert added.state == RoomQuestion.State.WAITING
    for lines in ("", "kayles", "nim 2+2 misere win"):
        with pytest.raises(InvalidInputError):
            do(made, "add", lines=lines)
    assert made.questions.count() == 3


def test_a_room_of_nobody_takes_names_and_answers_with_it():
    made = do(room(), "next")
    answers(made.current, "1>4")
    made = do(made, "close")
    assert made.is_over
    assert not Participant.objects.exists()
    assert not Answer.objects.exists()
    with pytest.raises(RoomOverError):
        do(made, "next")


def test_what_was_asked_is_kept_as_practice_of_the_class_once(taught, teacher):
    held, places = taught
    participants(held, "A visitor")
    with pytest.raises(InvalidInputError):
        keep(held, teacher.user)
    held = do(held, "close")
    assert Answer.objects.count() == 2
    practice = keep(held, teacher.user)
    assert keep(held, teacher.user) == practice == Assignment.objects.get()
    assert practice.title.startswith("Monday, ")
    [item] = practice.items.all()
    assert (item.ruleset, item.position, item.goal) == ("kayles", "5+4+1", "move")
    tries = {attempt.membership_id: attempt for attempt in ItemAttempt.objects.all()}
    assert set(tries) == {places[0].pk, places[1].pk}
    told = [(tries[place.pk].answer, tries[place.pk].solved) for place in places[:2]]
    assert told == [("1>4", True), ("2>3", False)]
    page = unescape(teacher.get(f"/assignments/{practice.pk}/results/").content.decode())
    assert practice.title in page
    assert "Ada" in page


def test_tidying_forgets_who_was_in_a_room_of_nobody_once_it_is_over_and_of_a_class_later(taught):
    now, late = timezone.now(), timezone.now() - timedelta(minutes=1)
    over, open_ = room(closes_at=late), room()
    participants(over, "Ada")
    participants(open_, "Ben")
    held = do(taught[0], "close")
    assert [one.name for one in people_to_forget(now)] == ["Ada"]
    assert not rooms_to_forget(now)
    month = now + timedelta(days=31)
    assert people_to_forget(month).filter(room=held).count() == 3
    assert set(rooms_to_forget(month)) == {over, open_}
    assert held not in rooms_to_forget(now + timedelta(days=400))


def test_practice_that_was_kept_weighs_nothing_and_counts_nobody_absent(taught, teacher):
    held, _ = taught
    dora = person("dora")
    absent = member(held.classroom, dora)
    out = person("emil")
    member(held.classroom, out)
    seat = Participant.objects.create(room=held, user=out.user, name="emil")
    held = do(held, "out", participant=seat.pk)
    held = do(held, "close")
    page = unescape(teacher.get(f"/live/{held.code}/desk/").content.decode())
    assert "The practice has weight 0 in the grades" in page
    practice = keep(held, teacher.user)
    assert practice.weight == 0
    excused = practice.overrides.filter(is_excused=True)
    assert {one.membership.real_name for one in excused} == {
        absent.real_name,
        out.user.memberships.get().real_name,
    }
    page = unescape(teacher.get(f"/classes/{held.classroom_id}/grades/").content.decode())
    assert "weight 0" in page
    results = unescape(teacher.get(f"/assignments/{practice.pk}/results/").content.decode())
    assert results.count("excused") >= 2
    # Of five in the class one was there and has not answered; nobody else is missed.
    page = teacher.get(f"/classes/{held.classroom_id}/").content.decode()
    assert re.findall(r"(\d+) not started", page) == ["1"]
    # Who was excused may practise all the same.
    assert dora.get(f"/assignments/{practice.pk}/").status_code == 200
