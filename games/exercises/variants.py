"""Variants of an exercise by lot: the same question about the same game, with other numbers.

The solver decides each before it is asked, within one budget for all that a request makes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random

from games.boards.limits import ask_within_limits
from games.exercises.asked import Asked
from games.exercises.goals import ASKINGS, Exercise, Goal
from games.exercises.tasks import Task
from solver import Budget, Profile, SolverError, format_position, parse_position

ASKED = {Goal.PLAY, *(key for key, asking in ASKINGS.items() if asking.has_siblings)}
"""The goals that can be asked on a sheet."""
TRIES = 8
"""How many positions are looked at for one variant."""
FEWER, MORE = 2, 3
"""How much shorter and longer a row may become."""


def variant(
    exercise: Exercise, chance: Random, budget: Budget, taken: Collection[Asked] = ()
) -> Asked | None:
    """The same question with other numbers, none of *taken*; as hard as the exercise if one is
    found, and None if there is none at all or *budget* is spent."""
    own = Asked.of(exercise)
    model, second = _facts(own, budget), None
    for _ in range(TRIES):
        other = replace(own, position=_varied(own.position, chance))
        if other == own or other in taken:
            continue
        facts = _facts(other, budget)
        if facts is None:
            continue
        if model is None or _is_alike(facts, model):
            return other
        second = second or other
    return second


def _varied(position: str, chance: Random) -> str:
    sizes = (
        max(1, size + chance.randint(-FEWER, MORE)) for size in parse_position(position) if size
    )
    return format_position(tuple(sizes))


def _facts(exercise: Asked, budget: Budget) -> Profile | None:
    """What the solver says; None where it cannot be asked, or not for this price."""
    try:
        task = Task(exercise)
        task.question = ask_within_limits(
            exercise.ruleset,
            exercise.position,
            exercise.convention,
            None if task.asking.asks_both else exercise.to_move or None,
            budget=budget.part(2),
        )
        if not task.facts.legal or task.asking.contradiction(task):
            return None
        task.asking.right(task)
    except SolverError:
        return None
    return task.facts


def _is_alike(facts: Profile, model: Profile) -> bool:
    """Whether two positions are about as hard, and the ending matters in both or in neither."""
    return (
        abs(facts.difficulty - model.difficulty) <= 1
        and facts.conventions_differ == model.conventions_differ
    )


def as_question(exercise: Exercise) -> Asked | None:
    """What can be asked on a sheet: a game is asked for its first move. None for what needs an
    author's words around it."""
    posing = Asked.of(exercise)
    if posing.goal not in ASKED:
        return None
    if posing.goal == Goal.PLAY:
        return replace(posing, goal=Goal.MOVE.value, extra={})
    return posing
