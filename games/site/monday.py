"""What waits for whoever teaches, over all their classes, the most urgent first.

Who may be stuck is sifted out by the database, and a reading of the few who are left decides
(``games.assignments.results``), so that this page never says what the results deny.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from games.assignments.cells import STUCK, Cell
from games.assignments.models import Assignment, HelpSeen, ItemAttempt, Override, Standing, Start
from games.assignments.results import reports
from games.classes.models import Classroom, Membership, Staff
from games.lessons.models import StepAttempt, StepRecord
from games.live.lately import LastRoom, last_rooms
from games.people.models import User

SOON = timedelta(days=7)
"""What is due within this time is told."""

FIRST_LOOK = timedelta(days=7)
"""How far back the news go for somebody who never marked them as seen."""

MAX_STUCK_CASES = 24
"""So many cases of somebody stuck are looked into, the latest first."""

NAMED = 6
"""So many people of one kind are named, the rest counted."""


@dataclass(frozen=True)
class Stuck:
    """Somebody who needs help, and where."""

    assignment: Assignment
    cell: Cell


@dataclass(frozen=True)
class Names:
    """People of one kind: some at once, the rest when they are asked for."""

    every: tuple[str, ...]

    @property
    def some(self) -> tuple[str, ...]:
        return self.every[:NAMED]

    @property
    def rest(self) -> tuple[str, ...]:
        """The others, who are folded away."""
        return self.every[NAMED:]


@dataclass(frozen=True)
class Due:
    """An assignment that is due or closes soon, and who of those it is for has not begun."""

    assignment: Assignment
    at: datetime
    number: int
    idle: Names

    @property
    def word(self) -> str:
        return "due" if self.at == self.assignment.due_at else "closes"


@dataclass(frozen=True)
class News:
    """A class whose people have changed since the last look."""

    classroom: Classroom
    joined: Names
    gone: Names

    @property
    def changes(self) -> list[tuple[str, Names]]:
        """What happened, as a word, and to whom."""
        both = (("Joined:", self.joined), ("Left:", self.gone))
        return [(word, names) for word, names in both if names.every]


@dataclass(frozen=True)
class Monday:
    """Everything that waits, and what happened *since* then; *now* is when it was read."""

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
    """What waits for somebody in the running classes where they have these *posts*; None without
    any. The number of queries depends neither on classes nor on students."""
    if not posts:
        return None
    now = timezone.now()
    since = min((post.looked_at for post in posts if post.looked_at), default=now - FIRST_LOOK)
    rooms = {post.classroom_id: post.classroom for post in posts}
    given = list(_given(rooms, since))
    for assignment in given:
        assignment.classroom = rooms[assignment.classroom_id]
    running = [one for one in given if not _is_over(one, now)]
    stuck, is_cut = _stuck(running)
    return Monday(
        stuck,
        is_cut,
        _due(running, now),
        tuple(one for one in given if one.handed_in or one.answered_by),
        _news(rooms, since),
        last_rooms(rooms),
        since,
        now,
    )


def look(user: User, until: datetime) -> None:
    """Everything up to then has been seen."""
    posts = Staff.objects.filter(user=user).exclude(looked_at__gte=until)
    posts.update(looked_at=min(until, timezone.now()))


def _given(rooms: dict[uuid.UUID, Classroom], since: datetime) -> QuerySet[Any]:
    """What students of these classes can see, with how many have handed it in since then, and how
    many have answered something."""
    mine = {"assignment": OuterRef("pk"), "handed_in_at__gt": since}
    theirs = {"item__assignment": OuterRef("pk"), "answered_at__gt": since}

    def number(rows: QuerySet[Any], of: str) -> Coalesce:
        people = rows.filter(membership__archived_at=None).order_by().values(of)
        counted = people.annotate(number=Count("membership", distinct=True)).values("number")
        return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

    now = timezone.now()
    open_ = Q(opens_at=None) | Q(opens_at__lte=now)
    return Assignment.objects.filter(
        open_, classroom__in=rooms, archived_at=None, published_at__isnull=False
    ).annotate(
        handed_in=number(Start.objects.filter(**mine), "assignment"),
        answered_by=number(ItemAttempt.objects.filter(**theirs), "item__assignment"),
    )


def _is_over(assignment: Assignment, now: datetime) -> bool:
    return assignment.closes_at is not None and assignment.closes_at <= now


def _stuck(running: Sequence[Assignment]) -> tuple[tuple[Stuck, ...], bool]:
    """Who needs help, where the time ends first, and whether there may be more of them."""
    pairs = _candidates([one.pk for one in running if not one.is_check])
    people = Membership.objects.in_bulk({person for person, _ in pairs}) if pairs else {}
    asked: dict[uuid.UUID, list[Membership]] = defaultdict(list)
    for person, work in pairs:
        if person in people and people[person] not in asked[work]:
            asked[work].append(people[person])
    named = {one.pk: one for one in running}
    found = (
        [
            Stuck(read.assignment, cell)
            for read in reports([(named[pk], some) for pk, some in asked.items()])
            for cell in read.stuck
        ]
        if asked
        else []
    )
    found.sort(key=lambda case: (_moment(case.assignment), -case.cell.wrong))
    return tuple(found), len(pairs) >= MAX_STUCK_CASES


def _moment(assignment: Assignment) -> float:
    end = assignment.due_at or assignment.closes_at
    return end.timestamp() if end else float("inf")


def _candidates(running: Sequence[uuid.UUID]) -> list[tuple[uuid.UUID, uuid.UUID]]:
    """Students and assignments in which they may be stuck, the latest first."""
    stuck = Standing.objects.filter(
        item__assignment__in=running,
        item__dropped_at=None,
        membership__archived_at=None,
        is_done=False,
        wrong__gte=STUCK,
    ).values_list("last_at", "membership", "item", "item__assignment", "wrong")
    marks = HelpSeen.objects.filter(item__assignment__in=running)
    seen = {(mark.membership_id, mark.item_id): mark.wrong for mark in marks}
    exercises = [
        (last, person, work)
        for last, person, item, work, number in stuck
        if number - seen.get((person, item), 0) >= STUCK
    ]
    done = StepRecord.objects.filter(step=OuterRef("step"), user=OuterRef("user"))
    steps = (
        StepAttempt.objects.filter(
            ~Exists(done.exclude(done_at=None)),
            step__lesson__items__assignment__in=running,
            step__lesson__items__assignment__classroom=F("user__memberships__classroom"),
            user__memberships__archived_at=None,
            solved=False,
        )
        .order_by()
        .values("user__memberships", "step__lesson__items__assignment", "step")
        .annotate(wrong=Count("pk"), last=Max("created_at"))
        .filter(wrong__gte=STUCK)
        .order_by("-last")
        .values_list("last", "user__memberships", "step__lesson__items__assignment")
    )
    latest = sorted([*exercises, *steps[:MAX_STUCK_CASES]], reverse=True)
    return [(person, work) for _, person, work in latest[:MAX_STUCK_CASES]]


def _due(running: Sequence[Assignment], now: datetime) -> tuple[Due, ...]:
    """What is due or closes soon, the soonest first."""
    ends = {one.pk: _next_end(one, now) for one in running}
    soon = [one for one in running if (end := ends[one.pk]) and end - now <= SOON]
    if not soon:
        return ()
    ids = [one.pk for one in soon]
    begun = _begun(ids)
    meant: dict[uuid.UUID, list[tuple[uuid.UUID, str]]] = defaultdict(list)
    for work, person, name in _meant(ids):
        meant[work].append((person, name))
    found = []
    for one in sorted(soon, key=lambda one: ends[one.pk] or now):
        idle = [name for person, name in meant[one.pk] if (person, one.pk) not in begun]
        at = ends[one.pk]
        assert at is not None
        found.append(Due(one, at, len(meant[one.pk]), Names(tuple(idle))))
    return tuple(found)


def _next_end(assignment: Assignment, now: datetime) -> datetime | None:
    """When it is due, or where that has passed, when it closes."""
    ends = (assignment.due_at, assignment.closes_at)
    return next((end for end in ends if end and end > now), None)


def _meant(ids: Sequence[uuid.UUID]) -> QuerySet[Any, Any]:
    """The students an assignment is for, by name."""
    person = "classroom__memberships"
    everybody = Q(groups=None, students=None)
    return (
        Assignment.objects.filter(
            everybody | Q(groups__memberships=F(person)) | Q(students=F(person)),
            pk__in=ids,
            classroom__memberships__archived_at=None,
            classroom__memberships__isnull=False,
        )
        .order_by(f"{person}__real_name", person)
        .values_list("pk", person, f"{person}__real_name")
        .distinct()
    )


def _begun(ids: Sequence[uuid.UUID]) -> set[tuple[uuid.UUID, uuid.UUID]]:
    """Students with the assignments that they have begun, or need not do."""
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
    """The classes in which somebody joined since then, or left by themselves."""
    came = Q(joined_at__gt=since, archived_at=None)
    went = Q(archived_at__gt=since, has_left=True)
    changed: dict[uuid.UUID, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    people = Membership.objects.by_name().filter(came | went, classroom__in=rooms)
    for room, name, has_left in people.values_list("classroom", "real_name", "has_left"):
        changed[room][has_left].append(name)
    return tuple(
        News(rooms[pk], Names(tuple(joined)), Names(tuple(gone)))
        for pk, (joined, gone) in changed.items()
    )
