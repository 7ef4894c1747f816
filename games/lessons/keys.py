"""The right answers to the steps of a lesson, always from the solver."""

from __future__ import annotations

from typing import Any

from games.boards.limits import SEARCH_BUDGET
from games.exercises.goals import Exercise, Goal
from games.exercises.tasks import Task
from solver import Analysis, Ruleset, classify


def key_of(exercise: Exercise) -> Any:
    """The one right answer as a content file writes it; None where there are many.

    Raises a solver error where the position cannot be decided for a page.
    """
    task = Task(exercise)
    match task.goal:
        case Goal.PREDICT:
            return task.facts.outcome.value
        case Goal.MOVE | Goal.ALL:
            return winning(task.facts.analysis)
        case Goal.CLASSIFY:
            return [task.kind_name(size) for size in task.question.position]
        case Goal.CASE:
            return task.facts.case
        case Goal.REDUCE:
            return list(task.reduction)
    return None


def winning(analysis: Analysis) -> list[str]:
    """The winning moves as ``row>becomes``, parts ascending, each once, by row."""
    moves = {move.canonical for move in analysis.moves}
    return [str(m) for m in sorted(moves, key=lambda m: (m.component, sum(m.becomes), m.becomes))]


def kinds(ruleset: Ruleset, position: tuple[int, ...]) -> list[str]:
    """The kind of each component, played alone."""
    known = classify(ruleset, max(position, default=0), budget=SEARCH_BUDGET).sizes
    return [known[size].kind.value for size in position]


def nim_values(ruleset: Ruleset, position: tuple[int, ...]) -> list[int]:
    """The nim-value of each component."""
    known = classify(ruleset, max(position, default=0), budget=SEARCH_BUDGET).sizes
    return [known[size].nim_value for size in position]
