"""The assignments of a class, with how many students need help and how many have not started."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.teach.classes.models import Classroom, Membership
from games.teach.work.models import Assignment, Item, Standing
from games.teach.work.standings.cells import STUCK, Status, counts
from games.teach.work.standings.lesson_standings import LessonStandings
from games.teach.work.standings.reports import Roll, help_seen, items_of, rolls


@dataclass(frozen=True)
class AssignmentOverview:
    """An assignment, with the number of its students who are *stuck* and *idle*."""

    assignment: Assignment
    items: tuple[Item, ...]
    stuck: int
    idle: int

    @property
    def in_short(self) -> str:
        """How many need help and how many have not started, in words."""
        parts = []
        if self.stuck:
            parts.append(f"{self.stuck} need{'s' if self.stuck == 1 else ''} help")
        if self.idle:
            parts.append(f"{self.idle} not started")
        return ", ".join(parts)


def overviews(classroom: Classroom, people: Sequence[Membership]) -> list[AssignmentOverview]:
    """Every assignment of a class, newest first."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    for item in items_of([roll.assignment for roll in called]):
        items[item.assignment_id].append(item)
    shown = [r for r in called if r.assignment.is_published and not r.assignment.archived_at]
    at_work = _AtWork(shown, items)
    return [
        AssignmentOverview(
            roll.assignment,
            tuple(items[roll.assignment.pk]),
            *at_work.counts(roll),
        )
        for roll in called
    ]


class _AtWork:
    """The accounts that are stuck in these assignments or have started them, by assignment."""

    def __init__(self, called: Sequence[Roll], items: dict[uuid.UUID, list[Item]]) -> None:
        self.items = items
        self.windows = {
            roll.assignment.pk: {s.user_id: roll.window(s) for s in roll.students}
            for roll in called
        }
        self.live = {
            item.pk: item for key in self.windows for item in items[key] if not item.is_dropped
        }
        people = {student.pk: student for roll in called for student in roll.students}
        self.seen = help_seen(self.live.values(), people.values())
        self.stuck: dict[uuid.UUID, set[int]] = defaultdict(set)
        self.begun: dict[uuid.UUID, set[int]] = defaultdict(set)
        self._read_exercises()
        self._read_lessons([roll.assignment for roll in called])

    def _read_exercises(self) -> None:
        standing: Any = Standing.objects.filter(item__in=self.live).order_by()
        begun = standing.values_list("item__assignment", "membership__user").distinct()
        for key, user in begun:
            self.begun[key].add(user)
        stuck_standings = standing.filter(is_done=False, wrong__gte=STUCK)
        for item, user, wrong in stuck_standings.values_list("item", "membership__user", "wrong"):
            if wrong - self.seen.get((user, item), 0) >= STUCK:
                self.stuck[self.live[item].assignment_id].add(user)

    def _read_lessons(self, assignments: Sequence[Assignment]) -> None:
        lessons = LessonStandings((a, self.items[a.pk], self.windows[a.pk]) for a in assignments)
        for (user, item), result in lessons.begun.items():
            key = self.live[item].assignment_id
            if counts(self.live[item], result, self.windows[key][user]):
                self.begun[key].add(user)
                if result.status(self.seen.get((user, item), 0)) is Status.HELP_NEEDED:
                    self.stuck[key].add(user)

    def counts(self, roll: Roll) -> tuple[int, int]:
        """The numbers of stuck and idle students; neither counts excused ones or those who joined
        later."""
        key = roll.assignment.pk
        idle = stuck = 0
        if key not in self.windows:
            return 0, 0
        if not any(item.pk in self.live for item in self.items[key]):
            return 0, len(roll.students) if self.items[key] else 0
        for user, times in self.windows[key].items():
            if times.is_excused:
                continue
            stuck += user in self.stuck[key]
            idle += user not in self.begun[key] and not times.was_closed_before_joining
        return stuck, idle
