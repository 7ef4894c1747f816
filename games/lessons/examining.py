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
from games.exercises.attempts import Answer, one_at_a_time
from games.exercises.goals import Goal
from games.exercises.variants import as_question, variant
from games.lessons.models import Lesson, Step
from games.lessons.quizzes import Quiz
from games.people.models import User, Visitor, owned_by, owner_fields
from solver import Budget, InvalidInputError

FEWEST, MOST = 3, 5
"""How many questions a test has; a review has no more."""
MOST_MIXED = 8
"""How many a checkpoint has at most: one for each lesson."""
BUDGET = 3 * SEARCH_BUDGET
"""What all the questions of one quiz may cost to make, in positions."""

Owner = User | Visitor
Content = dict[str, Any]
Groups = Sequence[Sequence[Step]]
"""Steps to ask about, a few from each group in turn."""


def begin(owner: Owner, kind: Quiz.Kind, slug: str, groups: Groups) -> Quiz:
    """The quiz somebody is in the middle of, or a new one made from steps.

    Raises :class:`InvalidInputError` where nothing can be asked.
    """
    with one_at_a_time(owner):
        goes = owned_by(owner, Quiz.objects.filter(kind=kind, slug=slug))
        running = goes.filter(finished_at=None).first()
        if running is not None:
            return running
        number = (goes.aggregate(last=Max("number"))["last"] or 0) + 1
        chance = Random(f"{owner.pk}:{kind}:{slug}:{number}")
        questions = make_questions(groups, _wanted(kind, groups), chance)
        if not questions:
            raise InvalidInputError("There is nothing to ask here yet.", value=slug)
        return Quiz.objects.create(
            kind=kind, slug=slug, number=number, questions=questions, **owner_fields(owner)
        )


def _wanted(kind: Quiz.Kind, groups: Groups) -> int:
    """How many questions there are to be."""
    match kind:
        case Quiz.Kind.TEST:
            return min(max(sum(map(len, groups)), FEWEST), MOST)
        case Quiz.Kind.CHECKPOINT:
            return min(max(len(groups), FEWEST), MOST_MIXED)
    return min(len(groups), MOST)


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
    given = Answer.to(quiz.posing(place), text)
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


def steps_of(lessons: Sequence[Lesson]) -> list[Step]:
    """The steps of *lessons* as they stand, in the order of the course."""
    steps = Step.objects.filter(lesson__in=lessons, order__isnull=False).select_related("lesson")
    return list(steps.order_by("lesson__number", "order"))
