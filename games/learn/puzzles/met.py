"""The games and questions that a person has met, so that mixed training asks for no others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import Owner, owned_by
from solver import SolverError, get_ruleset

STARTERS = frozenset({"nim", "rows"})
"""The skills that newcomers start with: Nim, and taking from one row."""
BASIC_GOALS = frozenset({"move", "predict"})
"""The questions that anybody can answer: to make a winning move, and to say who wins."""


@dataclass(frozen=True)
class Met:
    """The *skills* whose games a person has met, the *goals* that they may be asked for, and for
    each skill the most *rows* that they had before them."""

    skills: frozenset[str]
    goals: frozenset[str]
    rows: Mapping[str, int]


def met_by(owner: Owner | None, before: datetime | None = None) -> Met:
    """What a person has met in the steps that are done and the puzzles that were answered, perhaps
    only *before* some time. The goals always include the basic ones."""
    found = set(_asked(owner, before)) if owner else set()
    skills = {ruleset: _skill(ruleset) for ruleset, _, _ in found}
    rows: Counter[str] = Counter()
    for ruleset, _, position in found:
        rows[skills[ruleset]] = max(rows[skills[ruleset]], rows_of(position))
    goals = BASIC_GOALS | {goal for _, goal, _ in found}
    return Met(frozenset(filter(None, skills.values())), frozenset(goals), rows)


def rows_of(position: str) -> int:
    """The number of rows of a stored position.

    >>> rows_of("3+5+7")
    3
    """
    return position.count("+") + 1


def _asked(owner: Owner, before: datetime | None) -> QuerySet[Any]:
    """The rulesets, goals and positions, in one query. A step that only tells, or whose answer was
    looked up, has no try, so steps count by their records. Answers in tests do not count: a test
    may ask about lessons that the person has not read. Nor does a step that is only tried."""
    done = owner.steprecord_set.exclude(done_at=None).exclude(step__ruleset="")
    answered = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
    if before is not None:
        done, answered = done.filter(done_at__lt=before), answered.filter(created_at__lt=before)
    columns = ("step__ruleset", "step__kind", "step__position")
    at_steps: QuerySet[Any] = done.order_by().values_list(*columns)
    return at_steps.union(answered.order_by().values_list("ruleset", "goal", "position"))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # the ruleset of an old lesson may no longer exist
        return ""
