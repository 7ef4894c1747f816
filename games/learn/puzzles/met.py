"""The games and questions that a person has met, so that mixed training asks for no others."""

from __future__ import annotations

from dataclasses import dataclass

from games.people.models import Owner, owned_by
from games.questions.attempts import Attempt
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
    """What a person has answered, in lessons and puzzles. The goals always include the basic
    ones."""
    tries = owned_by(owner, Attempt.objects.exclude(solved=None).exclude(ruleset=""))
    pairs = set(tries.values_list("ruleset", "goal").distinct())
    skills = (_skill(ruleset) for ruleset in {ruleset for ruleset, _ in pairs})
    goals = BASIC_GOALS | {goal for _, goal in pairs}
    return Met(frozenset(filter(None, skills)), frozenset(goals))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # the ruleset of an old lesson may no longer exist
        return ""
