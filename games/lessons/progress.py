"""The course read for somebody: what is done, and where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q
from django.urls import reverse

from games.exercises.variants import ASKED
from games.lessons.finishes import LessonFinish
from games.lessons.models import Lesson, Step, Track, step_kinds
from games.lessons.quizzes import Quiz
from games.people.models import User, Visitor, owned_by, owner_fields
from solver import counted

Owner = User | Visitor | None


@dataclass(frozen=True)
class Outline:
    """A step of a lesson without what it says and asks: the *order*-th of *size*."""

    lesson: Lesson
    size: int
    order: int
    kind: str
    title: str
    ruleset: str
    position: str

    def get_absolute_url(self) -> str:
        return reverse("lessons:step", args=[self.lesson.slug, self.order])

    @property
    def name(self) -> str:
        return self.title or dict(step_kinds())[self.kind]


@dataclass(frozen=True)
class StepState:
    """A step with whether it is done; *helped* where its answer was looked up."""

    step: Outline
    is_done: bool
    helped: bool = False
    changed_at: datetime | None = None


@dataclass(frozen=True)
class LessonState:
    """A lesson with how far somebody is."""

    lesson: Lesson
    steps: tuple[StepState, ...]

    @cached_property
    def done(self) -> int:
        return sum(state.is_done for state in self.steps)

    @property
    def marks(self) -> tuple[bool, ...]:
        """Of every step whether it is done."""
        return tuple(state.is_done for state in self.steps)

    @property
    def size(self) -> int:
        return len(self.steps)

    @property
    def is_done(self) -> bool:
        """Whether every step is done, or was before the lesson was written anew."""
        return self.lesson.was_finished or (bool(self.steps) and self.done == self.size)

    @property
    def is_through(self) -> bool:
        """Whether it is behind somebody: done, or passed by its test."""
        return self.is_done or self.lesson.is_passed

    @property
    def has_test(self) -> bool:
        """Whether there is something to ask in a test."""
        return any(state.step.kind in ASKED for state in self.steps)

    @property
    def picture(self) -> dict[str, str]:
        """The position it ends with: the author's choice, else the last one on a board."""
        boards = [state.step for state in self.steps if state.step.ruleset and state.step.position]
        last = {"ruleset": boards[-1].ruleset, "position": boards[-1].position} if boards else {}
        return self.lesson.picture or last

    @property
    def is_begun(self) -> bool:
        return self.done > 0

    @property
    def changed_at(self) -> datetime | None:
        """When something was last done in it."""
        return max((s.changed_at for s in self.steps if s.changed_at), default=None)

    @property
    def next_step(self) -> Outline | None:
        """The first step that is not done."""
        return next((state.step for state in self.steps if not state.is_done), None)

    @property
    def go_on(self) -> Outline | None:
        """The first step that is not done from the one last worked at on, else the first."""
        touched = [(state.changed_at, n) for n, state in enumerate(self.steps) if state.changed_at]
        start = max(touched)[1] if touched else 0
        later = (state.step for state in self.steps[start:] if not state.is_done)
        return next(later, self.next_step)

    @property
    def words(self) -> str:
        """How far, in words."""
        if self.is_done:
            added = self.size - self.done
            return f"Done, {counted(added, 'new step')} since" if added else "Done"
        if self.lesson.is_passed:
            return "Passed by test"
        return f"{self.done} of {self.size} steps done" if self.is_begun else "Not begun"


def published(owner: Owner = None) -> list[Lesson]:
    """The lessons everybody sees, with whether they were finished before, or their test passed."""
    tests = Quiz.objects.filter(kind=Quiz.Kind.TEST, slug=OuterRef("slug"), passed=True)
    lessons = Lesson.objects.filter(state=Lesson.State.PUBLISHED).select_related("track")
    if owner is None:
        return list(lessons)
    finishes = LessonFinish.objects.filter(lesson=OuterRef("pk"))
    read = list(
        lessons.annotate(
            passed=Exists(owned_by(owner, tests)), finished=Exists(owned_by(owner, finishes))
        )
    )
    for lesson in read:
        lesson.is_passed, lesson.was_finished = lesson.passed, lesson.finished
    return list[Lesson](read)


def states(owner: Owner, lessons: Sequence[Lesson]) -> list[LessonState]:
    """How far somebody is with each lesson: one query, in which no texts of steps are read."""
    whose = owner_fields(owner) if owner else {"pk": None}
    own = Q(**{f"records__{field}": value for field, value in whose.items()})
    steps = Step.objects.filter(lesson__in=lessons, order__isnull=False).order_by("order")
    read = steps.annotate(record=FilteredRelation("records", condition=own)).values_list(
        *("lesson", "order", "kind", "title", "ruleset", "position"),
        *("record__done_at", "record__answer_shown", "record__changed_at"),
    )
    rows: dict[int, list[tuple[Any, ...]]] = {lesson.pk: [] for lesson in lessons}
    for lesson, *row in read:
        rows[lesson].append(tuple(row))
    return [
        LessonState(
            lesson, tuple(_state(lesson, len(rows[lesson.pk]), *row) for row in rows[lesson.pk])
        )
        for lesson in lessons
    ]


def _state(lesson: Lesson, size: int, *row: Any) -> StepState:
    """A step that was read with somebody's record of it."""
    *outline, done_at, answer_shown, changed_at = row
    step = Outline(lesson, size, *outline)
    return StepState(step, done_at is not None, bool(answer_shown), changed_at)


def overview(owner: Owner) -> list[LessonState]:
    """How far somebody is with every published lesson."""
    return states(owner, published(owner))


@dataclass(frozen=True)
class Checkpoint:
    """A track with published lessons, and whether its checkpoint was passed."""

    track: Track
    is_passed: bool


def checkpoints(owner: Owner, every: Sequence[LessonState]) -> list[Checkpoint]:
    """The checkpoint of each track in *every* lesson of the course."""
    passed = owned_by(owner, Quiz.objects.filter(kind=Quiz.Kind.CHECKPOINT, passed=True))
    slugs = set(passed.values_list("slug", flat=True))
    tracks = dict.fromkeys(state.lesson.track for state in every)
    ordered = sorted(tracks, key=lambda track: track.order)
    return [Checkpoint(track, track.slug in slugs) for track in ordered]


def go_on(owner: Owner) -> Outline | None:
    """The step to continue with, as :func:`next_of` says."""
    return next_of(overview(owner)) if owner else None


def next_of(every: Sequence[LessonState]) -> Outline | None:
    """The step to continue with: in the lesson last worked at, else the first open lesson after.

    None for somebody who has not begun, or is through with everything.
    """
    begun = [(at, number) for number, state in enumerate(every) if (at := state.changed_at)]
    if not begun:
        return None
    _, last = max(begun)
    for state in (*every[last:], *every[:last]):
        step = state.go_on if state is every[last] else state.next_step
        if step is not None and not state.is_through:
            return step
    return None
