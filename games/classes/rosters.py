"""Lists of students as files: what teachers' spreadsheets write, and what ours does.

Reading accepts the encodings, separators and headings that spreadsheets produce. Writing keeps
cells from being run as formulas, and reading undoes it: what was written reads back the same.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from unicodedata import normalize

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.models.classes import GROUP_LENGTH, PERSON_LENGTH

COLUMNS = ("name", "username", "email", "student_id", "group", "class")
MAX_NAMES = 500
MAX_ROWS = 10_000
MAX_BYTES = 2_000_000
BETWEEN_GROUPS = "|"
LENGTHS = {"name": PERSON_LENGTH, "username": 150, "email": 254, "student_id": 64}
SYNONYMS = {
    "name": "name, full name, real name, student, student name, pupil, pupil name",
    "first name": "first name, firstname, given name, given names, forename",
    "last name": "last name, lastname, surname, family name",
    "username": "username, user name, user, login, login id, login name, sis login id",
    "email": "email, e mail, mail, email address, e mail address",
    "student_id": "student id, studentid, id, id number, idnumber, student number, sis user id",
    "group": "group, groups, section, team",
    "class": "class, classroom, course, class name",
}
HEADINGS = {
    heading: column for column, headings in SYNONYMS.items() for heading in headings.split(", ")
}
# A spreadsheet runs a cell that begins like this.
RUNS = re.compile(r"'*[=+\-@\t\r]")
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class RosterError(ValueError):
    """A list that cannot be read at all, with the reason as a sentence."""


@dataclass(frozen=True)
class Entry:
    """One line of a list: the columns it has, tidied, and what is wrong with it."""

    line: int
    values: dict[str, str]
    problem: str = ""


@dataclass(frozen=True)
class Roster:
    """A list that could be read. *notes* say what was left unread."""

    entries: list[Entry]
    notes: list[str] = field(default_factory=list)


def guarded(value: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{value}" if RUNS.match(value) else value


def unguarded(value: str) -> str:
    """What :func:`guarded` was given."""
    return value[1:] if value.startswith("'") and RUNS.match(value) else value


def read_names(text: str) -> Roster:
    """Names one a line; spaces are trimmed, and a name that comes twice counts once."""
    lines = [(number, tidy(line)) for number, line in enumerate(text.splitlines(), 1)]
    names: dict[str, tuple[int, str]] = {}
    for number, name in lines:
        if name:
            names.setdefault(name.casefold(), (number, name))
    if not names:
        raise RosterError("Put at least one name, each on a line of its own.")
    if len(names) > MAX_NAMES:
        raise RosterError(f"These are {len(names)} names; at most {MAX_NAMES} go in at once.")
    twice = sum(1 for _, name in lines if name) - len(names)
    notes = []
    if twice:
        notes.append(f"{twice} line{'s' if twice > 1 else ''} with a name that is here already.")
    return Roster([_entry(number, {"name": name}) for number, name in names.values()], notes)


def decoded(data: bytes) -> str:
    """The text of a file, in the encodings that spreadsheets write."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    elif b"\x00" in data[:200]:
        encodings = ["utf-16-le" if data[1:2] == b"\x00" else "utf-16-be"]
    else:
        encodings = ["utf-8-sig", "cp1252"]
    text = None
    for encoding in encodings:
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    # What is carried out comes back in a form, as UTF-8.
    if len(data) > MAX_BYTES or (text and len(text.encode()) > MAX_BYTES):
        raise RosterError(f"The file is larger than {MAX_BYTES // 1_000_000} MB; split it.")
    if text is None:
        raise RosterError("The file is not a text file. Save it as CSV and choose it again.")
    return text


def read_roster(text: str, class_name: str = "") -> Roster:
    """A table with a row of headings, its columns in any order."""
    lines = text.removeprefix("\ufeff").lstrip("\r\n")
    named = re.match(r"sep=(.)\r?\n", lines)
    if named:  # a spreadsheet's own way of naming the separator
        lines = lines[named.end() :]
    separator = named[1] if named else _separator(lines)
    reader = csv.reader(io.StringIO(lines, newline=""), delimiter=separator, strict=True)
    try:
        header = next(reader, [])
        columns = _columns(header)
        rows = []
        for cells in reader:
            if any(cell.strip() for cell in cells):
                rows.append((reader.line_num, cells))
            if len(rows) > MAX_ROWS:
                raise RosterError(f"The file has more than {MAX_ROWS} rows; split it.")
    except csv.Error as error:
        raise RosterError(f"Line {reader.line_num} cannot be read: {error}.") from None
    if not rows:
        raise RosterError("The file has headings and nobody under them.")
    entries = [_row(line, cells, columns, len(header)) for line, cells in rows]
    unread = [repr(cell.strip()) for cell in header if cell.strip() and not _column(cell)]
    notes = [f"Not read: the column {', '.join(unread)}."] if unread else []
    others = {entry.values.get("class", "") for entry in entries} - {"", class_name}
    if class_name and others:
        notes.append(f"The file names another class, {min(others)!r}; everybody goes into this.")
    return Roster(entries, notes)


def _separator(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=lambda sign: sum(bool(_column(c)) for c in first.split(sign)))


def _column(heading: str) -> str:
    tidied = tidy(re.sub(r"[_\-./]", " ", heading.replace('"', ""))).casefold()
    return HEADINGS.get(tidied, "")


def _columns(header: list[str]) -> dict[int, str]:
    """Which column is what; refuses a table without anybody's name."""
    columns = {n: _column(cell) for n, cell in enumerate(header) if _column(cell)}
    found = list(columns.values())
    twice = {name for name in found if found.count(name) > 1}
    if twice:
        raise RosterError(f"Two columns are the {min(twice)}; keep one of them.")
    if not {"name", "username", "last name"} & set(found):
        raise RosterError(
            "The first line has no heading “name” or “username”. "
            f"The columns are {', '.join(COLUMNS)}, in any order."
        )
    return columns


def _row(line: int, cells: list[str], columns: dict[int, str], width: int) -> Entry:
    if len(cells) > width and any(cell.strip() for cell in cells[width:]):
        return Entry(
            line, {"name": tidy(cells[0])[:PERSON_LENGTH]}, "It has more cells than the heading."
        )
    cells = cells + [""] * (width - len(cells))
    values = {name: tidy(unguarded(cells[n].strip(" "))) for n, name in columns.items()}
    if "username" in values:  # as accounts are stored
        values["username"] = normalize("NFKC", values["username"])
    first, last = values.pop("first name", ""), values.pop("last name", "")
    if (first or last) and not values.get("name"):
        values["name"] = tidy(f"{first} {last}")
    return _entry(line, values)


def _entry(line: int, values: dict[str, str]) -> Entry:
    """The line with what is wrong with its values."""
    return Entry(line, values, _problem(values))


def _problem(values: dict[str, str]) -> str:
    if any(UNPRINTABLE.search(value) for value in values.values()):
        return "It holds characters that cannot be printed."
    for column, length in LENGTHS.items():
        if len(values.get(column, "")) > length:
            return f"The {column.replace('_', ' ')} is longer than {length} characters."
    if any(len(name) > GROUP_LENGTH for name in groups_of(values)):
        return f"The name of a group is longer than {GROUP_LENGTH} characters."
    if values.get("email"):
        try:
            validate_email(values["email"])
        except ValidationError:
            return f"{values['email']!r} is not an e-mail address."
    return ""


def groups_of(values: dict[str, str]) -> list[str]:
    """The groups a row names, each once."""
    names = {tidy(name) for name in values.get("group", "").split(BETWEEN_GROUPS)} - {""}
    return sorted({name.casefold(): name for name in sorted(names)}.values())


def tidy(value: str) -> str:
    """A value without spaces around it or doubled inside."""
    return " ".join(value.split())


def write_roster(rows: Iterable[dict[str, str]]) -> str:
    """Rows as a file that spreadsheets open as what it is: with a byte order mark, and CRLF."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    for row in rows:
        writer.writerow({column: guarded(row.get(column, "")) for column in COLUMNS})
    return "\ufeff" + file.getvalue()
