"""What Moodle and Canvas make of a file of grades: their rules, acted out on a few people.

Each reader takes the bytes that were downloaded and gives back the grades as the gradebook would
hold them afterwards, or raises :class:`RefusedError` where it would take nothing.
"""

import csv
import io
import re
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation


class RefusedError(Exception):
    """The gradebook takes nothing from this file."""


@dataclass(frozen=True)
class Learner:
    """Somebody whom the gradebook knows. *login* is a user name in Moodle, any login in Canvas,
    where *key* is its own ID."""

    key: str
    name: str = ""
    idnumber: str = ""
    email: str = ""
    login: str = ""
    section: str = ""


def canvas_export(people):
    """The gradebook as Canvas exports it, in the order of its names."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Essay (77)", "Final Score"])
    write(["    Points Possible", "", "", "", "", "10", "(read only)"])
    for one in people:
        write([one.name, one.key, one.idnumber, one.login, one.section, "8", "80"])
    write(["Student, Test", "999", "", "abcdef", "", "", ""])
    return out.getvalue()


def moodle_export(people):
    """The grades as Moodle exports them."""
    out = io.StringIO()
    write = csv.writer(out).writerow
    write(
        ["First name", "Last name", "ID number", "Email address", "Essay (Real)", "Last download"]
    )
    for one in people:
        last, _, first = one.name.partition(", ")
        write([first, last, one.idnumber, one.email, "8", "1700000000"])
    return out.getvalue()


def asked_by_canvas(data, people):
    """What Canvas would ask about, or could not put where it belongs: students whom it does not
    know, and a section that is not theirs."""
    rows = list(csv.reader(io.StringIO(data.decode("utf-8"), newline="")))
    known = {one.key: one for one in people}
    questions = []
    for row in rows[2:]:
        student = known.get(_student(row, people))
        if student is None:
            questions.append(f"Who is {row[0]}?")
        elif (row[1], row[2], row[3], row[4]) != (
            student.key,
            student.idnumber,
            student.login,
            student.section,
        ):
            questions.append(f"{row[0]} is not as it is known.")
    return questions


def into_moodle(data, people, *, separator=","):
    """Import with the first column mapped to the user and every other to a new grade item.

    The rules that hurt: a blank identity does not skip its line, which goes to the student of
    the line before; an unknown one ends the import; "-" is no grade, and nothing is 0; a new item
    has a maximum of 100, and a grade above it ends the import.
    """
    text = data.decode("utf-8").removeprefix("\ufeff")
    heading, *lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    field = {"username": "login"}.get(heading[0], heading[0])
    grades, student = {}, None
    for line in lines:
        if len(line) <= 1:
            continue
        if len(line) != len(heading):
            raise RefusedError("The number of columns differs.")
        identity, *cells = (cell.strip() for cell in line)
        if identity not in ("", "0"):
            known = [one for one in people if getattr(one, field) == identity]
            if not known:
                raise RefusedError(f"Nobody has {field} {identity}.")
            student = known[0].key
        if student is None:
            raise RefusedError("No user.")
        for item, cell in zip(heading[1:], cells, strict=True):
            grades[student, item] = None if cell == "-" else _decimal(cell or "0")
    return grades


def _decimal(cell):
    """A new grade is stored as it stands: no decimal comma is read."""
    try:
        value = Decimal(cell)
    except InvalidOperation:
        raise RefusedError(f"{cell} is no number.") from None
    if value > 100:
        raise RefusedError(f"{cell} is more than 100.")
    return value


OWN_COLUMN = re.compile("(Current|Final|Override) (Score|Points|Grade)|Override Status")


def into_canvas(data, people, *, assignments=None):
    """Import into a course whose *assignments* are titles by number.

    Gives the maximum of each column and the grades by student and column; whom Canvas does not
    know is "new: " and the name. The rules that hurt: an identity that is not known falls back on
    the name; a title ending in a number in brackets is the assignment of that number; numbers are
    written anew, an identity made of digits, points and commas with them.
    """
    text = data.decode("utf-8")
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text)))
    heading, *lines = [[_number(cell) for cell in row] for row in rows]
    expected = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
    if any(part not in cell for part, cell in zip(expected, heading, strict=False)):
        raise RefusedError("Invalid header row.")
    columns = [name for name in heading[5:] if not OWN_COLUMN.search(name)]
    titles = {name: _title(name, assignments or {}) for name in columns}
    points, grades = {}, {}
    for row in lines:
        cells = {titles[name]: row[heading.index(name)].strip() for name in columns}
        if "Points Possible" in row[0]:
            points = cells
            continue
        student = _student(row, people)
        for title, cell in cells.items():
            grades[student, title] = cell
    return points, grades


def _delimiter(text):
    """The one that gives the same number of cells, and more of them, in the first three lines."""
    counts = {}
    for sign in ";,":
        found = {len(next(csv.reader([line], delimiter=sign))) for line in text.split("\n")[:3]}
        counts[sign] = found.pop() if len(found) == 1 else 0
    return ";" if counts[";"] > counts[","] else ","


def _number(cell):
    if not re.fullmatch(r"-?[0-9.,]+%?", cell):
        return cell
    *parts, last = re.split("[,.]", cell)
    return f"{''.join(parts)}.{last}" if parts else last


def _title(name, assignments):
    match = re.fullmatch(r"(.*)\s\((\d+)\)", name)
    if match:
        return assignments.get(int(match[2]), match[1])
    return name


def _student(row, people):
    name, key, sis, login = row[:4]
    for field, value in (("key", key), ("idnumber", sis), ("login", login), ("name", name)):
        known = [one.key for one in people if value and getattr(one, field) == value]
        if known:
            return known[0]
    return f"new: {name}"
