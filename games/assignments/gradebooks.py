"""Results as CSV: one row per student and item, or a gradebook for Canvas or Moodle.

All three are written from the cells that the screen shows, which are read and sent some students at
a time. What the two gradebooks make of a file is acted out in
``tests/games/assignments/gradebooks.py``.
"""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from games.assignments.cells import Cell, Status
from games.assignments.exports import CANVAS_HEADINGS
from games.assignments.identities import (
    BY_EXPORT,
    CANVAS,
    MOODLE,
    Gradebook,
    Identification,
    identifications,
)
from games.assignments.models import AnotherTry, Assignment
from games.assignments.results import ResultRow, Roll
from games.classes.models import Membership
from games.classes.rosters import guarded
from solver import Convention, convention_words

SEPARATORS = {"comma": ",", "semicolon": ";"}
PIECE = 1 << 15
"""So many characters are sent at once."""
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


def written(rows: Iterable[Iterable[object]], layout: Layout) -> Iterator[str]:
    """CSV text, piece by piece, that spreadsheets open as what it is: with a byte order mark and
    CRLF; texts are kept from being run as formulas, and fractions have a comma where cells have a
    semicolon."""
    out = io.StringIO()
    out.write("\ufeff")
    writer = csv.writer(out, delimiter=SEPARATORS[layout.separator], lineterminator="\r\n")

    def shown(cell: object) -> object:
        if isinstance(cell, float) and layout.separator == "semicolon":
            return str(cell).replace(".", ",")
        return guarded(cell) if isinstance(cell, str) and cell != NO_GRADE else cell

    for row in rows:
        writer.writerow([shown(cell) for cell in row])
        if out.tell() > PIECE:
            yield out.getvalue()
            out.seek(0)
            out.truncate()
    yield out.getvalue()


def number(value: float) -> float | int:
    """A whole number without a decimal point."""
    return int(value) if value == int(value) else value


def graded(cell: Cell, excused: str = "") -> float | int | str:
    """A score, or nothing where there is none yet; *excused* for a student who need not do it, and
    for everybody where an item was dropped."""
    if cell.status in (Status.EXCUSED, Status.DROPPED):
        return excused
    return "" if cell.grade is None else number(cell.grade)


def total(row: ResultRow, excused: str = "") -> float | int | str:
    """The score of a whole assignment, or nothing where no item has one yet."""
    if row.grade is not None:
        return number(row.grade)
    shown = [cell for cell in row.cells if cell.status is not Status.DROPPED]
    return excused if shown and all(cell.status is Status.EXCUSED for cell in shown) else ""


def item_words(cell: Cell) -> str:
    """What an item asks, in one line."""
    item = cell.item
    if item.lesson:
        return f"Lesson {item.lesson.number}: {item.lesson.title}"
    ending = convention_words(Convention(item.convention))
    return f"{item.ruleset} {item.position}, {ending}{f', {item.to_move}' if item.to_move else ''}"


@dataclass(frozen=True)
class TidyLine:
    """What a line of the tidy file is about: a student's cell at an item, which has a number from
    1, and how often staff gave *other_tries* there."""

    assignment: Assignment
    row: ResultRow
    number: int
    cell: Cell
    other_tries: int

    @property
    def student(self) -> Membership:
        return self.row.membership


def by_hand(points: float | None) -> object:
    """Points that staff gave, or nothing."""
    return "" if points is None else number(points)


def moment(line: TidyLine, at: datetime | None) -> str:
    """A time on the clock of the class, as ISO 8601 with its offset."""
    return at.astimezone(line.assignment.classroom.zone).isoformat() if at else ""


TIDY: tuple[tuple[str, Callable[[TidyLine], object]], ...] = (
    ("class", lambda line: line.assignment.classroom.name),
    ("assignment", lambda line: line.assignment.title),
    ("student", lambda line: line.student.real_name),
    ("username", lambda line: line.student.user.username),
    ("student_id", lambda line: line.student.student_id),
    ("item", lambda line: line.number),
    ("asked", lambda line: item_words(line.cell)),
    ("goal", lambda line: "lesson" if line.cell.item.is_lesson else line.cell.item.goal),
    ("status", lambda line: line.cell.status.word),
    ("score", lambda line: graded(line.cell)),
    ("points", lambda line: line.cell.item.points),
    ("tries", lambda line: line.cell.tries),
    ("first_try", lambda line: "" if line.cell.first_try is None else int(line.cell.first_try)),
    ("late", lambda line: int(line.cell.is_late) if line.cell.completed_at else ""),
    ("hints", lambda line: line.cell.hints),
    ("last_at", lambda line: moment(line, line.cell.last_at)),
    ("completed_at", lambda line: moment(line, line.cell.completed_at)),
    ("points_by_hand", lambda line: by_hand(line.cell.given)),
    ("total_by_hand", lambda line: by_hand(line.row.given)),
    ("other_tries", lambda line: line.other_tries),
)
"""The columns of the tidy file: a heading, and what stands under it."""


Lines = Iterator[Iterable[object]]


def other_tries(assignment: Assignment) -> Counter[tuple[uuid.UUID, int | None]]:
    """How often each student was given another try at an item, or at all of them."""
    tries = AnotherTry.objects.filter(assignment=assignment, taken_back_at=None)
    return Counter(tries.values_list("membership_id", "item_id"))


def tidy(roll: Roll, layout: Layout) -> Lines:
    """One row for each student and item."""
    yield [heading for heading, _ in TIDY]
    again = other_tries(roll.assignment)
    for row in roll.rows:
        of_all = again[row.membership.pk, None]
        for place, cell in enumerate(row.cells, 1):
            tries = 0 if cell.item.is_lesson else of_all + again[row.membership.pk, cell.item.pk]
            line = TidyLine(roll.assignment, row, place, cell, tries)
            yield [column(line) for _, column in TIDY]


def ways_to_identify(roll: Roll, gradebook: Gradebook) -> list[Identification]:
    """By what the students of an assignment can be found, the best first."""
    return identifications(list(roll.students), gradebook)


def _identified(
    roll: Roll, gradebook: Gradebook, by: str
) -> tuple[Identification, Iterator[tuple[ResultRow, str]]]:
    """The identity used, and every row that goes into the file with its value."""
    ways = ways_to_identify(roll, gradebook)
    way = next((way for way in ways if way.by == by), ways[0])
    values = way.values
    rows = ((row, values[row.membership]) for row in roll.rows if row.membership in values)
    return way, rows


def _columns(roll: Roll, layout: Layout) -> list[str]:
    """The headings of the grades."""
    title = roll.assignment.title
    if layout.columns == "total":
        return [f"{title} total"]
    return [f"{title} item {place}" for place, _ in enumerate(roll.items, 1)]


def canvas(roll: Roll, layout: Layout) -> Lines:
    """A gradebook as Canvas imports it: who, the row of possible points, the grades.

    Canvas looks for the identity, and where it does not know it, for a student of that name,
    whoever that is: the identity is written behind the name, so that no name fits by chance. Whom
    it has exported itself stands there as it knows them.
    """
    way, identified = _identified(roll, CANVAS, layout.by)
    section = roll.assignment.classroom.name
    columns = [CANVAS_COLUMNS.sub(r"\1-\2", column) for column in _columns(roll, layout)]
    by_total = layout.columns == "total"
    points = [roll.points] if by_total else [item.points for item in roll.items]
    rows: list[Iterable[object]] = [
        [*CANVAS_HEADINGS, *columns],
        ["    Points Possible", "", "", "", "", *points],
    ]
    yield from rows
    for row, value in identified:
        if way.by == BY_EXPORT:
            known = row.membership.identities[CANVAS.key]
            who = [known.get(heading, "") for heading in CANVAS_HEADINGS]
        else:
            ids = [value if way.field == field else "" for field in CANVAS_HEADINGS[2:4]]
            who = [f"{row.membership.real_name} ({value})", "", *ids, section]
        grades = [total(row, "EX")] if by_total else [graded(cell, "EX") for cell in row.cells]
        yield [*who, *grades]


def moodle(roll: Roll, layout: Layout) -> Lines:
    """A grade file as Moodle imports it: one column that finds the user, then the grades.

    They are out of 100, the maximum of a grade item that the import makes; a higher value would
    make Moodle refuse the whole file. A fraction has a point and five places: what Moodle keeps,
    and nothing that a spreadsheet takes for a date.
    """
    way, identified = _identified(roll, MOODLE, layout.by)

    def share(score: float | int | str, points: int) -> int | str:
        if isinstance(score, str):
            return NO_GRADE
        share = round(100 * score / points, 5)
        return int(share) if share == int(share) else f"{share:.5f}"

    columns = _columns(roll, layout)
    if layout.columns != "total":
        pairs = zip(columns, roll.items, strict=True)
        columns = [f"{words} (dropped)" if item.is_dropped else words for words, item in pairs]
    yield [way.heading, *columns]
    for row, value in identified:
        if layout.columns == "total":
            yield [value, share(total(row), roll.points)]
        else:
            yield [value, *(share(graded(cell), cell.item.points) for cell in row.cells)]


FORMATS = {"tidy": tidy, "canvas": canvas, "moodle": moodle}
GRADEBOOKS = {"moodle": MOODLE, "canvas": CANVAS}
