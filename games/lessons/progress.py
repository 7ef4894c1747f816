"""The course read for somebody: what is done, and where to go on."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import FilteredRelation, Q, QuerySet, Value
from django.utils.functional import cached_property

from games.exercises.variants import ASKED
from games.lessons.course import OUTLINE, Course, StepOutline, Ways, covered, needs
from games.lessons.finishes import LessonFinish
from games.lessons.models import Lesson, Step, StepRecord, Track
from games.lessons.quizzes import Quiz
from games.people.models import Owner, owned_by, owner_fields
from solver import counted


class StepState(NamedTuple):
    """A step with whether it is done; *helped* where its answer was looked up."""

    step: StepOutline
    is_done: bool
    helped: bool = False
    changed_at: datetime | None = None


@dataclass(frozen=True)
class LessonState:
    """A lesson with how far somebody is; *is_passed* by its test, *is_known* where a test that was
    passed covers it, at *placed_at*; *was_finished* where all of it was done before it was written
    anew."""

    lesson: Lesson
    steps: tuple[StepState, ...]
    is_passed: bool = False
    was_finished: bool = False
    is_known: bool = False
    placed_at: datetime | None = None

    @cached_property
    def done(self) -> int:
        return sum(state.is_done for state in self.steps)

    @property
    def shown(self) -> int:
        """How many of those steps are done because their answer was shown."""
        return sum(state.is_done and state.helped for state in self.steps)

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
        """Whether it is behind somebody: done, passed by its test, or covered by another one."""
        return self.is_done or self.is_passed or self.is_known

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
        """When something was last done in it, or a test of it was passed."""
        done = (state.changed_at for state in self.steps)
        return max((at for at in (*done, self.placed_at) if at), default=None)

    @property
    def next_step(self) -> StepOutline | None:
        """The first step that is not done."""
        return next((state.step for state in self.steps if not state.is_done), None)

    @property
    def begins_at(self) -> str:
        """Where to begin with it: the first step that is not done."""
        return (self.next_step or self.lesson).get_absolute_url()

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
            words = f"Done, {self.shown} shown" if self.shown else "Done"
            return f"{words}, {counted(added, 'new step')} since then" if added else words
        if self.is_passed:
            return "Passed by test"
        if self.is_known:
            return "Known by test"
        return f"{self.done} of {self.size} steps done" if self.is_begun else "Not started"


@dataclass(frozen=True)
class Behind:
    """What somebody has done in the course: the records of their steps by key, as a StepState
    holds them, when they passed the test of a lesson (*passed*) or the checkpoint of a track
    (*checked*), by slug, and the slugs of the lessons *finished*."""

    records: Mapping[int, tuple[Any, ...]]
    passed: Mapping[str, datetime]
    checked: Mapping[str, datetime]
    finished: frozenset[str]

    def placed(self, course: Course) -> dict[str, datetime]:
        """When each lesson was passed, by its test or in the checkpoint of its track."""
        by_track = {
            lesson.slug: self.checked[lesson.track.slug]
            for lesson in course.published
            if lesson.track.slug in self.checked
        }
        return by_track | dict(self.passed)

    def state(
        self,
        lesson: Lesson,
        steps: Sequence[StepOutline],
        placed: Mapping[str, datetime],
        known: Container[str],
    ) -> LessonState:
        """How far they are with a lesson of these steps, where those *placed* were passed at some
        time and cover those *known*."""
        return LessonState(
            lesson,
            tuple(map(self._step, steps)),
            is_passed=lesson.slug in self.passed,
            was_finished=lesson.slug in self.finished,
            is_known=lesson.slug in known or lesson.slug in placed,
            placed_at=placed.get(lesson.slug),
        )

    def _step(self, step: StepOutline) -> StepState:
        if step.key not in self.records:
            return StepState(step, is_done=False)
        done_at, answer_shown, changed_at = self.records[step.key]
        return StepState(step, done_at is not None, answer_shown, changed_at)


def behind(owner: Owner | None) -> Behind:
    """What somebody has done, in all of the course."""
    if owner is None:
        return Behind({}, {}, {}, frozenset())
    through = list(_through(owner))
    by_kind: dict[str, dict[str, datetime]] = {kind: {} for _, kind, _ in through}
    for slug, kind, at in through:
        by_kind[kind][slug] = at
    return Behind(
        {key: tuple(record) for key, *record in _records(owner)},
        by_kind.get(Quiz.Kind.TEST, {}),
        by_kind.get(Quiz.Kind.CHECKPOINT, {}),
        frozenset(by_kind.get("", {})),
    )


def _records(owner: Owner) -> QuerySet[Any]:
    records = owned_by(owner, StepRecord.objects.order_by())
    return records.values_list("step_id", "done_at", "answer_shown", "changed_at")


def _through(owner: Owner) -> QuerySet[Any]:
    """The tests and checkpoints that somebody passed, and the lessons they finished before those
    were written anew: each with its kind, and when."""
    kinds = (Quiz.Kind.TEST, Quiz.Kind.CHECKPOINT)
    passed = owned_by(owner, Quiz.objects.filter(kind__in=kinds, passed=True).order_by())
    finishes = owned_by(owner, LessonFinish.objects.order_by())
    by_test = passed.values_list("slug", "kind", "finished_at")
    return by_test.union(finishes.values_list("lesson__slug", Value(""), "finished_at"))


def overview(owner: Owner | None, course: Course, ways: Ways) -> list[LessonState]:
    """How far somebody is with every published lesson of *course*. A test that was passed covers
    everything that its lesson builds on."""
    own = behind(owner)
    placed = own.placed(course)
    known = covered(needs(course, ways), placed) if placed else set()
    return [
        own.state(lesson, course.steps[lesson.pk], placed, known) for lesson in course.published
    ]


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
