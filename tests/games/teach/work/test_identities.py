"""An export of Canvas or Moodle, brought once: every later file is booked without a question."""

import html
import re
from decimal import Decimal

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.teach.classes.models import Membership
from games.teach.classes.rosters.rosters import read_letters
from games.teach.work.grades.exports import read_export

from .assignments import address, assignment, classroom, give, member, person
from .gradebooks import (
    Learner,
    asked_by_canvas,
    canvas_export,
    into_canvas,
    into_moodle,
    moodle_export,
)

pytestmark = pytest.mark.django_db

KNOWN = [
    Learner("101", "Berg, Anna", "S-1", "a1@example.org", "aberg1", "Maths 1"),
    Learner("102", "Berg, Anna", "S-2", "a2@example.org", "aberg2", "Maths 2"),
    Learner("103", "Müller-Lüdenscheidt, Jürgen", "S-3", "jm@example.org", "jml", "Maths 1"),
    Learner("104", "Şahin, Émile", "S-4", "es@example.org", "esahin", "Maths 1"),
    Learner("105", "Nobody, Here", "S-5", "nh@example.org", "nobody", "Maths 1"),
]


def where(room):
    return f"/classes/{room.pk}/identities/"


def words_of(response):
    return html.unescape(" ".join(re.sub("<[^>]+>", " ", response.content.decode()).split()))


def bring(teacher, room, data):
    """Choose the file; the page that follows."""
    data = data if isinstance(data, bytes) else data.encode()
    return teacher.post(where(room), {"file": SimpleUploadedFile("grades.csv", data)})


def keep(teacher, room, response, **chosen):
    """Press "Keep these" with these choices: the words of an option for a student."""
    page = html.unescape(response.content.decode())
    text = re.search(r'<textarea name="text"[^>]*>(.*?)</textarea>', page, flags=re.DOTALL)[1]
    posted = {"do": "keep", "text": text}
    for name, words in chosen.items():
        pk = Membership.objects.get(user__username=name).pk
        select = re.search(rf'<select id="entry-{pk}".*?</select>', page, flags=re.DOTALL)[0]
        posted[f"entry-{pk}"] = re.search(rf'value="(\d+)">[^<]*{words}', select)[1]
    return teacher.post(where(room), posted)


@pytest.fixture
def people(room):
    names = {
        "anna1": "Anna Berg",
        "anna2": "Anna Berg",
        "jm": "Juergen Mueller-Luedenscheidt",
        "emile": "Emile Sahin",
    }
    clients = {}
    for username, name in names.items():
        clients[username] = person(username)
        member(room, clients[username], name)
    return clients


def test_the_same_names_umlauts_and_names_turned_round_are_told_apart(teacher, room, people):
    read = bring(teacher, room, canvas_export(KNOWN))
    said = words_of(read)
    assert "2 found, 2 ambiguous, 0 missing." in said
    assert "In the file, but not in this class: Anna Berg, Anna Berg, Here Nobody." in said
    assert Membership.objects.exclude(identities={}).count() == 0  # nothing before it is chosen
    kept = keep(teacher, room, read, anna1="101", anna2="102")
    assert "Saved the Canvas IDs of 4 students." in words_of(kept)
    assert Membership.objects.get(user__username="jm").identities["canvas"] == {
        "Student": "Müller-Lüdenscheidt, Jürgen",
        "ID": "103",
        "SIS User ID": "S-3",
        "SIS Login ID": "jml",
        "Section": "Maths 1",
    }


def test_canvas_books_every_later_file_without_a_question(teacher, room, people):
    work = assignment(room)
    for client in people.values():
        give(client, work, 1, move="3>3")
    give(people["anna2"], work, 2, choice="P")
    before = teacher.get(f"{address(work)}results/canvas.csv").getvalue()
    assert asked_by_canvas(before, KNOWN)
    keep(teacher, room, bring(teacher, room, canvas_export(KNOWN)), anna1="101", anna2="102")
    for later in (work, assignment(room)):
        for columns in ("total", "items"):
            data = teacher.get(
                f"{address(later)}results/canvas.csv", {"columns": columns}
            ).getvalue()
            assert asked_by_canvas(data, KNOWN) == []
    grades = into_canvas(teacher.get(f"{address(work)}results/canvas.csv").getvalue(), KNOWN)[1]
    earned = {key: grade for (key, _), grade in grades.items()}
    assert earned == {"101": "1", "102": "2", "103": "1", "104": "1"}


def test_moodle_books_every_later_file_without_a_question(teacher, room, people):
    work = assignment(room)
    for client in people.values():
        give(client, work, 1, move="3>3")
    read = bring(teacher, room, moodle_export(KNOWN))
    assert "2 found, 2 ambiguous" in words_of(read)
    keep(teacher, room, read, anna1="S-1", anna2="S-2")
    data = teacher.get(f"{address(work)}results/moodle.csv").getvalue()
    grades = into_moodle(data, KNOWN)
    assert {key for key, _ in grades} == {"101", "102", "103", "104"}
    assert set(grades.values()) == {Decimal(50)}


def test_who_joined_since_is_named_and_found_in_a_newer_export(teacher, room, people):
    keep(teacher, room, bring(teacher, room, canvas_export(KNOWN)), anna1="101", anna2="102")
    lea = person("lea")
    member(room, lea, "Lea Later")
    work = assignment(room)
    page = words_of(teacher.get(f"{address(work)}results/files/"))
    assert "1 student has no identity from your export, so this file leaves out: Lea Later." in page
    assert "These students have no Canvas ID, so its files leave them out: Lea Later." in words_of(
        teacher.get(where(room))
    )
    data = teacher.get(f"{address(work)}results/canvas.csv").getvalue()
    assert asked_by_canvas(data, KNOWN) == []
    newer = [*KNOWN, Learner("106", "Later, Lea", "S-6", "", "lea6", "Maths 1")]
    read = bring(teacher, room, canvas_export(newer))
    assert "5 found, 0 ambiguous, 0 missing." in words_of(read)
    keep(teacher, room, read)
    data = teacher.get(f"{address(work)}results/canvas.csv").getvalue()
    assert asked_by_canvas(data, newer) == []
    assert {key for key, _ in into_canvas(data, newer)[1]} == {"101", "102", "103", "104", "106"}


def test_student_ids_and_addresses_decide_before_names(teacher, room, people):
    Membership.objects.filter(user__username="anna1").update(student_id="s-2")
    Membership.objects.filter(user__username="anna2").update(email="ABERG1")
    read = bring(teacher, room, canvas_export(KNOWN))
    assert "4 found, 0 ambiguous, 0 missing." in words_of(read)
    keep(teacher, room, read)
    ids = dict(Membership.objects.values_list("user__username", "identities"))
    assert (ids["anna1"]["canvas"]["ID"], ids["anna2"]["canvas"]["ID"]) == ("102", "101")


def test_the_number_that_canvas_gives_is_not_taken_for_a_student_id(teacher, room, people):
    Membership.objects.filter(user__username="emile").update(student_id="103")
    keep(teacher, room, bring(teacher, room, canvas_export(KNOWN)))
    assert Membership.objects.get(user__username="emile").identities["canvas"]["ID"] == "104"


def test_somebody_under_another_name_can_be_chosen_but_nobody_twice(teacher, room, people):
    Membership.objects.filter(user__username="emile").update(real_name="Milo")
    read = bring(teacher, room, canvas_export(KNOWN))
    assert "1 found, 2 ambiguous, 1 missing." in words_of(read)
    twice = keep(teacher, room, read, anna1="101", anna2="101")
    assert twice.status_code == 422
    assert "Anna Berg, 101, S-1, aberg1, Maths 1 is chosen twice." in words_of(twice)
    assert Membership.objects.exclude(identities={}).count() == 0
    keep(teacher, room, twice, emile="104")
    assert Membership.objects.get(user__username="emile").identities["canvas"]["ID"] == "104"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_whatever_a_spreadsheet_has_made_of_it_is_read(encoding, separator):
    text = moodle_export([one for one in KNOWN if "Ş" not in one.name])
    export = read_export(read_letters(text.replace(",", separator).encode(encoding)).text)
    assert export.kind == "moodle"
    assert export.entries[2].name == "Jürgen Müller-Lüdenscheidt"
    assert export.entries[2].kept == {"idnumber": "S-3", "email": "jm@example.org"}


def test_a_canvas_file_without_the_schools_ids_is_one_of_canvas():
    text = 'Student,ID,Section\n    Points Possible,,\n"Berg, Anna",101,M\n"Student, Test",9,M\n'
    export = read_export(text)
    assert export.kind == "canvas"
    assert [(one.name, one.kept["ID"]) for one in export.entries] == [("Anna Berg", "101")]


def test_one_or_all_can_be_forgotten(teacher, room, people):
    keep(teacher, room, bring(teacher, room, canvas_export(KNOWN)), anna1="101", anna2="102")
    emile = Membership.objects.get(user__username="emile")
    said = teacher.post(where(room), {"do": "forget", "kind": "canvas", "student": emile.pk})
    assert "Canvas IDs: 3 students" in words_of(said)
    teacher.post(where(room), {"do": "forget", "kind": "canvas"})
    assert Membership.objects.exclude(identities={}).count() == 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "Choose a file exported from Canvas or Moodle."),
        ("a,b\n1,2\n", "This file comes from neither Canvas nor Moodle."),
        ("Student,ID,SIS User ID,SIS Login ID,Section\n", "No student in this file has an ID"),
        ('Student,ID\n"x', "cannot be read"),
        (
            "OrgDefinedId,Username,Last Name,First Name,Email\n#1,#a,A,B,a@example.org\n",
            "This file comes from neither Canvas nor Moodle.",
        ),
        (
            "Last Name,First Name,Email Address\nDate,,\nPoints,,\nA,B,a@example.org\n",
            "This file comes from neither Canvas nor Moodle.",
        ),
    ],
)
def test_what_is_no_export_is_told_in_a_sentence(teacher, room, people, data, words):
    response = bring(teacher, room, data) if data else teacher.post(where(room), {})
    assert response.status_code == 422
    assert words in words_of(response)


def test_they_are_private_to_the_staff(teacher, room, people, visitor):
    keep(teacher, room, bring(teacher, room, canvas_export(KNOWN)), anna1="101", anna2="102")
    other = person("other")
    classroom(other, "8c")
    for client, status in ((people["jm"], 404), (other, 404), (visitor, 302)):
        assert client.get(where(room)).status_code == status
        assert client.post(where(room), {"do": "forget", "kind": "canvas"}).status_code in (
            404,
            302,
        )
    assert Membership.objects.exclude(identities={}).count() == 4
    for page in (f"/classes/{room.pk}/", "/assignments/"):
        assert "S-3" not in people["jm"].get(page).content.decode()
    assert "S-3" in people["jm"].get("/me/export/").content.decode()


def test_the_letters_of_an_export_can_be_chosen_and_read_again(teacher, room):
    member(room, person("ivan"), "Иванов Иван")
    data = canvas_export([Learner("7", "Иванов Иван", "S-7", "", "x7", "M")])
    page = bring(teacher, room, data.encode("cp1251")).content.decode()
    assert "Do the names have the right letters?" in page
    sent = {"packed": re.search(r'name="packed"[^>]*>([^<]*)<', page)[1], "encoding": "cp1253"}
    assert "0 found" in words_of(teacher.post(where(room), sent))
    again = teacher.post(where(room), sent | {"encoding": "cp1251"})
    assert "1 found" in words_of(again)
    assert "Saved the Canvas IDs of 1 student." in words_of(keep(teacher, room, again))
    assert Membership.objects.get(user__username="ivan").identities["canvas"]["Student"] == (
        "Иванов Иван"
    )
