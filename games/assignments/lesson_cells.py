"""One student at one lesson of an assignment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import FilteredRelation, Q

from games.assignments.cells import Cell, Status, lesson_status
from games.assignments.models import Assignment, Item
from games.assignments.windows import Window
from games.classes.models import Membership
from games.lessons.models import Step, StepAttempt


class Answered(NamedTuple):
    """An answer to a step, as far as a cell is read from it."""

    step_id: int
    solved: bool
    hint_tier: int
    created_at: datetime


class LessonCells:
    """What students did in the lessons of some assignments.

    A step done before it was set counts as done; answers are counted, and can be replayed, from
    the publishing on, and nothing counts after the close.
    """

    def __init__(self, items: Iterable[Item], people: Iterable[Membership]) -> None:
        lessons = [item.lesson_id for item in items if item.lesson_id]
        users = [person.user_id for person in people]
        self.steps: dict[int, list[int]] = defaultdict(list)
        self.done_at: dict[tuple[int, int], datetime] = {}
        self.attempts: dict[tuple[int, int], list[Answered]] = defaultdict(list)
        if not lessons:
            return
        theirs = FilteredRelation("records", condition=Q(records__user__in=users))
        live = Step.objects.filter(lesson__in=lessons).exclude(order=None).annotate(record=theirs)
        for step, lesson, user, done_at in live.values_list(
            "pk", "lesson_id", "record__user_id", "record__done_at"
        ):
            if step not in self.steps[lesson]:
                self.steps[lesson].append(step)
            if done_at:
                self.done_at[user, step] = done_at
        steps = [step for steps in self.steps.values() for step in steps]
        tried = StepAttempt.objects.filter(step__in=steps, user__in=users)
        for user, *told in tried.values_list("user_id", *Answered._fields):
            attempt = Answered(*told)
            self.attempts[user, attempt.step_id].append(attempt)

    def cell(
        self,
        assignment: Assignment,
        person: Membership,
        item: Item,
        *,
        window: Window,
        seen: int,
    ) -> Cell:
        """The cell of a lesson; *seen* wrong answers have been seen to."""
        if item.is_dropped:
            return Cell(person, item, Status.DROPPED)
        if window.is_excused:
            return Cell(person, item, Status.EXCUSED)
        steps = self.steps[item.lesson_id or 0]
        keys = [(person.user_id, step) for step in steps]
        attempts = [
            attempt
            for key in keys
            for attempt in self.attempts.get(key, [])
            if counts(assignment, attempt.created_at, window)
        ]
        ended = {
            key[1]: self.done_at[key]
            for key in keys
            if key in self.done_at and not window.was_closed(self.done_at[key])
        }
        if window.was_closed_before_joining and len(ended) < len(steps):
            return Cell(person, item, Status.BEFORE_JOINING, is_over=True)
        wrong: dict[int, int] = defaultdict(int)
        helped: dict[int, int] = defaultdict(int)
        for attempt in attempts:
            wrong[attempt.step_id] += not attempt.solved
            helped[attempt.step_id] = max(helped[attempt.step_id], attempt.hint_tier)
        stuck = max((number for step, number in wrong.items() if step not in ended), default=0)
        status = lesson_status(len(steps), len(ended), stuck - seen, begun=bool(attempts))
        moments = [attempt.created_at for attempt in attempts] + list(ended.values())
        completed = max(ended.values()) if status is Status.COMPLETED else None
        return Cell(
            person,
            item,
            status,
            solved=status is Status.COMPLETED,
            tries=len(attempts),
            wrong=max(wrong.values(), default=0),
            hints=sum(helped.values()),
            last_at=max(moments, default=None),
            completed_at=completed,
            is_late=window.was_late(completed),
            is_over=window.is_closed,
            done=len(ended),
            size=len(steps),
        )


def counts(assignment: Assignment, at: datetime, window: Window) -> bool:
    """Whether an answer in a lesson was given for the class: after publishing, before closing."""
    begun = assignment.published_at
    return begun is not None and begun <= at and not window.was_closed(at)
