"""Who may come into a room that is for its class only, and who may lead: everybody in turn."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.people.models import User
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.teaching import create_class
from games.teach.live.leading import joining
from games.teach.live.rooms.models import Participant, Room, RoomQuestion
from games.teach.live.rooms.steps import leaders_now
from games.teach.live.screens.open_views import RoomForm
from games.web.limits import Limit

from .phones import Leader, Phone, browser, words
from .rooms import KAYLES, room

pytestmark = pytest.mark.django_db
CODE = "KHP4TWX"
ROOM = f"/live/{CODE}/"
REFUSED = "Only students of 8 b can join this room."


@pytest.fixture
def held():
    """The room of class 8 b, only for the class."""
    owner = User.objects.create(username="ms-lind", teaches=True)
    classroom = create_class(owner, "8 b")
    for number, role in enumerate((Staff.Role.INSTRUCTOR, Staff.Role.ASSISTANT)):
        user = User.objects.create(username=role.value)
        Staff.objects.create(classroom=classroom, user=user, role=role)
        assert number < 2
    for name in ("student", "classmate", "removed"):
        user = User.objects.create(username=name)
        Membership.objects.create(classroom=classroom, user=user, real_name=f"{name} Realname")
    Membership.objects.filter(user__username="removed").update(archived_at=classroom.created_at)
    other = User.objects.create(username="other-owner", teaches=True)
    elsewhere = create_class(other, "9 c")
    pupil = User.objects.create(username="pupil-of-9c")
    Membership.objects.create(classroom=elsewhere, user=pupil, real_name="Nina Elsewhere")
    return room(KAYLES, code=CODE, owner=owner, classroom=classroom, is_only_class=True)


ALLOWED = ("ms-lind", "instructor", "assistant", "student")
STRANGERS = ("removed", "other-owner", "pupil-of-9c", "stranger", None)
LEADERS = ("ms-lind", "instructor", "assistant")


def client_of(name):
    """A browser of an account, or of a guest."""
    return browser(name) if name else Client()


@pytest.mark.parametrize("name", ALLOWED)
def test_the_people_of_the_class_come_in(held, name):
    Phone(held, client=browser("classmate"))
    client = client_of(name)
    assert REFUSED not in words(client.get(ROOM))
    assert client.post(ROOM).status_code == 302
    assert sorted(Participant.objects.values_list("name", flat=True)) == sorted(["classmate", name])


@pytest.mark.parametrize("name", STRANGERS)
def test_strangers_with_the_code_are_refused_in_one_sentence(held, name):
    Phone(held, client=browser("classmate"))
    client = client_of(name)
    page = client.get(ROOM)
    assert words(page).count(REFUSED) == 1
    assert "Join as" not in words(page)
    answer = client.post(ROOM, {"name": "Zoe"})
    assert answer.status_code == 409
    assert words(answer).count(REFUSED) == 1
    assert [one.name for one in Participant.objects.all()] == ["classmate"]
    # without the switch they are in
    Room.objects.update(is_only_class=False)
    assert client.post(ROOM, {"name": "Zoe"}).status_code == 302
    assert Participant.objects.count() == 2


@pytest.mark.parametrize("name", [*ALLOWED, *STRANGERS])
def test_the_switch_is_turned_by_those_who_lead_and_nobody_else(held, name):
    client = client_of(name)
    if name == "student":
        Phone(held, client=client)
    leads = name in LEADERS
    post = {"version": held.version, "from": "desk"}
    answer = client.post(f"{ROOM}do/anybody/", post)
    held.refresh_from_db()
    assert held.is_only_class is not leads
    assert (answer.status_code == 302 and "login" not in answer.url) is leads
    desk = client.get(f"{ROOM}desk/")
    assert (desk.status_code == 200) is leads
    assert ("Only this class" in words(desk)) is leads


def test_who_is_in_stays_when_the_switch_is_turned_and_does_not_come_back_after_leaving(held):
    Room.objects.update(is_only_class=False)
    guest, student = Phone(held, "Zoe"), Phone(held, client=browser("student"))
    Leader(held).press("only-class")
    assert "You're in, Zoe." in words(guest.page())
    for phone in (guest, student):
        phone.client.post(f"{ROOM}leave/")
    assert REFUSED in words(guest.page())
    assert guest.client.post(ROOM).status_code == 409
    assert student.client.post(ROOM).status_code == 302
    assert Participant.objects.get(left_at=None).name == "student"


def test_a_room_for_guests_has_no_such_switch():
    made = room(KAYLES)
    lead = Leader(made)
    Phone(made, "Zoe")
    assert "Only this class" not in words(lead.screen("desk"))
    refused = lead.press("only-class")
    assert refused.status_code == 422
    assert "This room is for guests and has no class." in words(refused)
    assert not Room.objects.get().is_only_class


def test_one_phone_that_forgets_who_it_is_cannot_fill_a_room(held, monkeypatch):
    Room.objects.update(is_only_class=False)
    monkeypatch.setattr(joining, "GUESTS_FROM", Limit("guests from", 3, 600))
    for number in range(3):
        assert Client().post(ROOM, {"name": f"Robot {number}"}).status_code == 302
    refused = Client().post(ROOM, {"name": "Robot 3"})
    assert refused.status_code == 429
    assert "Very many guests are joining from your network." in words(refused)
    # Students with an account, another network and those who come back are let in.
    assert browser("student").post(ROOM).status_code == 302
    elsewhere = Client(REMOTE_ADDR="198.51.100.20")
    assert elsewhere.post(ROOM, {"name": "Zoe"}).status_code == 302
    assert Participant.objects.count() == 5


def test_the_desk_names_who_has_not_answered_and_since_when(held):
    names = ("Zoë Zimmer", "Émile Dupont", "anna Berg")
    for number, name in enumerate(names):
        user = User.objects.create(username=f"pupil-{number}")
        Membership.objects.create(classroom=held.classroom, user=user, real_name=name)
        Phone(held, client=browser(user.username))
    lead = Leader(held)
    assert "not answered" not in words(lead.screen("desk"))
    lead.press("next")
    asked_at = RoomQuestion.objects.get().asked_at
    assert asked_at is not None
    desk = words(lead.screen("desk"))
    assert "3 people have not answered: anna Berg, Émile Dupont, Zoë Zimmer." in desk
    assert "Asked at " in desk
    browser("pupil-1").post(f"{ROOM}answer/?question=1", {"move": "3>0+0"})
    assert "2 people have not answered: anna Berg, Zoë Zimmer." in words(lead.screen("desk"))
    browser("pupil-0").post(f"{ROOM}answer/?question=1", {"move": "3>0+0"})
    assert "1 person has not answered: anna Berg." in words(lead.screen("desk"))
    lead.press("show")
    assert "has not answered:" not in words(lead.screen("desk"))
    assert RoomQuestion.objects.get().asked_at == asked_at


def test_who_is_out_is_told_so_and_stays_out_until_let_in_by_whoever_helps(held):
    phone, other = Phone(held, client=browser("student")), Phone(held, client=browser("classmate"))
    out = Participant.objects.get(name="student")
    helper = Leader(held, client=browser("assistant"))
    helper.press("out", participant=str(out.pk))
    assert "Your instructor has removed you from this room." in words(phone.page())
    assert phone.client.post(ROOM).status_code == 409
    assert "You're in" in words(other.page())
    assert "Let back in student Realname" in words(helper.screen("desk"))
    helper.press("let-in", participant=str(out.pk))
    assert "You're in, student." in words(phone.page())


def test_a_room_is_opened_for_its_class_only_and_a_room_for_guests_is_not(held):
    typed = {"title": "Friday", "lines": "kayles 5+4+1 misere", "is_only_class": "on"}
    for classroom, is_only in ((held.classroom, True), (None, False)):
        form = RoomForm(held.owner, {**typed, "classroom": str(classroom.pk) if classroom else ""})
        assert form.is_valid(), form.errors
        assert form.settings == {
            "classroom": classroom,
            "title": "Friday",
            "is_only_class": is_only,
            "guests_wait": False,
        }
    page = words(browser("ms-lind").get("/live/open/"))
    assert "Only students of the class can join" in page


# --- guests who wait at the door ---


@pytest.fixture
def door(held):
    """The room, whose guests wait until the desk lets them in."""
    Room.objects.update(is_only_class=False, guests_wait=True)
    return Room.objects.get()


@pytest.mark.parametrize("name", ALLOWED)
def test_the_people_of_the_class_do_not_wait(door, name):
    assert client_of(name).post(ROOM).status_code == 302
    assert [(one.name, one.left_at) for one in Participant.objects.all()] == [(name, None)]
    assert "waits to be let in" not in words(Leader(door).screen("desk"))


@pytest.mark.parametrize("name", STRANGERS)
def test_a_guest_waits_and_stands_nowhere_until_the_desk_lets_them_in(door, name):
    Phone(door, client=browser("classmate"))
    client, called = client_of(name), name or "Zoe"
    before = leaders_now(CODE)
    assert client.post(ROOM, {"name": "Zoe"}).status_code == 302
    page = words(client.get(ROOM))
    assert f"will let you in, {called}." in page
    assert "You're in" not in page
    assert client.post(ROOM, {"name": "Zoe"}).status_code == 302, "asking twice changes nothing"
    assert f"will let you in, {called}." in words(client.get(ROOM))
    lead = Leader(door)
    assert leaders_now(CODE).version != before.version, "the desk learns of it by its next poll"
    assert called not in words(lead.screen("projector"))
    desk = words(lead.screen("desk"))
    assert "1 guest waits to be let in" in desk
    assert "1 here" in desk
    guest = Participant.objects.get(name=called)
    # Nobody but those who lead lets in, and the guest answers nothing meanwhile.
    lead.press("next")
    client.post(f"{ROOM}answer/?question=1", {"move": "3>0+0"})
    assert not guest.answers.exists()
    version = Room.objects.get().version
    client.post(f"{ROOM}do/let-in/", {"version": version, "participant": str(guest.pk)})
    assert Participant.objects.get(pk=guest.pk).waits

    lead.press("let-in", participant=str(guest.pk))
    answer = client.get(ROOM, headers={"HX-Request": "true"})
    assert answer.headers["HX-Refresh"] == "true"
    assert called in words(client.get(ROOM))
    assert "waits to be let in" not in words(lead.screen("desk"))
    assert "2 here" in words(lead.screen("desk"))
    client.post(f"{ROOM}answer/?question=1", {"move": "3>0+0"})
    assert guest.answers.exists()


def test_a_guest_who_is_turned_away_stays_out_and_all_who_wait_come_in_at_once(door):
    guests = {name: Client() for name in ("Zoe", "Poop", "Ben")}
    for name, client in guests.items():
        client.post(ROOM, {"name": name})
    lead = Leader(door)
    desk = words(lead.screen("desk"))
    assert "3 guests wait to be let in" in desk
    assert desk.index("Zoe") < desk.index("Poop") < desk.index("Ben")
    lead.press("out", participant=str(Participant.objects.get(name="Poop").pk))
    assert "Let back in Poop" in words(lead.screen("desk"))
    lead.press("let-in", waiting="1")
    here = Participant.objects.filter(left_at=None)
    assert {one.name for one in here} == {"Zoe", "Ben"}, "those turned away are not among them"
    assert "removed you from this room" in words(guests["Poop"].get(ROOM))
    assert guests["Poop"].post(ROOM).status_code == 409
    assert "You're in, Ben." in words(guests["Ben"].get(ROOM))


def test_who_waits_comes_in_when_anybody_may_and_others_wait_from_then_on(door):
    zoe = Client()
    zoe.post(ROOM, {"name": "Zoe"})
    lead = Leader(door)
    lead.press("anybody")
    assert "You're in, Zoe." in words(zoe.get(ROOM))
    lead.press("guests-wait")
    ben = Client()
    ben.post(ROOM, {"name": "Ben"})
    assert "will let you in, Ben." in words(ben.get(ROOM))
    assert "You're in, Zoe." in words(zoe.get(ROOM))
    lead.press("only-class")
    assert REFUSED in words(Client().get(ROOM))
    assert "1 guest waits" in words(lead.screen("desk"))


@pytest.mark.parametrize(("name", "waits"), [("student", False), ("pupil-of-9c", True)])
def test_who_waits_under_a_first_name_and_then_signs_in_is_let_in_as_a_student(door, name, waits):
    account = User.objects.get(username=name)
    account.set_password("correct horse battery")
    account.save()
    client = Client()
    client.post(ROOM, {"name": "Zoe"})
    client.post(
        "/accounts/login/", {"username": name, "password": "correct horse battery", "next": ROOM}
    )
    page = words(client.get(ROOM))
    assert ("will let you in" in page) is waits
    assert ("You're in" in page) is not waits
    assert Participant.objects.get().user == account


def test_no_more_wait_than_somebody_reads(door, monkeypatch):
    monkeypatch.setattr(joining, "MAX_WAITING", 2)
    for name in ("Zoe", "Ben"):
        assert Client().post(ROOM, {"name": name}).status_code == 302
    refused = Client().post(ROOM, {"name": "Poop"})
    assert refused.status_code == 409
    assert "Very many people wait to be let in." in words(refused)
    assert browser("student").post(ROOM).status_code == 302


def test_a_room_of_a_class_is_opened_with_its_door_watched(held):
    page = browser("ms-lind").get("/live/open/").content.decode()
    assert re.search(r'name="guests_wait"[^>]* checked', page)
    typed = {"title": "Friday", "lines": "kayles 5+4+1 misere", "guests_wait": "on"}
    for classroom, more, waits in (
        (held.classroom, {}, True),
        (held.classroom, {"is_only_class": "on"}, False),
        (None, {}, False),
    ):
        posted = {**typed, **more, "classroom": str(classroom.pk) if classroom else ""}
        form = RoomForm(held.owner, posted)
        assert form.is_valid(), form.errors
        assert form.settings["guests_wait"] is waits


def test_two_open_rooms_of_a_class_are_told_apart_on_a_students_first_page(held):
    page = words(browser("student").get("/"))
    assert "8 b has a live room open." in page
    assert "code KHP 4TWX" not in page, "one room needs no more words"
    other = room(KAYLES, owner=held.owner, classroom=held.classroom)
    Room.objects.filter(pk=other.pk).update(created_at=datetime(2026, 1, 9, 17, 5, tzinfo=UTC))
    Classroom.objects.update(time_zone="Europe/Berlin")
    page = words(browser("student").get("/"))
    assert page.count("8 b has a live room open.") == 2
    assert f"Since 18:05, code {other.shown_code}" in page
    assert "code KHP 4TWX" in page
    assert "has a live room open" not in words(browser("pupil-of-9c").get("/"))
