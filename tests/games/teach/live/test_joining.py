"""Coming into a room: by account, by a first name, again, and out of it."""

from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User, Visitor
from games.teach.classes.models import Classroom, Membership
from games.teach.live.leading.joining import MAX_PARTICIPANTS, SEATS
from games.teach.live.rooms.models import Participant
from games.web.limits import (
    GUESTS_FROM,
    WRONG_CODES_FROM,
    WRONG_CODES_OF_ONE,
    WRONG_SEATS_OF_ONE,
    Limit,
)

from .rooms import KAYLES, room

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    return room(KAYLES, code="KHP4TWX")


def page(client, address="/live/KHP4TWX/"):
    return unescape(client.get(address).content.decode())


def go_in(client, name="Ada", address="/live/KHP4TWX/"):
    return client.post(address, {"name": name})


def come_back(client, name, seat):
    return client.post("/live/KHP4TWX/back/", {"back-name": name, "back-seat": seat})


def test_a_code_is_typed_as_people_type_it_and_leads_to_the_room(visitor, made):
    assert visitor.post("/live/code/", {"code": "khp 4twx"}).url == "/live/KHP4TWX/"
    assert visitor.get("/live/khp-4twx/").url == "/live/KHP4TWX/"
    html = page(visitor)
    assert "Room 8 b" in html
    assert "KHP 4TWX" in html
    assert "Your first name" in html


def test_a_first_name_is_all_it_takes(visitor, made):
    assert go_in(visitor, "  Ada   Marie ").url == "/live/KHP4TWX/"
    participant = Participant.objects.get()
    assert participant.name == "Ada Marie"
    html = page(visitor)
    assert "You're in, Ada Marie." in html
    assert f"Seat number {participant.seat_in_groups}," in html
    assert participant.seat in SEATS
    assert len(str(participant.seat)) == 8
    assert not User.objects.exclude(username="ms-lind").exists()


def test_reading_the_page_lets_nobody_in(visitor, signed_in, made):
    page(visitor)
    page(signed_in)
    assert not Participant.objects.exists()
    assert not Visitor.objects.exists()


def test_an_account_is_in_with_one_touch_under_its_user_name(signed_in, made):
    html = page(signed_in)
    assert "Join as alice" in html
    assert "Your first name" not in html
    signed_in.post("/live/KHP4TWX/")
    html = page(signed_in)
    assert "You're in, alice." in html
    assert "Seat number" not in html


def test_coming_in_twice_is_coming_in_once(visitor, signed_in, made):
    for client in (visitor, signed_in):
        go_in(client)
        go_in(client, "Somebody else")
    assert sorted(Participant.objects.values_list("name", flat=True)) == ["Ada", "alice"]


@pytest.mark.parametrize("same", ["Ada", "ada", " ADA ", "Ａda", "A\u200bda"])
def test_no_two_have_the_same_name(visitor, stranger, made, same):
    go_in(visitor, "Ada")
    response = go_in(stranger, same)
    assert response.status_code == 409
    assert "Add a letter." in response.content.decode()
    assert Participant.objects.count() == 1
    go_in(stranger, "Ada L")
    assert "You're in, Ada L." in page(stranger)


def test_an_account_whose_name_a_visitor_has_gets_a_number(visitor, signed_in, made):
    go_in(visitor, "Alice")
    signed_in.post("/live/KHP4TWX/")
    assert "You're in, alice 2." in page(signed_in)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Type your first name."),
        ("   ", "Type your first name."),
        ("...", "A name needs at least one letter or digit."),
        ("\u202e\u200b", "Type your first name."),
        ("x" * 25, "That is too long: a name has at most 24 letters."),
    ],
)
def test_a_name_that_is_none_is_refused_in_a_sentence(visitor, made, name, sentence):
    response = go_in(visitor, name)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Participant.objects.exists()


def test_a_wrong_code_is_told_in_one_sentence_and_counted(visitor, made):
    for address in ("/live/KHP4TWY/", "/live/nothing-like-it/"):
        response = visitor.get(address)
        assert response.status_code == 404
        assert "This code opens nothing." in response.content.decode()
    for _ in range(WRONG_CODES_OF_ONE.most):
        response = visitor.post("/live/code/", {"code": "KHP4TWY"})
        assert response.status_code == 422
    response = visitor.post("/live/code/", {"code": "KHP4TWY"})
    assert response.status_code == 429
    assert "Too many wrong codes." in response.content.decode()
    assert visitor.post("/live/code/", {"code": "KHP4TWX"}).url == "/live/KHP4TWX/"


def test_a_code_must_be_typed(visitor):
    response = visitor.post("/live/code/", {"code": " "})
    assert response.status_code == 422
    assert "Type the code." in response.content.decode()


def test_the_seat_number_brings_somebody_back_on_another_phone(visitor, stranger, made):
    go_in(visitor)
    seat = Participant.objects.get().seat
    assert "I joined on another phone" in page(stranger)
    assert come_back(stranger, "ada", seat).url == "/live/KHP4TWX/"
    assert "You're in, Ada." in page(stranger)
    assert Participant.objects.count() == 1
    # The first phone is out, and is told the way in.
    poll = visitor.get("/live/KHP4TWX/poll/?version=0", headers={"HX-Request": "true"})
    assert poll.headers["HX-Redirect"] == "/live/KHP4TWX/"
    assert "Your first name" in page(visitor)


def test_who_had_come_in_anew_on_the_second_phone_goes_on_as_before(visitor, stranger, made):
    go_in(visitor)
    go_in(stranger, "Ada again")
    stranger.post("/live/KHP4TWX/leave/")
    come_back(stranger, "Ada", Participant.objects.get(name="Ada").seat)
    assert "You're in, Ada." in page(stranger)
    assert Participant.objects.get(name="Ada again").left_at


def test_a_wrong_seat_or_name_lets_nobody_in(visitor, stranger, made):
    go_in(visitor)
    seat = Participant.objects.get().seat
    for name, number in (("Ada", 109_999_999 - seat), ("Eve", seat)):
        response = come_back(stranger, name, number)
        assert response.status_code == 409
        assert (
            "Nobody in this room has that name and that seat number." in response.content.decode()
        )
    assert "You're in, Ada." in page(visitor)


def try_seats(client, seat, number, address="198.51.100.7"):
    """Type wrong numbers for Ada, from a browser at an address."""
    wrong = [other for other in range(10_000_000, 10_000_001 + number) if other != seat]
    for other in wrong[:number]:
        posted = {"back-name": "Ada", "back-seat": other}
        response = client.post("/live/KHP4TWX/back/", posted, REMOTE_ADDR=address)
        assert response.status_code == 409
    return response


def test_seat_numbers_cannot_be_tried_one_after_the_other_from_a_browser(visitor, stranger, made):
    go_in(visitor)
    seat = Participant.objects.get().seat
    last = try_seats(stranger, seat, WRONG_SEATS_OF_ONE.most)
    assert "Nobody in this room has that name and that seat number." in last.content.decode()
    for name, number in (("ADA", seat), ("Eve", 12_345_678)):
        response = come_back(stranger, name, number)
        assert response.status_code == 409
        assert "Too many wrong seat numbers." in response.content.decode()
    # The owner has the right number, at the same address.
    owner = Client(REMOTE_ADDR="198.51.100.7")
    assert come_back(owner, "Ada", seat).status_code == 302
    assert "You're in, Ada." in page(owner)


def test_wrong_numbers_of_a_classmate_keep_nobody_from_the_right_one(visitor, made):
    """A number has 26 bits. At fifty tries a second, a room is over long before one is found."""
    assert len(SEATS) > 150 * 50 * 3 * 3600
    go_in(visitor)
    seat = Participant.objects.get().seat
    for _ in range(12):
        try_seats(Client(), seat, 10)
    owner = Client(REMOTE_ADDR="198.51.100.7")
    assert come_back(owner, "Ada", f"{seat // 10_000} {seat % 10_000:04}").status_code == 302
    assert "You're in, Ada." in page(owner)


@pytest.mark.parametrize("seat", [1234, 123_456])
def test_a_shorter_seat_number_from_before_is_still_good(visitor, stranger, made, seat):
    go_in(visitor)
    Participant.objects.update(seat=seat)
    assert come_back(stranger, "Ada", str(seat)).status_code == 302
    assert "You're in, Ada." in page(stranger)


def test_the_old_phone_is_told_that_somebody_goes_on_elsewhere(visitor, stranger, made):
    go_in(visitor)
    seat = Participant.objects.get().seat
    assert "is now on another phone" not in page(visitor)
    come_back(stranger, "Ada", seat)
    html = page(visitor)
    assert "Ada is now on another phone" in html
    assert "If that wasn't you" in html
    assert "tell your instructor" in " ".join(html.split())
    assert "is now on another phone" not in page(Client())
    come_back(visitor, "Ada", seat)
    assert "You're in, Ada." in page(visitor)
    assert "Ada is now on another phone" in page(stranger)


def test_a_seat_number_that_is_none_is_told(visitor, made):
    response = come_back(visitor, "Ada", "12")
    assert response.status_code == 422
    assert "A seat number has eight digits." in response.content.decode()


def test_who_leaves_comes_back_as_they_were(visitor, made):
    go_in(visitor)
    seat = Participant.objects.get().seat
    assert visitor.post("/live/KHP4TWX/leave/").url == "/live/KHP4TWX/"
    html = page(visitor)
    assert "You have left the room." in html
    assert "Rejoin" in html
    visitor.post("/live/KHP4TWX/")
    assert "You're in, Ada." in page(visitor)
    assert Participant.objects.get().seat == seat


def test_a_room_that_is_over_lets_nobody_in(visitor, made):
    made.closes_at = made.created_at
    made.save()
    html = page(visitor)
    assert "This room is closed." in html
    assert "Your first name" not in html
    assert go_in(visitor).status_code == 409
    assert not Participant.objects.exists()


def test_a_full_room_says_so(visitor, made, monkeypatch):
    monkeypatch.setattr("games.teach.live.leading.joining.MAX_PARTICIPANTS", 1)
    go_in(visitor)
    response = go_in(Client(), "Ben")
    assert response.status_code == 409
    assert "This room is full." in response.content.decode()


def test_who_has_left_makes_room_for_somebody_else(visitor, stranger, made, monkeypatch):
    monkeypatch.setattr("games.teach.live.leading.joining.MAX_PARTICIPANTS", 1)
    go_in(visitor)
    visitor.post("/live/KHP4TWX/leave/")
    assert go_in(stranger, "Ben").status_code == 302
    assert "You're in, Ben." in page(stranger)
    response = go_in(visitor)
    assert response.status_code == 409
    assert "This room is full." in response.content.decode()


def test_two_hundred_phones_of_a_school_come_in_at_once(made):
    """All are guests and share the address of the school; students with accounts come as well."""
    for number in range(200):
        assert go_in(Client(), f"Guest {number}").status_code == 302
    for number in range(20):
        student = Client()
        student.force_login(User.objects.create(username=f"student-{number}"))
        assert student.post("/live/KHP4TWX/").status_code == 302
    assert Participant.objects.filter(left_at=None).count() == 220


def test_guests_of_one_address_come_in_by_the_minute(made, monkeypatch, time_machine):
    time_machine.move_to(timezone.now(), tick=False)
    assert GUESTS_FROM.most * 2 < MAX_PARTICIPANTS  # the leader sees the crowd first
    monkeypatch.setattr("games.teach.live.leading.joining.GUESTS_FROM", Limit("guests from", 3, 60))
    for name in ("Ada", "Ben", "Cleo"):
        assert go_in(Client(), name).status_code == 302
    response = go_in(Client(), "Dan")
    assert response.status_code == 429
    assert response.headers["Retry-After"] == "60"
    assert "Very many guests are joining from your network." in response.content.decode()
    assert 'value="Dan"' in response.content.decode()
    assert Participant.objects.count() == 3
    assert Visitor.objects.count() == 3
    elsewhere = Client(REMOTE_ADDR="203.0.113.9")
    assert go_in(elsewhere, "Eve").status_code == 302
    assert go_in(Client(), "Fay", room(KAYLES).get_absolute_url()).status_code == 302
    time_machine.shift(61)
    assert go_in(Client(), "Dan").status_code == 302


def test_a_name_that_is_taken_costs_no_place(visitor, made, monkeypatch):
    monkeypatch.setattr("games.teach.live.leading.joining.GUESTS_FROM", Limit("guests from", 2, 60))
    go_in(visitor, "Ada")
    for _ in range(5):
        assert go_in(Client(), "ada").status_code == 409
    assert go_in(Client(), "Ben").status_code == 302


def test_guests_take_no_place_from_the_students_of_the_class(visitor, monkeypatch):
    monkeypatch.setattr("games.teach.live.leading.joining.MAX_PARTICIPANTS", 1)
    made = room(KAYLES, code="KHP4TWX", classroom=Classroom.objects.create(name="8 b"))
    go_in(visitor)
    student, stranger = Client(), Client()
    for client, name in ((student, "cleo"), (stranger, "dan")):
        client.force_login(User.objects.create(username=name))
    member = User.objects.get(username="cleo")
    Membership.objects.create(classroom=made.classroom, user=member, real_name="Cleo")
    assert stranger.post("/live/KHP4TWX/").status_code == 409
    assert student.post("/live/KHP4TWX/").status_code == 302
    assert "You're in, cleo." in page(student)


def test_coming_back_is_not_coming_in(visitor, made, monkeypatch):
    monkeypatch.setattr("games.teach.live.leading.joining.GUESTS_FROM", Limit("guests from", 1, 60))
    go_in(visitor)
    for _ in range(3):
        visitor.post("/live/KHP4TWX/leave/")
        assert go_in(visitor).status_code == 302
    assert "You're in, Ada." in page(visitor)


def test_wrong_codes_in_polls_are_counted_like_any(visitor, made, monkeypatch):
    go_in(visitor)
    stranger = Client(REMOTE_ADDR="198.51.100.7")
    htmx = {"HX-Request": "true"}
    limit = Limit(WRONG_CODES_FROM.name, 5, WRONG_CODES_FROM.seconds)
    monkeypatch.setattr("games.web.codes.WRONG_CODES_FROM", limit)
    for number in range(5):
        address = f"/live/KHP4TW{number + 2}/poll/?version=1"
        assert stranger.get(address, headers=htmx).status_code == 404
    response = stranger.get("/live/KHP4TWY/poll/?version=1", headers=htmx)
    assert response.status_code == 429
    assert "Too many wrong codes." in response.content.decode()
    assert stranger.get("/live/KHP4TWY/").status_code == 429
    # Who is in goes on, and it costs a poll nothing.
    assert visitor.get("/live/KHP4TWX/poll/?version=1", headers=htmx).status_code == 204


def test_a_visitor_who_signs_in_stays_who_they_were(visitor, alice, made):
    go_in(visitor)
    account = {"username": "alice", "password": "correct horse battery"}
    visitor.post("/accounts/login/", account)
    assert "You're in, Ada." in page(visitor)
    assert Participant.objects.get().user == alice


def test_who_was_in_twice_is_one_after_signing_in(visitor, alice, signed_in, made):
    signed_in.post("/live/KHP4TWX/")
    go_in(visitor)
    visitor.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    assert "You're in, alice." in page(visitor)
    assert [one.name for one in Participant.objects.filter(left_at=None)] == ["alice"]
    assert Participant.objects.get(name="Ada").visitor


def test_a_name_that_was_hidden_is_told_to_its_owner(visitor, made):
    go_in(visitor)
    Participant.objects.update(is_hidden=True)
    assert "The others can't see your name." in page(visitor)


def test_a_student_of_the_class_is_led_in_from_where_they_begin(signed_in, alice):
    classroom = Classroom.objects.create(name="8 b")
    Membership.objects.create(classroom=classroom, user=alice, real_name="Alice Able")
    made = room(KAYLES, code="KHP4TWX", classroom=classroom)
    for address in ("/", "/assignments/", f"/classes/{classroom.pk}/"):
        html = page(signed_in, address)
        assert "8 b has a live room open." in html
        assert 'action="/live/KHP4TWX/"' in html
    made.closed_at = made.created_at
    made.save()
    assert "has a live room open." not in page(signed_in, "/assignments/")


def test_nobody_is_led_into_the_room_of_another_class(signed_in, visitor, alice):
    classroom = Classroom.objects.create(name="8 b")
    left = {"archived_at": timezone.now(), "has_left": True}
    Membership.objects.create(classroom=classroom, user=alice, real_name="Alice Able", **left)
    room(KAYLES, classroom=classroom)
    for client in (signed_in, visitor):
        assert "has a live room open." not in page(client, "/")


def test_others_are_not_told_the_real_name_of_a_student(signed_in, alice):
    classroom = Classroom.objects.create(name="8 b")
    Membership.objects.create(classroom=classroom, user=alice, real_name="Alice Able")
    room(KAYLES, code="KHP4TWX", classroom=classroom)
    signed_in.post("/live/KHP4TWX/")
    assert Participant.objects.get().name == "alice"
