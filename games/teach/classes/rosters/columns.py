"""A list of students as a table: splitting it into cells, and working out what each column
means."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

MAX_ROWS = 10_000
MAX_COLUMNS = 100
SAMPLES = 3
TITLES = 10
"""How many lines at the top may be titles above the headings."""
FIRST_SIGNS = 20_000
"""The part of a file in which the separator is looked for: ten lines of a wide gradebook."""
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
    "name": (
        "name, full name, real name, student, student name, pupil, pupil name, last first",
        "schüler, schülerin, schülername, teilnehmer, teilnehmerin, vollständiger name",
        "élève, nom et prénom, nom complet",
    ),
    "first name": (
        "first name, firstname, given name, given names, forename, fore name, legal forename",
        "preferred forename, chosen forename, vorname, vornamen, rufname, prénom, prenom",
    ),
    "last name": (
        "last name, lastname, surname, legal surname, preferred surname, family name, long name",
        "nachname, familienname, zuname, nom, nom de famille",
    ),
    "username": (
        "username, user name, user, login, login id, login name, sis login id",
        "benutzername, anmeldename, identifiant",
    ),
    "email": (
        "email, e mail, mail, email address, e mail address, address email, primary email",
        "e mail adresse, mailadresse, courriel, adresse e mail",
    ),
    "student_id": (
        "student id, studentid, id, id number, idnumber, student number, sis user id",
        "org defined id, identifier, extern key, admission number, adno, upn",
        "id nummer, schülernummer, matrikelnummer",
    ),
    "group": ("group, groups, team, gruppe, gruppen",),
    "section": ("section, sections, tutorial, tutorial group, übung, übungsgruppe, tutorium",),
    "class": (
        "class, classroom, course, class name, home room, reg, reg group, registration group",
        "klasse, klasse name, kurs, classe",
    ),
}
"""The headings of Canvas, Moodle, Google Classroom, Brightspace, Blackboard, OneRoster,
PowerSchool, Pronote, WebUntis, ASV and SIMS, and of lists that teachers write."""
TWINS = {
    "id": ("sis user id", "extern key"),
    "upn": ("admission number", "adno"),
    "name": ("long name",),
    "vornamen": ("rufname", "vorname"),
    "vorname": ("rufname",),
    "forename": ("preferred forename",),
    "legal forename": ("preferred forename",),
    "surname": ("preferred surname",),
    "legal surname": ("preferred surname",),
}
"""Headings that are ignored beside one of these: a program's own number beside that of the school,
the short name of WebUntis, all first names beside the one in use."""
ROLES = {"role", "roles", "user role", "user type", "rolle"}
STATES = {"status", "enrollment status", "enrolment status", "enabled user"}
HEADINGS = {
    heading: column
    for column, lines in SYNONYMS.items()
    for line in lines
    for heading in line.split(", ")
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
        heading = tidied(self.heading)
        is_read = self.meaning or heading in HEADINGS or not self.samples
        return not is_read and bool(ABOUT_NAMES.search(heading))


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
    skipped: int = 0
    """The number of lines above the headings, such as a title."""

    @property
    def is_canvas(self) -> bool:
        """Whether the file is a gradebook from Canvas, which has rows without a student."""
        return is_of_canvas(tidied(column.heading) for column in self.columns)

    def places_of(self, headings: set[str]) -> list[int]:
        """The numbers of the columns with one of these headings."""
        return [n for n, one in enumerate(self.columns) if tidied(one.heading) in headings]


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
    skipped = _above_headings(rows) if has_headings or meanings is None else 0
    rows = rows[skipped:]
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
    return PeopleTable(rows[has_headings:], columns, has_headings, skipped)


def _above_headings(rows: list[tuple[int, list[str]]]) -> int:
    """How many lines stand above the headings: lines such as “Class list 7b” with no known heading,
    before a line with at least two that name a student."""
    for place, (_, cells) in enumerate(rows[:TITLES]):
        found = set(map(_meaning, cells)) - {""}
        if place == 0 and found:
            return 0
        if len(found) > 1 and found & NAMES:
            return place
    return 0


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
    with suppress(csv.Error):
        return _split(text, separator, most, too_many)
    try:
        # A quote that is never closed takes this line end into its cell, even in the last line.
        ended = text.rstrip("\r\n") + "\n"
        return _split(ended, separator, most, too_many, strict=False)
    except csv.Error as error:
        raise RosterError(str(error)) from None


def _split(
    text: str, separator: str, most: int, too_many: RosterError, *, strict: bool = True
) -> list[tuple[int, list[str]]]:
    """The cells of each line. A *strict* reading raises :class:`csv.Error` for a sign after a
    closing quote, as in ``"Annie" Berg``, and for a quote that is never closed. The other accepts
    the sign, and refuses every line end in a cell, because it might follow such a quote."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=strict)
    rows = []
    try:
        for cells in reader:
            if not strict and any("\n" in cell for cell in cells):
                raise RosterError(f"Line {reader.line_num} cannot be read: a quote is not closed.")
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
        raise csv.Error(f"Line {reader.line_num} cannot be read: {error}.") from None
    return rows


def _separator(text: str) -> str:
    """The separator that gives the most known headings in one of the first lines, or else the most
    cells."""
    first = [line for line in text[:FIRST_SIGNS].splitlines() if line.strip()][:TITLES]

    def parts(sign: str) -> tuple[int, int]:
        cells = [line.split(sign, MAX_COLUMNS) for line in first]
        headings = max((sum(map(bool, map(_meaning, line))) for line in cells), default=0)
        return headings, first[0].count(sign) if first else 0

    return max("\t;,|", key=parts)


def tidied(heading: str) -> str:
    """A heading without differences that do not matter.

    >>> tidied("Last_Name"), tidied("enabledUser"), tidied("E-Mail")
    ('last name', 'enabled user', 'e mail')
    """
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", heading.replace('"', ""))
    return " ".join(re.sub(r"[_\-./]", " ", words).split()).casefold()


def is_of_canvas(headings: Iterable[str]) -> bool:
    """Whether these tidied headings are those of Canvas, with the school's IDs or without."""
    return {"student", "id", "section"} <= {*headings}


def _meaning(heading: str) -> str:
    return "" if len(heading) > HEADING_LENGTH else HEADINGS.get(tidied(heading), "")


def _without_twins(headings: Sequence[str], meanings: Sequence[str]) -> list[str]:
    """Ignore the columns that say the same as a better one (:data:`TWINS`), and the number that
    Canvas itself gives a student."""
    known = set(map(tidied, headings))
    is_canvas = is_of_canvas(known)

    def is_twin(heading: str) -> bool:
        return bool(known.intersection(TWINS.get(heading, ()))) or (is_canvas and heading == "id")

    return [
        "" if is_twin(tidied(heading)) else meaning
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
