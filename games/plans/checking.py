"""Errors in a unit plan: missing lessons, contradicted positions, times in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.assignments.outlines import times_wrong
from games.assignments.writing import unfit
from games.content.reading import sentence
from games.plans.models import Plan, PlannedAssignment, PlannedItem


def wrong_in(planned: PlannedAssignment, asked: Sequence[PlannedItem]) -> Iterator[str]:
    """The errors in an assignment of a plan with the questions *asked*."""
    yield from times_wrong(planned.moments).values()
    if reason := unfit(planned, asked):
        yield reason
    seen: dict[object, int] = {}
    for number, item in enumerate(asked, 1):
        if item.wrong:
            yield f"Question {number}: {sentence(item.wrong)}"
        if item.same in seen:
            yield f"Question {number} repeats question {seen[item.same]}."
        seen.setdefault(item.same, number)


def problems(plan: Plan) -> Iterator[str]:
    """The errors in a stored plan, each with its place."""
    if not plan.planned:
        yield "Add at least one assignment."
    for number, entry in enumerate(plan.planned, 1):
        for wrong in wrong_in(entry, list(entry.items.all())):
            yield f"Assignment {number}, “{entry.title}”. {wrong}"
