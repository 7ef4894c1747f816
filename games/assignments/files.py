"""Results as CSV: one row a student and item, or a gradebook for Canvas or Moodle.

All three are written from the :class:`~games.assignments.results.Report` the screen shows.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable

from games.assignments.cells import Cell, Status
from games.assignments.results import Report
from games.classes.rosters import guarded
from games.positions.wording import convention_words
from solver import Convention

TIDY = (
    "class",
    "assignment",
    "student",
    "username",
    "student_id",
    "item",
    "asked",
    "goal",
    "status",
    "score",
    "points",
    "tries",
    "first_try",
    "late",
    "hints",
    "last_at",
    "completed_at",
)


def _written(rows: Iterable[Iterable[object]]) -> str:
    """CSV text; texts are kept from being run as formulas, numbers stay numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def number(value: float) -> float | int:
    """A whole number without a decimal point."""
    return int(value) if value == int(value) else value


def graded(cell: Cell, excused: str = "") -> float | int | str:
    """A score, or nothing where there is none yet; *excused* for whoever need not."""
    if cell.status is Status.EXCUSED:
        return excused
    return "" if cell.grade is None else number(cell.grade)


def item_words(cell: Cell) -> str:
    """What an item asks, in one line."""
    item = cell.item
    if item.lesson:
        return f"Lesson {item.lesson.number}: {item.lesson.title}"
    ending = convention_words(Convention(item.convention))
    return f"{item.ruleset} {item.position}, {ending}{f', {item.to_move}' if item.to_move else ''}"


def tidy(report: Report) -> str:
    """One row for each student and item."""
    assignment = report.assignment
    rows: list[Iterable[object]] = [TIDY]
    for row in report.rows:
        person = row.membership
        for place, cell in enumerate(row.cells, 1):
            first = "" if cell.first_try is None else int(cell.first_try)
            rows.append(
                (
                    assignment.classroom.name,
                    assignment.title,
                    person.real_name,
                    person.user.username,
                    person.student_id,
                    place,
                    item_words(cell),
                    "lesson" if cell.item.is_lesson else cell.item.goal,
                    cell.status.word,
                    graded(cell),
                    cell.item.points,
                    cell.tries,
                    first,
                    int(cell.is_late) if cell.completed_at else "",
                    cell.hints,
                    cell.last_at.isoformat() if cell.last_at else "",
                    cell.completed_at.isoformat() if cell.completed_at else "",
                )
            )
    return _written(rows)


def canvas(report: Report) -> str:
    """A gradebook as Canvas imports it: who, the row of possible points, a column an item."""
    title, section = report.assignment.title, report.assignment.classroom.name
    head = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]
    columns = [f"{title} {place}" for place, _ in enumerate(report.items, 1)]
    rows: list[Iterable[object]] = [
        [*head, *columns],
        ["    Points Possible", "", "", "", "", *(item.points for item in report.items)],
    ]
    for row in report.rows:
        person = row.membership
        who = [person.real_name, "", person.student_id, person.user.username, section]
        rows.append([*who, *(graded(cell, excused="EX") for cell in row.cells)])
    return _written(rows)


def moodle(report: Report) -> str:
    """A grade file as Moodle imports it: any of three columns finds the user."""
    title = report.assignment.title
    columns = [f"{title} {place}" for place, _ in enumerate(report.items, 1)]
    rows: list[Iterable[object]] = [
        ["username", "idnumber", "email", *columns, f"{title} total"],
    ]
    for row in report.rows:
        person = row.membership
        who = [person.user.username, person.student_id, person.email]
        scores = [graded(cell) for cell in row.cells]
        total = number(row.score) if any(score != "" for score in scores) else ""
        rows.append([*who, *scores, total])
    return _written(rows)


FORMATS = {"tidy": tidy, "canvas": canvas, "moodle": moodle}
