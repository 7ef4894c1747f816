"""The grades of a class: each student in each assignment, and the weighted total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.core.paginator import Page, Paginator

from games.assignments.cells import Cell
from games.assignments.gradebooks import Layout, number, written
from games.assignments.models import Assignment
from games.assignments.results import Report, Row, overview
from games.classes.models import Classroom, Group, Membership

PER_PAGE = 50
SORTS = {"name": "by name", "need": "lowest first"}


@dataclass(frozen=True)
class Column:
    """An assignment, and the *points* that can be reached in it."""

    assignment: Assignment
    points: int


@dataclass(frozen=True)
class Entry:
    """One student in one assignment; *row* is None where it is not meant for them."""

    column: Column
    row: Row | None

    @property
    def grade(self) -> float | None:
        """The points reached, None while there is no grade."""
        return self.row.grade if self.row and self.column.points else None

    @property
    def share(self) -> float | None:
        """The part of the points that was reached, from 0 to 1."""
        return None if self.grade is None else self.grade / self.column.points

    @property
    def percent(self) -> int | None:
        return None if self.share is None else round(100 * self.share)

    @property
    def is_given(self) -> bool:
        """Whether staff gave points by hand here."""
        row = self.row
        given = row is not None and any(cell.given is not None for cell in row.cells)
        return given or (row is not None and row.given is not None)


@dataclass(frozen=True)
class Line:
    """One student with an entry for every assignment."""

    student: Membership
    entries: tuple[Entry, ...]

    @cached_property
    def total(self) -> float | None:
        """The weighted mean of what has a grade, in per cent; None where nothing has one."""
        weighed = [
            (entry.column.assignment.weight, entry.share)
            for entry in self.entries
            if entry.share is not None
        ]
        weights = sum(weight for weight, _ in weighed)
        if not weights:
            return None
        return round(100 * sum(weight * share for weight, share in weighed) / weights, 1)

    @property
    def cells(self) -> list[Cell]:
        return [cell for entry in self.entries if entry.row for cell in entry.row.cells]

    @property
    def urgency(self) -> tuple[bool, float]:
        """Who comes first where need decides: who has least, and last who need do nothing."""
        is_asked = any(cell.is_scored for cell in self.cells)
        return not is_asked, self.total or 0.0

    @property
    def last_at(self) -> datetime | None:
        """When this student last did something for the class."""
        return max((cell.last_at for cell in self.cells if cell.last_at), default=None)

    @property
    def lessons(self) -> list[Cell]:
        """The lessons that were set, each with the steps done."""
        return [cell for cell in self.cells if cell.item.is_lesson]

    @property
    def exercises(self) -> list[Cell]:
        """The exercises that were answered."""
        return [cell for cell in self.cells if not cell.item.is_lesson and cell.tries]

    @property
    def right(self) -> int:
        return sum(cell.solved for cell in self.exercises)

    @property
    def at_once(self) -> int:
        """How many were right at the first try and without help."""
        return sum(bool(cell.first_try) for cell in self.exercises)


def counted(reports: Sequence[Report]) -> list[Report]:
    """The assignments that make the grade, in the order in which they were published; those put
    away are not among them."""
    published = [
        (report.assignment.published_at, report)
        for report in reports
        if report.assignment.published_at and not report.assignment.archived_at
    ]
    return [report for _, report in sorted(published, key=lambda pair: pair[0])]


def lines_of(classroom: Classroom, people: Sequence[Membership]) -> tuple[list[Column], list[Line]]:
    """The assignments, and these students in them; people have their groups read."""
    read = counted(overview(classroom, people))
    columns = [Column(report.assignment, report.points) for report in read]
    rows = [{row.membership.pk: row for row in report.rows} for report in read]
    lines = [
        Line(
            person,
            tuple(
                Entry(column, of_assignment.get(person.pk))
                for column, of_assignment in zip(columns, rows, strict=True)
            ),
        )
        for person in people
    ]
    return columns, lines


class Grades:
    """What somebody asked to see of the grades of a class: *asked* is the query of the address.
    What cannot be read is as if it had not been asked."""

    def __init__(self, classroom: Classroom, asked: Mapping[str, str]) -> None:
        self.classroom = classroom
        self.groups: list[Group] = list(classroom.groups.all())
        self.sort = asked.get("sort", "") if asked.get("sort") in SORTS else "name"
        self.group = next((one for one in self.groups if str(one.pk) == asked.get("group")), None)
        self._number = asked.get("page", "1")

    @property
    def sorts(self) -> list[tuple[str, str]]:
        return list(SORTS.items())

    @cached_property
    def people(self) -> list[Membership]:
        """The students who were asked for, by name."""
        people = Membership.objects.active().by_name().filter(classroom=self.classroom)
        if self.group:
            people = people.filter(groups=self.group)
        return list(people.select_related("user").prefetch_related("groups"))

    def everybody(self) -> tuple[list[Column], list[Line]]:
        """All of them, in the order that was asked for."""
        columns, lines = lines_of(self.classroom, self.people)
        if self.sort == "need":
            lines = sorted(lines, key=lambda line: line.urgency)
        return columns, lines

    @cached_property
    def shown(self) -> tuple[list[Column], list[Line]]:
        """What is on the page. By name only its own students are read; need compares all."""
        if self.sort == "need":
            columns, lines = self.everybody()
            first = self.page.start_index() - 1 if lines else 0
            return columns, lines[first : first + PER_PAGE]
        return lines_of(self.classroom, list(self.page))

    @cached_property
    def page(self) -> Page[Membership]:
        return Paginator(self.people, PER_PAGE).get_page(self._number)

    @property
    def columns(self) -> list[Column]:
        return self.shown[0]

    @property
    def lines(self) -> list[Line]:
        return self.shown[1]


def grades_file(grades: Grades, layout: Layout) -> str:
    """The same as CSV: a line for each student, the points of each assignment, the total."""
    columns, lines = grades.everybody()
    points = [f"{column.assignment.title} (of {column.points})" for column in columns]
    head = ["student", "username", "student_id", *points, "total in %"]
    rows: list[list[object]] = [
        [
            line.student.real_name,
            line.student.user.username,
            line.student.student_id,
            *("" if entry.grade is None else number(entry.grade) for entry in line.entries),
            "" if line.total is None else number(line.total),
        ]
        for line in lines
    ]
    return "".join(written([head, *rows], layout))
