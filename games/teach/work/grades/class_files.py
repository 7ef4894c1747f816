"""All grades of a class as one file for Canvas, Moodle, or a spreadsheet.

Each assignment is a column with the same heading as in its own file, so that a gradebook recognises
the column whichever file comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from games.teach.work.grades.gradebooks import (
    Layout,
    Lines,
    canvas_heads,
    canvas_student,
    identified,
    moodle_share,
    number,
    total_heading,
)
from games.teach.work.grades.grades import GradeColumn, GradeEntry, Grades, grades_file
from games.teach.work.grades.identities import CANVAS, MOODLE


def headings(columns: Sequence[GradeColumn]) -> list[str]:
    """A unique heading for each assignment; equal titles are numbered."""
    times: Counter[str] = Counter()
    told = []
    for column in columns:
        title = column.assignment.title
        times[title.casefold()] += 1
        place = times[title.casefold()]
        told.append(total_heading(title if place == 1 else f"{title}, no. {place}"))
    return told


def _grade(entry: GradeEntry, excused: str = "") -> float | int | str:
    """The points of an entry, or empty if there is no grade; *excused* for an excused student."""
    if entry.grade is None:
        return excused if entry.score and entry.score.is_excused else ""
    return number(entry.grade)


def canvas(grades: Grades, layout: Layout) -> Lines:
    """One column of points for each assignment, in the format of Canvas."""
    columns, lines = grades.everybody()
    kept = [place for place, column in enumerate(columns) if column.points]
    way = identified(grades.people, CANVAS, layout.by)
    yield from canvas_heads(
        headings([columns[place] for place in kept]), [columns[place].points for place in kept]
    )
    for line in lines:
        if line.student in way.values:
            cells = [_grade(line.entries[place], "EX") for place in kept]
            yield [*canvas_student(way, line.student, grades.classroom), *cells]


def moodle(grades: Grades, layout: Layout) -> Lines:
    """One column out of 100 for each assignment, in the format of Moodle."""
    columns, lines = grades.everybody()
    kept = [place for place, column in enumerate(columns) if column.points]
    way = identified(grades.people, MOODLE, layout.by)
    yield [way.heading, *headings([columns[place] for place in kept])]
    for line in lines:
        if line.student in way.values:
            entries = [line.entries[place] for place in kept]
            shares = [moodle_share(_grade(entry), entry.column.points) for entry in entries]
            yield [way.values[line.student], *shares]


def tidy(grades: Grades, layout: Layout) -> Lines:
    """Every student with the points of each assignment and the total."""
    yield from grades_file(grades)


CLASS_FORMATS: dict[str, Callable[[Grades, Layout], Lines]] = {
    "tidy": tidy,
    "canvas": canvas,
    "moodle": moodle,
}
