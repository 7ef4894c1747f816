"""Results as CSV: one row for each student and question, or a gradebook for Canvas or Moodle.

All three are written from the cells that the screen shows, read and sent a few students at a time.
``tests/games/teach/work/gradebooks.py`` imitates what the two gradebooks do with a file."""

from __future__ import annotations

import csv
import io
import re
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django import forms
from django.forms.boundfield import BoundField

from games.teach.classes.models import Classroom, Membership
from games.teach.classes.rosters.rosters import guarded
from games.teach.work.grades.exports import CANVAS_HEADINGS
from games.teach.work.grades.identities import (
    BY_EXPORT,
    CANVAS,
    IDENTITIES,
    MOODLE,
    Gradebook,
    Identification,
    identifications,
)
from games.teach.work.models import AnotherTry, Assignment
from games.teach.work.standings.cells import Cell, Status
from games.teach.work.standings.reports import ResultRow, Roll
from solver import Convention
from solver.teaching import convention_words

SEPARATORS = {"comma": ",", "semicolon": ";"}
PIECE = 1 << 15
"""The number of characters to send at once."""
NO_GRADE = "-"
"""What Moodle reads as no grade; it would read an empty cell as 0."""

CANVAS_COLUMNS = re.compile("(Current|Final|Override) (Score|Points|Grade|Status)")
"""Headings that Canvas treats as columns of its own and ignores."""


@dataclass(frozen=True)
class Layout:
    """The format of a file: the id of students ("" for the best one for the class), one column for
    the total or for each question, and the separator."""

    by: str = ""
    columns: str = "total"
    separator: str = "comma"


def written(rows: Iterable[Iterable[object]], layout: Layout) -> Iterator[str]:
    """CSV text, piece by piece, that spreadsheets open correctly: with a byte order mark and CRLF.
    Text cells cannot run as formulas. With semicolons as separators, fractions have a decimal
    comma."""
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
    """A number, without a decimal point if it is whole."""
    return int(value) if value == int(value) else value


def graded(cell: Cell, excused: str = "") -> float | int | str:
    """A score, or empty if there is none yet; *excused* for excused students and dropped
    questions."""
    if cell.status in (Status.EXCUSED, Status.DROPPED):
        return excused
    return "" if cell.grade is None else number(cell.grade)


def total(row: ResultRow, excused: str = "") -> float | int | str:
    """The score of a whole assignment, or empty if no question has a score yet."""
    if row.grade is not None:
        return number(row.grade)
    shown = [cell for cell in row.cells if cell.status is not Status.DROPPED]
    return excused if shown and all(cell.status is Status.EXCUSED for cell in shown) else ""


def item_words(cell: Cell) -> str:
    """The question in one line."""
    item = cell.item
    if item.lesson:
        return f"Lesson {item.lesson.number}: {item.lesson.title}"
    ending = convention_words(Convention(item.convention))
    return f"{item.ruleset} {item.position}, {ending}{f', {item.to_move}' if item.to_move else ''}"


@dataclass(frozen=True)
class TidyLine:
    """A line of the tidy file: a student's cell at a question with a number (from 1), and how many
    *other_tries* staff granted there."""

    assignment: Assignment
    row: ResultRow
    number: int
    cell: Cell
    other_tries: int

    @property
    def student(self) -> Membership:
        return self.row.membership


def by_hand(points: float | None) -> object:
    """Points that staff gave, or empty."""
    return "" if points is None else number(points)


def moment(line: TidyLine, at: datetime | None) -> str:
    """A time in the class's time zone, as ISO 8601 with its offset."""
    return at.astimezone(line.assignment.classroom.zone).isoformat() if at else ""


TIDY: tuple[tuple[str, Callable[[TidyLine], object]], ...] = (
    ("class", lambda line: line.assignment.classroom.name),
    ("assignment", lambda line: line.assignment.title),
    ("student", lambda line: line.student.real_name),
    ("surname", lambda line: line.student.surname),
    ("given_name", lambda line: line.student.given_name),
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
"""The columns of the tidy file: a heading, and a function for the cells below it."""


Lines = Iterator[Iterable[object]]


def other_tries(assignment: Assignment) -> Counter[tuple[uuid.UUID, int | None]]:
    """How many other tries each student got at a question, or at all of them."""
    tries = AnotherTry.objects.filter(assignment=assignment, taken_back_at=None)
    return Counter(tries.values_list("membership_id", "item_id"))


def tidy(roll: Roll, layout: Layout) -> Lines:
    """One row for each student and question."""
    yield [heading for heading, _ in TIDY]
    again = other_tries(roll.assignment)
    for row in roll.rows:
        of_all = again[row.membership.pk, None]
        for place, cell in enumerate(row.cells, 1):
            tries = 0 if cell.item.is_lesson else of_all + again[row.membership.pk, cell.item.pk]
            line = TidyLine(roll.assignment, row, place, cell, tries)
            yield [column(line) for _, column in TIDY]


def identified(people: Sequence[Membership], gradebook: Gradebook, by: str) -> Identification:
    """The requested id, or the best one."""
    ways = identifications(people, gradebook)
    return next((way for way in ways if way.by == by), ways[0])


def total_heading(title: str) -> str:
    """The heading for the total of an assignment, the same in every file."""
    return f"{title} total"


def _columns(roll: Roll, layout: Layout) -> list[str]:
    """The headings of the grades."""
    title = roll.assignment.title
    if layout.columns == "total":
        return [total_heading(title)]
    return [f"{title} item {place}" for place, _ in enumerate(roll.items, 1)]


def canvas(roll: Roll, layout: Layout) -> Lines:
    """A gradebook file for Canvas: the students, the row of possible points, the grades.

    Canvas looks for the id and, if it does not know it, for any student with that name. So the id
    is appended to the name, and no name can match by chance. Students from Canvas's own export are
    written as they were there.
    """
    way = identified(roll.students, CANVAS, layout.by)
    by_total = layout.columns == "total"
    points = [roll.points] if by_total else [item.points for item in roll.items]
    yield from canvas_heads(_columns(roll, layout), points)
    for row in roll.rows:
        if row.membership in way.values:
            grades = [total(row, "EX")] if by_total else [graded(cell, "EX") for cell in row.cells]
            yield [*canvas_student(way, row.membership, roll.assignment.classroom), *grades]


def canvas_heads(columns: Iterable[str], points: Iterable[int]) -> Lines:
    """The first two lines of a file for Canvas: the headings, and the possible points."""
    yield [*CANVAS_HEADINGS, *(CANVAS_COLUMNS.sub(r"\1-\2", column) for column in columns)]
    yield ["    Points Possible", "", "", "", "", *points]


def canvas_student(way: Identification, student: Membership, classroom: Classroom) -> list[str]:
    """The cells by which Canvas finds a student."""
    if way.by == BY_EXPORT:
        known = student.identities[CANVAS.key]
        return [known.get(heading, "") for heading in CANVAS_HEADINGS]
    value = way.values[student]
    ids = [value if way.field == field else "" for field in CANVAS_HEADINGS[2:4]]
    return [f"{student.real_name} ({value})", "", *ids, classroom.name]


def moodle(roll: Roll, layout: Layout) -> Lines:
    """A grade file for Moodle: one column that identifies the user, then the grades.

    Grades are out of 100, the maximum of a grade item that the import creates; a higher value would
    make Moodle refuse the whole file. A fraction has a decimal point and five places: that is what
    Moodle stores, and spreadsheets do not take it for a date.
    """
    way = identified(roll.students, MOODLE, layout.by)
    columns = _columns(roll, layout)
    if layout.columns != "total":
        pairs = zip(columns, roll.items, strict=True)
        columns = [f"{words} (dropped)" if item.is_dropped else words for words, item in pairs]
    yield [way.heading, *columns]
    for row in roll.rows:
        if row.membership not in way.values:
            continue
        value = way.values[row.membership]
        if layout.columns == "total":
            yield [value, moodle_share(total(row), roll.points)]
        else:
            yield [value, *(moodle_share(graded(cell), cell.item.points) for cell in row.cells)]


def moodle_share(score: float | int | str, points: int) -> int | str:
    """A score out of 100, as Moodle reads it."""
    if isinstance(score, str):
        return NO_GRADE
    share = round(100 * score / points, 5)
    return int(share) if share == int(share) else f"{share:.5f}"


FORMATS = {"tidy": tidy, "canvas": canvas, "moodle": moodle}
GRADEBOOKS = {"moodle": MOODLE, "canvas": CANVAS}


class LayoutForm(forms.Form):
    """The format of a file of grades; missing fields mean what suits the class."""

    by = forms.ChoiceField(choices=list(IDENTITIES.items()), required=False)
    columns = forms.ChoiceField(
        label="Columns",
        choices=[("total", "One column for the total"), ("items", "One column for each question")],
        required=False,
    )
    separator = forms.ChoiceField(
        label="Separator",
        choices=[("comma", "Comma"), ("semicolon", "Semicolon (for German Excel)")],
        required=False,
    )

    @property
    def layout(self) -> Layout:
        """The chosen layout."""
        return Layout(**{name: value for name, value in self.cleaned_data.items() if value})


@dataclass(frozen=True)
class Panel:
    """One kind of file on the page of files: the gradebook, the possible ids, and the options."""

    kind: str
    gradebook: Gradebook
    ways: list[Identification]
    choices: list[BoundField]

    @classmethod
    def of(cls, kind: str, people: Sequence[Membership], *choices: str) -> Panel:
        """The panel for this kind of file about these *people*."""
        book, form = GRADEBOOKS[kind], LayoutForm(auto_id=f"{kind}-%s")
        return cls(kind, book, identifications(people, book), [form[name] for name in choices])
