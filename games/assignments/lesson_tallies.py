"""What students did in the lessons of assignments, counted by the database.

It means what :class:`~games.assignments.lesson_cells.LessonCells` reads from every answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q

from games.assignments.cells import STUCK
from games.assignments.models import Assignment, Item
from games.assignments.windows import GRACE, Window
from games.lessons.models import Step, StepAttempt, StepRecord

ITEM = "step__lesson__items"
Windows = Mapping[int, Window]
"""The times of an assignment, by the key of a student's account."""


@dataclass
class LessonTally:
    """A student's way through a lesson: the steps *done*, the answers to them and how many of
    these were wrong, whether there were *hints*, and the most wrong answers to a step that is
    left, where they are enough to ask for help."""

    done: int = 0
    tries: int = 0
    wrong: int = 0
    hints: int = 0
    stuck: int = 0


Key = tuple[int, int]
"""An account and an item."""


def lesson_tallies(
    asked: Iterable[tuple[Assignment, Iterable[Item], Windows]],
) -> dict[Key, LessonTally]:
    """What these students did in the lessons among these items."""
    done, answered, items = Q(pk=None), Q(pk=None), []
    for assignment, some, windows in asked:
        lessons = [item.pk for item in some if item.is_lesson and not item.is_dropped]
        if lessons:
            items += lessons
            done |= _in_time(lessons, windows, "done_at")
            if assignment.published_at:
                begun = Q(created_at__gte=assignment.published_at)
                answered |= _in_time(lessons, windows, "created_at") & begun
    told: dict[Key, LessonTally] = defaultdict(LessonTally)
    if not items:
        return told
    live = {"step__order__isnull": False, "user__isnull": False}
    records: Any = StepRecord.objects.filter(done, done_at__isnull=False, **live).order_by()
    attempts: Any = StepAttempt.objects.filter(answered, **live).order_by()
    for item, user, number in records.values_list(ITEM, "user").annotate(n=Count("pk")):
        told[user, item].done = number
    counts = {"n": Count("pk"), "bad": Count("pk", filter=Q(solved=False)), "h": Max("hint_tier")}
    for item, user, *numbers in attempts.values_list(ITEM, "user").annotate(**counts):
        tally = told[user, item]
        tally.tries, tally.wrong, tally.hints = numbers
    wrong = attempts.filter(solved=False).values_list(ITEM, "user", "step")
    many = list(wrong.annotate(n=Count("pk")).filter(n__gte=STUCK))
    if many:
        steps = {step for _, _, step, _ in many}
        through = set(records.filter(step__in=steps).values_list(ITEM, "user", "step"))
        for item, user, step, number in many:
            if (item, user, step) not in through:
                told[user, item].stuck = max(told[user, item].stuck, number)
    return told


def _in_time(items: list[int], windows: Windows, moment: str) -> Q:
    """What was done at these items before the end of each student's time."""
    ends: dict[datetime | None, list[int]] = defaultdict(list)
    for user, window in windows.items():
        ends[window.closes_at].append(user)
    within = Q(pk=None)
    for end, users in ends.items():
        within |= _before(moment, end) & Q(user__in=users)
    return Q(**{f"{ITEM}__in": items}) & within


def _before(moment: str, end: datetime | None) -> Q:
    return Q(**{f"{moment}__lte": end + GRACE}) if end else Q()


def sizes(items: Iterable[Item]) -> dict[int, int]:
    """How many steps each of the lessons among these items has now."""
    lessons = [item.lesson_id for item in items if item.lesson_id]
    live: Any = Step.objects.filter(lesson__in=lessons).exclude(order=None).order_by()
    counted = live.values_list("lesson").annotate(n=Count("pk"))
    return dict(counted) if lessons else {}
