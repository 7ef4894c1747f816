"""Lists of students as files, from teachers' spreadsheets and from this site.

Reading accepts the encodings, separators and headings that spreadsheets produce. Writing prevents
spreadsheets from running cells as formulas, and reading undoes that, so a written file reads back
the same.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from email.utils import getaddresses

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from games.people.names import account_name, cleaned, in_same_signs
from games.teach.classes.models import GROUP_LENGTH, PERSON_LENGTH
from games.teach.classes.person_names import as_spoken, listed, split
from games.teach.classes.rosters.columns import (
    NAMES,
    ROLES,
    STATES,
    PeopleTable,
    RosterError,
    TableColumn,
    read_table,
    tidied,
)
from games.teach.classes.rosters.sent_files import UTF8, Letters, guessed, is_workbook, sheet_text

COLUMNS = ("name", "last name", "username", "email", "student_id", "group", "section", "class")
MAX_NAMES = 500
MAX_LINES = 2 * MAX_NAMES
"""The most different lines in a list of names; two of them may be the same name."""
MAX_BYTES = 2_000_000
BETWEEN_GROUPS = "|"
LENGTHS = {
    "name": PERSON_LENGTH,
    "surname": PERSON_LENGTH,
    "username": 150,
    "email": 254,
    "student_id": 64,
    "section": GROUP_LENGTH,
}
# A spreadsheet runs a cell that starts like this.
RUNS = re.compile(r"'*[=+\-@\t\r]")
NUMBERED = re.compile(r"\s*\d{1,4}(?:[.)]\s*|\t\s*)(?=[^\W\d_])")
"""A number before a name in a list."""
BETWEEN_SECTIONS = re.compile(r", and | and |, ")
NO_STUDENTS = ("points possible", "student, test", "test student")
"""What Canvas writes instead of a name in some rows."""
NO_PEOPLE = {"date", "points", "points possible", "max points", "maximum", "average", "mean"} | {
    *("class average", "class mean", "overall average", "median", "total", "durchschnitt", "summe")
}
"""What other gradebooks write in the column of the names, with no address, login or number beside
it."""
PREVIEWS = ("_previewuser", "demo.student", "demo_student")
"""How the user names end with which Blackboard and Brightspace show a course to its teacher."""
STUDENT_ROLES = {"", "student", "students", "pupil", "learner", "schüler", "schülerin", "élève"}
GONE = {"tobedeleted", "deleted", "inactive", "withdrawn", "false", "no"}
"""What a column of :data:`STATES` says of somebody who is no longer there."""
NAMED = 10
"""The most lines that a note names one by one."""
SPOILT_ID = re.compile(r"\d(?:[.,]\d+)?[eE]\+?\d+")
"""A number that a spreadsheet has shortened, so that its last digits are lost."""
POINT_ZERO = re.compile(r"\d+[.,]0")
ODD = re.compile(r"[€†‡ƒ‰…•™¢£¤¥¦§©®¶¯¿¾½¼¡×÷]|(?<=[a-zß-ÿ])[ŠŽŸŒ]|(?<=[A-Z])[ŠŽŸŒ](?=[a-z])")
"""What umlauts and accents become if a file from an old Mac is read as one from Windows."""
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True)
class RosterEntry:
    """One line of a list: its columns, with spaces trimmed, and what is wrong with it."""

    line: int
    values: dict[str, str]
    problem: str = ""
    is_turned: bool = False
    """Whether the surname came first in its name."""
    written: dict[str, str] = field(default_factory=dict)
    """The cells of which only a part was taken, by column."""


@dataclass(frozen=True)
class Roster:
    """A list that could be read. *columns* are those of its table; *notes* say what was ignored."""

    entries: list[RosterEntry]
    notes: list[str] = field(default_factory=list)
    columns: list[TableColumn] = field(default_factory=list)
    has_headings: bool = False


def guarded(value: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{value}" if RUNS.match(value) else value


def unguarded(value: str) -> str:
    """The value that :func:`guarded` turned into this cell."""
    return value[1:] if value.startswith("'") and RUNS.match(value) else value


SHOWN = 5
"""How many repeated names a note lists, so that it stays a sentence."""


def read_names(text: str) -> Roster:
    """Names, one on each line; spaces are trimmed, and a repeated name counts once."""
    count = len({line.strip() for line in text.casefold().splitlines()} - {""})
    if count > MAX_LINES:  # checked before the lines are read one by one
        raise RosterError(
            f"You typed {count} lines. You can add at most {MAX_NAMES} names at once."
        )
    numbered = sum(bool(NUMBERED.match(line)) for line in text.splitlines())
    unnumbered = (NUMBERED.sub("", line) for line in text.splitlines())
    lines = [(number, cleaned(line)) for number, line in enumerate(unnumbered, 1)]
    names: dict[str, tuple[int, str]] = {}
    twice = []
    for number, name in lines:
        if name and names.setdefault(in_same_signs(name), (number, name))[0] != number:
            twice.append(name)
    if not names:
        raise RosterError("Enter at least one name, one per line.")
    if len(names) > MAX_NAMES:
        raise RosterError(f"You typed {len(names)} names. You can add at most {MAX_NAMES} at once.")
    notes = []
    if twice:
        repeat = "lines repeat" if len(twice) > 1 else "line repeats"
        named = ", ".join(twice[:SHOWN]) + (", …" if len(twice) > SHOWN else "")
        notes.append(
            f"{len(twice)} {repeat} a name from above: {named}. "
            "If these are two people, write one name differently."
        )
    if numbered:
        many = f"numbers in front of {numbered} names" if numbered > 1 else "number in front"
        notes.append(f"We left out the {many}.")
    entries = [_entry(number, {"name": name}) for number, name in names.values()]
    return Roster(entries, notes + _turned_names(entries))


def read_letters(data: bytes) -> Letters:
    """The letters of a text file, or of a workbook's list. Raises :class:`RosterError` if it is
    too large or neither."""
    letters: Letters | None
    if is_workbook(data) and len(data) <= MAX_BYTES:
        letters = Letters(sheet_text(data), UTF8, data)
    elif data.startswith((b"\xff\xfe", b"\xfe\xff")):
        letters = _in(data, "utf-16")
    elif b"\x00" in data[:200]:
        letters = _in(data, "utf-16-le" if data[1:2] == b"\x00" else "utf-16-be")
    else:
        letters = guessed(data[: MAX_BYTES + 1])
    # The form sends the text back as UTF-8, so that size counts too.
    if len(data) > MAX_BYTES or (letters and len(letters.text.encode()) > MAX_BYTES):
        raise RosterError(
            f"The file is larger than {MAX_BYTES // 1_000_000} MB. Split it into smaller files."
        )
    if letters is None:
        raise RosterError("This is not a text file. Save it as CSV UTF-8 and choose it again.")
    return letters


def _in(data: bytes, encoding: str) -> Letters | None:
    try:
        return Letters(data.decode(encoding), encoding, data)
    except UnicodeDecodeError:
        return None


def read_roster(
    text: str,
    class_name: str = "",
    meanings: Sequence[str] | None = None,
    *,
    has_headings: bool = True,
) -> Roster:
    """A table of students. Its headings say what each column means, or *meanings* do.

    Raises :class:`ColumnsError` if neither does, and :class:`RosterError` if it is not a list.
    """
    table = read_table(text, meanings, has_headings=has_headings)
    notes = []
    if table.skipped:
        lines = "line" if table.skipped == 1 else f"{table.skipped} lines"
        notes.append(f"We skipped the {lines} above the headings.")
    rows, others = _students(table)
    if others:
        more = f", and {len(others) - NAMED} more" if len(others) > NAMED else ""
        named = ", ".join(others[:NAMED])
        notes.append(f"We left out lines that are not students: {named}{more}.")
    if table.is_canvas:
        rows, several = _in_one_section(rows, table)
        if several:
            notes.append(f"{several} in several sections. We took the first of them.")
    entries = [_row(line, cells, table) for line, cells in rows]
    notes += _turned_names(entries) + _ignored_columns(table) + _encoding_warnings(entries)
    notes += _partly_taken(entries)
    classes = {entry.values.get("class", "") for entry in entries} - {"", class_name}
    if class_name and classes:
        notes.append(
            f"The file names another class, {min(classes)!r}. All its students go into this class."
        )
    return Roster(entries, notes, table.columns, table.has_headings)


def _students(table: PeopleTable) -> tuple[list[tuple[int, list[str]]], list[str]]:
    """The rows that are students, and descriptions of the others: what a gradebook writes above and
    below them, teachers, and people who are no longer there."""
    students, others = [], []
    is_student = _role_of(table)
    for line, cells in table.rows:
        given = {
            column.meaning: cleaned(unguarded(cells[n].strip()))
            for n, column in enumerate(table.columns)
            if column.meaning and n < len(cells)
        }
        name = _name_in(given)
        reason = is_student(cells)
        if _is_of_gradebook(given, name, is_canvas=table.is_canvas):
            others.append(f"line {line}, “{name}”")
        elif reason:
            others.append(f"line {line}, “{name}” ({reason})")
        elif table.is_canvas and not any(given.get(key) for key in NAMES | {"student_id"}):
            others.append(f"line {line}, without a name")
        else:
            students.append((line, cells))
    return students, others


def _name_in(given: dict[str, str]) -> str:
    parts = (given.get(part, "") for part in ("name", "first name", "last name"))
    return whole_name(*parts) or given.get("username", "")


def _is_of_gradebook(given: dict[str, str], name: str, *, is_canvas: bool) -> bool:
    """Whether a row holds dates, points, averages or a preview instead of a student."""
    key = name.casefold()
    if key in NO_STUDENTS and (is_canvas or key == NO_STUDENTS[0]):
        return True
    if given.get("username", "").casefold().endswith(PREVIEWS):
        return True
    return key in NO_PEOPLE and not any(given.get(k) for k in ("email", "username", "student_id"))


def _role_of(table: PeopleTable) -> Callable[[Sequence[str]], str]:
    """A function that says of a row why it is no student, by its role or its state. Roles count
    only if some of them are those of students."""
    roles, states = table.places_of(ROLES), table.places_of(STATES)

    def said(cells: Sequence[str], places: list[int]) -> list[str]:
        return [cleaned(cells[place]) for place in places if place < len(cells)]

    known = {role.casefold() for _, cells in table.rows for role in said(cells, roles)}
    if not known & (STUDENT_ROLES - {""}):
        roles = []

    def reason(cells: Sequence[str]) -> str:
        others = [role for role in said(cells, roles) if role.casefold() not in STUDENT_ROLES]
        if others:
            return others[0]
        is_gone = any(state.casefold() in GONE for state in said(cells, states))
        return "no longer there" if is_gone else ""

    return reason


def _in_one_section(
    rows: list[tuple[int, list[str]]], table: PeopleTable
) -> tuple[list[tuple[int, list[str]]], str]:
    """The rows with one section each, and how many students Canvas has in several, which it writes
    as “MATH-1 and MATH-2”. Because a section's own name may contain “and”, it counts as two only if
    the first one also occurs alone."""
    place = next((n for n, one in enumerate(table.columns) if one.meaning == "section"), None)
    if place is None:
        return rows, ""
    alone = {cells[place].strip() for _, cells in rows if place < len(cells)}
    read, several = [], 0
    for line, cells in rows:
        given = cells[place].strip() if place < len(cells) else ""
        first = BETWEEN_SECTIONS.split(given)[0].strip()
        is_two = first in alone and first != given
        read.append((line, [*cells[:place], first, *cells[place + 1 :]] if is_two else cells))
        several += is_two
    return read, f"{several} student{' is' if several == 1 else 's are'}" if several else ""


def _ignored_columns(table: PeopleTable) -> list[str]:
    unread = [
        repr(column.heading) if column.heading else f"number {place}"
        for place, column in enumerate(table.columns, 1)
        if not column.meaning and (column.heading or column.samples)
        if tidied(column.heading) not in ROLES | STATES
    ]
    columns = "columns" if len(unread) > 1 else "column"
    return [f"We ignored the {columns} {', '.join(unread)}."] if unread else []


def _encoding_warnings(entries: list[RosterEntry]) -> list[str]:
    """A warning if names look as if the file was read in the wrong encoding."""
    odd = [entry for entry in entries if ODD.search(entry.values.get("name", ""))]
    if not odd:
        return []
    return [
        f"Line {odd[0].line}, “{odd[0].values['name']}”, seems to have wrong letters"
        f"{f', and so do {len(odd) - 1} more' if len(odd) > 1 else ''}. Older Macs write "
        "such files. Save it as CSV UTF-8 and choose it again."
    ]


def _row(line: int, cells: list[str], table: PeopleTable) -> RosterEntry:
    width = len(table.columns)
    problem = "This line has more cells than the headings." if len(cells) > width else ""
    if any(UNPRINTABLE.search(" ".join(cell.split())) for cell in cells):
        problem = "This line has characters that cannot be printed."
    if any("\ufffd" in cell for cell in cells):
        problem = "This line has a letter that cannot be read. Correct it, or save as CSV UTF-8."
    if problem:
        return RosterEntry(line, {"name": cleaned(cells[0])[:PERSON_LENGTH]}, problem)
    cells = cells + [""] * (width - len(cells))
    read = {column.meaning: n for n, column in enumerate(table.columns) if column.meaning}
    values = {name: cleaned(unguarded(cells[n].strip(" "))) for name, n in read.items()}
    written = {}
    for column, read_of in TAKEN.items():
        value = values.get(column, "")
        taken = read_of(value)
        if taken is None:
            del values[column]
        elif taken != value:
            values[column] = taken
        if taken != value and not value.startswith("#"):
            written[column] = value
    first, last = values.pop("first name", ""), values.pop("last name", "")
    whole = whole_name(values.get("name", ""), first, last)
    if whole:
        values["name"] = whole
    if last:
        values["surname"] = last
    return replace(_entry(line, values), written=written)


def _account_name(value: str) -> str:
    """A user name in the form in which accounts are stored, without the sign of Brightspace."""
    return account_name(value.removeprefix("#"))


def _address(value: str) -> str:
    """The first address of a cell, as in “Ana Berg <ana@school.example>; mum@home.example”."""
    if not re.search(r"[<;,\s]", value):
        return value
    found = [address for _, address in getaddresses([value.replace(";", ",")]) if "@" in address]
    return found[0] if found else value


def _number(value: str) -> str | None:
    """A student ID as the school wrote it. None if its last digits are lost."""
    if SPOILT_ID.fullmatch(value):
        return None
    value = value.removeprefix("#")
    return value[:-2] if POINT_ZERO.fullmatch(value) else value


TAKEN: dict[str, Callable[[str], str | None]] = {
    "username": _account_name,
    "email": _address,
    "student_id": _number,
}
"""What is taken of a cell, by column."""


def _partly_taken(entries: list[RosterEntry]) -> list[str]:
    """Notes on addresses and IDs of which only a part was taken, with the first one each."""

    def first(column: str, *, is_lost: bool) -> tuple[RosterEntry, int] | None:
        found = [one for one in entries if column in one.written]
        found = [one for one in found if (column not in one.values) is is_lost]
        return (found[0], len(found) - 1) if found else None

    notes = []
    for column, is_lost, told in PARTLY:
        if found := first(column, is_lost=is_lost):
            entry, others = found
            many = f" and {others} other line{'s' if others > 1 else ''}" if others else ""
            taken = entry.values.get(column, "")
            place = f"line {entry.line}{many}"
            notes.append(told.format(place=place, written=entry.written[column], taken=taken))
    return notes


PARTLY = (
    ("email", False, "There is more than an address in {place}: “{written}”. We took {taken}."),
    (
        "student_id",
        True,
        "A spreadsheet has shortened the student ID in {place}: “{written}”. Its last digits are "
        "lost, so we left it out. Format the column as text, and export it again.",
    ),
    (
        "student_id",
        False,
        "A spreadsheet has added a decimal point to the student ID in {place}: “{written}”. We "
        "took {taken}.",
    ),
)


def whole_name(name: str, first: str, last: str) -> str:
    """A name completed by the parts of it in other columns."""

    def without(part: str) -> str:
        words = {*re.split(r"[\s,]+", in_same_signs(name))}
        return "" if {*in_same_signs(part).split()} <= words else part

    return cleaned(f"{without(first)} {name} {without(last)}")


def _entry(line: int, values: dict[str, str]) -> RosterEntry:
    """The line with the problem of its values; a name with its surname before a comma is turned
    round."""
    name = values.get("name", "")
    spoken = as_spoken(name)
    if spoken != name:
        values = {**values, "name": spoken, "surname": values.get("surname") or split(name).surname}
    return RosterEntry(line, values, _problem(values), is_turned=spoken != name)


def _turned_names(entries: list[RosterEntry]) -> list[str]:
    """A note that names were turned round, with the first one as an example."""
    for entry in entries:
        if entry.is_turned:
            name = entry.values["name"]
            before = listed(name, entry.values["surname"])
            return [f"We turned the names round: “{before}” becomes “{name}”."]
    return []


def _problem(values: dict[str, str]) -> str:
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
    """The groups in a row, each once."""
    names = {cleaned(name) for name in values.get("group", "").split(BETWEEN_GROUPS)} - {""}
    return sorted({in_same_signs(name): name for name in sorted(names)}.values())


def write_roster(rows: Iterable[dict[str, str]]) -> str:
    """Rows as a CSV file that spreadsheets open correctly, with a byte order mark and CRLF."""
    file = io.StringIO(newline="")
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    for row in rows:
        writer.writerow({column: guarded(row.get(column, "")) for column in COLUMNS})
    return "\ufeff" + file.getvalue()
