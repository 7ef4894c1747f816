"""The work of students in the lessons of assignments, counted by the database.

Lesson steps belong to the account, whatever class has set the lesson, and are stored that way
(:class:`~games.learn.lessons.models.StepRecord`). For an assignment, a step that was done before
the assignment was set counts as done; answers count from publishing on; nothing counts after the
end of the student's time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.learn.lessons.models import Step, StepAttempt, StepRecord
from games.teach.work.models import Assignment, Item
from games.teach.work.standings.cells import STUCK, ItemResult
from games.teach.work.windows import GRACE, Window
from games.web.written_once import written_once

ITEM = "step__lesson__items"
Windows = Mapping[int, Window]
"""The times of an assignment, by the key of a student's account."""
Key = tuple[int, int]
"""An account and a question."""
_Span = tuple[Sequence[int], Sequence[tuple[datetime | None, Sequence[int]]]]
"""Questions with lessons, and accounts by the end of their time at them."""
_LIVE = {"step__order__isnull": False, "user__isnull": False}
"""A step that is still part of its lesson, and a person with an account."""


class LessonStandings:
    """The results of these students in the lessons among these questions; with *only_done*, the
    steps done, without the answers."""

    def __init__(
        self,
        asked: Iterable[tuple[Assignment, Iterable[Item], Windows]],
        *,
        only_done: bool = False,
    ) -> None:
        self.begun: dict[Key, ItemResult] = {}
        lessons: dict[int, Any] = {}
        done: list[_Span] = []
        answered: list[tuple[_Span, datetime]] = []
        for assignment, items, windows in asked:
            some = {item.pk: item for item in items if item.lesson_id and not item.is_dropped}
            if some and windows:
                lessons |= some
                done.append((list(some), _ends(windows)))
                if assignment.published_at:
                    answered.append((done[-1], assignment.published_at))
        if lessons:
            self._read(lessons, done, [] if only_done else answered)

    def of(self, user: int, item: Any) -> ItemResult:
        """The result of this account in a lesson."""
        return self.begun.get((user, item.pk)) or ItemResult(size=item.steps)

    def _read(
        self,
        lessons: Mapping[int, Any],
        done: Sequence[_Span],
        answered: Sequence[tuple[_Span, datetime]],
    ) -> None:
        ended = {(user, item): (number, last) for user, item, number, last in _ended(done)}
        tried = _tried(answered, done) if answered else {}
        for key in ended.keys() | tried.keys():
            steps, at = ended.get(key, (0, None))
            answers = tried.get(key, _NONE)
            size = lessons[key[1]].steps
            is_done = 0 < size <= steps
            self.begun[key] = ItemResult(
                tries=answers.number,
                wrong=answers.wrong,
                hints=answers.hints,
                is_right=is_done,
                at_once=is_done and not (answers.wrong or answers.hints),
                is_done=is_done,
                last_at=max(filter(None, (at, answers.last_at))),
                done_at=at if is_done else None,
                stuck=answers.stuck,
                done=steps,
                size=size,
            )


def with_sizes(items: QuerySet[Item]) -> Any:
    """Each question with the number of *steps* that its lesson has now."""
    live: Any = Step.objects.filter(lesson=OuterRef("lesson")).exclude(order=None).order_by()
    number = live.values("lesson").annotate(number=Count("pk")).values("number")
    return items.annotate(steps=Coalesce(Subquery(number), 0))


class _Answers(NamedTuple):
    """An account's answers in a lesson: their number, the *hints* over all steps, the wrong answers
    to the step with the most, and the wrong answers to the worst unfinished step if they are enough
    for help."""

    number: int = 0
    hints: int = 0
    wrong: int = 0
    stuck: int = 0
    last_at: datetime | None = None


_NONE = _Answers()


def _records(done: Sequence[_Span]) -> QuerySet[StepRecord]:
    within = reduce(or_, (_in_time(span, "done_at") for span in done))
    return StepRecord.objects.filter(within, done_at__isnull=False, **_LIVE).order_by()


@written_once
def _ended(done: Sequence[_Span]) -> QuerySet[Any, Any]:
    """The number of finished steps by account and question, and when the last one was finished."""
    rows: Any = _records(done).values_list("user", ITEM)
    counted: QuerySet[Any, Any] = rows.annotate(number=Count("pk"), last=Max("done_at"))
    return counted


@written_once
def _answers_by_step(answered: Sequence[tuple[_Span, datetime]]) -> QuerySet[Any, Any]:
    within = reduce(
        or_,
        (_in_time(span, "created_at") & Q(created_at__gte=begun) for span, begun in answered),
    )
    rows: Any = StepAttempt.objects.filter(within, **_LIVE).order_by()
    by_step: QuerySet[Any, Any] = rows.values_list("user", ITEM, "step").annotate(
        number=Count("pk"),
        bad=Count("pk", filter=Q(solved=False)),
        hints=Max("hint_tier"),
        last=Max("created_at"),
    )
    return by_step


def _tried(
    answered: Sequence[tuple[_Span, datetime]], ended: Sequence[_Span]
) -> dict[Key, _Answers]:
    told: dict[Key, _Answers] = {}
    many = []
    for user, item, step, number, bad, hints, last in _answers_by_step(answered):
        before = told.get((user, item), _NONE)
        told[user, item] = before._replace(
            number=before.number + number,
            hints=before.hints + hints,
            wrong=max(before.wrong, bad),
            last_at=max(filter(None, (before.last_at, last))),
        )
        if bad >= STUCK:
            many.append((user, item, step, bad))
    if many:
        steps = {step for _, _, step, _ in many}
        done = set(_records(ended).filter(step__in=steps).values_list("user", ITEM, "step"))
        for user, item, step, bad in many:
            if (user, item, step) not in done:
                before = told[user, item]
                told[user, item] = before._replace(stuck=max(before.stuck, bad))
    return told


def _ends(windows: Windows) -> list[tuple[datetime | None, list[int]]]:
    """The accounts by the end of their time, with the grace period."""
    ends: dict[datetime | None, list[int]] = defaultdict(list)
    for user, window in windows.items():
        ends[window.closes_at + GRACE if window.closes_at else None].append(user)
    return list(ends.items())


def _in_time(span: _Span, moment: str) -> Q:
    """The condition that work at these questions was done before the end of each student's time."""
    items, ends = span
    within = Q(pk=None)
    for end, users in ends:
        within |= (Q(**{f"{moment}__lte": end}) if end else Q()) & Q(user__in=users)
    return Q(**{f"{ITEM}__in": items}) & within


def counts(assignment: Assignment, at: datetime, window: Window) -> bool:
    """Whether an answer in a lesson counts for the assignment: after publishing and before
    closing."""
    begun = assignment.published_at
    return begun is not None and begun <= at and not window.was_closed(at)
