"""A person's progress in the course: what is done, and where to continue."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Any, NamedTuple

from django.db.models import BooleanField, ExpressionWrapper, FilteredRelation, Q, QuerySet, Value
from django.utils.functional import cached_property

from games.learn.lessons.course import OUTLINE, Course, StepOutline, covered, needs
from games.learn.lessons.finishes import LessonFinish
from games.learn.lessons.models import TELL, Lesson, Step, StepRecord, Track
from games.learn.lessons.taken_tests import TakenTest
from games.people.models import Owner, owned_by, owner_fields
from games.questions.goals.all_moves import FindAll
from games.questions.variants import ASKED
from games.web.written_once import written_once
from solver.teaching import counted

LINE, MOST_LINES = 100, 4
"""The letters of a line above a board in a wide window; a phone has half as many. Texts of more
than four lines hold a table, and push the board down."""


class StepState(NamedTuple):
    """A step and whether it is done; *helped* if the lesson told its answer: the person looked it
    up, or a wrong one of two left only one."""

    step: StepOutline
    is_done: bool
    helped: bool = False
    changed_at: datetime | None = None


class Onward(NamedTuple):
    """Where a step leads: the *label* of a button, and its address."""

    label: str
    address: str


@dataclass(frozen=True)
class LessonState:
    """A person's progress in a lesson. *is_passed*: its test was passed. *is_known*: a test or
    checkpoint that was passed at *placed_at* covers it. *was_finished*: all steps were done before
    it was rewritten."""

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
        """The number of steps that are done although the lesson told their answer."""
        return sum(state.is_done and state.helped for state in self.steps)

    @property
    def marks(self) -> tuple[bool, ...]:
        """For every step, whether it is done."""
        return tuple(state.is_done for state in self.steps)

    @property
    def size(self) -> int:
        return len(self.steps)

    @property
    def lines(self) -> int:
        """How many lines of a wide window the words of its questions take, at most
        :data:`MOST_LINES`. The boards of all steps leave room for them, so that they keep their
        place from step to step."""
        asked = [state.step.letters for state in self.steps if state.step.kind != TELL]
        return min(MOST_LINES, ceil(max(asked, default=0) / LINE))

    @property
    def answers_below(self) -> bool:
        """Whether a step is answered below its board, as a list of moves is. The boards of all
        steps leave room for it."""
        return FindAll.key in [state.step.kind for state in self.steps]

    @property
    def is_done(self) -> bool:
        """Whether every step is done, or was before the lesson was rewritten."""
        return self.was_finished or (bool(self.steps) and self.done == self.size)

    @property
    def is_through(self) -> bool:
        """Whether the lesson is done, passed by its test, or covered by another test."""
        return self.is_done or self.is_passed or self.is_known

    @property
    def has_test(self) -> bool:
        """Whether a test of the lesson has anything to ask."""
        return any(state.step.kind in ASKED for state in self.steps)

    @property
    def picture(self) -> dict[str, str]:
        """The position at the end of the lesson: the author's choice, or the last board."""
        boards = [state.step for state in self.steps if state.step.ruleset and state.step.position]
        last = {"ruleset": boards[-1].ruleset, "position": boards[-1].position} if boards else {}
        return self.lesson.picture or last

    @property
    def is_begun(self) -> bool:
        return self.done > 0

    @property
    def changed_at(self) -> datetime | None:
        """When a step was last done or a test of the lesson was passed."""
        done = (state.changed_at for state in self.steps)
        return max((at for at in (*done, self.placed_at) if at), default=None)

    @property
    def next_step(self) -> StepOutline | None:
        """The first step that is not done."""
        return next((state.step for state in self.steps if not state.is_done), None)

    @property
    def begins_at(self) -> str:
        """The address of the first step that is not done."""
        return (self.next_step or self.lesson).get_absolute_url()

    @property
    def go_on(self) -> StepOutline | None:
        """The next open step from the latest one on, otherwise the first open step."""
        touched = [(state.changed_at, n) for n, state in enumerate(self.steps) if state.changed_at]
        start = max(touched)[1] if touched else 0
        later = (state.step for state in self.steps[start:] if not state.is_done)
        return next(later, self.next_step)

    def onward(self, order: int, *, is_done: bool) -> Onward:
        """Where to go on from the step *order*: to the next open step, then to the open ones before
        it, and once every step is done, to the lesson's end. *is_done*: so is this step.

        Somebody who reads a finished lesson again goes on to the next step; only the step that was
        done last ends the lesson.
        """
        left = [one.step for one in self.steps if not one.is_done and one.step.order != order]
        after = self.steps[order].step if order < self.size else None
        if not left and after and not self._was_last(order):
            return Onward("Next", after.get_absolute_url())
        if not left:
            label = "Finish the lesson" if is_done else "Back to the lesson"
            return Onward(label, self.lesson.get_absolute_url())
        step = next((one for one in left if one.order > order), left[0])
        return Onward(self._to(step, after, len(left) + (not is_done)), step.get_absolute_url())

    def _was_last(self, order: int) -> bool:
        """Whether the step *order* is the last one that was done, or still open."""
        here = self.steps[order - 1]
        at = [one.changed_at for one in self.steps if one.changed_at]
        return not here.is_done or here.changed_at == max(at)

    def _to(self, step: StepOutline, after: StepOutline | None, left: int) -> str:
        """The label of a button that leads to an open *step*, of *left* open ones."""
        if step is after:
            return "Next"
        if left == 1:
            return f"One step is left: {step.name}"
        return f"{left} steps are left: go to step {step.order}"

    @property
    def words(self) -> str:
        """The progress in words."""
        if self.is_done:
            added = self.size - self.done
            words = f"Done, {self.shown} to try again" if self.shown else "Done"
            return f"{words}, {counted(added, 'new step')} since then" if added else words
        if self.is_passed:
            return "Passed by test"
        if self.is_known:
            return "Known by test"
        if not self.is_begun:
            return "Not started"
        told = f", {self.shown} to try again" if self.shown else ""
        return f"{self.done} of {self.size} steps done{told}"


@dataclass(frozen=True)
class Behind:
    """What a person has done in the course: the records of steps by key, in the form of a
    StepState; when they passed the test of a lesson (*passed*) or the checkpoint of a track
    (*checked*), by slug; and the slugs of the *finished* lessons."""

    records: Mapping[int, tuple[Any, ...]]
    passed: Mapping[str, datetime]
    checked: Mapping[str, datetime]
    finished: frozenset[str]

    def placed(self, course: Course) -> dict[str, datetime]:
        """When each lesson was passed, by its test or by the checkpoint of its track."""
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
        """The progress in a lesson with these steps; *placed* has the lessons that were passed,
        with the time, and *known* those that they cover."""
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
        return StepState(step, *self.records[step.key])


def behind(owner: Owner | None) -> Behind:
    """Read what a person has done in the whole course."""
    if owner is None:
        return Behind({}, {}, {}, frozenset())
    through = _passes_and_finishes(owner)
    by_kind: dict[str, dict[str, datetime]] = {kind: {} for _, kind, _ in through}
    for slug, kind, at in through:
        by_kind[kind][slug] = at
    return Behind(
        {key: tuple(record) for key, *record in _records(owner)},
        by_kind.get(TakenTest.Kind.TEST, {}),
        by_kind.get(TakenTest.Kind.CHECKPOINT, {}),
        frozenset(by_kind.get("", {})),
    )


@written_once
def _records(owner: Owner) -> QuerySet[Any]:
    records = owned_by(owner, StepRecord.objects.order_by())
    is_done = ExpressionWrapper(Q(done_at__isnull=False), BooleanField())
    return records.values_list("step_id", is_done, "answer_shown", "changed_at")


@written_once
def _passes_and_finishes(owner: Owner) -> QuerySet[Any]:
    """The tests and checkpoints that a person passed, and the lessons finished before these were
    rewritten: each with its kind and time."""
    kinds = (TakenTest.Kind.TEST, TakenTest.Kind.CHECKPOINT)
    passed = owned_by(owner, TakenTest.objects.filter(kind__in=kinds, passed=True).order_by())
    finishes = owned_by(owner, LessonFinish.objects.order_by())
    by_test = passed.values_list("slug", "kind", "finished_at")
    return by_test.union(finishes.values_list("lesson__slug", Value(""), "finished_at"))


def overview(owner: Owner | None, course: Course) -> list[LessonState]:
    """The progress in every published lesson. A passed test covers all that its lesson builds
    on."""
    own = behind(owner)
    placed = own.placed(course)
    known = covered(needs(course), placed) if placed else set()
    return [
        own.state(lesson, course.steps[lesson.pk], placed, known) for lesson in course.published
    ]


def state_of(owner: Owner | None, lesson: Lesson) -> LessonState:
    """The progress in the steps of one lesson, published or not, with one query."""
    read = _steps_of(lesson, owner)
    rows = [
        (StepOutline(lesson, len(read), *row[: len(OUTLINE)]), row[len(OUTLINE) :]) for row in read
    ]
    states = [
        StepState(step, done_at is not None, bool(shown), changed_at)
        for step, (done_at, shown, changed_at) in rows
    ]
    return LessonState(lesson, tuple(states))


@written_once
def _steps_of(lesson: Lesson, owner: Owner | None) -> QuerySet[Any]:
    """The outlines of a lesson's steps, with the person's records."""
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
    """The checkpoint of each track that has a lesson in *every*."""
    slugs = set(_passed_checkpoints(owner)) if owner else set()
    tracks = dict.fromkeys(state.lesson.track for state in every)
    ordered = sorted(tracks, key=lambda track: track.order)
    return [Checkpoint(track, track.slug in slugs) for track in ordered]


@written_once
def _passed_checkpoints(owner: Owner) -> QuerySet[Any]:
    passed = TakenTest.objects.filter(kind=TakenTest.Kind.CHECKPOINT, passed=True).order_by()
    return owned_by(owner, passed).values_list("slug", flat=True)
