"""Reading and writing lists of students: what spreadsheets write, and what ours does."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.people.names import cleaned
from games.teach.classes.rosters import rosters
from games.teach.classes.rosters.columns import MAX_ROWS, RosterError
from games.teach.classes.rosters.rosters import (
    MAX_BYTES,
    MAX_NAMES,
    groups_of,
    guarded,
    read_letters,
    read_names,
    read_roster,
    unguarded,
    write_roster,
)

FILES = sorted((Path(__file__).parent / "rosters").glob("*.*"))
CELLS = st.text(st.sampled_from("aé'=+-@\t\r ,;\"\n|"), max_size=8)


@pytest.mark.parametrize("path", [f for f in FILES if f.suffix], ids=lambda path: path.name)
def test_files_as_spreadsheets_write_them_read_the_same(path):
    roster = read_roster(read_letters(path.read_bytes()).text)
    assert [entry.problem for entry in roster.entries] == ["", "", ""]
    told = [{**entry.values} for entry in roster.entries]
    assert {one.pop("surname", "Müller") for one in told[:1]} == {"Müller"}
    assert [{k: v for k, v in one.items() if k != "surname"} for one in told] == [
        {
            "name": "Jürgen Müller",
            "email": "j.mueller@example.org",
            "student_id": "0071",
            "section": "A",
        },
        {"name": "Zoë O’Hara", "email": "", "student_id": "0072", "section": "B"},
        {"name": "Iñaki Núñez, jr.", "email": "", "student_id": "0073", "section": ""},
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no heading “name”"),
        ("Anna\nBen\n", "no heading “name”"),
        ("name,email\n", "headings but no students"),
        ("name,name\nA,B\n", "Two columns are the name"),
        ('name\n"Anna\n', "Line 2 cannot be read: a quote is not closed"),
        ('name\nBen\n"Anna', "Line 3 cannot be read: a quote is not closed"),
        ('name\n"Annie" Berg\n"Anna', "Line 3 cannot be read: a quote is not closed"),
        ("name\n" + "x" * 140_000, "cannot be read"),
        ('name\n"Annie" Berg\n' + "x" * 140_000, "cannot be read"),
        ("name\n" + "A\n" * (MAX_ROWS + 1), "more than 10000 rows"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(text, said):
    with pytest.raises(RosterError, match=said):
        read_roster(text)


@pytest.mark.parametrize(
    "data",
    [b"x" * (MAX_BYTES + 1), b"\xe4" * MAX_BYTES, b"\xff\xfe\x00", b"\x81\x8d\x8f"],
    ids=["too large", "too large as UTF-8", "half a character", "no encoding"],
)
def test_what_is_no_text_is_refused(data):
    with pytest.raises(RosterError):
        read_letters(data)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Anna,not-an-address,", "is not an e-mail address"),
        ("x" * 121 + ",,", "longer than 120"),
        ("An\x07na,,", "cannot be printed"),
        ("An\x00na,,", "cannot be printed"),
        ("Anna,," + "g" * 41, "longer than 40"),
        ("Anna,,A,too many", "more cells"),
    ],
)
def test_a_wrong_line_is_an_error_with_its_reason_and_the_others_are_not(line, said):
    roster = read_roster(f"name,email,group\n{line}\nBen,,A\n")
    assert said in roster.entries[0].problem
    assert roster.entries[0].line == 2
    assert roster.entries[1].problem == ""


def test_columns_nobody_knows_and_another_class_are_mentioned():
    roster = read_roster("Name;Shoe size;Class\nAnna;41;7b\n", "7a")
    assert "'Shoe size'" in roster.notes[0]
    assert "'7b'" in roster.notes[1]


def test_names_are_trimmed_and_counted_once():
    roster = read_names("  Anna   Able \r\n\r\nBen\nanna able\n")
    assert [(entry.line, entry.values["name"]) for entry in roster.entries] == [
        (1, "Anna Able"),
        (3, "Ben"),
    ]
    assert "1 line repeats a name from above: anna able." in roster.notes[0]
    assert "If these are two people, write one name differently." in roster.notes[0]
    for text, said in (("\n \n", "at least one"), ("\n".join(map(str, range(501))), "501 names")):
        with pytest.raises(RosterError, match=said):
            read_names(text)
    assert len(read_names("\n".join(map(str, range(MAX_NAMES)))).entries) == MAX_NAMES


@given(CELLS)
def test_a_guarded_cell_is_never_a_formula_and_reads_back(value):
    cell = guarded(value)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert unguarded(cell) == value


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=5))
def test_what_is_written_reads_back_the_same(rows):
    rows = [
        {
            "name": cleaned(f"n{a.replace(',', ' ')}"),
            "student_id": cleaned(b),
            "group": "|".join(groups_of({"group": c})),
        }
        for a, b, c in rows
    ]
    roster = read_roster(read_letters(write_roster(rows).encode()).text)
    found = [{key: entry.values[key] for key in rows[0]} for entry in roster.entries]
    assert found == rows


def test_no_cell_of_a_written_file_is_run_by_a_spreadsheet():
    hostile = dict.fromkeys(
        ("name", "last name", "username", "email", "student_id", "group", "section", "class"),
        "=1+1",
    )
    text = write_roster([hostile | {"name": "@SUM(A1)", "student_id": "-5"}])
    assert text.startswith("\ufeffname,last name,username,")
    for row in csv.reader(io.StringIO(text.removeprefix("\ufeff"))):
        assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_a_list_of_thousands_of_names_is_refused_before_each_is_looked_at(monkeypatch):
    monkeypatch.setattr(rosters, "cleaned", lambda value: pytest.fail("a name was looked at"))
    with pytest.raises(RosterError, match=r"typed 9999 lines\. You can add at most 500 names"):
        read_names("\n".join(f"Name {n}" for n in range(9_999)))
