"""How far everybody is with an assignment: one reading, for the screen, for print and for files.

A status and a score are derived here and nowhere else, from answers as they were given.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import F, QuerySet
from django.utils.functional import cached_property

from games.assignments.cells import (
    Cell,
    Status,
    Tried,
    brief_cell,
    exercise_cell,
    with_completion,
)
from games.assignments.lesson_cells import LessonCells
from games.assignments.models import (
    Assignment,
    GivenPoints,
    HelpSeen,
    Item,
    ItemAttempt,
    Override,
)
from games.assignments.windows import Window, window, with_overrides
from games.classes.models import Classroom, Membership
from games.web.prepared import Slot, among, prepared

AT_A_TIME = 100
"""So many students are read at once where everybody is read."""
Overrides = Mapping[tuple[uuid.UUID, uuid.UUID], Override]
"""What students get beside the rest, by student and assignment."""


@dataclass(frozen=True)
class Row:
    """One student with a cell for every item. *given* is what staff gave by hand for the whole
    assignment, in place of the sum."""

    membership: Membership
    cells: tuple[Cell, ...]
    given: float | None = None

    @property
    def score(self) -> float:
        if self.given is not None:
            return self.given
        return round(sum(cell.score for cell in self.cells), 2)

    @property
    def completed(self) -> int:
        return sum(cell.status is Status.COMPLETED for cell in self.cells)

    @property
    def is_scored(self) -> bool:
        """Whether there is anything that this student could have scored at."""
        return self.given is not None or any(cell.is_scored for cell in self.cells)

    @property
    def grade(self) -> float | None:
        """The score for a gradebook; none where no item has one yet."""
        has_grade = self.given is not None or any(cell.grade is not None for cell in self.cells)
        return self.score if has_grade else None

    @property
    def is_idle(self) -> bool:
        """Whether nothing was begun that still counts."""
        return all(c.status in (Status.NOT_STARTED, Status.DROPPED) for c in self.cells)


@dataclass(frozen=True)
class Report:
    """A whole assignment."""

    assignment: Assignment
    items: tuple[Item, ...]
    rows: tuple[Row, ...]

    @property
    def students(self) -> tuple[Membership, ...]:
        return tuple(row.membership for row in self.rows)

    @property
    def points(self) -> int:
        """The most that can be reached."""
        return sum(item.points for item in self.items if not item.is_dropped)

    @property
    def stuck(self) -> list[Cell]:
        """Who needs help, and where."""
        return [c for row in self.rows for c in row.cells if c.status is Status.HELP_NEEDED]

    def cell(self, membership_id: uuid.UUID, item_id: int) -> Cell | None:
        for row in self.rows:
            if row.membership.pk == membership_id:
                return next((cell for cell in row.cells if cell.item.pk == item_id), None)
        return None


@dataclass(frozen=True)
class Roll:
    """Whom an assignment is for, in the order of the register, with what some of them get beside
    the rest. Reports are read from it, of everybody or of some."""

    assignment: Assignment
    students: tuple[Membership, ...]
    overrides: Overrides = field(repr=False)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return tuple(items_of([self.assignment]))

    def report(self, students: Sequence[Membership] | None = None) -> Report:
        """How far these students are; everybody, where nobody is named."""
        some = self.students if students is None else students
        [read] = reports([(self.assignment, some)], self.overrides)
        return read

    @property
    def rows(self) -> Iterator[Row]:
        """Everybody's row, read for some at a time."""
        for start in range(0, len(self.students), AT_A_TIME):
            yield from self.report(self.students[start : start + AT_A_TIME]).rows

    @property
    def points(self) -> int:
        """The most that can be reached."""
        return sum(item.points for item in self.items if not item.is_dropped)

    def window(self, student: Membership) -> Window:
        override = self.overrides.get((student.pk, self.assignment.pk))
        return window(self.assignment, student, override)


def roll_of(assignment: Assignment) -> Roll:
    """Whom this assignment is for."""
    people = Membership.objects.active().by_name().filter(classroom=assignment.classroom_id)
    students = list(people.select_related("user").prefetch_related("groups"))
    [roll] = rolls(Assignment.objects.filter(pk=assignment.pk), students)
    return roll


def report(assignment: Assignment) -> Report:
    """How far everybody is."""
    return roll_of(assignment).report()


def overview(classroom: Classroom, people: Sequence[Membership]) -> list[Report]:
    """Every assignment of a class with how far its students are, the newest first."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    overrides = called[0].overrides if called else {}
    return reports([(roll.assignment, roll.students) for roll in called], overrides)


def rolls(assignments: QuerySet[Assignment], people: Sequence[Membership]) -> list[Roll]:
    """Each assignment with those it is for: its groups and students, or the whole class."""
    named: dict[uuid.UUID, Assignment] = {}
    overrides: dict[tuple[uuid.UUID, uuid.UUID], Override] = {}
    for assignment in with_overrides(assignments, people):
        named.setdefault(assignment.pk, assignment)
        override = getattr(assignment, "override", None)
        if override:
            overrides[override.membership_id, assignment.pk] = override
    meant: dict[uuid.UUID, set[object]] = defaultdict(set)
    for pk, *limits in assignments.values_list("pk", "groups", "students"):
        meant[pk].update(limit for limit in limits if limit is not None)
    names = {p.pk: {p.pk, *(group.pk for group in p.groups.all())} for p in people}
    return [
        Roll(
            assignment,
            tuple(p for p in people if not meant[pk] or meant[pk] & names[p.pk]),
            overrides,
        )
        for pk, assignment in named.items()
    ]


def reports(
    asked: Sequence[tuple[Assignment, Sequence[Membership]]],
    overrides: Overrides | None = None,
    *,
    brief: bool = False,
) -> list[Report]:
    """How far these students are with these assignments; *overrides* by student and assignment,
    where they are read already. With *brief* it says of a single student, while the assignments
    run, what is completed and no more.

    The number of queries depends neither on how many assignments nor on how many students.
    """
    assignments = [assignment for assignment, _ in asked]
    people = list({person.pk: person for _, some in asked for person in some}.values())
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    every = _completed(assignments, people) if brief else list(items_of(assignments))
    for item in every:
        items[item.assignment_id].append(item)
    unread = [] if brief else every
    checks = [assignment.pk for assignment in assignments if assignment.is_check]
    final = {item.pk for check in checks for item in items[check]}
    answers, lessons = _answers(unread, people, final), LessonCells(unread, people)
    if overrides is None:
        stored = Override.objects.filter(assignment__in=assignments, membership__in=people)
        overrides = {(extra.membership_id, extra.assignment_id): extra for extra in stored}
    marks = HelpSeen.objects.filter(item__in=unread, membership__in=people)
    seen = {(mark.membership_id, mark.item_id): mark.wrong for mark in marks}
    given = {} if brief else given_points(assignments, people)

    def row(assignment: Assignment, person: Membership) -> Row:
        times = window(assignment, person, overrides.get((person.pk, assignment.pk)))
        cells = tuple(cell(assignment, person, i, times) for i in items[assignment.pk])
        points = given.get((person.pk, assignment.pk, None))
        if points is None or times.is_excused:
            return Row(person, cells)
        most = sum(item.points for item in items[assignment.pk] if not item.is_dropped)
        return Row(person, cells, given=min(points, float(most)))

    def cell(assignment: Assignment, person: Membership, item: Item, times: Window) -> Cell:
        points = given.get((person.pk, assignment.pk, item.pk))
        reached = reached_cell(assignment, person, item, times)
        if points is None or not reached.status.takes_points:
            return reached
        return replace(reached, given=points)

    def reached_cell(assignment: Assignment, person: Membership, item: Item, times: Window) -> Cell:
        if brief:
            return brief_cell(assignment, person, item)
        seen_to = seen.get((person.pk, item.pk), 0)
        if item.is_lesson:
            return lessons.cell(assignment, person, item, window=times, seen=seen_to)
        tried = answers.get((person.pk, item.pk), [])
        return exercise_cell(assignment, person, item, tried, window=times, seen=seen_to)

    return [
        Report(
            assignment,
            tuple(items[assignment.pk]),
            tuple(row(assignment, person) for person in some),
        )
        for assignment, some in asked
    ]


def items_of(assignments: Iterable[Any]) -> QuerySet[Item]:
    return Item.objects.filter(among("assignment", assignments)).select_related("lesson")


def _completed(assignments: list[Assignment], people: list[Membership]) -> list[Item]:
    """Their items with what these people, who are one, have completed."""
    if not (assignments and people):
        return []
    users = {person.user_id: person.user for person in people}
    return _with_completion(assignments, people, [*users.values()])


@prepared
def _with_completion(
    assignments: list[Slot], people: list[Slot], users: list[Slot]
) -> QuerySet[Item]:
    return with_completion(items_of(assignments), people, users)


Given = dict[tuple[uuid.UUID, uuid.UUID, int | None], float | None]


def given_points(assignments: Iterable[Assignment], people: Iterable[Membership]) -> Given:
    """The points given by hand, by student, assignment and item, or None for the whole
    assignment. Nothing stands where they were taken back."""
    rows = GivenPoints.objects.filter(assignment__in=list(assignments), membership__in=list(people))
    newest: Given = {}
    for student, assignment, item, points in rows.values_list(
        "membership_id", "assignment_id", "item_id", "points"
    ):
        newest[student, assignment, item] = None if points is None else float(points)
    return newest


def _answers(
    items: Iterable[Item], people: Iterable[Membership], final: Collection[int]
) -> dict[tuple[uuid.UUID, int], list[Tried]]:
    """Everybody's tries that count at every item, in the order of their answers; of the items of
    a check, *final*, only the answer that stands, which is the last."""
    tries: dict[tuple[uuid.UUID, int], list[Tried]] = defaultdict(list)
    every = ItemAttempt.objects.filter(item__in=list(items), membership__in=list(people))
    ordered = every.filter(set_aside_by=None).order_by(
        F("answered_at").asc(nulls_first=True), "created_at"
    )
    for student, item, *told in ordered.values_list("membership_id", "item_id", *Tried._fields):
        tried, attempt = tries[student, item], Tried(*told)
        if item in final and attempt.solved is not None:
            tried.clear()
        tried.append(attempt)
    return dict(tries)
