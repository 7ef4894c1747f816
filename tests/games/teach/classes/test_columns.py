"""Lists as schools have them: German headings, none at all, Canvas's and Moodle's own exports."""

import re
import time

import pytest

from games.teach.classes.models import Group, Membership
from games.teach.classes.rosters.columns import RosterError
from games.teach.classes.rosters.rosters import read_letters, read_names, read_roster

from .lists import cards_after, carry_out, look, state

pytestmark = [pytest.mark.django_db, pytest.mark.database]

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711),Current Score
,,,,,Manual Posting,
    Points Possible,,,,,10,(read only)
"Lovelace, Ada",101,S-1,ada1,7b,9,90
"Berg, Ole Niklas",102,S-2,ole2,7b,,
"Student, Test",103,,f00ba4,7b,,
"""
MOODLE = """"First name","Last name","ID number",Institution,Department,"Email address",\
"Assignment: Nim (Real)","Course total (Real)","Last downloaded from this course"
Ada,Lovelace,S-1,,,ada@example.org,10.00,10.00,1760000000
Ole Niklas,Berg,S-2,,,ole@example.org,-,-,1760000000
""".replace("\\\n", "")
TWO = {"Ada Lovelace": "S-1", "Ole Niklas Berg": "S-2"}


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


def bring(client, classroom, looked, **more):
    """Press the button of a preview with everything its form holds."""
    columns = re.findall(r'<input type="hidden" name="column" value="([^"]*)">', text_of(looked))
    headings = re.findall(r'<input type="hidden" name="headings" value="(1)">', text_of(looked))
    return carry_out(client, classroom, looked, column=columns, headings=headings, **more)


def students():
    return {
        member.real_name: member.student_id
        for member in Membership.objects.filter(archived_at=None)
    }


def test_a_german_list_gives_whole_names_and_groups(owner, classroom):
    looked = look(
        owner,
        classroom,
        file="Nachname;Vorname;Gruppe;Klasse\nÖzil;Ayşe;Rot;7b\nSchmidt;Jan Peter;Blau;7b\n",
    )
    assert "We ignored" not in text_of(looked)
    bring(owner, classroom, looked)
    assert set(students()) == {"Ayşe Özil", "Jan Peter Schmidt"}
    assert Membership.objects.get(groups__name="Rot").real_name == "Ayşe Özil"
    assert set(Group.objects.values_list("name", flat=True)) == {"Rot", "Blau"}


@pytest.mark.parametrize(
    "file",
    [
        "Vorname;Name\nAnna;Schmidt\n",
        "Name;Vorname\nSchmidt;Anna\n",
        "Name;Vorname\nAnna Schmidt;Anna\n",
        "Vorname;Name;Nachname\nAnna;Anna Schmidt;Schmidt\n",
        'Name;Vorname\n"Anna Schmidt";\n',
    ],
)
def test_no_part_of_a_name_is_lost_and_none_comes_twice(file):
    assert read_roster(file).entries[0].values["name"] == "Anna Schmidt"


def test_a_file_without_headings_is_read_once_somebody_says_what_its_columns_hold(owner, classroom):
    before = state()
    asked = look(owner, classroom, file="Anna Able;anna@example.org;red\nBen Baker;;blue\n")
    assert asked.status_code == 422
    page = text_of(asked)
    assert "The first line has no heading “name”" in page
    assert "Anna Able · Ben Baker" in page
    assert re.findall(r'<option value="([^"]+)" selected>', page) == ["name", "email"]
    assert 'name="headings" value="1" checked' not in page
    assert state() == before
    form = {"roster": "1", "text": asked.context["text"]}
    address = f"/classes/{classroom.pk}/people/preview/"
    nobody = owner.post(address, form | {"column": ["", "email", "group"]})
    assert nobody.status_code == 422
    assert "Choose the column that holds the names." in text_of(nobody)
    looked = owner.post(address, form | {"column": ["name", "email", "group"]})
    assert "2 new accounts" in text_of(looked)
    made = bring(owner, classroom, looked)
    assert [card.name for card in cards_after(owner, made)] == ["Anna Able", "Ben Baker"]
    assert Membership.objects.get(real_name="Anna Able").email == "anna@example.org"
    assert Membership.objects.get(groups__name="blue").real_name == "Ben Baker"


def test_a_name_alone_on_each_line_of_a_file_is_enough(owner, classroom):
    asked = look(owner, classroom, file="Anna Able\nBen Baker\n")
    form = {"roster": "1", "text": asked.context["text"], "column": ["name"]}
    looked = owner.post(f"/classes/{classroom.pk}/people/preview/", form)
    bring(owner, classroom, looked)
    assert set(students()) == {"Anna Able", "Ben Baker"}


def test_a_column_that_may_be_part_of_a_name_is_asked_about_and_others_are_named(owner, classroom):
    file = "First name,Middle name,Last name,Shoe size,\nAnna,Maria,Able,41,x\n"
    asked = look(owner, classroom, file=file)
    assert asked.status_code == 422
    assert "Is “Middle name” part of the name?" in text_of(asked)
    form = {"roster": "1", "text": asked.context["text"], "headings": "1"}
    columns = ["first name", "", "last name", "", ""]
    page = text_of(
        owner.post(f"/classes/{classroom.pk}/people/preview/", form | {"column": columns})
    )
    assert "1 line is wrong" in page  # its last cell has no heading
    assert "more cells than the heading" in page
    assert "We ignored the columns &#x27;Middle name&#x27;, &#x27;Shoe size&#x27;." in page


def test_canvas_own_gradebook_is_read_and_what_is_no_student_is_named(owner, classroom):
    looked = look(owner, classroom, file=CANVAS)
    page = text_of(looked)
    assert "2 new accounts" in page
    assert "line 3, “Points Possible”" in page
    assert "line 6, “Student, Test”" in page
    assert "line 2, without a name" in page
    assert "“Lovelace, Ada” becomes “Ada Lovelace”" in page
    for unread in ("ID", "Homework 1 (4711)", "Current Score"):
        assert f"&#x27;{unread}&#x27;" in page
    bring(owner, classroom, looked)
    assert students() == TWO
    assert Membership.objects.filter(section__name="7b", user__username="ada1").count() == 1


def test_moodles_own_grade_file_is_read(owner, classroom):
    looked = look(owner, classroom, file=MOODLE)
    assert "&#x27;Course total (Real)&#x27;" in text_of(looked)
    bring(owner, classroom, looked)
    assert students() == TWO
    assert set(Membership.objects.values_list("email", flat=True)) == {
        "ada@example.org",
        "ole@example.org",
    }


def test_numbers_in_front_of_names_are_no_part_of_them():
    roster = read_names("1. Nora\n2) Ole\n3\tPia Able\n4. nora\nLouis XIV\n2Pac\n12\n")
    names = [entry.values["name"] for entry in roster.entries]
    assert names == ["Nora", "Ole", "Pia Able", "Louis XIV", "2Pac", "12"]
    assert "We left out the numbers in front of 4 names." in roster.notes


@pytest.mark.parametrize("mac", ["Jürgen Möller", "Émile", "Håkan Ärmel", "René"])
def test_a_file_of_an_older_mac_is_read_with_a_warning(mac):
    roster = read_roster(read_letters(f"name\nAnna\n{mac}\n".encode("mac_roman")).text)
    assert "Line 3" in roster.notes[0]
    assert "seems to have wrong letters" in roster.notes[0]


def test_names_with_rare_letters_are_not_warned_about():
    names = "Škoda\nAleš Žižka\nŒuvrard\nZoë O’Hara\nŸlva\nŠárka Čapek–Nová\nIñaki Núñez\n"
    assert read_roster(f"name\n{names}").notes == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("," * 1_900_000, "no heading"),
        ("name" + ",x" * 900_000, "900001 columns. A file may have at most 100"),
        ("name\n" + ",\n" * 900_000, "more than 10000 rows"),
        ("name,email\n" + "," * 1_900_000, "headings but no students"),
    ],
    ids=["commas", "columns", "lines", "a line of commas"],
)
def test_a_large_file_that_holds_nothing_is_refused_before_it_is_worked_on(text, said):
    began = time.process_time()
    with pytest.raises(RosterError, match=said):
        read_roster(text)
    assert time.process_time() - began < 1.5  # 4.6 s before; a bound with room for a slow machine


@pytest.mark.parametrize("groups", ["Straße|STRASSE", "İ|I", "I|ı", "ǅ|ǆ"])
def test_groups_that_are_one_for_python_or_for_the_database_end_in_no_error(
    owner, classroom, groups
):
    looked = look(owner, classroom, file=f"name,group\nAnna,{groups}\nBen,{groups[::-1]}\n")
    made = bring(owner, classroom, looked)
    assert [card.name for card in cards_after(owner, made)] == ["Anna", "Ben"]
    for member in Membership.objects.all():
        assert 1 <= member.groups.count() <= 2


def test_a_hostile_choice_of_columns_is_no_more_than_a_wrong_one(owner, classroom):
    form = {"roster": "1", "text": "name\nAnna\n"}
    address = f"/classes/{classroom.pk}/people/preview/"
    for columns in (["nothing"], ["name"] * 300, ["name", "name"], [""] * 3):
        assert owner.post(address, form | {"column": columns}).status_code in (200, 422), columns


def test_a_section_column_puts_each_student_into_one_section_and_moves_them(owner, classroom):
    file = "Name,Section\nAnna Able,Tuesday\nBen Baker,tuesday\nCleo Cox,\n"
    looked = look(owner, classroom, file=file)
    assert "section Tuesday" in text_of(looked)
    bring(owner, classroom, looked)
    placed = Membership.objects.values_list("real_name", "section__name").order_by("real_name")
    names = {name for _, name in placed}
    assert [name for name, section in placed if section] == ["Anna Able", "Ben Baker"]
    assert names <= {"Tuesday", "tuesday", None}
    assert classroom.sections.count() == 1
    assert not Group.objects.exists()
    assert "section: " not in text_of(look(owner, classroom, file=file.replace("Cleo Cox,\n", "")))
    looked = look(owner, classroom, file="Name,Section\nAnna Able,Friday\nBen Baker,\n")
    assert "→ Friday" in text_of(looked)
    assert "→ none" in text_of(looked)
    bring(owner, classroom, looked)
    assert dict(placed.all()) == {"Anna Able": "Friday", "Ben Baker": None, "Cleo Cox": None}
    told = owner.get(f"/classes/{classroom.pk}/roster.csv").content.decode("utf-8-sig")
    assert told.startswith("name,last name,username,email,student_id,group,section,class\r\n")
    assert ",Friday," in told


def test_a_student_in_two_sections_of_canvas_is_in_the_first(owner, classroom):
    file = CANVAS.replace("ole2,7b", "ole2,7b and 7c")
    looked = look(owner, classroom, file=file)
    assert "1 student is in several sections. We took the first of them." in text_of(looked)
    bring(owner, classroom, looked)
    assert set(Membership.objects.values_list("section__name", flat=True)) == {"7b"}
    kept = CANVAS.replace(",7b,", ",Nim and Kayles,")
    assert "several sections" not in text_of(look(owner, classroom, file=kept))
