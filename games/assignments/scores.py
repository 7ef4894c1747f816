"""What everybody has reached in every assignment of a class, counted by the database.

It means what :class:`~games.assignments.results.Row` says of itself, and reads no more than that.
Where each answer is worth its points or nothing, only how many were right is asked.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Count, Q

from games.assignments.cells import Status
from games.assignments.lesson_tallies import lesson_tallies, sizes
from games.assignments.models import Assignment, Item
from games.assignments.results import Roll, given_points, items_of
from games.assignments.standings import lesson_reached
from games.assignments.tallies import counting, tallies
from games.assignments.windows import Window
from games.classes.models import Membership


class Score(NamedTuple):
    """What one student has reached in one assignment: *grade* is None while there is none;
    *is_asked* says that there is anything the student could have points for."""

    grade: float | None = None
    is_given: bool = False
    is_asked: bool = False


Scores = dict[tuple[uuid.UUID, uuid.UUID], Score]
"""By assignment and student."""


def points_of(called: Sequence[Roll]) -> dict[uuid.UUID, int]:
    """The most that can be reached in each of these assignments."""
    points = {roll.assignment.pk: 0 for roll in called}
    for item in items_of([roll.assignment for roll in called]).filter(dropped_at=None):
        points[item.assignment_id] += item.points
    return points


def is_plain(assignment: Assignment) -> bool:
    """Whether any right answer brings all of its points."""
    keeps_best = assignment.keeps == Assignment.Keeps.BEST and not assignment.is_check
    return keeps_best and assignment.hint_cost == Assignment.HintCost.NONE


def scores_of(called: Sequence[Roll], some: Collection[Membership] | None = None) -> Scores:
    """What the students of these rolls have reached; *some*, where they are not the whole class.

    The number of queries depends neither on how many assignments nor on how many students.
    """
    counting = _Counting(called, some)
    return {
        (roll.assignment.pk, student.pk): counting.score(roll.assignment, student)
        for roll in called
        for student in roll.students
    }


class _Counting:
    """Points reached in each assignment: *sums* over exercises that are worth their points or
    nothing, *cells*, by account, of the items that are looked at one by one, and points *given*."""

    def __init__(self, called: Sequence[Roll], some: Collection[Membership] | None) -> None:
        self.some = some
        self.assignments = {roll.assignment.pk: roll.assignment for roll in called}
        self.items: dict[uuid.UUID, list[Item]] = defaultdict(list)
        for item in items_of(self.assignments.values()):
            if not item.is_dropped:
                self.items[item.assignment_id].append(item)
        self.windows: dict[uuid.UUID, dict[int, Window]] = {
            roll.assignment.pk: {s.user_id: roll.window(s) for s in roll.students}
            for roll in called
        }
        self.sums: dict[uuid.UUID, dict[uuid.UUID, int]] = defaultdict(lambda: defaultdict(int))
        self.cells: dict[uuid.UUID, dict[int, dict[int, float]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self.given: dict[tuple[uuid.UUID, uuid.UUID], dict[int | None, float]] = defaultdict(dict)
        people = {student.pk: student for roll in called for student in roll.students}
        given = given_points(self.assignments.values(), people.values())
        for (student, key, place), points in given.items():
            if points is not None:
                self.given[key, student][place] = points
        one_by_one = {key for (key, _), told in self.given.items() if {*told} - {None}}
        plain = [k for k, a in self.assignments.items() if is_plain(a) and k not in one_by_one]
        self._read_plain(self._live(plain))
        self._read_each(self._live(self.assignments.keys() - {*plain}))
        self._read_lessons()

    def _live(self, keys: Iterable[uuid.UUID]) -> list[Item]:
        return [item for key in keys for item in self.items[key]]

    def _read_plain(self, items: Sequence[Item]) -> None:
        """How many exercises everybody has solved, for each number of points."""
        right = Count("item", distinct=True, filter=Q(solved=True))
        rows: Any = counting(items, self.some)
        grouped = rows.values_list("item__assignment", "membership", "item__points")
        for key, student, points, number in grouped.annotate(n=right):
            self.sums[key][student] += points * number

    def _read_each(self, items: Sequence[Item]) -> None:
        by_key = {item.pk: item for item in items}
        for tally in tallies(items, some=self.some):
            item = by_key[tally.item]
            assignment = self.assignments[item.assignment_id]
            told = tally.summary(assignment)
            reached = item.points * told.share(assignment) if told.is_right else 0.0
            self.cells[assignment.pk][tally.user][item.pk] = reached

    def _read_lessons(self) -> None:
        lessons = {item.pk: item for item in self._live(self.items) if item.is_lesson}
        if not lessons:
            return
        size = sizes(lessons.values())
        asked = [
            (assignment, self.items[key], self.windows[key])
            for key, assignment in self.assignments.items()
        ]
        for (user, place), tally in lesson_tallies(asked).items():
            item = lessons[place]
            times = self.windows[item.assignment_id][user]
            reached = lesson_reached(item, tally, size.get(item.lesson_id or 0, 0), 0, times)
            if reached.status not in (Status.NOT_STARTED, Status.BEFORE_JOINING):
                self.cells[item.assignment_id][user][place] = reached.score

    def score(self, assignment: Assignment, student: Membership) -> Score:
        """What one student has reached in one assignment."""
        key, user = assignment.pk, student.user_id
        times, items = self.windows[key][user], self.items[key]
        if times.is_excused or not items:
            return Score()
        given = self.given.get((key, student.pk), {})
        whole = given.get(None)
        by_hand = {item.pk: given[item.pk] for item in items if item.pk in given} if given else {}
        cells: Mapping[int, float] = self.cells[key].get(user, {})
        is_begun = student.pk in self.sums[key] or bool(cells)
        counts = is_begun or bool(by_hand) or whole is not None
        if not counts and (times.was_closed_before_joining or not times.is_closed):
            return Score(is_asked=not times.was_closed_before_joining)
        if whole is not None:
            reached = min(whole, float(sum(item.points for item in items)))
        else:
            reached = round(
                self.sums[key].get(student.pk, 0) + sum({**cells, **by_hand}.values()), 2
            )
        return Score(reached, is_given=bool(by_hand) or whole is not None, is_asked=True)
