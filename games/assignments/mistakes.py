"""What the mistakes of a class have in common, told from chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from games.assignments.models import Item, ItemAttempt
from games.assignments.results import Report
from games.exercises.goals import asking_of
from games.exercises.tasks import Task
from solver import (
    HABITS,
    MISJUDGEMENTS,
    Misconception,
    misconception,
)

KNOWN = {habit.key: habit for habit in (*MISJUDGEMENTS, *HABITS)}
ABOVE_CHANCE = 2
"""A habit is told of a class when it is seen at least so many times as often as by lot."""


@dataclass(frozen=True)
class Seen:
    """A misconception with the students who showed it."""

    misconception: Misconception
    names: tuple[str, ...]
    times: int


def misconceptions(report: Report) -> list[Seen]:
    """What the wrong answers of a class show, the most widespread first.

    A habit is told only if it was seen twice, by one student or by several, and at least
    :data:`ABOVE_CHANCE` times as often as if every wrong answer had been drawn by lot among the
    wrong answers to the same item.
    """
    people: dict[str, Counter[str]] = defaultdict(Counter)
    expected: Counter[str] = Counter()
    chances: dict[int, dict[str, float]] = {}
    for row in report.rows:
        name = row.membership.real_name
        for cell in row.cells:
            for attempt in report.attempts.get((row.membership.pk, cell.item.pk), []):
                if attempt.solved is not False:
                    continue
                if cell.item.pk not in chances:
                    chances[cell.item.pk] = by_lot(cell.item)
                expected.update(chances[cell.item.pk])
                habit = shown(cell.item, attempt)
                if habit:
                    people[habit.key][name] += 1
    seen = [
        Seen(KNOWN[key], tuple(sorted(names)), names.total())
        for key, names in people.items()
        if names.total() >= max(2, ABOVE_CHANCE * expected[key])
    ]
    return sorted(
        seen, key=lambda habit: (-len(habit.names), -habit.times, habit.misconception.key)
    )


def shown(item: Item, attempt: ItemAttempt) -> Misconception | None:
    """The habit a wrong answer shows; a move is looked at again."""
    if attempt.solved is False and asking_of(item.goal).is_on_board:
        task = Task(item)
        return misconception(task.question, task.board.place(attempt.answer, task.player).move)
    return KNOWN.get(attempt.misconception)


def by_lot(item: Item) -> dict[str, float]:
    """For each habit, the share of the wrong answers to an item that would show it."""
    task = Task(item)
    return task.asking.by_lot(task)
