"""A class at a glance: how far each assignment is, who is stuck and where, who has not started.

Everything comes from the stored results, in as many queries for 500 students as for one. A page
then draws the strips of the students it shows, and of no others.
"""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Count, Max, Q, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.questions.marks import StripMark, strip_beside
from games.teach.classes.models import Classroom, Membership
from games.teach.work.grades.grades import lines_in
from games.teach.work.models import Assignment, Item, Standing
from games.teach.work.standings.cells import (
    NOTHING,
    ItemResult,
    Status,
    cell_of,
    counts,
)
from games.teach.work.standings.reports import (
    Groundwork,
    Roll,
    help_seen,
    items_in,
    needing_help,
    rolls,
    standings,
)

MARKS, STRIPS = 30, 3
"""A line has room for so many marks and for so many strips; the first strip is always shown."""
WEEK = 7
"""A day is called by its name for fewer days than this."""


@dataclass(frozen=True)
class AssignmentOverview:
    """An assignment, with the number of its students who are *stuck* and *idle*. Of *size* answers
    to its questions that it waits for, so many are right at once, *right* at all and *wrong*."""

    assignment: Assignment
    items: tuple[Item, ...]
    stuck: int
    idle: int
    size: int = 0
    at_once: int = 0
    right: int = 0
    wrong: int = 0

    @property
    def in_short(self) -> str:
        """How many need help and how many have not started, in words."""
        parts = []
        if self.stuck:
            parts.append(f"{self.stuck} need{'s' if self.stuck == 1 else ''} help")
        if self.idle:
            parts.append(f"{self.idle} not started")
        return ", ".join(parts)

    @property
    def rate(self) -> int | None:
        """The percentage of the answers that were right at the first try; None without answers."""
        answered = self.right + self.wrong
        return round(100 * self.at_once / answered) if answered else None

    @property
    def bar(self) -> list[tuple[str, int, int]]:
        """The parts of a bar of 100: right at once, right later and wrong, each with its start and
        its width."""
        parts, start = [], 0
        later = self.right - self.at_once
        for name, number in (("first", self.at_once), ("helped", later), ("wrong", self.wrong)):
            width = round(100 * number / self.size) if self.size else 0
            parts.append((name, start, width))
            start += width
        return parts


@dataclass(frozen=True)
class StuckPlace:
    """A question, by its *number* in its assignment, at which a student is stuck after so many
    *wrong* answers; these stand at *address*."""

    assignment: Assignment
    item: Item
    number: int
    wrong: int
    address: str


STUCK = '<a href="{}">question {}<span class="only-heard"> of {}</span></a>, {} wrong{}'


@dataclass(frozen=True)
class GlanceLine:
    """A student in the list: the strips, the total in per cent, and where the student is."""

    student: Membership
    strips: tuple[SafeString, ...]
    total: float | None
    stuck: tuple[StuckPlace, ...]
    is_idle: bool
    last_at: datetime | None

    @property
    def percent(self) -> str:
        """The total in words."""
        return "–" if self.total is None else f"{int(self.total + 0.5)} %"

    @property
    def where(self) -> str:
        """The question at which the student is stuck, or whether and when there was any work, as
        HTML: for a hundred students, a template takes twice as long."""
        if self.is_idle and not self.stuck:
            return "not started"
        if not self.stuck:
            return self.seen
        place, *others = self.stuck
        more = f", and {len(others)} more" if others else ""
        title = place.assignment.title
        return format_html(STUCK, place.address, place.number, title, place.wrong, more)

    @property
    def seen(self) -> str:
        """The day on which the student last did something for the class, in words."""
        if self.last_at is None:
            return "–"
        day = timezone.localtime(self.last_at).date()
        ago = (timezone.localdate() - day).days
        near = {0: "today", 1: "yesterday"}
        return near.get(ago) or date_format(day, "l" if ago < WEEK else "j F")


SORTS = {"need": "who needs help", "name": "name", "seen": "last seen"}
"""The orders of students, in words."""


@dataclass
class ClassGlance:
    """The assignments of a class, newest first, and what its students, in register order, make of
    them."""

    classroom: Classroom
    overview: list[AssignmentOverview]
    called: list[Roll]
    at_work: AtWork = field(repr=False)

    @cached_property
    def open(self) -> list[Roll]:
        """The assignments that students can work at now, those that are due next first."""
        now = [roll for roll in self.called if self.at_work.is_open(roll.assignment)]
        return sorted(now, key=lambda roll: (not roll.assignment.due_at, roll.assignment.due_at))

    @cached_property
    def shown(self) -> list[Roll]:
        """The assignments that have a strip: the open ones, then the latest, as many as fit."""
        rest = [one for one in self.called if one not in self.open and self._has_opened(one)]
        chosen: list[Roll] = []
        room = MARKS
        for roll in [*self.open, *rest][:STRIPS]:
            room -= len(self.at_work.items[roll.assignment.pk])
            if not chosen or room >= 0:
                chosen.append(roll)
        return chosen

    @cached_property
    def results_at(self) -> dict[uuid.UUID, str]:
        """The address of the results of each assignment. The answers of a student lie below it."""
        at = "assignments:results"
        return {roll.assignment.pk: reverse(at, args=[roll.assignment.pk]) for roll in self.called}

    def _has_opened(self, roll: Roll) -> bool:
        windows = self.at_work.windows.get(roll.assignment.pk, {})
        return any(times.has_opened for times in windows.values())

    @property
    def due(self) -> AssignmentOverview | None:
        """The assignment that is due next or, if none is open, the latest one."""
        first = self.shown[0].assignment if self.shown else None
        return next((one for one in self.overview if one.assignment == first), None)

    @cached_property
    def stuck(self) -> dict[int, tuple[StuckPlace, ...]]:
        """Where each account is stuck, most wrong answers first."""
        places: dict[int, list[StuckPlace]] = defaultdict(list)
        for roll in self.open:
            work = roll.assignment
            numbers = {item.pk: n for n, item in enumerate(self.at_work.items[work.pk], 1)}
            waited_for = self.at_work.waited_for(work)
            students = {student.user_id: student.pk for student in roll.students}
            for item, user, wrong in self.at_work.cases[work.pk]:
                if user in waited_for:
                    answers = f"{self.results_at[work.pk]}{students[user]}/{item.pk}/"
                    place = StuckPlace(work, item, numbers[item.pk], wrong, answers)
                    places[user].append(place)
        return {user: tuple(sorted(some, key=lambda p: -p.wrong)) for user, some in places.items()}

    @cached_property
    def idle(self) -> frozenset[int]:
        """The accounts that can start something and have started nothing that is open."""
        waited: set[int] = set()
        begun: set[int] = set()
        for roll in self.open:
            waited |= self.at_work.waited_for(roll.assignment)
            begun |= self.at_work.begun[roll.assignment.pk]
        return frozenset(waited - begun)

    def stuck_words(self, people: Sequence[Membership]) -> str:
        """The question at which most of these students are stuck, if they are several."""
        here = {student.user_id for student in people}
        places = Counter(
            (place.item.pk, place.number, place.assignment.title)
            for user, some in self.stuck.items()
            if user in here
            for place in some
        )
        if not places:
            return ""
        (_, number, title), most = places.most_common(1)[0]
        return f"{most} of them at question {number} of “{title}”" if most > 1 else ""

    def ordered(self, people: Sequence[Membership], sort: str) -> list[Membership]:
        """These students in an order of :data:`SORTS`."""
        decides: dict[str, Callable[[Membership], Any]] = {
            "need": lambda s: (
                -len(self.stuck.get(s.user_id, ())),
                s.user_id not in self.idle,
                self.at_work.right[s.user_id],
            ),
            "seen": lambda s: self.at_work.seen_at(s.user_id),
        }
        return sorted(people, key=decides[sort]) if sort in decides else list(people)

    def lines(self, people: Sequence[Membership]) -> list[GlanceLine]:
        """The lines of these students, read for them alone."""
        strips = self._strips(people)
        here = set(people)
        own = [
            Roll(roll.assignment, tuple(s for s in roll.students if s in here), roll.overrides)
            for roll in self.called
        ]
        _, grades = lines_in(self.classroom, own, people, people, self.at_work.ground)
        return [
            GlanceLine(
                student,
                tuple(strips[student.pk]),
                grade.total,
                self.stuck.get(student.user_id, ()),
                student.user_id in self.idle,
                self.at_work.last.get(student.user_id),
            )
            for student, grade in zip(people, grades, strict=True)
        ]

    def _strips(self, people: Sequence[Membership]) -> dict[uuid.UUID, list[SafeString]]:
        """The strip of each of these students in each shown assignment; empty where it is not
        theirs."""
        asked = [item for roll in self.shown for item in self.at_work.items[roll.assignment.pk]]
        results = standings(asked, people)
        drawn: dict[uuid.UUID, list[SafeString]] = {student.pk: [] for student in people}
        for roll in self.shown:
            work = roll.assignment
            meant = set(roll.students)
            for student in people:
                marks = self._marks(roll, student, results) if student in meant else ()
                opened = f"{self.results_at[work.pk]}{student.pk}/"
                told = strip_beside(work.title, marks, opened) if marks else SafeString()
                drawn[student.pk].append(told)
        return drawn

    def _marks(
        self,
        roll: Roll,
        student: Membership,
        results: dict[tuple[int, int], ItemResult],
    ) -> list[StripMark]:
        work, user = roll.assignment, student.user_id
        times = self.at_work.windows[work.pk][user]
        marks = []
        for item in self.at_work.items[work.pk]:
            if item.lesson_id:
                result = self.at_work.lessons.of(user, item)
            else:
                result = results.get((user, item.pk), NOTHING)
            seen = self.at_work.seen.get((user, item.pk), 0)
            cell = cell_of(work, student, item, times, result, seen=seen)
            marks.append(StripMark(cell.mark, cell.told))
        return marks


def glance(classroom: Classroom, people: Sequence[Membership]) -> ClassGlance:
    """The assignments of a class with what *people*, its students by name, make of them."""
    called = rolls(Assignment.objects.filter(classroom=classroom), people)
    items = items_in([roll.assignment for roll in called])
    shown = [r for r in called if r.assignment.is_published and not r.assignment.archived_at]
    at_work = AtWork(shown, items)
    overview = [
        AssignmentOverview(
            roll.assignment,
            tuple(items[roll.assignment.pk]),
            *at_work.counts(roll),
            *at_work.answers(roll),
        )
        for roll in called
    ]
    return ClassGlance(classroom, overview, shown, at_work)


class AtWork:
    """The accounts that are stuck in these assignments or have started them, by assignment; when
    each did something *last*, and how many answers are *right*."""

    def __init__(self, called: Sequence[Roll], items: dict[uuid.UUID, list[Item]]) -> None:
        self.ground = Groundwork(called, items)
        self.items, self.windows = items, self.ground.windows
        self.lessons = self.ground.lessons
        self._waited = {
            key: {
                user
                for user, times in windows.items()
                if times.has_opened and not (times.is_closed or times.is_excused)
            }
            for key, windows in self.windows.items()
        }
        self.live = {
            item.pk: item for key in self.windows for item in items[key] if not item.is_dropped
        }
        people = {student.pk: student for roll in called for student in roll.students}
        self.seen = help_seen(self.live.values(), people.values())
        self.cases: dict[uuid.UUID, list[tuple[Item, int, int]]] = defaultdict(list)
        self.begun: dict[uuid.UUID, set[int]] = defaultdict(set)
        self.right: Counter[int] = Counter()
        self.last: dict[int, datetime] = {}
        self._answers: dict[uuid.UUID, Counter[str]] = defaultdict(Counter)
        self._rows: dict[uuid.UUID, list[tuple[Any, ...]]] = defaultdict(list)
        self._read_exercises()
        for roll in called:
            self._read_lessons(roll)

    def _read_exercises(self) -> None:
        standing: Any = Standing.objects.filter(item__in=self.live).order_by()
        begun = standing.values_list("item__assignment", "membership__user").annotate(
            last=Max("last_at"),
            first=Count("pk", filter=Q(at_once=True)),
            right=Count("pk", filter=Q(is_right=True)),
            wrong=Count("pk", filter=Q(is_right=False, tries__gt=0)),
            tries=Sum("tries"),
        )
        for row in begun:
            key, user, last_at, at_once, right, wrong, _ = row
            self._rows[key].append(row)
            self.begun[key].add(user)
            self._note(user, last_at, right)
            if user in self.windows[key]:
                self._add(key, at_once, right, wrong)
        cases = needing_help(standing).values_list("item", "membership__user", "wrong")
        for item, user, wrong in cases:
            self.cases[self.live[item].assignment_id].append((self.live[item], user, wrong))

    def _read_lessons(self, roll: Roll) -> None:
        key = roll.assignment.pk
        windows, begun = self.windows[key], self.begun[key]
        for item in self.items[key]:
            place, at_once, right = item.pk, 0, 0
            for user in windows if item.is_lesson and not item.is_dropped else ():
                result = self.lessons.begun.get((user, place))
                if result is None or not counts(item, result, windows[user]):
                    continue
                begun.add(user)
                self._note(user, result.last_at, result.is_right)
                at_once += result.at_once
                right += result.is_right
                if result.status(self.seen.get((user, place), 0)) is Status.HELP_NEEDED:
                    self.cases[key].append((item, user, result.stuck or 0))
            self._add(key, at_once, right)

    def _add(self, key: uuid.UUID, at_once: int, right: int, wrong: int = 0) -> None:
        """Count these answers to an assignment."""
        told = self._answers[key]
        told["at_once"] += at_once
        told["right"] += right
        told["wrong"] += wrong

    def _note(self, user: int, last_at: datetime | None, right: int) -> None:
        self.right[user] += right
        if last_at and (user not in self.last or self.last[user] < last_at):
            self.last[user] = last_at

    def state(self, roll: Roll) -> str:
        """A text that changes with every answer to an assignment, and with its questions and
        students."""
        work = roll.assignment.pk
        live = [item.pk for item in self.items[work] if item.pk in self.live]
        rows = sorted(self._rows[work], key=lambda row: row[1])
        said = repr((rows, live, [student.user_id for student in roll.students]))
        return sha256(said.encode()).hexdigest()

    def seen_at(self, user: int) -> tuple[bool, datetime | None]:
        """The sort key that puts first who has not been at work for longest."""
        last = self.last.get(user)
        return last is not None, last

    def is_open(self, assignment: Assignment) -> bool:
        """Whether any student can work at an assignment now."""
        return bool(self.items[assignment.pk] and self.waited_for(assignment))

    def waited_for(self, assignment: Assignment) -> set[int]:
        """The accounts that can work at an assignment now, whether they have started or not."""
        return self._waited[assignment.pk]

    def counts(self, roll: Roll) -> tuple[int, int]:
        """The numbers of stuck and idle students; neither counts excused ones or those who joined
        later."""
        key = roll.assignment.pk
        idle = stuck = 0
        if key not in self.windows:
            return 0, 0
        if not any(item.pk in self.live for item in self.items[key]):
            return 0, len(roll.students) if self.items[key] else 0
        at_a_loss = {user for _, user, _ in self.cases[key]}
        for user, times in self.windows[key].items():
            if times.is_excused:
                continue
            stuck += user in at_a_loss
            idle += user not in self.begun[key] and not times.was_closed_before_joining
        return stuck, idle

    def answers(self, roll: Roll) -> tuple[int, int, int, int]:
        """The number of answers that an assignment waits for, and how many are right at once, right
        at all, and wrong."""
        key = roll.assignment.pk
        told = self._answers[key]
        live = sum(item.pk in self.live for item in self.items[key])
        size = live * len(self.windows.get(key, ()))
        return size, told["at_once"], told["right"], told["wrong"]
