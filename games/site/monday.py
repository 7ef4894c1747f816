"""What an instructor should look at, over all their classes, the most urgent first.

The database preselects students who may be stuck, and ``games.assignments.results`` decides about
these few, so this page never contradicts the results.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.assignments.cells import STUCK, Cell
from games.assignments.models import Assignment, HelpSeen, ItemAttempt, Override, Standing, Start
from games.assignments.results import reports
from games.assignments.section_times import every_time, has_opened_to_some
from games.classes.access import set_sight, sight_of
from games.classes.models import Classroom, Membership, Staff
from games.lessons.models import StepAttempt, StepRecord
from games.live.lately import LastRoom, last_rooms
from games.people.models import User

SOON = timedelta(days=7)
"""We list assignments that are due within this time."""

FIRST_LOOK = timedelta(days=7)
"""How far back the news go for an instructor who has never marked them as seen."""

MAX_STUCK_CASES = 24
"""How many cases of possibly stuck students we examine, the latest first."""

NAMED = 6
"""How many people of one kind we name before we only count."""


@dataclass(frozen=True)
class Stuck:
    """A student who needs help, and at which question."""

    assignment: Assignment
    cell: Cell


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
    answered: tuple[Any, ...]
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
    given = list(_visible_assignments(rooms, since))
    for assignment in given:
        assignment.classroom = rooms[assignment.classroom_id]
    running = [one for one in given if not _is_over(one, now)]
    stuck, is_cut = _stuck(running, rooms.values())
    return Monday(
        stuck,
        is_cut,
        _due(running, now, rooms.values()),
        tuple(one for one in given if one.handed_in or one.answered_by),
        _news(rooms, since),
        last_rooms({pk: room for pk, room in rooms.items() if room.shows_all}),
        since,
        now,
    )


def look(user: User, until: datetime) -> None:
    """Record that the user has seen everything up to *until*."""
    posts = Staff.objects.filter(user=user).exclude(looked_at__gte=until)
    posts.update(looked_at=min(until, timezone.now()))


def _visible_assignments(rooms: dict[uuid.UUID, Classroom], since: datetime) -> QuerySet[Any]:
    """The assignments that students of these classes can see, with the number of students who have
    handed in, and who have answered a question, after *since*."""
    mine = {"assignment": OuterRef("pk"), "handed_in_at__gt": since}
    theirs = {"item__assignment": OuterRef("pk"), "answered_at__gt": since}

    def number(rows: QuerySet[Any], of: str) -> Coalesce:
        people = rows.filter(seen, membership__archived_at=None).order_by().values(of)
        counted = people.annotate(number=Count("membership", distinct=True)).values("number")
        return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

    seen = sight_of(rooms.values(), "membership__")
    return (
        Assignment.objects.filter(
            has_opened_to_some(), classroom__in=rooms, archived_at=None, published_at__isnull=False
        )
        .prefetch_related("section_times")
        .annotate(
            handed_in=number(Start.objects.filter(**mine), "assignment"),
            answered_by=number(ItemAttempt.objects.filter(**theirs), "item__assignment"),
        )
    )


def _is_over(assignment: Assignment, now: datetime) -> bool:
    return assignment.closes_at is not None and every_time(assignment, "closes_at")[-1] <= now


def _stuck(
    running: Sequence[Assignment], rooms: Collection[Classroom]
) -> tuple[tuple[Stuck, ...], bool]:
    """The students who need help, the earliest deadline first, and whether there may be more."""
    cases = _candidates([one.pk for one in running if not one.is_check], rooms)
    people = Membership.objects.in_bulk({person for person, *_ in cases}) if cases else {}
    asked: dict[uuid.UUID, list[Membership]] = defaultdict(list)
    for person, work, _ in cases:
        if person in people and people[person] not in asked[work]:
            asked[work].append(people[person])
    named = {one.pk: one for one in running}
    found = (
        [
            Stuck(read.assignment, cell)
            for read in reports(
                [(named[pk], some) for pk, some in asked.items()],
                only={item for *_, item in cases},
            )
            for cell in read.stuck
        ]
        if asked
        else []
    )
    found.sort(key=lambda case: (_moment(case.assignment), -case.cell.wrong))
    return tuple(found), len(cases) >= MAX_STUCK_CASES


def _moment(assignment: Assignment) -> float:
    end = assignment.due_at or assignment.closes_at
    return end.timestamp() if end else float("inf")


def _candidates(
    running: Sequence[uuid.UUID], rooms: Collection[Classroom]
) -> list[tuple[uuid.UUID, uuid.UUID, int]]:
    """Student, assignment and item for each possibly stuck student, the latest first."""
    stuck = Standing.objects.filter(
        sight_of(rooms, "membership__"),
        item__assignment__in=running,
        item__dropped_at=None,
        membership__archived_at=None,
        is_done=False,
        wrong__gte=STUCK,
    ).values_list("last_at", "membership", "item", "item__assignment", "wrong")
    marks = HelpSeen.objects.filter(item__assignment__in=running)
    seen = {(mark.membership_id, mark.item_id): mark.wrong for mark in marks}
    exercises = [
        (last, person, work, item)
        for last, person, item, work, number in stuck
        if number - seen.get((person, item), 0) >= STUCK
    ]
    done = StepRecord.objects.filter(step=OuterRef("step"), user=OuterRef("user"))
    place = ("step__lesson__items__assignment", "step__lesson__items")
    steps = (
        StepAttempt.objects.filter(
            ~Exists(done.exclude(done_at=None)),
            sight_of(rooms, "user__memberships__"),
            step__lesson__items__assignment__in=running,
            step__lesson__items__assignment__classroom=F("user__memberships__classroom"),
            user__memberships__archived_at=None,
            solved=False,
        )
        .order_by()
        .values("user__memberships", *place, "step")
        .annotate(wrong=Count("pk"), last=Max("created_at"))
        .filter(wrong__gte=STUCK)
        .order_by("-last")
        .values_list("last", "user__memberships", *place)
    )
    latest = sorted([*exercises, *steps[:MAX_STUCK_CASES]], reverse=True)
    return [(person, work, item) for _, person, work, item in latest[:MAX_STUCK_CASES]]


def _due(
    running: Sequence[Assignment], now: datetime, rooms: Collection[Classroom]
) -> tuple[Due, ...]:
    """Assignments that are due or close soon, the soonest first; of the sections, only those whose
    time it is."""
    ends = {one.pk: _next_end(one, now) for one in running}
    soon = [one for one in running if (end := ends[one.pk]) and end - now <= SOON]
    if not soon:
        return ()
    ids = [one.pk for one in soon]
    begun = _begun_or_excused(ids)
    meant: dict[uuid.UUID, list[tuple[uuid.UUID, str]]] = defaultdict(list)
    named = {one.pk: one for one in soon}
    for work, person, name, section in _students_addressed(ids, rooms):
        if ends[work] in named[work].times_in(section):
            meant[work].append((person, name))
    found = []
    for one in sorted(soon, key=lambda one: ends[one.pk] or now):
        idle = [name for person, name in meant[one.pk] if (person, one.pk) not in begun]
        at = ends[one.pk]
        assert at is not None
        found.append(Due(one, at, len(meant[one.pk]), Names(tuple(idle))))
    return tuple(found)


def _next_end(assignment: Assignment, now: datetime) -> datetime | None:
    """The next due time of any section or, if all have passed, the next closing time."""
    ends = [at for name in ("due_at", "closes_at") for at in every_time(assignment, name)]
    return next((end for end in ends if end > now), None)


def _students_addressed(
    ids: Sequence[uuid.UUID], rooms: Collection[Classroom]
) -> QuerySet[Any, Any]:
    """The students for whom each assignment is meant, by name, with their section."""
    person = "classroom__memberships"
    everybody = Q(groups=None, students=None)
    return (
        Assignment.objects.filter(
            sight_of(rooms, f"{person}__"),
            everybody | Q(groups__memberships=F(person)) | Q(students=F(person)),
            pk__in=ids,
            classroom__memberships__archived_at=None,
            classroom__memberships__isnull=False,
        )
        .order_by(f"{person}__surname", f"{person}__real_name", person)
        .values_list("pk", person, f"{person}__real_name", f"{person}__section")
        .distinct()
    )


def _begun_or_excused(ids: Sequence[uuid.UUID]) -> set[tuple[uuid.UUID, uuid.UUID]]:
    """Pairs of student and assignment that are begun or excused."""
    work = "step__lesson__items__assignment"
    tried = Standing.objects.filter(item__assignment__in=ids)
    started = Start.objects.filter(assignment__in=ids)
    excused = Override.objects.filter(assignment__in=ids, is_excused=True)
    read = StepRecord.objects.filter(
        step__lesson__items__assignment__in=ids,
        step__lesson__items__assignment__classroom=F("user__memberships__classroom"),
    ).exclude(done_at=None)
    pairs = tried.order_by().values_list("membership", "item__assignment")
    return set(
        pairs.union(
            started.order_by().values_list("membership", "assignment"),
            excused.order_by().values_list("membership", "assignment"),
            read.order_by().values_list("user__memberships", work),
        )
    )


def _news(rooms: dict[uuid.UUID, Classroom], since: datetime) -> tuple[News, ...]:
    """The classes that students have joined, or left by themselves, after *since*."""
    came = Q(joined_at__gt=since, archived_at=None)
    went = Q(archived_at__gt=since, has_left=True)
    changed: dict[uuid.UUID, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    seen = sight_of(rooms.values(), "")
    people = Membership.objects.by_name().filter(came | went, seen, classroom__in=rooms)
    for room, name, has_left in people.values_list("classroom", "real_name", "has_left"):
        changed[room][has_left].append(name)
    return tuple(
        News(rooms[pk], Names(tuple(joined)), Names(tuple(gone)))
        for pk, (joined, gone) in changed.items()
    )
