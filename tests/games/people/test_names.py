"""The same name in other signs is one person, on every way in; and one order on both databases."""

import doctest
from unicodedata import normalize

import pytest
from django.db import connection
from django.test import Client

from games.people import names
from games.people.models import User
from games.people.names import cleaned, folded, in_same_signs, sort_key, spellings
from games.teach.classes import teaching
from games.teach.classes.models import Membership
from games.teach.live.rooms.models import Participant, Room

PEOPLE = ["José Núñez", "Zoë Brontë", "Đorđe Łapiński", "Hà Thị Hòa", "Ürün Çelik"]


def test_the_examples_are_true():
    failed, tried = doctest.testmod(names)
    assert (failed, tried) == (0, 5)


@pytest.mark.parametrize("name", PEOPLE)
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_every_unicode_form_is_stored_as_one(name, form):
    assert cleaned(normalize(form, name)) == name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("\u202eAda\u202c  \u200bLove\u00adlace\ufeff", "Ada Lovelace"),
        ("\tAda\u00a0 Lovelace\n", "Ada Lovelace"),
        ("Ada\x07", "Ada"),
        ("Ada\u3164 \u2800", "Ada"),
        ("\u200b\u2060", ""),
        ("A\u200dda", "Ada"),
        # In Persian and Sinhala a joiner changes the letters around it.
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"),
        ("Ada\u200c", "Ada"),
    ],
)
def test_signs_that_nobody_sees_are_left_out(typed, stored):
    assert cleaned(typed) == stored


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sean O’Brien", "sean o'brien"),
        ("Sean O`Brien", "Sean OʼBrien"),
        ("Zoe\u0308", "ZOË"),
        ("Groß", "gross"),
    ],
)
def test_what_looks_the_same_is_the_same(one, other):
    assert in_same_signs(one) == in_same_signs(other)


def test_letters_of_other_scripts_are_not_taken_for_accents():
    assert folded("がん") != folded("かん")
    assert spellings("Jörg Strøm") & spellings("Joerg Stroem")
    assert folded("Łukasz Þór Ħaż") == "lukasz thor haz"
    assert not spellings(" ")


NAMES = """Adam, Æther, Ba, Dang, daz, ðaz, dba, Đorđević, Haz, Ħaz, Hbz, iba, ıaz, jaz, Łapiński,
Lewandowski, nba, ŋaz, O’Brien, O'Neil, Oakes, Œuvre, Olsen, Ørsted, Oyen, Zając, Þór,
елка, иод, ион, йод"""


@pytest.mark.django_db
@pytest.mark.database
def test_the_register_has_one_order_whatever_the_database():
    right = NAMES.replace("\n", " ").split(", ")
    assert sorted(set(right), key=sort_key) == right
    room = teaching.create_class(User.objects.create_user("irene"), "7 b")
    for number, name in enumerate(reversed(right)):
        user = User.objects.create(username=f"pupil{number}")
        Membership.objects.create(classroom=room, user=user, real_name=name, surname=name)
    stored = Membership.objects.filter(classroom=room).by_name()
    assert list(stored.values_list("real_name", flat=True)) == right, connection.vendor


@pytest.mark.django_db
def test_one_person_comes_into_a_room_once_however_their_keyboard_writes_the_name():
    room = Room.objects.create(owner=User.objects.create_user("irene"), title="Kayles")
    for typed, status in (("Zoë", 302), (normalize("NFD", "zoë"), 409), ("Zoe\u200b", 409)):
        assert Client().post(room.get_absolute_url(), {"name": typed}).status_code == status
    seat = Participant.objects.get()
    assert seat.name == "Zoë"
    other = Client()
    posted = {"back-name": "zoe\u0308", "back-seat": seat.seat}
    assert other.post(f"{room.get_absolute_url()}back/", posted).status_code == 302


@pytest.mark.django_db
def test_a_name_typed_while_joining_a_class_or_changed_there_is_stored_composed():
    teacher = User.objects.create_user("irene")
    room = teaching.create_class(teacher, "7 b")
    form = {"real_name": "Zoe\u0308 \u200bBronte\u0308", "username": "zoe", "password": "blue lamp"}
    browser = Client()
    assert browser.post(f"/join/{room.join_code}/", form).status_code == 302
    member = Membership.objects.get()
    assert member.real_name == "Zoë Brontë"
    assert member.surname == "Brontë"
    desk = Client()
    desk.force_login(teacher)
    posted = {"real_name": "Zoe\u0308 Nu\u0303nez", "extra_days": "0", "time_factor": "1"}
    assert desk.post(member.get_absolute_url(), posted).status_code == 302
    member.refresh_from_db()
    assert member.real_name == "Zoë Nũnez"
