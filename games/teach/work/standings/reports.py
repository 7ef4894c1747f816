"""The progress of everybody in an assignment, read once for the screen, for print and for files.

It combines the stored results of each student and question (:class:`Standing`), the lessons, the
times, and the grants of staff.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import F, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property

from games.people.names import sort_key
from games.questions.marks import StripMark
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.classes.sections import Section, chosen_among, sections_among
from games.teach.work.models import Assignment, GivenPoints, HelpSeen, Item, Override, Standing
from games.teach.work.standings.cells import NOTHING, STUCK, Cell, ItemResult, Status, cell_of
from games.teach.work.standings.lesson_standings import LessonStandings, with_sizes
from games.teach.work.standings.own_positions import OwnPositions
from games.teach.work.standings.settling import STORED
from games.teach.work.windows import Window, read_section_times, window, with_overrides
from games.web.written_once import written_once

AT_A_TIME = 100
"""The number of students to read at once when everybody is read."""
NAMED = 3
"""A student stuck at more questions than this is shown with their number instead of a list."""
Overrides = Mapping[tuple[uuid.UUID, uuid.UUID], Override]
"""The special terms of students, by student and assignment."""


@dataclass(frozen=True)
class ResultRow:
    """One student with a cell for every question. *given* are points that staff gave by hand for
    the whole assignment, instead of the sum."""

    membership: Membership
    cells: tuple[Cell, ...]
    given: float | None = None

    @cached_property
    def score(self) -> float:
        if self.given is not None:
            return self.given
        return round(sum(cell.score for cell in self.cells), 2)

    def marks(self, where: str = "") -> tuple[StripMark, ...]:
        """The mark of every cell; the answers are at addresses below *where*, if staff may look."""
        return tuple(
            StripMark(cell.mark, cell.told, where and f"{where}{cell.item.pk}/")
            for cell in self.cells
        )

    @property
    def completed(self) -> int:
        return sum(cell.status is Status.COMPLETED for cell in self.cells)

    @property
    def is_scored(self) -> bool:
        """Whether any question counts for this student."""
        return self.given is not None or any(cell.is_scored for cell in self.cells)

    @property
    def grade(self) -> float | None:
        """The score for a gradebook; None if no question has one yet."""
        has_grade = self.given is not None or any(cell.grade is not None for cell in self.cells)
        return self.score if has_grade else None

    @cached_property
    def stuck(self) -> tuple[int, ...]:
        """The questions at which this student is stuck, by number from 1."""
        places = enumerate(self.cells, 1)
        return tuple(place for place, cell in places if cell.status is Status.HELP_NEEDED)

    @cached_property
    def is_idle(self) -> bool:
        """Whether there is something to start, and nothing that still counts has been started."""
        idle = (Status.NOT_STARTED, Status.DROPPED)
        return bool(self.cells) and all(cell.status in idle for cell in self.cells)

    @property
    def need(self) -> str:
        """What this student needs from the instructor, in a few words."""
        if len(self.stuck) > NAMED:
            return f"stuck at {len(self.stuck)} questions"
        if self.stuck:
            return f"stuck at {', '.join(map(str, self.stuck))}"
        return "not started" if self.is_idle else ""

    @property
    def urgency(self) -> tuple[bool, int, bool, float]:
        """The sort key for need: the most stuck first, then students who have not started, then
        those with the fewest points; students with nothing to do last."""
        return not self.is_scored, -len(self.stuck), not self.is_idle, self.score


@dataclass(frozen=True)
class AssignmentReport:
    """The results of a whole assignment."""

    assignment: Assignment
    items: tuple[Item, ...]
    rows: tuple[ResultRow, ...]

    @property
    def students(self) -> tuple[Membership, ...]:
        return tuple(row.membership for row in self.rows)

    @property
    def points(self) -> int:
        """The points possible."""
        return sum(item.points for item in self.items if not item.is_dropped)

    @property
    def stuck(self) -> list[Cell]:
        """The cells of students who need help."""
        return [c for row in self.rows for c in row.cells if c.status is Status.HELP_NEEDED]

    def cell(self, membership_id: uuid.UUID, item_id: int) -> Cell | None:
        for row in self.rows:
            if row.membership.pk == membership_id:
                return next((cell for cell in row.cells if cell.item.pk == item_id), None)
        return None


class PartOfClass:
    """The students of the group and the section that an address *asked* for, among *everybody*. An
    unknown group or section is ignored."""

    def __init__(self, everybody: Sequence[Membership], asked: Mapping[str, str]) -> None:
        groups = {group for student in everybody for group in student.groups.all()}
        self.groups: list[Group] = sorted(groups, key=lambda group: sort_key(group.name))
        self.sections: list[Section] = sections_among(student.section for student in everybody)
        self.group = next((one for one in self.groups if str(one.pk) == asked.get("group")), None)
        self.section = chosen_among(self.sections, asked.get("section"))
        self.students = tuple(filter(self._has, everybody))

    def _has(self, student: Membership) -> bool:
        is_in_group = not self.group or self.group in student.groups.all()
        return is_in_group and (not self.section or self.section == student.section)

    @property
    def choices(self) -> dict[str, str]:
        """The group and the section, as an address writes them; empty for everybody."""
        chosen = {"group": self.group, "section": self.section}
        return {name: str(one.pk) if one else "" for name, one in chosen.items()}

    @property
    def query(self) -> str:
        """The query string of a link to another page about these students."""
        chosen = {name: key for name, key in self.choices.items() if key}
        return f"?{urlencode(chosen)}" if chosen else ""


@dataclass(frozen=True)
class Roll:
    """The students of an assignment in register order, with their special terms. It gives reports
    on all or some of them."""

    assignment: Assignment
    students: tuple[Membership, ...]
    overrides: Overrides = field(repr=False)

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return tuple(_items([self.assignment.pk]))

    def of(self, part: PartOfClass) -> Roll:
        """The same for a part of the students."""
        return replace(self, students=part.students)

    def report(self, students: Sequence[Membership] | None = None) -> AssignmentReport:
        """The report on these students, or on everybody."""
        some = self.students if students is None else students
        [read] = reports([(self.assignment, some)], self.overrides)
        return read

    @property
    def rows(self) -> Iterator[ResultRow]:
        """Everybody's row, read a few students at a time."""
        for start in range(0, len(self.students), AT_A_TIME):
            yield from self.report(self.students[start : start + AT_A_TIME]).rows

    @property
    def points(self) -> int:
        """The points possible."""
        return sum(item.points for item in self.items if not item.is_dropped)

    def window(self, student: Membership) -> Window:
        override = self.overrides.get((student.pk, self.assignment.pk))
        return window(self.assignment, student, override)


class Groundwork:
    """What everything about the work at these assignments is derived from, read once: the *items*
    and the *windows* by assignment, and the *lessons*. *items* passes questions that were already
    read."""

    def __init__(
        self, called: Sequence[Roll], items: Mapping[uuid.UUID, Sequence[Item]] | None = None
    ) -> None:
        assignments = [roll.assignment for roll in called]
        self.items = items_in(assignments) if items is None else items
        self.windows = {
            roll.assignment.pk: {s.user_id: roll.window(s) for s in roll.students}
            for roll in called
        }
        self.lessons = LessonStandings(
            (one, self.items[one.pk], self.windows[one.pk]) for one in assignments
        )


def roll_of(assignment: Assignment, *also: str) -> Roll:
    """The students of this assignment whom the person who asked for it may see, with their
    sections, and with what is *also* needed of them, such as their ``user``."""
    people = Membership.objects.active().by_name().in_sight(assignment.classroom)
    students = list(people.select_related("section", *also).prefetch_related("groups"))
    overrides = overrides_of([assignment], students)
    [roll] = _called({assignment.pk: assignment}, students, overrides)
    return roll


def students_of(assignment: Assignment) -> tuple[Membership, ...]:
    """The students of this assignment alone, in register order."""
    people = Membership.objects.active().by_name().in_sight(assignment.classroom)
    [roll] = _called({assignment.pk: assignment}, list(people), {})
    return roll.students


def report(assignment: Assignment) -> AssignmentReport:
    """The report on everybody."""
    return roll_of(assignment).report()


def overview(classroom: Classroom, people: Sequence[Membership]) -> list[AssignmentReport]:
    """A report on every assignment of a class, newest first."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    overrides = called[0].overrides if called else {}
    return reports([(roll.assignment, roll.students) for roll in called], overrides)


def rolls(assignments: QuerySet[Assignment], people: Sequence[Membership]) -> list[Roll]:
    """Each assignment with its students: those of its groups and its single students, or the whole
    class."""
    named: dict[uuid.UUID, Assignment] = {}
    overrides: dict[tuple[uuid.UUID, uuid.UUID], Override] = {}
    for assignment in with_overrides(assignments, people):
        named.setdefault(assignment.pk, assignment)
        override = getattr(assignment, "override", None)
        if override:
            overrides[override.membership_id, assignment.pk] = override
    return _called(named, people, overrides)


def _called(
    named: Mapping[uuid.UUID, Assignment], people: Sequence[Membership], overrides: Overrides
) -> list[Roll]:
    """The rolls of these assignments, by their keys."""
    meant: dict[uuid.UUID, set[object]] = defaultdict(set)
    limited = Assignment.objects.filter(pk__in=named).order_by()
    for pk, *limits in limited.values_list("pk", "groups", "students"):
        meant[pk].update(limit for limit in limits if limit is not None)
    is_limited = any(meant.values())
    names: dict[uuid.UUID, set[object]] = {p.pk: {p.pk} for p in people} if is_limited else {}
    in_groups = Membership.groups.through.objects.filter(membership__in=names)
    for student, group in in_groups.values_list("membership", "group"):
        names[student].add(group)
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
    windows: Mapping[uuid.UUID, Mapping[int, Window]] | None = None,
    only: Collection[int] | None = None,
    only_done: bool = False,
) -> list[AssignmentReport]:
    """The reports on these students in these assignments. *overrides* passes special terms that
    were already read, and *windows* everybody's times, by assignment and account. With *only*,
    there are cells of these items only, without points given by hand. With *only_done*, cells say
    only what is done, not who needs help or the points.

    The number of queries depends neither on the number of assignments nor on that of students.
    """
    assignments = [assignment for assignment, _ in asked]
    people = list({person.pk: person for _, some in asked for person in some}.values())
    items = items_in(assignments, only)
    if windows is None:
        windows = _windows(asked, people, overrides)
    counts_points = only is None and not only_done
    read = _Reading(
        assignments, people, items, windows, only_done=only_done, counts_points=counts_points
    )
    return [
        AssignmentReport(
            assignment,
            tuple(items[assignment.pk]),
            tuple(read.row(assignment, person) for person in some),
        )
        for assignment, some in asked
    ]


def _windows(
    asked: Sequence[tuple[Assignment, Sequence[Membership]]],
    people: Sequence[Membership],
    overrides: Overrides | None,
) -> dict[uuid.UUID, dict[int, Window]]:
    """The times of these students, whether they have started or not."""
    assignments = [assignment for assignment, _ in asked]
    known = overrides_of(assignments, people) if overrides is None else overrides
    read_section_times(assignments, people)
    return {
        assignment.pk: {
            person.user_id: window(assignment, person, known.get((person.pk, assignment.pk)))
            for person in some
        }
        for assignment, some in asked
    }


class _Reading:
    """Everything that cells are made from, read at once."""

    def __init__(
        self,
        assignments: Sequence[Assignment],
        people: Sequence[Membership],
        items: Mapping[uuid.UUID, list[Item]],
        windows: Mapping[uuid.UUID, Mapping[int, Window]],
        *,
        only_done: bool,
        counts_points: bool,
    ) -> None:
        self.items, self.windows = items, windows
        every = [item for some in items.values() for item in some]
        self.results = standings(every, people)
        self.lessons = LessonStandings(
            ((one, items[one.pk], windows[one.pk]) for one in assignments), only_done=only_done
        )
        self.own = OwnPositions([] if only_done else assignments, items, keys(people))
        self.seen = {} if only_done or not self._has_stuck else help_seen(every, people)
        self.given = given_points(assignments, keys(people)) if counts_points else {}
        self.asked = {
            one.pk: [
                (item, item.pk, item.is_lesson, self.own.varies(item)) for item in items[one.pk]
            ]
            for one in assignments
        }
        """The items of each assignment with what is the same for everybody: there are thousands of
        cells."""

    @property
    def _has_stuck(self) -> bool:
        """Whether anybody had so many wrong answers that it matters what staff have dealt with."""
        some = (*self.results.values(), *self.lessons.begun.values())
        return any(result.status(0) is Status.HELP_NEEDED for result in some)

    def row(self, assignment: Assignment, person: Membership) -> ResultRow:
        key, student, user = assignment.pk, person.pk, person.user_id
        times = self.windows[key][user]
        cells = tuple(
            cell_of(
                assignment,
                person,
                self.own.of(student, item) if varies else item,
                times,
                self.lessons.of(user, item)
                if is_lesson
                else self.results.get((user, place), NOTHING),
                seen=self.seen.get((user, place), 0),
                given=self.given.get((student, key, place)) if self.given else None,
            )
            for item, place, is_lesson, varies in self.asked[key]
        )
        points = self.given.get((student, key, None))
        if points is None or times.is_excused:
            return ResultRow(person, cells)
        most = sum(item.points for item in self.items[key] if not item.is_dropped)
        return ResultRow(person, cells, given=min(points, float(most)))


def keys(rows: Iterable[Model]) -> list[Any]:
    """The primary keys of these rows: a condition takes them with less work than the rows."""
    return [row.pk for row in rows]


def overrides_of(
    assignments: Collection[Assignment], people: Collection[Membership]
) -> dict[tuple[uuid.UUID, uuid.UUID], Override]:
    """The special terms of these students, by student and assignment."""
    stored = Override.objects.filter(assignment__in=keys(assignments), membership__in=keys(people))
    return {(extra.membership_id, extra.assignment_id): extra for extra in stored}


Place = tuple[int, int]
"""An account and a question."""


def standings(items: Iterable[Item], people: Iterable[Membership]) -> dict[Place, ItemResult]:
    """The stored results of these students at the questions among these items."""
    asked = keys(item for item in items if not item.lesson_id)
    rows = _standings(asked, keys(people))
    return {(user, item): ItemResult(*told) for user, item, *told in rows}


@written_once
def _standings(items: Sequence[int], people: Sequence[uuid.UUID]) -> QuerySet[Any, Any]:
    rows = Standing.objects.filter(item__in=items, membership__in=people)
    return rows.values_list("membership__user", "item_id", *STORED)


def needing_help(rows: QuerySet[Standing]) -> QuerySet[Standing]:
    """Those of the stored results at which the student needs help, as :meth:`ItemResult.status`
    says it: not done, and so many wrong answers that staff have not dealt with."""
    seen = HelpSeen.objects.filter(item=OuterRef("item"), membership=OuterRef("membership"))
    dealt_with = Coalesce(Subquery(seen.values("wrong")), 0)
    stuck = rows.filter(is_done=False, wrong__gte=STUCK)
    return stuck.alias(unseen=F("wrong") - dealt_with).filter(unseen__gte=STUCK)


def help_seen(items: Iterable[Item], people: Iterable[Membership]) -> dict[Place, int]:
    """How many wrong answers of these students staff have dealt with, if any."""
    marks = HelpSeen.objects.filter(item__in=keys(items), membership__in=keys(people))
    rows = marks.values_list("membership__user", "item_id", "wrong")
    return {(user, item): wrong for user, item, wrong in rows}


def items_in(
    assignments: Iterable[Assignment], only: Collection[int] | None = None
) -> dict[uuid.UUID, list[Item]]:
    """The items of each of these assignments, or *only* some of them."""
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    for item in _items(keys(assignments)):
        if only is None or item.pk in only:
            items[item.assignment_id].append(item)
    return items


@written_once
def _items(assignments: Sequence[uuid.UUID]) -> QuerySet[Item]:
    """The items of these assignments, each lesson with the number of its steps."""
    items = Item.objects.filter(assignment__in=assignments).select_related("lesson")
    return with_sizes(items)  # type: ignore[no-any-return]


Given = dict[tuple[uuid.UUID, uuid.UUID, int | None], float | None]


def given_points(assignments: Iterable[Assignment], people: Iterable[uuid.UUID]) -> Given:
    """The points given by hand to the students with these keys, by student, assignment and item
    (None for the whole assignment). The value is None if they were taken back."""
    newest: Given = {}
    for student, assignment, item, points in _given_points(keys(assignments), list(people)):
        newest[student, assignment, item] = None if points is None else float(points)
    return newest


@written_once
def _given_points(
    assignments: Sequence[uuid.UUID], people: Sequence[uuid.UUID]
) -> QuerySet[Any, Any]:
    rows = GivenPoints.objects.filter(assignment__in=assignments, membership__in=people)
    return rows.values_list("membership_id", "assignment_id", "item_id", "points")


def gone_since(classroom: Classroom, begun: datetime | None) -> list[str]:
    """The students who have left a class since a time, with the day; staff no longer see their
    work."""
    away = Q(has_left=True) | Q(moved_to__isnull=False)
    left = Membership.objects.in_sight(classroom).filter(away)
    since = left.filter(archived_at__gte=begun or timezone.now()).by_name()
    gone = since.values_list("real_name", "moved_to__name", "archived_at")
    days = [(name, to, date_format(timezone.localtime(at), "j F")) for name, to, at in gone if at]
    return [f"{name} ({f'moved to {to},' if to else 'left'} {day})" for name, to, day in days]
