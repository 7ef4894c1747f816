"""What is wrong with a unit plan now: lessons that are gone, positions the solver contradicts,
times in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.exercises.facts import check_puzzle
from games.lessons.models import Lesson
from games.plans.models import Plan, PlannedItem
from solver import SolverError

IN_ORDER = (
    ("opens", "due", "It is due before it opens."),
    ("opens", "closes", "It closes before it opens."),
    ("due", "closes", "It closes before it is due."),
)


def times_wrong(days: Mapping[str, Any]) -> list[str]:
    """What is wrong with *days* and times, by the names of columns."""
    moments = {
        name: (days[f"{name}_day"], days[f"{name}_time"])
        for name in ("opens", "due", "closes")
        if days.get(f"{name}_day") is not None
    }
    return [
        wrong
        for first, then, wrong in IN_ORDER
        if first in moments and then in moments and moments[then] < moments[first]
    ]


def item_wrong(item: PlannedItem) -> str:
    """What is wrong with an item; empty where nothing is."""
    if item.lesson:
        published = item.lesson.state == Lesson.State.PUBLISHED
        return "" if published else f"The lesson “{item.lesson.title}” is not published."
    try:
        check_puzzle(*item.asked.columns.values())
    except SolverError as error:
        return str(error)
    return ""


def problems(plan: Plan) -> Iterator[str]:
    """All that is wrong with a stored plan, each with where it is."""
    if not plan.planned:
        yield "Add at least one assignment."
    for number, entry in enumerate(plan.planned, 1):
        where = f"Assignment {number}, “{entry.title}”"
        if not entry.items.all():
            yield f"{where}: it has no questions."
        for wrong in times_wrong(vars(entry)):
            yield f"{where}: {wrong}"
        for place, item in enumerate(entry.items.all(), 1):
            if wrong := item_wrong(item):
                yield f"{where}, question {place}: {wrong}"
