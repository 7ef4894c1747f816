"""Beginning a test, a checkpoint or a review, and answering its questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from itertools import cycle, islice
from random import Random
from typing import Any

from django.db.models import Max
from django.utils import timezone

from games.boards.limits import SEARCH_BUDGET, thinking
from games.exercises.asked import Asked
from games.exercises.attempts import GradedAnswer, one_at_a_time
from games.exercises.goals import Goal
from games.exercises.variants import as_question, variant
from games.lessons.due import Topic
from games.lessons.models import Lesson, Step, StepRecord
from games.lessons.quizzes import Quiz
from games.people.models import Owner, owned_by, owner_fields
from games.puzzles.puzzle_kinds import PuzzleKind, fresh_puzzle
from solver import Budget, InvalidInputError

MIN_QUESTIONS, MAX_QUESTIONS = 3, 5
"""How many questions a test has; a review asks no more at once."""
MOST_MIXED = 8
"""How many a checkpoint has at most: one for each lesson."""
BUDGET = 3 * SEARCH_BUDGET
"""What all the questions of one quiz may cost to make, in positions."""

Content = dict[str, Any]
Groups = Sequence[Sequence[Step]]
"""Steps to ask about, a few from each group in turn."""


def begin(
    owner: Owner,
    kind: Quiz.Kind,
    slug: str,
    groups: Groups,
    kinds: Sequence[PuzzleKind] = (),
) -> Quiz:
    """The quiz somebody is in the middle of, or a new one made from steps, with a puzzle of each
    of *kinds* at its end.

    Raises :class:`InvalidInputError` where nothing can be asked.
    """
    with one_at_a_time(owner):
        goes = owned_by(owner, Quiz.objects.filter(kind=kind, slug=slug))
        running = goes.filter(finished_at=None).first()
        if running is not None:
            return running
        number = (goes.aggregate(last=Max("number"))["last"] or 0) + 1
        chance = Random(f"{owner.pk}:{kind}:{slug}:{number}")
        questions = make_questions(groups, _wanted(kind, groups, len(kinds)) - len(kinds), chance)
        questions += [_of_kind(owner, one, chance) for one in kinds]
        if not questions:
            raise InvalidInputError("There is nothing to ask here yet.", value=slug)
        return Quiz.objects.create(
            kind=kind, slug=slug, number=number, questions=questions, **owner_fields(owner)
        )


def _wanted(kind: Quiz.Kind, groups: Groups, kinds: int) -> int:
    """How many questions there are to be, one for each of the *kinds* among them."""
    match kind:
        case Quiz.Kind.TEST:
            return min(max(sum(map(len, groups)), MIN_QUESTIONS), MAX_QUESTIONS)
        case Quiz.Kind.CHECKPOINT:
            return min(max(len(groups), MIN_QUESTIONS), MOST_MIXED)
    return min(len(groups) + kinds, MAX_QUESTIONS)


def _of_kind(owner: Owner, kind: PuzzleKind, chance: Random) -> Content:
    """A question of a kind of puzzle: a game is asked for its first move."""
    posing = as_question(fresh_puzzle(owner, kind, chance))
    assert posing is not None
    return {"asked": asdict(posing), "step": None, "skill": kind.key}


def make_questions(groups: Groups, wanted: int, chance: Random) -> list[Content]:
    """So many questions with other numbers than the steps they come from, each group in turn.

    Where no other numbers are found, it is the step's own; nothing is asked twice.
    """
    mixed = [chance.sample(steps, len(steps)) for group in groups if (steps := askable(group))]
    rounds = (step for turn in zip(*map(cycle, mixed), strict=False) for step in turn)
    own = [as_question(step) for steps in mixed for step in steps]
    budget, posed = thinking(BUDGET), list[Asked]()
    questions: list[Content] = []
    for step in islice(rounds, 3 * wanted):
        posing = _posed(step, chance, budget, [*filter(None, own), *posed])
        if posing not in posed and len(questions) < wanted:
            posed.append(posing)
            questions.append({"asked": asdict(posing), "step": step.pk, "skill": step.counts_for})
    return questions


def askable(steps: Iterable[Step]) -> list[Step]:
    """Those of *steps* that a quiz can ask about."""
    return [step for step in steps if as_question(step)]


def _posed(step: Step, chance: Random, budget: Budget, taken: list[Asked]) -> Asked:
    own = as_question(step)
    assert own is not None
    other = variant(own, chance, budget, taken)
    if other is None and step.goal == Goal.PLAY:  # it may be lost for whoever moves first
        return replace(own, goal=Goal.PREDICT.value)
    return other or own


def give(owner: Owner, quiz: Quiz, place: int, text: str) -> Quiz:
    """Answer a question, once: one that is answered already stays as it is.

    Raises :class:`~solver.SolverError` for an answer that cannot be read.
    """
    if place > quiz.size:
        raise InvalidInputError("There is no such question.", value=str(place))
    given = GradedAnswer.to(quiz.posing(place), text)
    with one_at_a_time(owner):
        quiz = Quiz.objects.get(pk=quiz.pk)
        if place != quiz.place:
            return quiz
        now = timezone.now()
        quiz.answers.append({**given.fields, "at": now.isoformat()})
        if quiz.place > quiz.size:
            quiz.finished_at = now
            quiz.passed = quiz.right >= quiz.enough
        quiz.save(update_fields=["answers", "finished_at", "passed"])
    return quiz


def steps_for(owner: Owner | None, topics: Sequence[Topic]) -> list[list[Step]]:
    """For each of the *topics* that is a skill the steps to review it by: those somebody has done,
    else all of them."""
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
    """The steps of *lessons* as they stand, in the order of the course."""
    steps = Step.objects.filter(lesson__in=lessons, order__isnull=False).select_related("lesson")
    return list(steps.order_by("lesson__number", "order"))
