"""Every assignment of a class in a line: how many need help, and how many have not begun.

It says of a whole class what :mod:`~games.assignments.standings` says of every student, and reads
no more than that: who is stuck, and who has begun.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games.assignments.cells import STUCK, Status
from games.assignments.lesson_tallies import lesson_tallies, sizes
from games.assignments.models import Assignment, HelpSeen, Item
from games.assignments.results import Roll, items_of, rolls
from games.assignments.standings import lesson_reached
from games.assignments.tallies import begun_by, tallies
from games.classes.models import Classroom, Membership


@dataclass(frozen=True)
class Outline:
    """An assignment: how many of its students are *stuck*, and how many *idle*."""

    assignment: Assignment
    items: tuple[Item, ...]
    stuck: int
    idle: int

    @property
    def in_short(self) -> str:
        """Who needs help and who has not begun, in words."""
        parts = []
        if self.stuck:
            parts.append(f"{self.stuck} need{'s' if self.stuck == 1 else ''} help")
        if self.idle:
            parts.append(f"{self.idle} not started")
        return ", ".join(parts)


def outlines(classroom: Classroom, people: Sequence[Membership]) -> list[Outline]:
    """Every assignment of a class, the newest first."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    for item in items_of([roll.assignment for roll in called]):
        items[item.assignment_id].append(item)
    shown = [r for r in called if r.assignment.is_published and not r.assignment.archived_at]
    at_work = _AtWork(shown, items)
    return [
        Outline(
            roll.assignment,
            tuple(items[roll.assignment.pk]),
            *at_work.counts(roll),
        )
        for roll in called
    ]


class _AtWork:
    """Who is stuck in these assignments, and who has begun: accounts, by assignment."""

    def __init__(self, called: Sequence[Roll], items: dict[uuid.UUID, list[Item]]) -> None:
        self.items = items
        self.windows = {
            roll.assignment.pk: {s.user_id: roll.window(s) for s in roll.students}
            for roll in called
        }
        self.assignments = {roll.assignment.pk: roll.assignment for roll in called}
        self.live = {
            item.pk: item for key in self.windows for item in items[key] if not item.is_dropped
        }
        marks = HelpSeen.objects.filter(item__in=self.live)
        seen = marks.values_list("membership__user", "item", "wrong")
        self.seen = {(user, item): wrong for user, item, wrong in seen}
        self.stuck: dict[uuid.UUID, set[int]] = defaultdict(set)
        self.begun: dict[uuid.UUID, set[int]] = defaultdict(set)
        self._read_exercises()
        self._read_lessons()

    def _read_exercises(self) -> None:
        live = self.live.values()
        for key, user in begun_by(live):
            self.begun[key].add(user)
        for tally in tallies(live, most_wrong=STUCK):
            assignment = self.assignments[self.live[tally.item].assignment_id]
            seen = self.seen.get((tally.user, tally.item), 0)
            if tally.summary(assignment).status(assignment, seen) is Status.HELP_NEEDED:
                self.stuck[assignment.pk].add(tally.user)

    def _read_lessons(self) -> None:
        live = list(self.live.values())
        size = sizes(live)
        asked = [(self.assignments[k], self.items[k], times) for k, times in self.windows.items()]
        for (user, key), tally in lesson_tallies(asked).items():
            item = self.live[key]
            times = self.windows[item.assignment_id][user]
            seen = self.seen.get((user, key), 0)
            reached = lesson_reached(item, tally, size.get(item.lesson_id or 0, 0), seen, times)
            if reached.status is not Status.NOT_STARTED:
                self.begun[item.assignment_id].add(user)
            if reached.status is Status.HELP_NEEDED:
                self.stuck[item.assignment_id].add(user)

    def counts(self, roll: Roll) -> tuple[int, int]:
        """How many are stuck, and how many idle; who is excused, or came later, is neither."""
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
