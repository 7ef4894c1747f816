"""The course read for somebody: what is done, and where to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet, Value
from django.utils.functional import cached_property

from games.exercises.variants import ASKED
from games.lessons.course import OUTLINE, Course, StepOutline, the_course
from games.lessons.finishes import LessonFinish
from games.lessons.models import Lesson, Step, StepRecord, Track
from games.lessons.quizzes import Quiz
from games.people.models import Owner, owned_by, owner_fields
from solver import counted


@dataclass(frozen=True)
class StepState:
    """A step with whether it is done; *helped* where its answer was looked up."""

    step: StepOutline
    is_done: bool
    helped: bool = False
    changed_at: datetime | None = None


@dataclass(frozen=True)
class LessonState:
    """A lesson with how far somebody is; *is_passed* by its test, *was_finished* where all of it
    was done before it was written anew."""

    lesson: Lesson
    steps: tuple[StepState, ...]
    is_passed: bool = False
    was_finished: bool = False

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
        return self.was_finished or (bool(self.steps) and self.done == self.size)

    @property
    def is_through(self) -> bool:
        """Whether it is behind somebody: done, or passed by its test."""
        return self.is_done or self.is_passed

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
    def next_step(self) -> StepOutline | None:
        """The first step that is not done."""
        return next((state.step for state in self.steps if not state.is_done), None)

    @property
    def go_on(self) -> StepOutline | None:
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
            return f"Done, {counted(added, 'new step')} since then" if added else "Done"
        if self.is_passed:
            return "Passed by test"
        return f"{self.done} of {self.size} steps done" if self.is_begun else "Not started"


@dataclass(frozen=True)
class Behind:
    """What somebody has done in the course: the records of their steps by key, as a StepState
    holds them, the slugs of the lessons whose test they *passed*, and of those *finished*."""

    records: Mapping[int, tuple[Any, ...]]
    passed: frozenset[str]
    finished: frozenset[str]

    def state(self, lesson: Lesson, steps: Sequence[StepOutline]) -> LessonState:
        """How far they are with a lesson of these steps."""
        return LessonState(
            lesson,
            tuple(map(self._step, steps)),
            is_passed=lesson.slug in self.passed,
            was_finished=lesson.slug in self.finished,
        )

    def _step(self, step: StepOutline) -> StepState:
        if step.key not in self.records:
            return StepState(step, is_done=False)
        done_at, answer_shown, changed_at = self.records[step.key]
        return StepState(step, done_at is not None, answer_shown, changed_at)


def behind(owner: Owner | None) -> Behind:
    """What somebody has done, in all of the course."""
    if owner is None:
        return Behind({}, frozenset(), frozenset())
    through = list(_through(owner))
    return Behind(
        {key: tuple(record) for key, *record in _records(owner)},
        frozenset(slug for slug, by_test in through if by_test),
        frozenset(slug for slug, by_test in through if not by_test),
    )


def _records(owner: Owner) -> QuerySet[Any]:
    records = owned_by(owner, StepRecord.objects.order_by())
    return records.values_list("step_id", "done_at", "answer_shown", "changed_at")


def _through(owner: Owner) -> QuerySet[Any]:
    """The lessons whose test somebody passed, and those finished before they were written anew."""
    tests = owned_by(owner, Quiz.objects.filter(kind=Quiz.Kind.TEST, passed=True).order_by())
    finishes = owned_by(owner, LessonFinish.objects.order_by())
    by_test = tests.values_list("slug", Value(True))
    return by_test.union(finishes.values_list("lesson__slug", Value(False)))


def overview(owner: Owner | None, course: Course) -> list[LessonState]:
    """How far somebody is with every published lesson of *course*."""
    own = behind(owner)
    return [own.state(lesson, course.steps[lesson.pk]) for lesson in course.published]


def state_of(owner: Owner | None, lesson: Lesson) -> LessonState:
    """Which steps of one lesson, published or not, somebody has done: one query, in which no texts
    of steps are read."""
    read = list(_steps_of(lesson, owner))
    rows = [
        (StepOutline(lesson, len(read), *row[: len(OUTLINE)]), row[len(OUTLINE) :]) for row in read
    ]
    return LessonState(
        lesson,
        tuple(
            StepState(step, done_at is not None, bool(shown), changed_at)
            for step, (done_at, shown, changed_at) in rows
        ),
    )


def _steps_of(lesson: Lesson, owner: Owner | None) -> QuerySet[Any]:
    """The outlines of a lesson's steps, with somebody's records of them."""
    whose = owner_fields(owner) if owner else {"pk": None}
    own = Q(**{f"records__{field}": value for field, value in whose.items()})
    live = Step.objects.filter(lesson=lesson, order__isnull=False).order_by("order")
    told = ("record__done_at", "record__answer_shown", "record__changed_at")
    with_records = live.annotate(record=FilteredRelation("records", condition=own))
    return with_records.values_list(*OUTLINE, *told)


@dataclass(frozen=True)
class Checkpoint:
    """A track with published lessons, and whether its checkpoint was passed."""

    track: Track
    is_passed: bool


def checkpoints(owner: Owner | None, every: Sequence[LessonState]) -> list[Checkpoint]:
    """The checkpoint of each track in *every* lesson of the course."""
    slugs = set(_passed_checkpoints(owner)) if owner else set()
    tracks = dict.fromkeys(state.lesson.track for state in every)
    ordered = sorted(tracks, key=lambda track: track.order)
    return [Checkpoint(track, track.slug in slugs) for track in ordered]


def _passed_checkpoints(owner: Owner) -> QuerySet[Any]:
    passed = Quiz.objects.filter(kind=Quiz.Kind.CHECKPOINT, passed=True).order_by()
    return owned_by(owner, passed).values_list("slug", flat=True)


def go_on(owner: Owner | None) -> StepOutline | None:
    """The step to continue with, as :func:`next_of` says."""
    return next_of(overview(owner, the_course())) if owner else None


def next_of(every: Sequence[LessonState]) -> StepOutline | None:
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
