"""The same name in other signs is one person, on every way in; and one order on both databases."""

import doctest
from pathlib import Path
from unicodedata import normalize

import pytest
from django.apps import apps
from django.db import connection, models
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.people import names
from games.people.models import User
from games.people.name_fields import NameField
from games.people.names import account_key, cleaned, folded, in_same_signs, sort_key, spellings
from games.teach.classes import teaching
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.live.rooms.models import Participant, Room
from games.web.limits import WRONG_PASSWORDS_AT

GAMES = Path(__file__).parents[3] / "games"
PEOPLE = ["José Núñez", "Zoë Brontë", "Đorđe Łapiński", "Hà Thị Hòa", "Ürün Çelik"]


def test_the_examples_are_true():
    failed, tried = doctest.testmod(names)
    assert (failed, tried) == (0, 6)


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


UNSEEN = "\u200b\u200e\u200f\u202a\u202b\u202e\u2066\u2067\u2069\u2060\u00ad\ufeff\u061c"
LETTERS = st.text("aZéØłđ'’ʼüñşžйあгやだשاپ -.", min_size=1, max_size=12)


@given(LETTERS, st.sampled_from(["NFC", "NFD"]), st.lists(st.sampled_from(UNSEEN)), st.data())
def test_a_name_is_one_however_a_system_writes_it(name, form, unseen, data):
    written = list(normalize(form, name))
    for sign in unseen:
        written.insert(data.draw(st.integers(0, len(written))), sign)
    whole = "".join(written)
    assert cleaned(whole) == cleaned(cleaned(whole)) == cleaned(name)
    assert not set(cleaned(whole)) & set(UNSEEN)
    for key in (in_same_signs, folded, spellings, account_key):
        assert key(whole) == key(name)
    assert in_same_signs(name.replace("'", "’").replace("ʼ", "`")) == in_same_signs(name)


NOBODYS = {"SavedRules.name", "SavedProgram.name", "Device.name"}
"""The names of somebody's rules and programs, which stand in no list of others, and one that a
browser sends."""


def test_every_stored_name_goes_through_the_door():
    names = ("name", "real_name", "surname", "student_id", "owner_name", "other_name", "section")
    found = {
        f"{model.__name__}.{field.name}": isinstance(field, NameField)
        for model in apps.get_app_config("games").get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField) and field.name in names
    }
    assert len(found) > 10
    assert {name for name, is_clean in found.items() if not is_clean} == NOBODYS


def test_there_is_no_second_way_to_compare_names():
    second = {
        f"{path.relative_to(GAMES)}: {way}"
        for path in GAMES.rglob("*.py")
        for way in ("unicodedata", "__iexact", "normalize_username")
        if way in path.read_text(encoding="utf-8")
    }
    assert second == {
        "people/names.py: unicodedata",
        "people/models.py: __iexact",
        "teach/classes/rosters/sent_files.py: unicodedata",  # which letters a file has
    }


@pytest.mark.django_db
def test_a_name_is_clean_however_code_writes_it_and_found_however_code_asks():
    teacher = User.objects.create_user("irene")
    room = Classroom.objects.create(name=" Zoe\u0308\u202es  class ")
    assert room.name == "Zoës class"
    one = Membership(classroom=room, user=teacher, real_name="Zoe\u0308 Brontë\u200b")
    Membership.objects.bulk_create([one])
    assert (one.real_name, one.surname) == ("Zoë Brontë", "Brontë")
    Membership.objects.update(real_name="Ada\u2067")
    assert Membership.objects.values_list("real_name", flat=True).get() == "Ada"
    one.real_name = "Jose\u0301 "
    Membership.objects.bulk_update([one], ["real_name"])
    assert Membership.objects.get(real_name="\u200eJosé").pk == one.pk
    admin = Client()
    admin.force_login(User.objects.create_superuser("root"))
    page = f"/admin/games/classroom/{room.pk}/change/"
    staffed = {f"staff-{key}_FORMS": "0" for key in ("TOTAL", "INITIAL")}
    posted = {"name": "7\u200b \u202e b", "about": "", **staffed}
    assert admin.post(page, posted).status_code == 302
    room.refresh_from_db()
    assert room.name == "7 b"


@pytest.mark.django_db
def test_a_user_name_copied_from_a_card_signs_in_and_counts_as_one():
    browser = Client()
    posted = {"username": "zo\u00eb\u200b ", "password": "blue lamp 7"}
    assert browser.post("/accounts/signup/", posted).status_code == 302
    assert User.objects.get().username == "zoë"
    again = {"username": "\ufeffzoe\u0308", "password": "blue lamp 7"}
    assert Client().post("/accounts/login/", again).status_code == 302
    statuses = [
        Client().post("/accounts/login/", {"username": f"zoë{unseen}", "password": "x"}).status_code
        for unseen in ("", *UNSEEN)[: WRONG_PASSWORDS_AT.most + 1]
    ]
    assert statuses == [422] * WRONG_PASSWORDS_AT.most + [429]


@pytest.mark.django_db
def test_groups_are_one_in_all_signs_and_stand_in_alphabetical_order():
    teacher = User.objects.create_user("irene")
    room = teaching.create_class(teacher, "7 b")
    desk = Client()
    desk.force_login(teacher)
    page = f"/classes/{room.pk}/groups/"
    for name, status in (("O’Brien", 302), ("o'brien", 422), ("Øst", 302), ("Zoo", 302)):
        assert desk.post(page, {"name": name}).status_code == status
    assert [group.name for group in Group.objects.all()] == ["O’Brien", "Øst", "Zoo"]
    osten = Group.objects.get(name="Øst")
    assert desk.post(osten.get_absolute_url(), {"name": "O`BRIEN"}).status_code == 422
    member = teaching.join(room, User.objects.create_user("lukasz"), "Łukasz Ørsted", "code")
    shown = desk.post(osten.get_absolute_url(), {"name": "Øst", "search": "orsted", "look": ""})
    assert str(member.pk) in shown.content.decode()
