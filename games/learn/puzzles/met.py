"""The games and questions that a person has met, so that mixed training asks for no others."""

from __future__ import annotations

from dataclasses import dataclass
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
    """The *skills* whose games a person has met, and the *goals* that they may be asked for."""

    skills: frozenset[str]
    goals: frozenset[str]


def met_by(owner: Owner | None) -> Met:
    """What a person has met in the steps that are done and the puzzles that were answered. The
    goals always include the basic ones."""
    pairs = set(_pairs(owner)) if owner else set()
    skills = (_skill(ruleset) for ruleset in {ruleset for ruleset, _ in pairs})
    goals = BASIC_GOALS | {goal for _, goal in pairs}
    return Met(frozenset(filter(None, skills)), frozenset(goals))


def _pairs(owner: Owner) -> QuerySet[Any]:
    """The rulesets and goals, in one query. A step that only tells, or whose answer was looked up,
    has no try, so steps count by their records. Answers in tests do not count: a test may ask
    about lessons that the person has not read. Nor does a step that is only tried."""
    done = owner.steprecord_set.exclude(done_at=None).exclude(step__ruleset="")
    answered = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None))
    at_steps: QuerySet[Any] = done.order_by().values_list("step__ruleset", "step__kind")
    return at_steps.union(answered.order_by().values_list("ruleset", "goal"))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # the ruleset of an old lesson may no longer exist
        return ""
