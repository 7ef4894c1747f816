"""A list of students as a table: splitting it into cells, and working out what each column
means."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass

MAX_ROWS = 10_000
MAX_COLUMNS = 100
SAMPLES = 3
HEADING_LENGTH = 100
"""Longer text at the top of a column is not a heading."""

MEANINGS = {
    "": "ignore",
    "name": "name",
    "first name": "first name",
    "last name": "last name",
    "username": "user name",
    "email": "e-mail",
    "student_id": "student ID",
    "group": "group",
    "section": "section",
    "class": "class",
}
NAMES = {"name", "first name", "last name", "username"}
"""At least one of these must identify the student."""
SYNONYMS = {
    "name": "name, full name, real name, student, student name, pupil, pupil name, "
    "schüler, schülerin, schülername, teilnehmer, teilnehmerin, vollständiger name",
    "first name": "first name, firstname, given name, given names, forename, vorname, rufname",
    "last name": "last name, lastname, surname, family name, nachname, familienname, zuname",
    "username": "username, user name, user, login, login id, login name, sis login id, "
    "benutzername, anmeldename",
    "email": "email, e mail, mail, email address, e mail address, e mail adresse, mailadresse",
    "student_id": "student id, studentid, id, id number, idnumber, student number, sis user id, "
    "id nummer, schülernummer, matrikelnummer",
    "group": "group, groups, team, gruppe, gruppen",
    "section": "section, sections, tutorial, tutorial group, übung, übungsgruppe, tutorium",
    "class": "class, classroom, course, class name, klasse, kurs",
}
HEADINGS = {
    heading: column for column, headings in SYNONYMS.items() for heading in headings.split(", ")
}
ABOUT_NAMES = re.compile(r"name|nom\b|nombre|cognome")
"""Signs that an unknown heading may belong to a name."""


class RosterError(ValueError):
    """A list that cannot be read at all; the message is a sentence."""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its heading, its first values, and its meaning."""

    heading: str
    samples: tuple[str, ...]
    meaning: str

    @property
    def is_about_names(self) -> bool:
        """Whether it may hold a part of a name, although it is not read."""
        return not self.meaning and bool(ABOUT_NAMES.search(tidied(self.heading)))


class ColumnsError(RosterError):
    """A table whose *columns* a person must identify; the message is a sentence."""

    def __init__(self, text: str, columns: Sequence[TableColumn], *, has_headings: bool) -> None:
        super().__init__(text)
        self.columns = columns
        self.has_headings = has_headings


@dataclass(frozen=True)
class PeopleTable:
    """The rows below the headings, each with its line number, and the columns."""

    rows: list[tuple[int, list[str]]]
    columns: list[TableColumn]
    has_headings: bool

    @property
    def is_canvas(self) -> bool:
        """Whether the file is a gradebook from Canvas, which has rows that are not students."""
        headings = {tidied(column.heading) for column in self.columns}
        return {"student", "id", "section"} <= headings and bool(
            headings & {"sis user id", "sis login id"}
        )


def read_table(
    text: str, meanings: Sequence[str] | None = None, *, has_headings: bool = True
) -> PeopleTable:
    """Split a text into cells, and work out what each column means unless *meanings* are given.

    Raises :class:`ColumnsError` if the meanings are not certain, and :class:`RosterError` if there
    is no table.
    """
    rows = read_rows(text)
    if not rows:
        raise RosterError(NO_HEADING)
    if meanings is None:
        guessed = [_meaning(cell) for cell in rows[0][1]]
        has_headings = any(guessed)
        chosen = _without_twins(rows[0][1], guessed) if has_headings else _likely(rows[0][1])
    else:
        chosen = [meaning if meaning in MEANINGS else "" for meaning in meanings]
    columns = _columns(rows, chosen, has_headings=has_headings)
    problem = _problem(columns, is_guess=meanings is None, has_headings=has_headings)
    if problem:
        raise ColumnsError(problem, columns, has_headings=has_headings)
    if has_headings and len(rows) == 1:
        raise RosterError("The file has headings but no students.")
    return PeopleTable(rows[has_headings:], columns, has_headings)


NO_HEADING = (
    "The first line has no heading “name” or “username”. Choose what each column holds, or add a "
    "line of headings to the file."
)


def _problem(columns: Sequence[TableColumn], *, is_guess: bool, has_headings: bool) -> str:
    """Why these meanings of the columns are not acceptable; empty if they are."""
    meanings = [column.meaning for column in columns if column.meaning]
    twice = {meaning for meaning in meanings if meanings.count(meaning) > 1}
    if is_guess and not (has_headings and NAMES - {"first name"} & set(meanings)):
        return NO_HEADING
    if not NAMES & set(meanings):
        return "Choose the column that holds the names."
    if twice:
        return f"Two columns are the {MEANINGS[min(twice)]}. Choose one of them."
    doubtful = [column.heading for column in columns if column.is_about_names]
    if is_guess and doubtful:
        return f"Is “{doubtful[0]}” part of the name? Choose what each column holds."
    return ""


def read_rows(text: str, most: int = MAX_COLUMNS) -> list[tuple[int, list[str]]]:
    """The non-empty lines with their numbers, without empty cells at their ends.

    Raises :class:`RosterError` if there are more than *most* columns.
    """
    text = text.removeprefix("\ufeff").lstrip("\r\n")
    named = re.match(r"sep=(.)\r?\n", text)
    if named:  # a spreadsheet's own way to name the separator
        text = text[named.end() :]
    too_many = RosterError(f"The file has more than {MAX_ROWS} rows. Split it into smaller files.")
    if text.count("\n") > 5 * MAX_ROWS:
        raise too_many
    separator = named[1] if named else _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows = []
    try:
        for cells in reader:
            filled = next((n for n in range(len(cells), 0, -1) if cells[n - 1].strip()), 0)
            if filled > most:
                raise RosterError(
                    f"Line {reader.line_num} has {filled} columns. A file may have at most {most}."
                )
            if filled:
                rows.append((reader.line_num, cells[:filled]))
            if len(rows) > MAX_ROWS + 1:
                raise too_many
    except csv.Error as error:
        raise RosterError(f"Line {reader.line_num} cannot be read: {error}.") from None
    return rows


def _separator(text: str) -> str:
    """The separator that gives the most known headings in the first line, or else the most
    cells."""
    first = text.partition("\n")[0]

    def parts(sign: str) -> tuple[int, int]:
        headings = sum(bool(_meaning(cell)) for cell in first.split(sign, MAX_COLUMNS))
        return headings, first.count(sign)

    return max("\t;,", key=parts)


def tidied(heading: str) -> str:
    """A heading without differences that do not matter."""
    return " ".join(re.sub(r"[_\-./]", " ", heading.replace('"', "")).split()).casefold()


def _meaning(heading: str) -> str:
    return "" if len(heading) > HEADING_LENGTH else HEADINGS.get(tidied(heading), "")


def _without_twins(headings: Sequence[str], meanings: Sequence[str]) -> list[str]:
    """Ignore the column with Canvas's own number if there is also the school's id."""
    has_sis_id = "sis user id" in map(tidied, headings)
    return [
        "" if has_sis_id and tidied(heading) == "id" else meaning
        for heading, meaning in zip(headings, meanings, strict=True)
    ]


def _likely(cells: Sequence[str]) -> list[str]:
    """A guess at the meaning of columns without headings: an e-mail address, and the first name."""
    meanings = ["email" if "@" in cell else "" for cell in cells]
    names = (n for n, cell in enumerate(cells) if re.search(r"[^\W\d_]", cell) and "@" not in cell)
    first = next(names, None)
    if first is not None:
        meanings[first] = "name"
    return meanings


def _columns(
    rows: list[tuple[int, list[str]]], meanings: Sequence[str], *, has_headings: bool
) -> list[TableColumn]:
    """All columns; without headings the longest row decides how many there are."""
    header = rows[0][1] if has_headings else []
    body = [cells for _, cells in rows[has_headings:]]
    width = len(header) if has_headings else max(map(len, body))
    return [
        TableColumn(
            header[n].strip() if n < len(header) else "",
            tuple(filter(None, (cells[n].strip() for cells in body if n < len(cells))))[:SAMPLES],
            meanings[n] if n < len(meanings) else "",
        )
        for n in range(width)
    ]
