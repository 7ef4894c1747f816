"""Begin a test, a checkpoint or a review, and answer its questions; and how often people without
understanding pass the tests of the course, as it was measured.

``python -m tests.bench.taken_tests --keep`` draws every test and checkpoint several times and
computes it exactly for each draw. What it wrote is kept beside this file, because to compute it
again takes minutes."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from django.db.models import Max
from django.utils import timezone

from games.boards.lenses import theories_of
from games.learn.lessons.models import Lesson, Step, StepAttempt, StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.learn.progress.due import Topic, still_shown
from games.learn.puzzles.puzzle_kinds import PuzzleKind, fresh_puzzle
from games.learn.taking_tests.questions import Groups, askable, make_questions, make_test
from games.people.models import Owner, owned_by, owner_fields
from games.questions.attempts import Attempt, Attempts, GradedAnswer, one_at_a_time
from games.questions.goals import GoalKey
from games.questions.question import Question
from games.questions.variants import as_question
from solver import InvalidInputError

MIN_QUESTIONS, MAX_QUESTIONS = 3, 5
"""The number of questions in a test; a review asks at most as many at once."""
MOST_MIXED = 8
"""The most questions in a checkpoint, which asks one for each lesson."""
PAUSE = "Do the steps below first, or come back tomorrow."
"""Why a person cannot try again right after a failed attempt."""

Content = dict[str, Any]
DRAWS = 4
"""Draws after which a test without a question is given up: of a lesson with one step, one of a
hundred draws finds no position that asks the same."""


def begin(
    owner: Owner,
    kind: TakenTest.Kind,
    slug: str,
    groups: Groups,
    kinds: Sequence[PuzzleKind] = (),
    *,
    ready: Sequence[Question] = (),
) -> TakenTest:
    """Return the test that the person has begun, or make a new one: of the *ready* questions, or
    else from steps, with a puzzle of each of *kinds* at its end.

    Raises :class:`InvalidInputError` if there is nothing to ask.
    """
    with one_at_a_time(owner):
        goes = owned_by(owner, TakenTest.objects.filter(kind=kind, slug=slug))
        running = goes.filter(finished_at=None).first()
        if running is not None:
            return running
        if waiting := steps_first(owner, kind, slug):
            raise InvalidInputError(PAUSE, value=", ".join(map(str, waiting)))
        number = (goes.aggregate(last=Max("number"))["last"] or 0) + 1
        drawing = wanted(kind, groups, len(kinds)) - len(kinds)
        questions: list[Content] = []
        questions = [_ready(one) for one in ready]
        for draw in range(1, DRAWS + 1):
            if questions:
                break
            chance = Random(f"{owner.pk}:{kind}:{slug}:{number}" + f":{draw}" * (draw > 1))
            if kind == TakenTest.Kind.REVIEW:
                drawn = make_questions(groups, drawing, chance, first=still_shown(owner))
            else:
                drawn = make_test(groups, drawing, chance)
            questions = [part for one in drawn for part in one.content]
            questions += [_of_kind(owner, one, chance) for one in kinds]
        if not questions:
            raise InvalidInputError("There is nothing to ask here yet.", value=slug)
        return TakenTest.objects.create(
            kind=kind, slug=slug, number=number, questions=questions, **owner_fields(owner)
        )


def steps_first(owner: Owner | None, kind: TakenTest.Kind, slug: str) -> list[Step]:
    """The steps to do before another attempt at a test or checkpoint on the same day: those whose
    questions went wrong last time, except games. Empty after a pass or on another day."""
    if owner is None or not kind.gives_way:
        return []
    tests = TakenTest.objects.with_answers().filter(kind=kind, slug=slug)
    last = owned_by(owner, tests).order_by("-number").first()
    return steps_after(owner, last) if last else []


def steps_after(owner: Owner, last: TakenTest) -> list[Step]:
    """The same, if the *last* attempt is known."""
    if not last.gives_way or last.passed or last.finished_at is None:
        return []
    if timezone.localdate(last.finished_at) < timezone.localdate():
        return []
    wrong = {
        one["step"]
        for one, answer in zip(last.questions, last.answers, strict=False)
        if not answer.solved
    }
    since = StepAttempt.objects.filter(solved=True, created_at__gt=last.finished_at)
    done = owned_by(owner, since.order_by()).values("step_id")
    steps = Step.objects.filter(pk__in=wrong, order__isnull=False).exclude(kind=GoalKey.PLAY)
    steps = steps.exclude(pk__in=done)
    published = steps.filter(lesson__state=Lesson.State.PUBLISHED).select_related("lesson")
    return list(published.order_by("lesson__number", "order"))


def wanted(kind: TakenTest.Kind, groups: Groups, kinds: int = 0) -> int:
    """The number of questions, including one for each of *kinds*."""
    match kind:
        case TakenTest.Kind.TEST:
            return min(max(sum(map(len, groups)), MIN_QUESTIONS), MAX_QUESTIONS)
        case TakenTest.Kind.CHECKPOINT:
            return min(max(len(groups), MAX_QUESTIONS), MOST_MIXED)
    return min(len(groups) + kinds, MAX_QUESTIONS)


def _of_kind(owner: Owner, kind: PuzzleKind, chance: Random) -> Content:
    """A question of a kind of puzzle; for a game it asks for the first move."""
    posing = as_question(fresh_puzzle(owner, kind, chance))
    assert posing is not None
    return _ready(posing, kind.key)


def _ready(asked: Question, skill: str = "") -> Content:
    """A question that comes from no step."""
    return {"asked": asdict(asked), "step": None, "skill": skill}


def give(owner: Owner, taken: TakenTest, place: int, text: str | None) -> TakenTest:
    """Answer a question, with None if the person does not know; a question that was answered before
    stays unchanged.

    Raises :class:`~solver.SolverError` for an answer that cannot be read.
    """
    if place > len(taken.questions):
        raise InvalidInputError("There is no such question.", value=str(place))
    asked = taken.posing(place)
    theories = theories_of(owner)
    given = (
        GradedAnswer.unknown(asked, theories)
        if text is None
        else GradedAnswer.to(asked, text, theories)
    )
    with one_at_a_time(owner):
        taken = TakenTest.objects.with_answers().get(pk=taken.pk)
        if place != taken.place:
            return taken
        tries = Attempts(Attempt, owner_fields(owner), taken_test=taken)
        tries.store(uuid.uuid4(), asked, place=place, **given.fields)
        if place == len(taken.questions):
            taken = TakenTest.objects.with_answers().get(pk=taken.pk)
            taken.finished_at = timezone.now()
            taken.passed = taken.right >= taken.enough
            taken.save(update_fields=["finished_at", "passed"])
    return taken


def steps_for(owner: Owner | None, topics: Sequence[Topic]) -> list[list[Step]]:
    """For each skill among *topics*, the steps to review: those done, otherwise all."""
    steps = Step.objects.filter(order__isnull=False, lesson__state=Lesson.State.PUBLISHED)
    every = list(steps.select_related("lesson").order_by("lesson__number", "order"))
    records = owned_by(owner, StepRecord.objects.filter(done_at__isnull=False))
    done = set(records.values_list("step_id", flat=True))
    groups = []
    for one in topics:
        group = [step for step in every if step.counts_for == one.key]
        groups.append([step for step in group if step.pk in done] or group)
    return [group for group in groups if askable(group)]


def steps_of(lessons: Sequence[Lesson]) -> list[Step]:
    """The current steps of *lessons*, in the order of the course."""
    steps = Step.objects.filter(lesson__in=lessons, order__isnull=False).select_related("lesson")
    return list(steps.order_by("lesson__number", "order"))


TABLE = Path(__file__).parent / "passing.json"
"""What was measured last."""
MEASURED_DRAWS = 10
"""How many draws of each test are measured: enough for whole percents, in two minutes."""


SHOWN = ("normal-habit", "mirror")
"""The beliefs that have a column of their own."""


@dataclass(frozen=True)
class Passing:
    """How often a test or checkpoint is passed, as shares of its draws: by the best *guess*, by
    whoever knows the *cue* of the lesson before (None for a first lesson), and by those with one of
    the mistaken *beliefs*, by key. *is_misere*: at least a third of what it asks about
    winning is about the last one losing, so that somebody must not pass who forgets it."""

    kind: str
    slug: str
    guess: float
    cue: float | None
    beliefs: Mapping[str, float]
    is_misere: bool

    @property
    def as_if_normal(self) -> float | None:
        """How often somebody passes who plays as if the last one won; None where that is right."""
        return self.beliefs["normal-habit"] if self.is_misere else None

    @property
    def other(self) -> float:
        """The most that somebody reaches with a belief that has no column of its own."""
        return max(share for key, share in self.beliefs.items() if key not in SHOWN)

    @property
    def shares(self) -> list[str]:
        """The row of the table, in percent; empty where there is nothing to say."""
        every = (self.guess, self.cue, self.as_if_normal, self.beliefs["mirror"], self.other)
        return ["" if share is None else f"{100 * share:.1f}\u00a0%" for share in every]


@cache
def measured() -> tuple[Passing, ...]:
    """Every test and checkpoint, in the order of the course."""
    return tuple(Passing(**row) for row in json.loads(TABLE.read_text(encoding="utf-8")))
