"""Building a position that has a property: reading what was built, and judging it."""

from __future__ import annotations

from typing import Any

from games.boards.limits import ask_within_limits
from games.exercises.tasks import Task
from games.exercises.verdicts import Verdict
from solver import (
    OUTCOME_WORDS,
    InvalidInputError,
    Profile,
    convention_words,
    format_position,
    nim_value,
    parse_position,
    profile,
)


def grade_building(task: Task, given: str) -> Verdict:
    """Judge a position somebody built: within the bounds, not shown before, with the property.

    Raises :class:`InvalidInputError` for what is no position or does not keep to the bounds.
    """
    rows = tuple(sorted(size for size in parse_position(given) if size))
    shown = format_position(rows)
    _check_bounds(task, rows, shown)
    found = profile(ask_within_limits(task.ruleset.key, rows, task.convention.value))
    missing = [text for text, holds in _properties(found, task.extra.get("goal", {})) if not holds]
    return Verdict(
        correct=not missing,
        words="That is one." if not missing else "Not yet.",
        answered=f"You built {shown.replace('+', ' + ')}.",
        truth=" ".join(missing) or "It has what was asked for.",
        reasons=tuple(step.text for step in found.analysis.steps),
    )


def _check_bounds(task: Task, rows: tuple[int, ...], shown: str) -> None:
    (fewest, most), largest = task.build_bounds
    if not fewest <= len(rows) <= most or max(rows) > largest:
        raise InvalidInputError.of("a position to build", shown, f"use {task.build_limits}")
    forbidden = {tuple(sorted(parse_position(one))) for one in task.extra.get("forbid", [])}
    if rows in forbidden:
        raise InvalidInputError.of(
            "a new position", shown, "it was shown before; build another one"
        )


def _properties(found: Profile, goal: dict[str, Any]) -> list[tuple[str, bool]]:
    """For each property asked for: what is to be said if it does not hold, and whether it does."""
    question = found.question
    ending = f"when {convention_words(question.convention)}"
    properties = []
    if "outcome" in goal:
        said = f"There {OUTCOME_WORDS[found.outcome]} {ending}."
        properties.append((said, found.outcome.value == goal["outcome"]))
    if "kinds" in goal:
        kinds = sorted(kind.value for kind in found.kinds)
        said = f"Its kinds are: {', '.join(kinds)}."
        properties.append((said, kinds == sorted(goal["kinds"])))
    if "nim_sum" in goal:
        total = 0
        for size in question.position:
            total ^= nim_value(question.ruleset, size)
        properties.append((f"Its nim-sum is {total}.", total == goal["nim_sum"]))
    if "conventions_differ" in goal:
        differ = found.outcomes_differ
        said = f"Both endings have {'different results' if differ else 'the same result'} there."
        properties.append((said, differ == goal["conventions_differ"]))
    return properties
