"""What an instructor should look at, over all their classes, the most urgent first.

The stored results say who is stuck at a question. For lessons, the database preselects a few
students, and ``games.assignments.results`` decides. So this page never contradicts the results.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from games.assignments.cells import STUCK
from games.assignments.models import (
    Assignment,
    HelpSeen,
    Item,
    ItemAttempt,
    Override,
    Standing,
    Start,
)
from games.assignments.own_positions import OwnPositions
from games.assignments.results import keys, reports
from games.assignments.section_times import every_time
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
"""How many stuck students we list, the latest first."""

NAMED = 6
"""How many people of one kind we name before we only count."""

Assignments = Mapping[uuid.UUID, Assignment]
"""Assignments by their keys."""

Pairs = set[tuple[uuid.UUID, uuid.UUID]]
"""Pairs of a student, by membership, and an assignment."""


@dataclass(frozen=True)
class Stuck:
    """A student who needs help at *item* after so many *wrong* answers, the last one *last_at*."""

    assignment: Assignment
    membership: Membership
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
    given = [one for one in _published_assignments(rooms) if _has_opened(one, now)]
    for assignment in given:
        assignment.classroom = rooms[assignment.classroom_id]
    running = [one for one in given if not _is_over(one, now)]
    excused = _excused(running)
    stuck, is_cut = _stuck(running, rooms.values(), excused)
    return Monday(
        stuck,
        is_cut,
        _due(running, now, rooms.values(), excused),
        _answered(given, rooms.values(), since),
        _news(rooms, since),
        last_rooms({pk: room for pk, room in rooms.items() if room.shows_all}),
        since,
        now,
    )


def look(user: User, until: datetime) -> None:
    """Record that the user has seen everything up to *until*."""
    posts = Staff.objects.filter(user=user).exclude(looked_at__gte=until)
    posts.update(looked_at=min(until, timezone.now()))


def _published_assignments(rooms: Collection[uuid.UUID]) -> QuerySet[Assignment]:
    """The published assignments of these classes."""
    published = Assignment.objects.filter(archived_at=None, published_at__isnull=False)
    return published.filter(classroom__in=rooms).prefetch_related("section_times")


def _has_opened(assignment: Assignment, now: datetime) -> bool:
    """Whether an assignment is open to the class or to one of its sections."""
    return assignment.opens_at is None or every_time(assignment, "opens_at")[0] <= now


def _excused(running: Sequence[Assignment]) -> Pairs:
    """The students who are excused from one of these assignments."""
    terms = Override.objects.filter(assignment__in=keys(running), is_excused=True)
    return set(terms.values_list("membership", "assignment"))


def _answered(
    given: Sequence[Assignment], rooms: Collection[Classroom], since: datetime
) -> tuple[Answered, ...]:
    """The assignments that students have handed in, or answered questions of, after *since*."""
    students = Q(sight_of(rooms, "membership__"), membership__archived_at=None)

    def numbers(rows: QuerySet[Any], of: str) -> dict[uuid.UUID, int]:
        counted = rows.filter(students, **{f"{of}__in": keys(given)}).order_by().values_list(of)
        return dict(counted.annotate(number=Count("membership", distinct=True)))

    handed_in = numbers(Start.objects.filter(handed_in_at__gt=since), "assignment")
    answers = numbers(ItemAttempt.objects.filter(answered_at__gt=since), "item__assignment")
    return tuple(
        Answered(one, handed_in.get(one.pk, 0), answers.get(one.pk, 0))
        for one in given
        if one.pk in handed_in or one.pk in answers
    )


def _is_over(assignment: Assignment, now: datetime) -> bool:
    return assignment.closes_at is not None and every_time(assignment, "closes_at")[-1] <= now


def _stuck(
    running: Sequence[Assignment], rooms: Collection[Classroom], excused: Pairs
) -> tuple[tuple[Stuck, ...], bool]:
    """The students who need help, the earliest deadline first, and whether there may be more."""
    named = {one.pk: one for one in running if not one.is_check}
    cases = [*_stuck_at_questions(named, rooms, excused), *_stuck_in_lessons(named, rooms)]
    latest = sorted(cases, key=lambda case: case.last_at, reverse=True)[:MAX_STUCK_CASES]
    latest.sort(key=lambda case: (_moment(case.assignment), -case.wrong))
    return tuple(latest), len(cases) >= MAX_STUCK_CASES


def _moment(assignment: Assignment) -> float:
    end = assignment.due_at or assignment.closes_at
    return end.timestamp() if end else float("inf")


def _stuck_at_questions(
    named: Assignments, rooms: Collection[Classroom], excused: Pairs
) -> list[Stuck]:
    """The students whose stored results say that they need help at a question."""
    marks = HelpSeen.objects.filter(item__assignment__in=named)
    seen = {(mark.membership_id, mark.item_id): mark.wrong for mark in marks}
    standings = Standing.objects.filter(
        sight_of(rooms, "membership__"),
        item__assignment__in=named,
        item__dropped_at=None,
        membership__archived_at=None,
        is_done=False,
        wrong__gte=STUCK,
    ).select_related("membership", "item")
    needy = [
        one
        for one in standings.order_by("-last_at")
        if one.wrong - seen.get((one.membership_id, one.item_id), 0) >= STUCK
        and (one.membership_id, one.item.assignment_id) not in excused
    ][:MAX_STUCK_CASES]
    items: dict[uuid.UUID, dict[int, Item]] = defaultdict(dict)
    for one in needy:
        items[one.item.assignment_id][one.item_id] = one.item
    own = OwnPositions(
        [named[key] for key in items],
        {key: some.values() for key, some in items.items()},
        [one.membership for one in needy],
    )
    return [
        Stuck(
            named[one.item.assignment_id],
            one.membership,
            own.of(one.membership, one.item),
            one.wrong,
            one.last_at,
        )
        for one in needy
    ]


def _stuck_in_lessons(named: Assignments, rooms: Collection[Classroom]) -> list[Stuck]:
    """The students who need help in a lesson. The database preselects them by their wrong answers
    at a step, and their reports decide."""
    done = StepRecord.objects.filter(step=OuterRef("step"), user=OuterRef("user"))
    place = ("step__lesson__items__assignment", "step__lesson__items")
    steps = (
        StepAttempt.objects.filter(
            ~Exists(done.exclude(done_at=None)),
            sight_of(rooms, "user__memberships__"),
            step__lesson__items__assignment__in=named,
            step__lesson__items__assignment__classroom=F("user__memberships__classroom"),
            user__memberships__archived_at=None,
            solved=False,
        )
        .order_by()
        .values("user__memberships", *place, "step")
        .annotate(wrong=Count("pk"), last=Max("created_at"))
        .filter(wrong__gte=STUCK)
        .order_by("-last")
        .values_list("user__memberships", *place)[:MAX_STUCK_CASES]
    )
    if not steps:
        return []
    people = Membership.objects.in_bulk({person for person, *_ in steps})
    asked: dict[uuid.UUID, dict[uuid.UUID, Membership]] = defaultdict(dict)
    for person, key, _ in steps:
        asked[key][person] = people[person]
    read = reports(
        [(named[key], list(some.values())) for key, some in asked.items()],
        only={item for *_, item in steps},
    )
    return [
        Stuck(cell.assignment, cell.membership, cell.item, cell.wrong, cell.last_at)
        for report in read
        for cell in report.stuck
        if cell.last_at
    ]


def _due(
    running: Sequence[Assignment],
    now: datetime,
    rooms: Collection[Classroom],
    excused: Pairs,
) -> tuple[Due, ...]:
    """Assignments that are due or close soon, the soonest first; of the sections, only those whose
    time it is."""
    ends = {one.pk: _next_end(one, now) for one in running}
    soon = [one for one in running if (end := ends[one.pk]) and end - now <= SOON]
    if not soon:
        return ()
    ids = [one.pk for one in soon]
    begun = _begun(ids) | excused
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


def _begun(ids: Sequence[uuid.UUID]) -> Pairs:
    """The students who have begun one of these assignments."""
    work = "step__lesson__items__assignment"
    tried = Standing.objects.filter(item__assignment__in=ids)
    started = Start.objects.filter(assignment__in=ids)
    read = StepRecord.objects.filter(
        step__lesson__items__assignment__in=ids,
        step__lesson__items__assignment__classroom=F("user__memberships__classroom"),
    ).exclude(done_at=None)
    pairs = tried.order_by().values_list("membership", "item__assignment")
    return set(
        pairs.union(
            started.order_by().values_list("membership", "assignment"),
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
