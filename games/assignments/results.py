"""How far everybody is with an assignment: one reading, for the screen, for print and for files.

A status and a score are derived here and nowhere else, from answers as they were given.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from functools import cached_property

from games.models import (
    Assignment,
    Classroom,
    HelpSeen,
    Item,
    ItemAttempt,
    Membership,
    Override,
    Step,
    StepAttempt,
    StepRecord,
)

STUCK = 4
"""Wrong answers after which somebody needs help."""


class Status(Enum):
    """How far somebody is with an item, told by icon and word."""

    NOT_STARTED = ("○", "Not started")
    STARTED = ("◐", "Started")
    HELP_NEEDED = ("!", "Help needed")
    COMPLETED = ("✓", "Completed")
    EXCUSED = ("–", "Excused")

    @property
    def icon(self) -> str:
        return self.value[0]

    @property
    def word(self) -> str:
        return self.value[1]

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True)
class Cell:
    """One student at one item. *tries* counts answers, *first_try* is None where nothing was
    answered and for lessons, *done* and *size* count the steps of a lesson."""

    membership: Membership
    item: Item
    status: Status
    solved: bool = False
    tries: int = 0
    wrong: int = 0
    first_try: bool | None = None
    hints: int = 0
    last_at: datetime | None = None
    completed_at: datetime | None = None
    done: int = 0
    size: int = 0

    @property
    def score(self) -> float:
        """The points reached; a lesson counts by its steps."""
        if self.item.is_lesson:
            return round(self.item.points * self.done / self.size, 2) if self.size else 0.0
        return float(self.item.points) if self.solved else 0.0

    @property
    def detail(self) -> str:
        """What a glance should add to the status."""
        if self.item.is_lesson:
            return f"{self.done} of {self.size} steps" if self.done or self.wrong else ""
        if not self.tries:
            return ""
        mark = "right" if self.solved else "wrong"
        tries = "first try" if self.tries == 1 else f"{self.tries} tries"
        return f"{mark}, {tries}"


@dataclass(frozen=True)
class Row:
    """One student with a cell for every item."""

    membership: Membership
    cells: tuple[Cell, ...]

    @property
    def score(self) -> float:
        return round(sum(cell.score for cell in self.cells), 2)

    @property
    def completed(self) -> int:
        return sum(cell.status is Status.COMPLETED for cell in self.cells)

    @property
    def needs_help(self) -> bool:
        return any(cell.status is Status.HELP_NEEDED for cell in self.cells)


@dataclass(frozen=True)
class Report:
    """A whole assignment."""

    assignment: Assignment
    items: tuple[Item, ...]
    rows: tuple[Row, ...]
    attempts: dict[tuple[uuid.UUID, int], list[ItemAttempt]] = field(repr=False)

    @property
    def points(self) -> int:
        """The most that can be reached."""
        return sum(item.points for item in self.items)

    @cached_property
    def counts(self) -> list[tuple[Status, int]]:
        """How many cells have each status."""
        found = Counter(cell.status for row in self.rows for cell in row.cells)
        return [(status, found[status]) for status in Status if found[status]]

    @property
    def in_short(self) -> str:
        """Who needs help and who has not begun, in words."""
        stuck = sum(row.needs_help for row in self.rows)
        idle = sum(all(c.status is Status.NOT_STARTED for c in row.cells) for row in self.rows)
        parts = []
        if stuck:
            parts.append(f"{stuck} need{'s' if stuck == 1 else ''} help")
        if idle and self.items:
            parts.append(f"{idle} not started")
        return ", ".join(parts)

    @property
    def stuck(self) -> list[Cell]:
        """Who needs help, and where."""
        return [c for row in self.rows for c in row.cells if c.status is Status.HELP_NEEDED]

    def cell(self, membership_id: uuid.UUID, item_id: int) -> Cell | None:
        for row in self.rows:
            if row.membership.pk == membership_id:
                return next((cell for cell in row.cells if cell.item.pk == item_id), None)
        return None


def students_of(assignment: Assignment) -> list[Membership]:
    """Those the assignment is for: its groups, or the whole class."""
    people = Membership.objects.active().by_name().filter(classroom=assignment.classroom_id)
    groups = list(assignment.groups.all())
    if groups:
        people = people.filter(groups__in=groups).distinct()
    return list(people.select_related("user"))


def overview(classroom: Classroom) -> list[Report]:
    """Every assignment of a class with how far everybody is, the newest first."""
    listed = list(Assignment.objects.filter(classroom=classroom).prefetch_related("groups"))
    people = list(
        Membership.objects.active().by_name().filter(classroom=classroom).prefetch_related("groups")
    )
    asked = []
    for one in listed:
        groups = set(one.groups.all())
        meant = [p for p in people if not groups or groups & set(p.groups.all())]
        asked.append((one, meant))
    return reports(asked)


def report(assignment: Assignment) -> Report:
    """How far everybody is."""
    return reports([(assignment, students_of(assignment))])[0]


def reports(asked: Sequence[tuple[Assignment, Sequence[Membership]]]) -> list[Report]:
    """How far these students are with these assignments.

    The number of queries depends neither on how many assignments nor on how many students.
    """
    assignments = [assignment for assignment, _ in asked]
    people = list({person.pk: person for _, some in asked for person in some}.values())
    items: dict[uuid.UUID, list[Item]] = defaultdict(list)
    for item in Item.objects.filter(assignment__in=assignments).select_related("lesson"):
        items[item.assignment_id].append(item)
    every = [item for some in items.values() for item in some]
    answers, lessons = _answers(every, people), _Lessons(every, people)
    excused = set(
        Override.objects.filter(assignment__in=assignments, is_excused=True).values_list(
            "membership_id", "assignment_id"
        )
    )
    seen = {
        (one.membership_id, one.item_id): one.wrong
        for one in HelpSeen.objects.filter(item__in=every, membership__in=people)
    }

    def cell(assignment: Assignment, person: Membership, item: Item) -> Cell:
        known = seen.get((person.pk, item.pk), 0)
        if (person.pk, assignment.pk) in excused:
            return Cell(person, item, Status.EXCUSED)
        if item.is_lesson:
            return lessons.cell(person, item, known)
        return _cell(assignment, person, item, answers.get((person.pk, item.pk), []), known)

    return [
        Report(
            assignment,
            tuple(items[assignment.pk]),
            tuple(
                Row(person, tuple(cell(assignment, person, one) for one in items[assignment.pk]))
                for person in some
            ),
            answers,
        )
        for assignment, some in asked
    ]


def _answers(
    items: Iterable[Item], people: Iterable[Membership]
) -> dict[tuple[uuid.UUID, int], list[ItemAttempt]]:
    found: dict[tuple[uuid.UUID, int], list[ItemAttempt]] = defaultdict(list)
    attempts = ItemAttempt.objects.filter(item__in=list(items), membership__in=list(people))
    for attempt in attempts.order_by("answered_at", "created_at"):
        found[attempt.membership_id, attempt.item_id].append(attempt)
    return dict(found)


def _cell(
    assignment: Assignment, person: Membership, item: Item, tried: list[ItemAttempt], seen: int
) -> Cell:
    """The cell of an exercise."""
    if not tried:
        return Cell(person, item, Status.NOT_STARTED)
    answered = [attempt for attempt in tried if attempt.solved is not None]
    wrong = sum(not attempt.solved for attempt in answered)
    right = next((attempt for attempt in answered if attempt.solved), None)
    if right or (assignment.is_check and answered):
        status = Status.COMPLETED
    elif wrong - seen >= STUCK:
        status = Status.HELP_NEEDED
    else:
        status = Status.STARTED
    done = right or (answered[0] if assignment.is_check and answered else None)
    return Cell(
        person,
        item,
        status,
        solved=right is not None,
        tries=len(answered),
        wrong=wrong,
        first_try=bool(answered[0].solved and not answered[0].hint_tier) if answered else None,
        hints=max(attempt.hint_tier for attempt in tried),
        last_at=max((a.answered_at or a.created_at for a in tried), default=None),
        completed_at=done.answered_at if done else None,
    )


class _Lessons:
    """What students did in the lessons of an assignment."""

    def __init__(self, items: list[Item], people: list[Membership]) -> None:
        lessons = [item.lesson_id for item in items if item.lesson_id]
        users = [person.user_id for person in people]
        self.steps: dict[int, list[int]] = defaultdict(list)
        self.records: dict[tuple[int, int], StepRecord] = {}
        self.attempts: dict[tuple[int, int], list[StepAttempt]] = defaultdict(list)
        if not lessons:
            return
        live = Step.objects.filter(lesson__in=lessons).exclude(order=None)
        for step, lesson in live.values_list("pk", "lesson_id"):
            self.steps[lesson].append(step)
        known = [step for steps in self.steps.values() for step in steps]
        for record in StepRecord.objects.filter(step__in=known, user__in=users):
            self.records[record.user_id or 0, record.step_id] = record
        for attempt in StepAttempt.objects.filter(step__in=known, user__in=users):
            self.attempts[attempt.user_id or 0, attempt.step_id].append(attempt)

    def cell(self, person: Membership, item: Item, seen: int) -> Cell:
        """The cell of a lesson."""
        steps = self.steps[item.lesson_id or 0]
        keys = [(person.user_id, step) for step in steps]
        records = [self.records[key] for key in keys if key in self.records]
        attempts = [attempt for key in keys for attempt in self.attempts.get(key, [])]
        done = [record for record in records if record.done_at]
        finished = {record.step_id for record in done}
        wrong = {
            key[1]: sum(not attempt.solved for attempt in self.attempts.get(key, []))
            for key in keys
        }
        stuck = max((number for step, number in wrong.items() if step not in finished), default=0)
        if steps and len(done) == len(steps):
            status = Status.COMPLETED
        elif stuck - seen >= STUCK:
            status = Status.HELP_NEEDED
        elif records or attempts:
            status = Status.STARTED
        else:
            status = Status.NOT_STARTED
        moments = [attempt.created_at for attempt in attempts]
        moments += [record.changed_at for record in records]
        ended = [record.done_at for record in done if record.done_at]
        return Cell(
            person,
            item,
            status,
            solved=status is Status.COMPLETED,
            tries=len(attempts),
            wrong=max(wrong.values(), default=0),
            hints=max((record.hint_tier for record in records), default=0),
            last_at=max(moments, default=None),
            completed_at=max(ended, default=None) if status is Status.COMPLETED else None,
            done=len(done),
            size=len(steps),
        )
