"""How far everybody is with an assignment: one reading, for the screen, for print and for files.

It puts together what is stored of each student and question (:class:`Standing`), the lessons, the
times, and what staff granted.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.utils.functional import cached_property

from games.assignments.cells import NOTHING, Cell, ItemResult, Status, cell_of
from games.assignments.lesson_standings import LessonStandings, with_sizes
from games.assignments.models import (
    Assignment,
    GivenPoints,
    HelpSeen,
    Item,
    Override,
    Standing,
)
from games.assignments.settling import STORED
from games.assignments.windows import Window, window, with_overrides
from games.classes.models import Classroom, Membership

AT_A_TIME = 100
"""So many students are read at once where everybody is read."""
NAMED = 3
"""A student stuck at more items than this is shown with their number instead of a list."""
Overrides = Mapping[tuple[uuid.UUID, uuid.UUID], Override]
"""What students get beside the rest, by student and assignment."""


@dataclass(frozen=True)
class ResultRow:
    """One student with a cell for every item. *given* is what staff gave by hand for the whole
    assignment, in place of the sum."""

    membership: Membership
    cells: tuple[Cell, ...]
    given: float | None = None

    @cached_property
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

    @cached_property
    def stuck(self) -> tuple[int, ...]:
        """The items at which this student is stuck, by number from 1."""
        places = enumerate(self.cells, 1)
        return tuple(place for place, cell in places if cell.status is Status.HELP_NEEDED)

    @cached_property
    def is_idle(self) -> bool:
        """Whether there is something to begin, and nothing was begun that still counts."""
        idle = (Status.NOT_STARTED, Status.DROPPED)
        return bool(self.cells) and all(cell.status in idle for cell in self.cells)

    @property
    def need(self) -> str:
        """What this student needs of the instructor, in few words."""
        if len(self.stuck) > NAMED:
            return f"stuck at {len(self.stuck)} questions"
        if self.stuck:
            return f"stuck at {', '.join(map(str, self.stuck))}"
        return "not started" if self.is_idle else ""

    @property
    def urgency(self) -> tuple[bool, int, bool, float]:
        """Who comes first where need decides: who is stuck at most, then who has not begun, then
        who has the fewest points; last, who has nothing to do."""
        return not self.is_scored, -len(self.stuck), not self.is_idle, self.score


@dataclass(frozen=True)
class AssignmentReport:
    """A whole assignment."""

    assignment: Assignment
    items: tuple[Item, ...]
    rows: tuple[ResultRow, ...]

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

    def report(self, students: Sequence[Membership] | None = None) -> AssignmentReport:
        """How far these students are; everybody, where nobody is named."""
        some = self.students if students is None else students
        [read] = reports([(self.assignment, some)], self.overrides)
        return read

    @property
    def rows(self) -> Iterator[ResultRow]:
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


def report(assignment: Assignment) -> AssignmentReport:
    """How far everybody is."""
    return roll_of(assignment).report()


def overview(classroom: Classroom, people: Sequence[Membership]) -> list[AssignmentReport]:
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
    only_done: bool = False,
) -> list[AssignmentReport]:
    """How far these students are with these assignments; *overrides* by student and assignment,
    where they are read already. With *only_done* the cells tell what is done and what is not, and
    neither who needs help nor the points.

    The number of queries depends neither on how many assignments nor on how many students.
    """
    assignments = [assignment for assignment, _ in asked]
    people = list({person.pk: person for _, some in asked for person in some}.values())
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    for item in items_of(assignments):
        items[item.assignment_id].append(item)
    if overrides is None:
        stored = Override.objects.filter(assignment__in=assignments, membership__in=people)
        overrides = {(extra.membership_id, extra.assignment_id): extra for extra in stored}
    windows = {
        assignment.pk: {
            person.user_id: window(assignment, person, overrides.get((person.pk, assignment.pk)))
            for person in some
        }
        for assignment, some in asked
    }
    read = _Reading(assignments, people, items, windows, only_done=only_done)
    return [
        AssignmentReport(
            assignment,
            tuple(items[assignment.pk]),
            tuple(read.row(assignment, person) for person in some),
        )
        for assignment, some in asked
    ]


class _Reading:
    """Everything that cells are made of, read at once."""

    def __init__(
        self,
        assignments: Sequence[Assignment],
        people: Sequence[Membership],
        items: Mapping[uuid.UUID, list[Item]],
        windows: Mapping[uuid.UUID, Mapping[int, Window]],
        *,
        only_done: bool,
    ) -> None:
        self.items, self.windows = items, windows
        every = [item for some in items.values() for item in some]
        self.results = standings(every, people)
        self.lessons = LessonStandings(
            ((one, items[one.pk], windows[one.pk]) for one in assignments), only_done=only_done
        )
        self.seen = {} if only_done else help_seen(every, people)
        self.given = {} if only_done else given_points(assignments, people)

    def row(self, assignment: Assignment, person: Membership) -> ResultRow:
        times, items = self.windows[assignment.pk][person.user_id], self.items[assignment.pk]
        cells = tuple(self.cell(assignment, person, item, times) for item in items)
        points = self.given.get((person.pk, assignment.pk, None))
        if points is None or times.is_excused:
            return ResultRow(person, cells)
        most = sum(item.points for item in items if not item.is_dropped)
        return ResultRow(person, cells, given=min(points, float(most)))

    def cell(self, assignment: Assignment, person: Membership, item: Item, times: Window) -> Cell:
        if item.lesson_id:
            result = self.lessons.of(person.user_id, item)
        else:
            result = self.results.get((person.user_id, item.pk), NOTHING)
        return cell_of(
            assignment,
            person,
            item,
            times,
            result,
            seen=self.seen.get((person.user_id, item.pk), 0),
            given=self.given.get((person.pk, assignment.pk, item.pk)),
        )


Place = tuple[int, int]
"""An account and an item."""


def standings(items: Iterable[Item], people: Iterable[Membership]) -> dict[Place, ItemResult]:
    """What is stored of these students at the questions among these items."""
    keys = [item.pk for item in items if not item.lesson_id]
    rows = Standing.objects.filter(item__in=keys, membership__in=list(people))
    columns = rows.values_list("membership__user", "item_id", *STORED)
    return {(user, item): ItemResult(*told) for user, item, *told in columns}


def help_seen(items: Iterable[Item], people: Iterable[Membership]) -> dict[Place, int]:
    """How many wrong answers of these students have been seen to, where any were."""
    marks = HelpSeen.objects.filter(item__in=list(items), membership__in=list(people))
    rows = marks.values_list("membership__user", "item_id", "wrong")
    return {(user, item): wrong for user, item, wrong in rows}


def items_of(assignments: Iterable[Assignment]) -> QuerySet[Item]:
    """What these assignments ask, each lesson with the number of its steps."""
    items = Item.objects.filter(assignment__in=list(assignments)).select_related("lesson")
    return with_sizes(items)  # type: ignore[no-any-return]


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
