"""Random variants of an exercise: the same question about the same game, with other numbers.

The solver decides each variant before it is used, within one budget for the whole request. A
variant keeps the winner, so that the choice of a question can depend on the answer. If possible, it
is as hard as the original and has the same idea.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random

from games.boards.bounds import SEARCH_BUDGET, ask_within_limits
from games.questions.facts import is_guessed
from games.questions.goals import GOALS, GoalKey
from games.questions.question import Question, QuestionLike
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import idea
from solver import Budget, Outcome, Profile, SolverError, answer
from solver.teaching import STEPS

SHEET = {GoalKey.PLAY, *(key for key, asking in GOALS.items() if asking.has_siblings)}
"""The goals that fit on a sheet, because they need only a position."""
OWN_FORMS = {key for key, asking in GOALS.items() if asking.has_numbers and not asking.for_puzzles}
"""The question types that only lessons use and that have variants."""
ASKED = SHEET | OWN_FORMS
"""The goals that a test can ask."""
TRIES = 60
"""The number of positions to try for one variant."""
FORMS = 6
"""The number of tries for a question type of lessons, which takes longer to decide."""
ALIKE = 12
"""The number of variants with the same winner to reject before accepting one that is easier or
harder."""


def variant(
    exercise: QuestionLike,
    chance: Random,
    budget: Budget,
    taken: Collection[Question] = (),
    *,
    outcome: Outcome | None = None,
    suits: Callable[[Question], bool] = lambda other: True,
) -> Question | None:
    """A variant of the question that is not in *taken*, with the same winner or with *outcome*,
    and that *suits*. A random move must not answer it half of the time. None if there is none or
    the *budget* is spent."""
    own, task = Question.of(exercise), ShownQuestion(exercise)
    if own.goal in OWN_FORMS:
        return _own_form(task, chance, budget, [own, *taken])
    model, second, seen = _facts(own, budget), None, 0
    for _ in range(TRIES):
        other = task.asking.fresh(task, chance)
        if other == own or other in taken:
            continue
        facts = _facts(other, budget, outcome or (model.outcome if model else None))
        if facts is None or is_guessed(facts, other.goal) or not suits(other):
            continue
        if model is None or outcome or _is_alike(ShownQuestion(other), task, facts, model):
            return other
        second, seen = second or other, seen + 1
        if seen == ALIKE:
            break
    return second


def _own_form(
    task: ShownQuestion, chance: Random, budget: Budget, taken: Collection[Question]
) -> Question | None:
    """A variant of a question type of lessons that the solver can answer, and that is not in
    *taken*. Its strategies, boards and claims cost what one request may."""
    for _ in range(FORMS):
        other = task.asking.fresh(task, chance)
        try:
            posed = ShownQuestion(other)
            posed.within = budget.most(SEARCH_BUDGET * STEPS)
            fits = other not in taken and not task.asking.contradiction(posed)
            if fits and task.asking.right(posed):
                return other
        except SolverError:
            continue
    return None


def _facts(exercise: Question, budget: Budget, wanted: Outcome | None = None) -> Profile | None:
    """The solver's facts. None if the outcome is not the *wanted* one, if the question cannot be
    asked, or if it costs too much."""
    try:
        task = ShownQuestion(exercise)
        task.question = ask_within_limits(
            exercise.ruleset,
            exercise.position,
            exercise.convention,
            None if task.asking.asks_both else exercise.to_move or None,
            budget=budget.part(2),
        )
        if wanted and answer(task.question).outcome is not wanted:
            return None
        if not task.facts.legal or task.asking.contradiction(task):
            return None
        task.asking.right(task)
    except SolverError:
        return None
    return task.facts


def _is_alike(
    task: ShownQuestion, model_task: ShownQuestion, facts: Profile, model: Profile
) -> bool:
    """Whether two positions are about equally hard, the convention matters in both or in neither,
    and they have the same idea."""
    if abs(facts.difficulty - model.difficulty) > 1:
        return False
    if facts.conventions_differ != model.conventions_differ:
        return False
    task.facts, model_task.facts = facts, model
    return idea(task) == idea(model_task)


def as_question(exercise: QuestionLike) -> Question | None:
    """The question for a printed sheet; a game becomes a question for its first move. None for a
    question that needs a lesson's words around it."""
    posing = Question.of(exercise)
    if posing.goal not in SHEET:
        return None
    if posing.goal == GoalKey.PLAY:
        return replace(posing, goal=GoalKey.MOVE.value, extra={})
    return posing
