"""Variants of an exercise by lot: the same question about the same game, with other numbers.

The solver decides each before it is asked, within one budget for all that a request makes. A
variant keeps who wins, so that a question about it can be chosen by its answer; it is as hard as
its model and has the same idea, where such numbers are near.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from games.boards.limits import ask_within_limits
from games.exercises.asked import Asked
from games.exercises.facts import is_guessed
from games.exercises.goals import ASKINGS, Exercise, Goal
from games.exercises.siblings import idea
from games.exercises.tasks import Task
from solver import Budget, Outcome, Profile, SolverError, answer

SHEET = {Goal.PLAY, *(key for key, asking in ASKINGS.items() if asking.has_siblings)}
"""The goals that can be asked on a sheet about a position alone."""
OWN_FORMS = {
    key for key, asking in ASKINGS.items() if asking.has_numbers and not asking.for_puzzles
}
"""The forms that only lessons have and that can be asked with other numbers."""
ASKED = SHEET | OWN_FORMS
"""The goals that can be asked in a test."""
TRIES = 60
"""How many positions are looked at for one variant."""
FORMS = 6
"""The same for a form that only lessons have, which takes longer to decide."""
ALIKE = 12
"""How many of those with the same winner, before one will do that is easier or harder."""


def variant(
    exercise: Exercise,
    chance: Random,
    budget: Budget,
    taken: Collection[Asked] = (),
    *,
    outcome: Outcome | None = None,
) -> Asked | None:
    """The same question with other numbers, none of *taken*, and the same winner or the *outcome*
    that is named, where moves by lot are not right every other time. None if there is none or
    *budget* is spent."""
    own, task = Asked.of(exercise), Task(exercise)
    if own.goal in OWN_FORMS:
        return _own_form(task, chance, [own, *taken])
    model, second, seen = _facts(own, budget), None, 0
    for _ in range(TRIES):
        other = task.asking.fresh(task, chance)
        if other == own or other in taken:
            continue
        facts = _facts(other, budget, outcome or (model.outcome if model else None))
        if facts is None or is_guessed(facts, other.goal):
            continue
        if model is None or outcome or _is_alike(Task(other), task, facts, model):
            return other
        second, seen = second or other, seen + 1
        if seen == ALIKE:
            break
    return second


def _own_form(task: Task, chance: Random, taken: Collection[Asked]) -> Asked | None:
    """The same form with other numbers; the solver has an answer, and no two of them are alike."""
    for _ in range(FORMS):
        other = task.asking.fresh(task, chance)
        try:
            posed = Task(other)
            fits = other not in taken and not task.asking.contradiction(posed)
            if fits and task.asking.right(posed):
                return other
        except SolverError:
            continue
    return None


def _facts(exercise: Asked, budget: Budget, wanted: Outcome | None = None) -> Profile | None:
    """What the solver says; None where somebody else wins than is *wanted*, where it cannot be
    asked, or not for this price."""
    try:
        task = Task(exercise)
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


def _is_alike(task: Task, model_task: Task, facts: Profile, model: Profile) -> bool:
    """Whether two positions are about as hard, the ending matters in both or in neither, and they
    have the same idea."""
    if abs(facts.difficulty - model.difficulty) > 1:
        return False
    if facts.conventions_differ != model.conventions_differ:
        return False
    task.facts, model_task.facts = facts, model
    return idea(task) == idea(model_task)


def as_question(exercise: Exercise) -> Asked | None:
    """What can be asked on a sheet: a game is asked for its first move. None for what needs an
    author's words around it."""
    posing = Asked.of(exercise)
    if posing.goal not in SHEET:
        return None
    if posing.goal == Goal.PLAY:
        return replace(posing, goal=Goal.MOVE.value, extra={})
    return posing
