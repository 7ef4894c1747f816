"""Surnames: how they are found, sorted by, corrected, and kept when lists come in every form."""

import uuid
from importlib import import_module

import pytest
from django.apps import apps

from games.teach.classes.models import Membership
from games.teach.classes.person_names import listed, split
from games.teach.classes.roster_import import carry_out
from games.teach.classes.rosters.roster_plans import plan_roster
from games.teach.classes.rosters.rosters import read_names, read_roster

from ..work.assignments import classroom, member, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def teacher(db):
    return person("teacher")


@pytest.fixture
def room(teacher):
    return classroom(teacher)


@pytest.mark.parametrize(
    ("name", "surname", "is_sure", "in_a_list"),
    [
        ("Mia Bauer", "Bauer", True, "Bauer, Mia"),
        ("Bauer, Mia", "Bauer", True, "Bauer, Mia"),
        ("Zoë", "", True, "Zoë"),
        ("Iñaki Núñez, jr.", "Núñez", True, "Iñaki Núñez, jr."),
        ("Student 07", "", True, "Student 07"),
        ("Ludwig van Beethoven", "van Beethoven", True, "van Beethoven, Ludwig"),
        ("Ursula von der Leyen", "von der Leyen", True, "von der Leyen, Ursula"),
        ("Anna-Lena Müller-Groß", "Müller-Groß", True, "Müller-Groß, Anna-Lena"),
        ("Gabriel García Márquez", "Márquez", False, "Márquez, Gabriel García"),
        ("Van Morrison", "Morrison", True, "Morrison, Van"),
        ("de", "", True, "de"),
        ("Bauer,", "", True, "Bauer,"),
        ("", "", True, ""),
    ],
)
def test_a_surname_is_found_or_guessed(name, surname, is_sure, in_a_list):
    assert split(name) == (surname, is_sure)
    assert listed(name, surname) == in_a_list


def test_registers_are_sorted_by_surname(room, teacher):
    for n, name in enumerate(
        ["Zoë Archer", "Anna Zola", "Émile Çelik", "Bauer, Mia", "ben archer", "Cher", "Eva von Au"]
    ):
        member(room, person(f"s{n}"), name)
    page = teacher.get(f"/classes/{room.pk}/?sort=name").content.decode()
    order = ["ben archer", "Zoë Archer", "Bauer, Mia", "Émile Çelik", "Cher", "Eva von Au"]
    assert [one.real_name for one in Membership.objects.by_name()] == [*order, "Anna Zola"]
    shown = ["archer, ben", "Archer, Zoë", "Bauer, Mia", "Çelik, Émile", "Cher", "von Au, Eva"]
    places = [page.index(f">{name}</a>") for name in [*shown, "Zola, Anna"]]
    assert places == sorted(places)
    assert "by surname" in page


def test_stored_names_stay_as_they_are_and_doubtful_ones_are_listed(room, teacher, ann_and_more):
    page = teacher.get(f"/classes/{room.pk}/").content.decode()
    assert "We guessed 1 surname<" in page
    doubtful = Membership.objects.get(real_name="Gabriel García Márquez")
    assert "surname Márquez" in page
    address = f"/classes/{room.pk}/people/{doubtful.pk}/"
    typed = {"real_name": doubtful.real_name, "extra_days": "0", "time_factor": "1"}
    wrong = teacher.post(address, typed | {"surname": "Garcia"})
    assert wrong.status_code == 422
    assert "“Garcia” is not a part of “Gabriel García Márquez”." in wrong.content.decode()
    assert teacher.post(address, typed | {"surname": "García Márquez"}).status_code == 302
    doubtful.refresh_from_db()
    assert doubtful.listed_name == "García Márquez, Gabriel"
    assert "We guessed" not in teacher.get(f"/classes/{room.pk}/").content.decode()
    # A name that changes brings its own surname.
    teacher.post(address, typed | {"real_name": "Gabriel Marquez", "surname": "García Márquez"})
    doubtful.refresh_from_db()
    assert doubtful.surname == "Marquez"


@pytest.fixture
def ann_and_more(room):
    for n, name in enumerate(["Ann Archer", "Gabriel García Márquez", "Ludwig van Beethoven"]):
        member(room, person(f"s{n}"), name)


@pytest.mark.parametrize(
    "roster",
    [
        lambda: read_names("Bauer, Mia\nMüller, Jürgen\nAda Lovelace"),
        lambda: read_roster('Schülername\n"Bauer, Mia"\n"Müller, Jürgen"\nAda Lovelace\n'),
        lambda: read_roster(
            "Schülername;Klasse\nBauer, Mia;7b\nMüller, Jürgen;7b\nAda Lovelace;7b\n"
        ),
        lambda: read_roster(
            'Student,ID,SIS User ID,SIS Login ID,Section\n"Bauer, Mia",1,,m,A\n'
            '"Müller, Jürgen",2,,j,A\n"Lovelace, Ada",3,,a,A\n'
        ),
        lambda: read_roster("Nachname,Vorname\nBauer,Mia\nMüller,Jürgen\nLovelace,Ada\n"),
    ],
)
def test_the_same_class_comes_out_of_every_form_of_list(roster):
    read = [one.values for one in roster().entries]
    assert [one["name"] for one in read] == ["Mia Bauer", "Jürgen Müller", "Ada Lovelace"]
    surnames = [one.get("surname") or split(one["name"]).surname for one in read]
    assert surnames == ["Bauer", "Müller", "Lovelace"]


def test_a_list_says_that_it_turned_names_round_and_keeps_the_column_of_the_surname(room, teacher):
    text = "Nachname,Vorname\nGarcía Márquez,Gabriel\nBauer,Mia\n"
    preview = teacher.post(f"/classes/{room.pk}/people/preview/", {"roster": "1", "text": text})
    assert preview.status_code == 200
    read = read_names("Bauer, Mia\nAda Lovelace")
    assert "We turned the names round: “Bauer, Mia” becomes “Mia Bauer”." in read.notes

    roster = read_roster(text)
    carry_out(room, roster, "csv", uuid.uuid4(), digest=plan_roster(room, roster).digest)
    people = Membership.objects.by_name()
    assert [(one.real_name, one.surname, one.is_name_sure) for one in people] == [
        ("Mia Bauer", "Bauer", True),
        ("Gabriel García Márquez", "García Márquez", True),
    ]
    # The same list in another form is the same people, and changes nothing.
    again = plan_roster(room, read_names("Bauer, Mia\nGarcía Márquez, Gabriel"))
    assert [row.verdict.value for row in again.rows] == ["no change", "no change"]


def test_a_student_stored_surname_first_is_the_one_that_a_list_means(room):
    kept = member(room, person("mia"), "Bauer, Mia")
    [row] = plan_roster(room, read_names("Mia Bauer")).rows
    assert row.member == kept
    assert "name: Bauer, Mia → Mia Bauer" in row.detail


def test_the_update_finds_the_surnames_of_everybody_and_changes_no_name(room):
    names = ["Mia Bauer", "Bauer, Mia", "Zoë", "Gabriel García Márquez", "Eva von Au"]
    rows = [member(room, person(f"u{n}"), name) for n, name in enumerate(names)]
    Membership.objects.update(surname="", is_name_sure=True)
    import_module("games.migrations.0052_squashed_0065_surnames").find_surnames(apps, None)
    told = Membership.objects.filter(pk__in=[row.pk for row in rows]).order_by("user__username")
    assert [(one.real_name, one.surname, one.is_name_sure) for one in told] == [
        ("Mia Bauer", "Bauer", True),
        ("Bauer, Mia", "Bauer", True),
        ("Zoë", "", True),
        ("Gabriel García Márquez", "Márquez", False),
        ("Eva von Au", "von Au", True),
    ]
