"""Another position with the same idea: the same game, ending and question, other numbers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product

from games.boards.limits import MAX_SIZE
from games.exercises.asked import Asked
from games.exercises.goals import asking_of
from games.exercises.tasks import Task
from solver import Position, SolverError, format_position

FAR = 3
"""By how much a row may be longer or shorter."""
MAX_LOOKED_AT = 60
"""How many positions are looked at, the nearest first."""


def sibling(task: Task) -> Asked | None:
    """The nearest position with the same idea, else with the same result; None where there is
    none near by. The same for the same exercise at any time."""
    if not task.asking.has_siblings:
        return None
    return _nearest(Asked.of(task.exercise))


@lru_cache(maxsize=512)
def _nearest(exercise: Asked) -> Asked | None:
    task, akin = Task(exercise), None
    for _, position in zip(range(MAX_LOOKED_AT), _near(task.question.position), strict=False):
        other = Task(replace(exercise, position=format_position(position)))
        try:
            if not _can_be_asked(other) or _result(other) != _result(task):
                continue
            if idea(other) == idea(task):
                return replace(exercise, position=format_position(position))
        except SolverError:
            continue
        akin = akin or replace(exercise, position=format_position(position))
    return None if task.asking.is_about_kinds else akin


def _near(position: Position) -> Iterator[Position]:
    """Positions with as many rows, of which at most two differ, the nearest first."""
    steps = [step for step in range(-FAR, FAR + 1) if step]
    changes = [{place: step} for place in range(len(position)) for step in steps]
    changes += [
        {one: first, other: second}
        for one, other in combinations(range(len(position)), 2)
        for first, second in product(steps, steps)
    ]
    changes.sort(key=lambda change: sum(map(abs, change.values())))
    seen = {tuple(sorted(position))}
    for change in changes:
        near = tuple(size + change.get(place, 0) for place, size in enumerate(position))
        rows = tuple(sorted(near))
        if rows not in seen and rows[0] >= 1 and rows[-1] <= MAX_SIZE:
            seen.add(rows)
            yield near


def _can_be_asked(task: Task) -> bool:
    asking = asking_of(task.exercise.goal)
    if asking.for_puzzles:
        return asking.contradiction(task) is None and asking.no_puzzle(task.facts) is None
    return asking.contradiction(task) is None


def _result(task: Task) -> Hashable:
    """Who wins, and whether by one move alone."""
    return task.facts.outcome, len(task.facts.winning) == 1


def idea(task: Task) -> Hashable:
    """What makes two positions alike: the kinds and the case, where there are kinds."""
    facts = task.facts
    large = sum(size > 1 for size in task.question.position)
    return facts.case, tuple(sorted(facts.kinds)), min(large, 2)
