"""The games and questions that a person has met, so that mixed training asks for no others.

Lessons count too. They register here, so the trainer does not depend on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import Owner, owned_by
from solver import SolverError, get_ruleset

STARTERS = frozenset({"nim", "rows"})
"""The skills that newcomers start with: Nim, and taking from one row."""
BASIC_GOALS = frozenset({"move", "predict"})
"""The questions that anybody can answer: to make a winning move, and to say who wins."""

Pairs = Iterable[tuple[str, str]]
Source = Callable[[Owner | None], Pairs]

SOURCES: list[Source] = []


def meets(pairs: Source) -> Source:
    """Register a function that gives the rulesets and goals that a person has met."""
    SOURCES.append(pairs)
    return pairs


@dataclass(frozen=True)
class Met:
    """The *skills* whose games a person has met, and the *goals* that they may be asked for."""

    skills: frozenset[str]
    goals: frozenset[str]


def met_by(owner: Owner | None) -> Met:
    """What a person has met in lessons and puzzles. The goals always include the basic ones."""
    pairs = {pair for source in SOURCES for pair in source(owner)}
    skills = (_skill(ruleset) for ruleset in {ruleset for ruleset, _ in pairs})
    goals = BASIC_GOALS | {goal for _, goal in pairs}
    return Met(frozenset(filter(None, skills)), frozenset(goals))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # the ruleset of an old lesson may no longer exist
        return ""


@meets
def _in_puzzles(owner: Owner | None) -> Pairs:
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None)).order_by()
    return tries.values_list("puzzle__ruleset", "puzzle__goal").distinct()
