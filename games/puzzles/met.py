"""Which games and questions somebody has met, so that a mix of them asks nothing else.

Lessons are met too. They register here, so that the trainer asks without knowing them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from games.people.models import Owner, owned_by
from games.puzzles.tries import PuzzleAttempt
from solver import SolverError, get_ruleset

STARTERS = frozenset({"nim", "rows"})
"""The skills that a newcomer begins with: Nim, and taking from one row."""
BASIC_GOALS = frozenset({"move", "predict"})
"""What anybody can be asked: to make a winning move, and to say who wins."""

Pairs = Iterable[tuple[str, str]]
Source = Callable[[Owner | None], Pairs]

SOURCES: list[Source] = []


def meets(pairs: Source) -> Source:
    """Let what *pairs* tells of somebody, rulesets with goals, count as met."""
    SOURCES.append(pairs)
    return pairs


@dataclass(frozen=True)
class Met:
    """The *skills* whose games somebody has met, and the *goals* that may be asked of them."""

    skills: frozenset[str]
    goals: frozenset[str]


def met_by(owner: Owner | None) -> Met:
    """What somebody has met in lessons and puzzles; goals always hold the basic ones."""
    pairs = {pair for source in SOURCES for pair in source(owner)}
    skills = (_skill(ruleset) for ruleset in {ruleset for ruleset, _ in pairs})
    goals = BASIC_GOALS | {goal for _, goal in pairs}
    return Met(frozenset(filter(None, skills)), frozenset(goals))


def _skill(ruleset: str) -> str:
    try:
        return get_ruleset(ruleset).family
    except SolverError:  # a lesson may be older than its game
        return ""


@meets
def _in_puzzles(owner: Owner | None) -> Pairs:
    tries = owned_by(owner, PuzzleAttempt.objects.exclude(solved=None)).order_by()
    return tries.values_list("puzzle__ruleset", "puzzle__goal").distinct()
