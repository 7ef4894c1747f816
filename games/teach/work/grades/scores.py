"""The scores of everybody in every assignment of a class, summed by the database.

They equal those of :class:`~games.teach.work.standings.reports.ResultRow`, but need fewer reads.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from django.db.models import F, Sum

from games.teach.classes.models import Membership
from games.teach.work.models import Assignment, Standing
from games.teach.work.standings.cells import counts, reached
from games.teach.work.standings.lesson_standings import LessonStandings
from games.teach.work.standings.reports import Groundwork, Roll, given_points, keys


class Score(NamedTuple):
    """One student's score in one assignment: *grade* is None if there is none yet; *is_asked* says
    whether the student can get points there at all."""

    grade: float | None = None
    is_given: bool = False
    is_asked: bool = False
    is_excused: bool = False


Scores = dict[tuple[uuid.UUID, uuid.UUID], Score]
"""Scores by assignment and student."""


def scores_of(
    called: Sequence[Roll],
    some: Collection[Membership] | None = None,
    ground: Groundwork | None = None,
) -> tuple[dict[uuid.UUID, int], Scores]:
    """The points possible in each of these assignments, and the scores of the students in these
    rolls; *some* says that they are not the whole class. *ground* passes what was already read of
    these students, or of more.

    The number of queries depends neither on the number of assignments nor on that of students.
    """
    summing = _Summing(called, some, ground or Groundwork(called))
    points = {
        roll.assignment.pk: sum(item.points for item in summing.items[roll.assignment.pk])
        for roll in called
    }
    return points, {
        (roll.assignment.pk, student.pk): summing.score(roll.assignment, student)
        for roll in called
        for student in roll.students
    }


class _Summing:
    """Points in each assignment by account: the *sums* of those who have started, and those *given*
    by hand."""

    def __init__(
        self, called: Sequence[Roll], some: Collection[Membership] | None, ground: Groundwork
    ) -> None:
        assignments = [roll.assignment for roll in called]
        self.items = {
            one.pk: [item for item in ground.items[one.pk] if not item.is_dropped]
            for one in assignments
        }
        self.windows = ground.windows
        self.given: dict[tuple[uuid.UUID, int], dict[int | None, float]] = defaultdict(dict)
        self.users = {person.pk: person.user_id for roll in called for person in roll.students}
        for (student, key, place), points in given_points(assignments, self.users).items():
            if points is not None:
                self.given[key, self.users[student]][place] = points
        self.costly = {one.pk: one for one in assignments if one.late_cost}
        self.sums: dict[tuple[uuid.UUID, int], float] = defaultdict(float)
        self._read_exercises(some)
        self._read_lessons(called, ground.lessons)

    def _read_exercises(self, some: Collection[Membership] | None) -> None:
        """Sum the points of exercises; those replaced by points given by hand are left out."""
        live = [item.pk for items in self.items.values() for item in items if not item.lesson_id]
        every: Any = Standing.objects.filter(item__in=live).order_by()
        if some is not None:
            every = every.filter(membership__in=keys(some))
        self._read_late(every.filter(item__assignment__in=self.costly))
        standing = every.exclude(item__assignment__in=self.costly)
        points_of_one = F("item__points") * F("worth")
        grouped = standing.values_list("item__assignment", "membership")
        for key, student, points in grouped.annotate(summed=Sum(points_of_one)):
            if student in self.users:
                self.sums[key, self.users[student]] += points
        by_hand = {place for told in self.given.values() for place in told} - {None}
        if by_hand:
            replaced = standing.filter(item__in=by_hand)
            for key, user, place, points in replaced.values_list(
                "item__assignment", "membership__user", "item", points_of_one
            ):
                if place in self.given.get((key, user), ()):
                    self.sums[key, user] -= points

    def _read_late(self, standing: Any) -> None:
        """Add the points of assignments in which lateness costs points, one by one."""
        columns = ("item__assignment", "membership__user", "item", "done_at")
        if not self.costly:
            return
        points_of_one = F("item__points") * F("worth")
        for key, user, place, done_at, points in standing.values_list(*columns, points_of_one):
            if user not in self.windows[key]:
                continue
            is_given = place in self.given.get((key, user), ())
            late = self.windows[key][user].days_late(done_at)
            kept = self.costly[key].kept_when_late(late)
            self.sums[key, user] += 0.0 if is_given else reached(points, kept)

    def _read_lessons(self, called: Sequence[Roll], lessons: LessonStandings) -> None:
        for roll in called:
            key = roll.assignment.pk
            windows = self.windows[key]
            users = [student.user_id for student in roll.students]
            for item in self.items[key]:
                place = item.pk
                for user in users if item.is_lesson else ():
                    result = lessons.begun.get((user, place))
                    if result and counts(item, result, windows[user]):
                        is_given = place in self.given.get((key, user), ())
                        self.sums[key, user] += 0.0 if is_given else result.score(item.points)

    def score(self, assignment: Assignment, student: Membership) -> Score:
        """One student's score in one assignment."""
        key, user = assignment.pk, student.user_id
        times, items = self.windows[key][user], self.items[key]
        if times.is_excused or not items:
            return Score(is_excused=times.is_excused)
        given = self.given.get((key, user), {})
        whole = given.get(None)
        by_hand = [given[item.pk] for item in items if item.pk in given] if given else []
        is_given = bool(by_hand) or whole is not None
        is_begun = (key, user) in self.sums
        if not (is_begun or is_given) and (times.was_closed_before_joining or not times.is_closed):
            return Score(is_asked=not times.was_closed_before_joining)
        if whole is not None:
            reached = min(whole, float(sum(item.points for item in items)))
        else:
            reached = round(self.sums.get((key, user), 0.0) + sum(by_hand), 2)
        return Score(reached, is_given=is_given, is_asked=True)
