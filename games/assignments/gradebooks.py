"""Results as CSV: one row a student and item, or a gradebook for Canvas or Moodle.

All three are written from the :class:`~games.assignments.results.Report` the screen shows. What
the two gradebooks make of a file is acted out in ``tests/games/assignments/gradebooks.py``.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass

from games.assignments.cells import Cell, Status
from games.assignments.identities import CANVAS, MOODLE, Gradebook, Identification, identifications
from games.assignments.results import Report, Row
from games.classes.rosters import guarded
from solver import Convention, convention_words

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


SEPARATORS = {"comma": ",", "semicolon": ";"}


NO_GRADE = "-"
"""What Moodle reads as no grade; an empty cell would be a nought."""


CANVAS_COLUMNS = re.compile("(Current|Final|Override) (Score|Points|Grade|Status)")
"""Words by which Canvas knows columns of its own, which it passes over."""


@dataclass(frozen=True)
class Layout:
    """How a file is to be written: by what students are found ("" for what suits the class), one
    column for the total or one for each item, and what stands between the cells."""

    by: str = ""
    columns: str = "total"
    separator: str = "comma"


def _written(rows: Iterable[Iterable[object]], layout: Layout) -> str:
    """CSV text that spreadsheets open as what it is: with a byte order mark and CRLF; texts are
    kept from being run as formulas, and fractions have a comma where cells have a semicolon."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=SEPARATORS[layout.separator], lineterminator="\r\n")

    def shown(cell: object) -> object:
        if isinstance(cell, float) and layout.separator == "semicolon":
            return str(cell).replace(".", ",")
        return guarded(cell) if isinstance(cell, str) and cell != NO_GRADE else cell

    for row in rows:
        writer.writerow([shown(cell) for cell in row])
    return "\ufeff" + out.getvalue()


def number(value: float) -> float | int:
    """A whole number without a decimal point."""
    return int(value) if value == int(value) else value


def graded(cell: Cell, excused: str = "") -> float | int | str:
    """A score, or nothing where there is none yet; *excused* for whoever need not."""
    if cell.status is Status.EXCUSED:
        return excused
    return "" if cell.grade is None else number(cell.grade)


def total(row: Row, excused: str = "") -> float | int | str:
    """The score of a whole assignment, or nothing where no item has one yet."""
    scores = [graded(cell, excused) for cell in row.cells]
    if all(isinstance(score, str) for score in scores):
        return scores[0] if scores else ""
    return number(row.score)


def item_words(cell: Cell) -> str:
    """What an item asks, in one line."""
    item = cell.item
    if item.lesson:
        return f"Lesson {item.lesson.number}: {item.lesson.title}"
    ending = convention_words(Convention(item.convention))
    return f"{item.ruleset} {item.position}, {ending}{f', {item.to_move}' if item.to_move else ''}"


def tidy(report: Report, layout: Layout) -> str:
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
    return _written(rows, layout)


def ways_to_identify(report: Report, gradebook: Gradebook) -> list[Identification]:
    """By what the students of a report can be found, the best first."""
    return identifications([row.membership for row in report.rows], gradebook)


def _identified(
    report: Report, gradebook: Gradebook, by: str
) -> tuple[Identification, list[tuple[Row, str]]]:
    """The identity used, and every row that goes into the file with its value."""
    ways = ways_to_identify(report, gradebook)
    way = next((way for way in ways if way.by == by), ways[0])
    known = way.values
    rows = [(row, known[row.membership]) for row in report.rows if row.membership in known]
    return way, rows


def _columns(report: Report, layout: Layout) -> list[str]:
    """The headings of the grades."""
    title = report.assignment.title
    if layout.columns == "total":
        return [f"{title} total"]
    return [f"{title} item {place}" for place, _ in enumerate(report.items, 1)]


def canvas(report: Report, layout: Layout) -> str:
    """A gradebook as Canvas imports it: who, the row of possible points, the grades.

    Canvas looks for the identity, and where it does not know it, for a student of that name,
    whoever that is: the identity is written behind the name, so that no name fits by chance.
    """
    way, found = _identified(report, CANVAS, layout.by)
    section = report.assignment.classroom.name
    columns = [CANVAS_COLUMNS.sub(r"\1-\2", column) for column in _columns(report, layout)]
    by_total = layout.columns == "total"
    points = [report.points] if by_total else [item.points for item in report.items]
    rows: list[Iterable[object]] = [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", *columns],
        ["    Points Possible", "", "", "", "", *points],
    ]
    for row, value in found:
        ids = [value if way.field == field else "" for field in ("SIS User ID", "SIS Login ID")]
        who = [f"{row.membership.real_name} ({value})", "", *ids, section]
        grades = [total(row, "EX")] if by_total else [graded(cell, "EX") for cell in row.cells]
        rows.append([*who, *grades])
    return _written(rows, layout)


def moodle(report: Report, layout: Layout) -> str:
    """A grade file as Moodle imports it: one column that finds the user, then the grades.

    They are out of 100, the maximum of a grade item that the import makes; a higher value would
    make Moodle refuse the whole file. A fraction has a point and five places: what Moodle keeps,
    and nothing that a spreadsheet takes for a date.
    """
    way, found = _identified(report, MOODLE, layout.by)

    def share(score: float | int | str, points: int) -> int | str:
        if isinstance(score, str):
            return NO_GRADE
        share = round(100 * score / points, 5)
        return int(share) if share == int(share) else f"{share:.5f}"

    rows: list[Iterable[object]] = [[way.by, *_columns(report, layout)]]
    for row, value in found:
        if layout.columns == "total":
            rows.append([value, share(total(row), report.points)])
        else:
            rows.append([value, *(share(graded(cell), cell.item.points) for cell in row.cells)])
    return _written(rows, layout)


FORMATS = {"tidy": tidy, "canvas": canvas, "moodle": moodle}


GRADEBOOKS = {"moodle": MOODLE, "canvas": CANVAS}
