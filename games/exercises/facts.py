"""What the solver says about a position that is to be a puzzle, and whether it fits the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.boards.limits import ask_within_limits, content_budget
from games.exercises.goals import asking_of
from games.exercises.goals.asking import shown
from solver import Budget, InvalidInputError, Profile, format_position, profile


@dataclass(frozen=True)
class PuzzleFacts:
    """The canonical form of a puzzle and everything computed about it."""

    ruleset: str
    position: str
    convention: str
    to_move: str
    skill: str
    themes: tuple[str, ...]
    difficulty: int
    numbers: dict[str, Any]


def check_puzzle(
    ruleset: str,
    position: str,
    convention: str,
    to_move: str,
    goal: str,
    *,
    budget: Budget | None = None,
) -> PuzzleFacts:
    """Compute the facts of a puzzle.

    Raises :class:`~solver.SolverError` in one sentence where something cannot be read, is too
    large for a page, or contradicts the goal.
    """
    read = ask_within_limits(
        ruleset, position, convention, to_move or None, budget=budget or content_budget()
    )
    rows = tuple(sorted(read.position))
    if read.to_move and not read.ruleset.partizan:
        mover = read.to_move.value
        raise InvalidInputError(
            f"Leave out “{mover}”: in this game both players have the same moves.", value=mover
        )
    mover = read.to_move.value if read.to_move else ""
    question = ask_within_limits(
        read.ruleset, rows, read.convention.value, mover or None, budget=read.budget
    )
    facts = profile(question)
    why_not = contradiction(facts, goal)
    if why_not:
        raise InvalidInputError(why_not, value=format_position(rows))
    # Who wins is all that is asked for where it is asked for both.
    differ = facts.outcomes_differ if asking_of(goal).asks_both else facts.conventions_differ
    themes = [theme for theme in facts.themes if differ or theme != "conventions-differ"]
    return PuzzleFacts(
        ruleset=question.ruleset.key,
        position=format_position(rows),
        convention=question.convention.value,
        to_move=mover,
        skill=question.ruleset.family,
        themes=tuple(themes),
        difficulty=facts.difficulty,
        numbers={
            "legal": len(facts.legal),
            "winning": len(facts.winning),
            "rows": len(rows),
            "length": facts.length,
            "case": facts.case,
            "conventions_differ": differ,
        },
    )


def contradiction(facts: Profile, goal: str) -> str | None:
    """The fact that keeps a position from being a puzzle with this goal, as one sentence."""
    if not facts.legal:
        return f"{shown(facts.question)} has no legal move, so there is nothing to ask."
    return asking_of(goal).no_puzzle(facts)
