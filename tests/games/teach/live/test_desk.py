"""The instructor's own screen: names, answers and what is behind them, and every step."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.people.models import User
from games.teach.classes.models import Classroom
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.work.models import Assignment
from games.web.limits import Limit

from ..work.assignments import classroom, member, person
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
    part = part.partition("Removed</h3>")[0].partition('id="remove-since"')[0]
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
    step(teacher, held, "unhide", participant=cleo.pk)
    assert "hidden" not in people(teacher, held)["Cleo"]


def phone(name):
    """The phone of a student who is in the room."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def test_who_is_removed_stays_out_until_they_are_let_in_again(teacher, held):
    address = f"/live/{held.code}/"
    ada = Participant.objects.get(name="ada")
    browser = phone("ada")
    assert "You are in" in text(browser.get(address)) or "Knock" in text(browser.get(address))
    step(teacher, held, "out", participant=ada.pk)
    for answer in (browser.get(address), browser.post(address), browser.get(address)):
        page = text(answer)
        assert "Your instructor has removed you from this room." in page
        assert "Ask to be let back in, ada." in page
        assert "Rejoin" not in page
        assert "You have left the room." not in page
    assert browser.post(address).status_code == 409
    browser.post(f"{address}answer/?question=1", {"move": "1>4"})
    assert Participant.objects.get(name="ada").left_at
    # Another phone sees a room of two, and the desk says who was removed.
    page = text(teacher.get(f"{address}desk/"))
    assert "1 of 2 answered, 0 right" in page
    assert "Removed Ada Realname Let back in" in page
    step(teacher, held, "let-in", participant=ada.pk)
    assert "removed you" not in text(browser.get(address))
    page = text(teacher.get(f"{address}desk/"))
    assert "2 of 3 answered, 1 right" in page
    assert "Removed Ada" not in page


def test_however_many_were_removed_each_can_be_let_back_in(teacher, held, monkeypatch):
    monkeypatch.setattr("games.teach.live.screens.desk.MOST_OUT", 1)
    for one in Participant.objects.filter(room=held):
        step(teacher, held, "out", participant=one.pk)
    page = teacher.get(f"/live/{held.code}/desk/").content.decode()
    shown, folded = page.partition("Removed</h3>")[2].split(
        '<details class="more" id="more-removed">'
    )
    assert shown.count("Let back in") == 1
    assert "and 2 more" in folded
    assert folded.partition("</details>")[0].count("Let back in") == 2


def test_who_was_removed_does_not_come_back_by_a_seat_number_and_the_name_stays_taken(teacher):
    made = room(KAYLES, owner=teacher.user)
    address = made.get_absolute_url()
    zoe, other = Client(), Client()
    zoe.post(address, {"name": "Zoe"})
    other.post(address, {"name": "Ben"})
    seats = {one.name: one for one in Participant.objects.all()}
    step(teacher, made, "out", participant=seats["Zoe"].pk)
    sentence = "Your instructor has removed you from this room. Ask to be let back in."
    for client, name in ((Client(), "Zoe"), (zoe, "Ben")):
        posted = {"back-name": name, "back-seat": seats[name].seat}
        response = client.post(f"{address}back/", posted)
        assert response.status_code == 409
        assert sentence.split(". ", maxsplit=1)[0] in text(response)
    response = Client().post(address, {"name": "zoe"})
    assert response.status_code == 409
    assert "Somebody here is already called zoe" in text(response)
    assert "You're in, Ben." in text(other.get(address))


def test_a_poll_leads_the_phone_of_who_is_removed_to_the_page_that_says_so(teacher, held):
    browser = phone("cleo")
    cleo = Participant.objects.get(name="cleo")
    version = Room.objects.get().version
    step(teacher, held, "out", participant=cleo.pk)
    htmx = {"HX-Request": "true"}
    news = browser.get(f"/live/{held.code}/poll/?version={version}", headers=htmx)
    assert news.headers["HX-Redirect"] == f"/live/{held.code}/"
    assert "has removed you" in text(browser.get(news.headers["HX-Redirect"]))


def test_the_answers_of_who_is_removed_are_not_in_the_bars(teacher, held):
    wall = f"/live/{held.code}/projector/"
    assert "2 of 3" in text(teacher.get(wall))
    ben = Participant.objects.get(name="ben")
    step(teacher, held, "out", participant=ben.pk)
    assert "1 of 2" in text(teacher.get(wall))
    step(teacher, held, "show")
    page = text(teacher.get(wall))
    assert "Knock down pin 5 of row 1" in page
    assert page.count("Knock down pin") == 1
    step(teacher, held, "let-in", participant=ben.pk)
    assert text(teacher.get(wall)).count("Knock down pin") == 2


def crowd(made, number, at):
    """So many visitors who came in at one moment."""
    came = participants(made, *(f"Guest {n:03}" for n in range(number)))
    Participant.objects.filter(pk__in=[one.pk for one in came]).update(joined_at=at)


def test_everybody_who_came_in_since_a_minute_is_removed_with_one_press(teacher, held):
    start = timezone.now().replace(second=10, microsecond=0)
    Participant.objects.update(joined_at=start)
    crowd(held, 30, start + timedelta(minutes=5))
    crowd_late = start + timedelta(minutes=7)
    [late] = participants(held, "Late")
    Participant.objects.filter(pk=late.pk).update(joined_at=crowd_late)
    page = teacher.get(f"/live/{held.code}/desk/").content.decode()
    options = re.findall(r'<option value="(\d+)">\s*(\d\d:\d\d)\s*\((\d+) (\w+)\)', page)
    assert [(people, noun) for _, _, people, noun in options] == [
        ("1", "person"),
        ("31", "people"),
        ("34", "people"),
    ]
    step(teacher, held, "out", since=options[1][0])
    here = Participant.objects.filter(left_at=None)
    assert sorted(one.name for one in here) == ["ada", "ben", "cleo"]
    page = text(teacher.get(f"/live/{held.code}/desk/"))
    assert "3 here" in page
    assert "Let all 31 back in" in page
    step(teacher, held, "let-in", everybody="1")
    assert Participant.objects.filter(left_at=None).count() == 34


def few_guests(monkeypatch, held, most=3):
    """Only so many guests of one address a minute, and so many have come."""
    Room.objects.update(is_only_class=False)
    few = Limit("guests from", most, 60)
    monkeypatch.setattr("games.teach.live.leading.joining.GUESTS_FROM", few)
    monkeypatch.setattr("games.teach.live.screens.desk.GUESTS_FROM", few)
    for number in range(most):
        assert Client().post(f"/live/{held.code}/", {"name": f"Robot {number}"}).status_code == 302
    return lambda name: Client().post(f"/live/{held.code}/", {"name": name}).status_code


def test_removing_a_crowd_gives_its_places_back(teacher, held, monkeypatch):
    comes_in = few_guests(monkeypatch, held)
    assert comes_in("Zoe") == 429
    since = min(Participant.objects.filter(name__startswith="Robot").values_list("joined_at"))[0]
    step(teacher, held, "out", since=str(int(since.timestamp())))
    assert comes_in("Zoe") == 302


def test_the_desk_lets_guests_in_who_wait(teacher, held, monkeypatch):
    comes_in = few_guests(monkeypatch, held)
    desk = f"/live/{held.code}/desk/"
    assert "more are waiting" not in text(teacher.get(desk))
    assert (comes_in("Zoe"), comes_in("Yan")) == (429, 429)
    page = text(teacher.get(desk))
    assert "Very many guests have joined within a minute, and more are waiting." in page
    assert "Let them in" in page
    step(teacher, held, "admit")
    assert "more are waiting" not in text(teacher.get(desk))
    assert (comes_in("Zoe"), comes_in("Yan")) == (302, 302)


@pytest.mark.parametrize("since", ["", "x", "9" * 20, "²"])
def test_a_minute_that_is_none_removes_nobody(teacher, held, since):
    assert step(teacher, held, "out", since=since).status_code == 422
    assert Participant.objects.filter(left_at=None).count() == 3


def test_those_who_are_ticked_are_removed_together_and_nobody_else(teacher, held):
    chosen = Participant.objects.filter(name__in=("ada", "cleo"))
    elsewhere = participants(room(KAYLES, owner=teacher.user), "Eve")[0]
    ticked = [*chosen.values_list("pk", flat=True), elsewhere.pk]
    assert step(teacher, held, "out").status_code == 422
    step(teacher, held, "out", ticked=ticked)
    assert list(people(teacher, held))[:1] == ["Ben"]
    assert Participant.objects.get(pk=elsewhere.pk).left_at is None
    # The button of one name means that one alone, whatever is ticked.
    ben = Participant.objects.get(name="ben")
    step(teacher, held, "let-in", everybody="1")
    step(teacher, held, "out", ticked=ticked, participant=ben.pk)
    assert [one.name for one in Participant.objects.filter(room=held).exclude(left_at=None)] == [
        "ben"
    ]


def test_a_shut_room_lets_back_who_was_there_and_nobody_new(teacher, held):
    address = f"/live/{held.code}/"
    ada, stranger = phone("ada"), Client()
    ada.post(f"{address}leave/")
    step(teacher, held, "shut")
    assert "room locked" in text(teacher.get(f"{address}desk/"))
    page = text(stranger.get(address))
    assert "Your instructor has locked this room." in page
    assert 'name="name"' not in stranger.get(address).content.decode()
    refused = stranger.post(address, {"name": "Eve"})
    assert refused.status_code == 409
    assert "has locked this room" in text(refused)
    assert ada.post(address).status_code == 302
    assert Participant.objects.get(name="ada").left_at is None
    step(teacher, held, "unshut")
    assert stranger.post(address, {"name": "Eve"}).status_code == 302
    assert "Eve" in people(teacher, held)


def test_a_desk_with_hundreds_is_a_small_page_of_as_many_queries(teacher, held):
    address = f"/live/{held.code}/desk/"
    with CaptureQueriesContext(connection) as few:
        teacher.get(address)
    crowd(held, 400, timezone.now())
    with CaptureQueriesContext(connection) as many:
        page = teacher.get(address).content
    assert len(many) == len(few) + 1  # whether guests wait, asked in a crowd alone
    assert page.count(b"<form") < 20
    assert len(page) < 300_000


def test_names_stand_in_the_order_of_a_register(teacher):
    made = room(KAYLES, owner=teacher.user)
    participants(made, "Zoe", "Poop", "Émile", "adam", "Çelik", "Dora")
    assert list(people(teacher, made)) == ["adam", "Çelik", "Dora", "Émile", "Poop", "Zoe"]


def test_the_class_that_is_archived_keeps_nothing_of_a_room(teacher, held):
    step(teacher, held, "close")
    assert "Save as practice without a grade" in text(teacher.get(f"/live/{held.code}/desk/"))
    Classroom.objects.update(archived_at=timezone.now())
    assert "Save as practice" not in text(teacher.get(f"/live/{held.code}/desk/"))
    assert teacher.post(f"/live/{held.code}/keep/").status_code == 403
    assert not Assignment.objects.exists()


def test_a_line_that_cannot_be_asked_stays_typed_with_its_reason(teacher, held):
    page = step(teacher, held, "add", lines="nim 2+2 misere win")
    assert page.status_code == 422
    assert "Line 1: " in text(page)
    assert 'value="nim 2+2 misere win"' in page.content.decode()
    step(teacher, held, "add", lines="kayles 8 misere")
    assert "Kayles: a row of 8 pins. The last one loses." in text(
        teacher.get(f"/live/{held.code}/desk/")
    )


def test_what_was_asked_is_kept_with_one_press_and_shows_in_the_results(teacher, held):
    too_early = teacher.post(f"/live/{held.code}/keep/")
    assert too_early.status_code == 422
    assert "still open" in text(too_early)
    step(teacher, held, "close")
    over = text(teacher.get(f"/live/{held.code}/desk/"))
    assert "The room is closed." in over
    assert "1 of 2 right" in over
    kept = [teacher.post(f"/live/{held.code}/keep/").url for _ in range(2)]
    assert kept[0] == kept[1]
    assert "Monday, " in text(teacher.get(kept[0]))
    assert kept[0] in teacher.get(f"/live/{held.code}/desk/").content.decode()


def test_a_room_that_three_hours_have_ended_says_so_and_takes_no_step(teacher, held):
    Room.objects.update(closes_at=timezone.now())
    assert "The room is closed." in text(teacher.get(f"/live/{held.code}/desk/"))
    refused = step(teacher, held, "next")
    assert refused.status_code == 409
    assert "The room is closed" in text(refused)


def test_a_visiting_day_keeps_nothing(teacher):
    made = room(KAYLES, owner=teacher.user)
    participants(made, "Ada")
    step(teacher, made, "close")
    over = text(teacher.get(f"/live/{made.code}/desk/"))
    assert "Names and answers are deleted." in over
    assert "Save as practice without a grade" not in over
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
    turn = {**KAYLES, "goal": "move", "state": "shown", "turn_version": 1}
    RoomQuestion.objects.create(room=held, number=9, **turn)
    assert "Past rooms Monday 8b" in text(teacher.get("/live/"))
    assert ", 1 question Who missed what" in text(teacher.get("/live/"))
    assert "Monday" not in text(person("other").get("/live/"))


def test_monday_tells_what_the_last_room_was_asked_and_how_it_went(teacher, held):
    said = text(teacher.get("/classes/"))
    assert "Questions in the last live room Make a winning move : 1 of 2 right" in said
    assert "Monday, 8b" in said
    assert "Say who wins" not in said
    assert "last live room" not in text(person("other").get("/classes/"))


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


def test_the_people_of_one_section_are_listed_and_the_rest_still_counts(teacher, held):
    tuesday, thursday = (held.classroom.sections.create(name=day) for day in ("Tue", "Thu"))
    for username, section in (("ada", tuesday), ("ben", tuesday), ("cleo", thursday)):
        held.classroom.memberships.filter(user__username=username).update(section=section)
    desk = f"/live/{held.code}/desk/"
    page = f"{desk}?section={thursday.pk}"

    def named(response):
        shown = text(response).partition("Who is here")[2]
        assert "2 of 3 answered" in text(response)
        return [name for name in ("Ada", "Ben", "Cleo") if f"{name} Realname" in shown]

    assert named(teacher.get(desk)) == ["Ada", "Ben", "Cleo"]
    shown = teacher.get(page)
    assert named(shown) == ["Cleo"]
    assert "1 person has not answered: Cleo Realname." in text(shown)
    other = teacher.get(f"{desk}?section={tuesday.pk}")
    assert named(other) == ["Ada", "Ben"]
    assert "not answered:" not in text(other)
    assert f'href="{desk}?section={tuesday.pk}"' in shown.content.decode()
    # the part that is polled, or comes back after a button, belongs to the page it is on
    at = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page}"}
    polled = teacher.get(f"{desk}poll/?version=", headers=at)
    assert named(polled) == ["Cleo"]
    assert f'href="{desk}?section={tuesday.pk}"' in polled.content.decode()
    hidden = Participant.objects.get(name="cleo")
    posted = {"version": Room.objects.get().version, "from": "desk", "participant": hidden.pk}
    pressed = teacher.post(f"/live/{held.code}/do/hide/", posted, headers=at)
    assert named(pressed) == ["Cleo"]
    assert named(teacher.get(f"{desk}?section=none")) == ["Ada", "Ben", "Cleo"]
    nowhere = {"HX-Request": "true", "HX-Current-URL": "http://["}
    assert named(teacher.get(f"{desk}poll/?version=", headers=nowhere)) == ["Ada", "Ben", "Cleo"]


def test_a_class_without_sections_has_nothing_to_choose(teacher, held):
    assert "everybody" not in text(teacher.get(f"/live/{held.code}/desk/"))
