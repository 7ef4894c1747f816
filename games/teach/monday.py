"""What an instructor should look at, over all their classes, the most urgent first.

The stored results say who is stuck at a question. For lessons, the database preselects a few
students, and ``games.teach.work.standings.reports`` decides. So this page never contradicts the
results."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.functional import cached_property

from games.learn.lessons.models import StepAttempt, StepRecord
from games.people.models import User
from games.people.names import sort_key
from games.teach.classes.access import set_sight, sight_of
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.live.screens.lately import LastRoom, last_rooms
from games.teach.work.models import Assignment, Item, Override, Standing, Start
from games.teach.work.standings.cells import STUCK
from games.teach.work.standings.own_positions import OwnPositions
from games.teach.work.standings.reports import keys, needing_help, reports
from games.teach.work.windows import every_time
from games.web.written_once import written_once

SOON = timedelta(days=7)
"""We list assignments that are due within this time."""

FIRST_LOOK = timedelta(days=7)
"""How far back the news go for an instructor who has never marked them as seen."""

MAX_STUCK_CASES = 24
"""How many stuck students we list, the latest first."""

NAMED = 6
"""How many people of one kind we name before we only count."""

Assignments = Mapping[uuid.UUID, Assignment]
"""Assignments by their keys."""

Pairs = set[tuple[uuid.UUID, uuid.UUID]]
"""Pairs of a student, by membership, and an assignment."""

Times = Mapping[tuple[uuid.UUID, uuid.UUID], datetime | None]
"""When a student, by membership, last did something in an assignment."""

Lessons = dict[int, list[tuple[uuid.UUID, int]]]
"""For each lesson the assignments that ask for it, with their items."""


class Student(NamedTuple):
    """What this page needs of a student in a class, or of one who has left it lately; *section* is
    a key."""

    pk: uuid.UUID
    user: int
    classroom: uuid.UUID
    real_name: str
    surname: str
    section: int | None
    joined_at: datetime
    archived_at: datetime | None
    has_left: bool

    def place(self) -> tuple[object, ...]:
        """The place in register order; the same as :meth:`Memberships.by_name`, with less work for
        the database."""
        listed_name = f"{self.surname or self.real_name} {self.real_name}"
        return sort_key(listed_name), self.joined_at, self.pk


@dataclass(frozen=True)
class Stuck:
    """A student who needs help at *item* after so many *wrong* answers, the last one *last_at*."""

    assignment: Assignment
    student: Student
    item: Item
    wrong: int
    last_at: datetime


@dataclass(frozen=True)
class Names:
    """Names of people: some are shown, the rest are folded away."""

    every: tuple[str, ...]

    @property
    def some(self) -> tuple[str, ...]:
        return self.every[:NAMED]

    @property
    def rest(self) -> tuple[str, ...]:
        """The names that are folded away."""
        return self.every[NAMED:]


@dataclass(frozen=True)
class Due:
    """An assignment that is due or closes soon, and the students for whom it is meant but who have
    not begun."""

    assignment: Assignment
    at: datetime
    number: int
    idle: Names

    @property
    def word(self) -> str:
        return "due" if self.at in every_time(self.assignment, "due_at") else "closes"


@dataclass(frozen=True)
class Answered:
    """An assignment, with the numbers of students who have handed it in and who have answered a
    question since the last look."""

    assignment: Assignment
    handed_in: int
    answered_by: int


@dataclass(frozen=True)
class News:
    """A class that students have joined or left since the last look."""

    classroom: Classroom
    joined: Names
    gone: Names

    @property
    def changes(self) -> list[tuple[str, Names]]:
        """The changes, each as a word with the names."""
        both = (("Joined:", self.joined), ("Left:", self.gone))
        return [(word, names) for word, names in both if names.every]


@dataclass(frozen=True)
class Monday:
    """All that waits, and the changes after *since*; *now* is the time of reading."""

    stuck: tuple[Stuck, ...]
    is_cut: bool
    due: tuple[Due, ...]
    answered: tuple[Answered, ...]
    news: tuple[News, ...]
    last_rooms: tuple[LastRoom, ...]
    since: datetime
    now: datetime

    @property
    def is_quiet(self) -> bool:
        return not (self.stuck or self.due or self.answered or self.news or self.last_rooms)


def monday(posts: Sequence[Staff]) -> Monday | None:
    """What waits in the running classes of these *posts*; None without posts. The number of queries
    does not depend on the number of classes or students."""
    if not posts:
        return None
    set_sight(posts)
    now = timezone.now()
    since = min((post.looked_at for post in posts if post.looked_at), default=now - FIRST_LOOK)
    rooms = {post.classroom_id: post.classroom for post in posts}
    reading = _Reading(rooms, since, now)
    stuck, is_cut = reading.stuck()
    seen_whole = {pk: room for pk, room in rooms.items() if room.shows_all}
    return Monday(
        stuck,
        is_cut,
        reading.due(),
        reading.answered(),
        reading.news(),
        last_rooms(seen_whole),
        since,
        now,
    )


def look(user: User, until: datetime) -> None:
    """Record that the user has seen everything up to *until*."""
    posts = Staff.objects.filter(user=user).exclude(looked_at__gte=until)
    posts.update(looked_at=min(until, timezone.now()))


@written_once
def _published(classes: Sequence[uuid.UUID]) -> QuerySet[Assignment]:
    published = Assignment.objects.filter(archived_at=None, published_at__isnull=False)
    return published.filter(classroom__in=classes)


@written_once
def _excused(assignments: Sequence[uuid.UUID]) -> QuerySet[Any, Any]:
    terms = Override.objects.filter(assignment__in=assignments, is_excused=True)
    return terms.values_list("membership", "assignment")


@written_once
def _lessons(assignments: Sequence[uuid.UUID]) -> QuerySet[Any, Any]:
    items = Item.objects.filter(assignment__in=assignments, lesson__isnull=False)
    return items.order_by().values_list("lesson", "assignment", "pk")


@written_once
def _started(
    assignments: Sequence[uuid.UUID], soon: Sequence[uuid.UUID], since: datetime
) -> QuerySet[Any, Any]:
    is_new = Q(handed_in_at__gt=since) | Q(assignment__in=soon)
    rows = Start.objects.filter(is_new, assignment__in=assignments)
    return rows.order_by().values_list("membership", "assignment", "handed_in_at")


@written_once
def _last_answers(
    assignments: Sequence[uuid.UUID], soon: Sequence[uuid.UUID], since: datetime
) -> QuerySet[Any, Any]:
    is_new = Q(last_at__gt=since) | Q(item__assignment__in=soon)
    rows = Standing.objects.filter(is_new, item__assignment__in=assignments).order_by()
    last: QuerySet[Any, Any] = rows.values_list("membership", "item__assignment").annotate(
        Max("last_at")
    )
    return last


@written_once
def _needing_help(assignments: Sequence[uuid.UUID]) -> QuerySet[Standing]:
    live = Standing.objects.filter(item__assignment__in=assignments, item__dropped_at=None)
    return needing_help(live).select_related("item").order_by("-last_at")


@dataclass(frozen=True)
class _Reading:
    """What is read of these classes, as they are *now*; what is new, or done *lately*, came after
    *since*."""

    rooms: Mapping[uuid.UUID, Classroom]
    since: datetime
    now: datetime

    @cached_property
    def given(self) -> list[Assignment]:
        """The published assignments that are open to a class or to one of its sections."""
        every = _published(list(self.rooms))
        if any(student.section for student in self.students):
            prefetch_related_objects(every, "section_times")
        else:
            for assignment in every:
                assignment.times_by_section = {}  # they are nobody's
        given = [one for one in every if self._has_opened(one)]
        for assignment in given:
            assignment.classroom = self.rooms[assignment.classroom_id]
        return given

    def _has_opened(self, assignment: Assignment) -> bool:
        return assignment.opens_at is None or every_time(assignment, "opens_at")[0] <= self.now

    @cached_property
    def running(self) -> list[Assignment]:
        """Those that have not closed for everybody."""
        return [one for one in self.given if not self._is_over(one)]

    def _is_over(self, assignment: Assignment) -> bool:
        closes = assignment.closes_at is not None
        return closes and every_time(assignment, "closes_at")[-1] <= self.now

    @cached_property
    def ends(self) -> dict[uuid.UUID, datetime]:
        """When the assignments that are due soon are due in the next section or, if all these times
        have passed, close."""
        ends = {}
        for one in self.running:
            times = [at for name in ("due_at", "closes_at") for at in every_time(one, name)]
            end = next((at for at in times if at > self.now), None)
            if end and end - self.now <= SOON:
                ends[one.pk] = end
        return ends

    @cached_property
    def students(self) -> list[Student]:
        """The students in these classes, and those who have left them lately, by name."""
        lately = Q(archived_at=None) | Q(archived_at__gt=self.since)
        seen = sight_of(self.rooms.values(), "")
        people = Membership.objects.filter(lately, seen, classroom__in=self.rooms)
        students = [Student(*row) for row in people.values_list(*Student._fields)]
        return sorted(students, key=Student.place)

    @cached_property
    def here(self) -> dict[uuid.UUID, Student]:
        """The students who have not left, by membership."""
        return {one.pk: one for one in self.students if one.archived_at is None}

    @cached_property
    def excused(self) -> Pairs:
        """The students who are excused from a running assignment."""
        return set(_excused(keys(self.running)))

    @cached_property
    def lessons(self) -> Lessons:
        """The lessons that running assignments ask for."""
        lessons: Lessons = defaultdict(list)
        for lesson, work, item in _lessons(keys(self.running)):
            lessons[lesson].append((work, item))
        return lessons

    @cached_property
    def started(self) -> Times:
        """The students who have begun an assignment that is due soon, or handed one in lately; with
        the time of handing in."""
        times = _started(keys(self.given), list(self.ends), self.since)
        return {(person, work): at for person, work, at in times}

    @cached_property
    def answers(self) -> Times:
        """The students who have answered questions of an assignment that is due soon, or of another
        one lately; with the time of the last answer."""
        times = _last_answers(keys(self.given), list(self.ends), self.since)
        return {(person, work): at for person, work, at in times}

    def answered(self) -> tuple[Answered, ...]:
        """The assignments that students have handed in, or answered questions of, lately."""
        handed_in, answered = (
            Counter(
                work
                for (person, work), at in times.items()
                if person in self.here and at and at > self.since
            )
            for times in (self.started, self.answers)
        )
        return tuple(
            Answered(one, handed_in[one.pk], answered[one.pk])
            for one in self.given
            if one.pk in handed_in or one.pk in answered
        )

    def stuck(self) -> tuple[tuple[Stuck, ...], bool]:
        """The students who need help, the earliest deadline first, and whether there may be
        more."""
        named = {one.pk: one for one in self.running if not one.is_test}
        cases = [*self._stuck_at_questions(named), *self._stuck_in_lessons(named)]
        latest = sorted(cases, key=lambda case: case.last_at, reverse=True)[:MAX_STUCK_CASES]
        latest.sort(key=lambda case: (_moment(case.assignment), -case.wrong))
        return tuple(latest), len(cases) >= MAX_STUCK_CASES

    def _stuck_at_questions(self, named: Assignments) -> list[Stuck]:
        """The students whose stored results say that they need help at a question."""
        needy = [
            one
            for one in _needing_help(list(named))
            if one.membership_id in self.here
            and (one.membership_id, one.item.assignment_id) not in self.excused
        ][:MAX_STUCK_CASES]
        items: dict[uuid.UUID, dict[int, Item]] = defaultdict(dict)
        for one in needy:
            items[one.item.assignment_id][one.item_id] = one.item
        own = OwnPositions(
            [named[work] for work in items],
            {work: some.values() for work, some in items.items()},
            {one.membership_id for one in needy},
        )
        return [
            Stuck(
                named[one.item.assignment_id],
                self.here[one.membership_id],
                own.of(one.membership_id, one.item),
                one.wrong,
                one.last_at,
            )
            for one in needy
        ]

    def _stuck_in_lessons(self, named: Assignments) -> list[Stuck]:
        """The students who need help in a lesson. The database preselects them by their wrong
        answers at a step, and their reports decide."""
        asked = {work for some in self.lessons.values() for work, _ in some if work in named}
        rooms = {named[work].classroom_id for work in asked}
        places = {(one.user, one.classroom): one.pk for one in self.here.values()}
        if not rooms:
            return []
        wrong = StepAttempt.objects.filter(
            step__lesson__in=self.lessons,
            user__in=[user for user, room in places if room in rooms],
            solved=False,
        ).order_by()
        steps = (
            wrong.values_list("user", "step", "step__lesson")
            .annotate(wrong=Count("pk"), last=Max("created_at"))
            .filter(wrong__gte=STUCK)
        )
        latest = sorted(steps, key=lambda step: step[-1], reverse=True)
        done = self._done([(user, step) for user, step, *_ in latest])
        cases = [
            (person, work, item)
            for user, step, lesson, *_ in latest
            if (user, step) not in done
            for work, item in self.lessons[lesson]
            if work in named and (person := places.get((user, named[work].classroom_id)))
        ][:MAX_STUCK_CASES]
        if not cases:
            return []
        people = Membership.objects.in_bulk({person for person, *_ in cases})
        some: dict[uuid.UUID, dict[uuid.UUID, Membership]] = defaultdict(dict)
        for person, work, _ in cases:
            some[work][person] = people[person]
        read = reports(
            [(named[work], list(persons.values())) for work, persons in some.items()],
            only={item for *_, item in cases},
        )
        return [
            Stuck(
                cell.assignment, self.here[cell.membership.pk], cell.item, cell.wrong, cell.last_at
            )
            for report in read
            for cell in report.stuck
            if cell.last_at
        ]

    def _done(self, steps: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
        """Those of these users and steps that are done."""
        if not steps:
            return set()
        users, keys_of_steps = zip(*steps, strict=True)
        records = StepRecord.objects.filter(user__in=set(users), step__in=set(keys_of_steps))
        return set(records.exclude(done_at=None).order_by().values_list("user", "step"))

    def due(self) -> tuple[Due, ...]:
        """Assignments that are due or close soon, the soonest first; of the sections, only those
        whose time it is."""
        soon = [one for one in self.running if one.pk in self.ends]
        if not soon:
            return ()
        begun = {*self.started, *self.answers, *self.excused, *self._readers()}
        chosen = _chosen(self.ends)
        found = []
        for one in sorted(soon, key=lambda one: self.ends[one.pk]):
            at, some = self.ends[one.pk], chosen.get(one.pk)
            meant = [
                student
                for student in self.here.values()
                if student.classroom == one.classroom_id
                and (some is None or student.pk in some)
                and at in one.times_in(student.section)
            ]
            idle = [student.real_name for student in meant if (student.pk, one.pk) not in begun]
            found.append(Due(one, at, len(meant), Names(tuple(idle))))
        return tuple(found)

    def _readers(self) -> Pairs:
        """The students who have done a step of a lesson that an assignment which is due soon asks
        for."""
        asked = {
            lesson: [work for work, _ in some if work in self.ends]
            for lesson, some in self.lessons.items()
        }
        if not any(asked.values()):
            return set()
        done = StepRecord.objects.filter(
            step__lesson__in=asked, user__memberships__classroom__in=self.rooms
        ).exclude(done_at=None)
        readers = defaultdict(set)
        for user, lesson in done.order_by().values_list("user", "step__lesson").distinct():
            readers[lesson].add(user)
        return {
            (student.pk, work)
            for lesson, works in asked.items()
            for student in self.here.values()
            if student.user in readers[lesson]
            for work in works
        }

    def news(self) -> tuple[News, ...]:
        """The classes that students have joined, or left by themselves, lately."""
        changed: dict[uuid.UUID, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for one in self.students:
            is_new = one.archived_at is None and one.joined_at > self.since
            if is_new or (one.archived_at and one.has_left):
                changed[one.classroom][not is_new].append(one.real_name)
        return tuple(
            News(self.rooms[pk], Names(tuple(joined)), Names(tuple(gone)))
            for pk, (joined, gone) in changed.items()
        )


def _moment(assignment: Assignment) -> float:
    end = assignment.due_at or assignment.closes_at
    return end.timestamp() if end else float("inf")


def _chosen(ids: Collection[uuid.UUID]) -> dict[uuid.UUID, set[uuid.UUID | None]]:
    """The students whom the teacher has chosen for an assignment, by themselves or in a group.
    Where nobody was chosen, it is for the whole class."""
    chosen: dict[uuid.UUID, set[uuid.UUID | None]] = defaultdict(set)
    parts = ("groups", "groups__memberships", "students")
    for work, group, *people in Assignment.objects.filter(pk__in=ids).values_list("pk", *parts):
        if group or any(people):
            chosen[work].update(people)
    return chosen
