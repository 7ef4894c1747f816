"""What the solver says about a position for a puzzle, and whether the position fits the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.boards.bounds import ask_within_limits, content_budget
from games.questions.frames import Told
from games.questions.goals import GOALS, goal_of
from games.questions.goals.goal import shown
from solver import Budget, InvalidInputError, Profile, format_position, profile, read_sum
from solver.teaching import joined

A_WIN = (Told.OUTCOME,)
TOLD_BY_THEME = {
    "lost": A_WIN,
    "only-move": A_WIN,
    "normal-trap": A_WIN,
    "splitting-move": A_WIN,
} | {f"case-{case}": (Told.OUTCOME, Told.CASE) for case in range(1, 5)}
"""What each theme gives away; a puzzle that asks for it is not listed under that theme."""


MOST_MARKED = 0.7
"""The greatest share of the moves that a student may have to mark."""


@dataclass(frozen=True)
class PuzzleFacts:
    """The canonical form of a puzzle, and everything computed from it."""

    ruleset: str
    position: str
    convention: str
    to_move: str
    skill: str
    themes: tuple[str, ...]
    difficulty: int
    numbers: dict[str, Any]
    is_guessed: bool


def check_puzzle(
    ruleset: str,
    position: str,
    convention: str,
    to_move: str,
    goal: str,
    *,
    budget: Budget | None = None,
) -> PuzzleFacts:
    """Compute the facts of a puzzle, which may have different games side by side.

    Raises :class:`~solver.SolverError`, with one sentence, if something cannot be read, is too
    large for a page, or contradicts the goal.
    """
    read = ask_within_limits(
        ruleset,
        position,
        convention,
        to_move or None,
        budget=budget or content_budget(),
        has_sums=True,
    )
    rules, rows = read.ruleset, tuple(sorted(read.position))
    if rules.is_sum and rows:
        # A game without a row is no part of the puzzle: each position has one canonical form.
        rules, rows = read_sum(format_position(rows))
    if rules.is_sum and not goal_of(goal).takes_sums:
        asked = joined([one.label for one in GOALS.values() if one.takes_sums], "or")
        raise InvalidInputError(f"With games side by side, ask to {asked}.", value=goal)
    if read.to_move and not rules.partizan:
        mover = read.to_move.value
        raise InvalidInputError(
            f"Leave out “{mover}”: in this game both players have the same moves.", value=mover
        )
    mover = read.to_move.value if read.to_move else ""
    question = ask_within_limits(
        rules,
        rows,
        read.convention.value,
        mover or None,
        budget=read.budget,
        has_sums=True,
    )
    facts = profile(question)
    why_not = contradiction(facts, goal)
    if why_not:
        raise InvalidInputError(why_not, value=format_position(rows))
    secret = goal_of(goal).secret
    # If the question is about both players, only the outcome matters.
    differ = facts.outcomes_differ if goal_of(goal).asks_both else facts.conventions_differ
    themes = [
        theme
        for theme in facts.themes
        if (differ or theme != "conventions-differ")
        and secret.isdisjoint(TOLD_BY_THEME.get(theme, ()))
    ]
    return PuzzleFacts(
        ruleset=question.ruleset.key,
        position=format_position(rows),
        convention=question.convention.value,
        to_move=mover,
        skill=question.ruleset.family,
        themes=tuple(themes),
        difficulty=difficulty_of(facts, goal),
        numbers={
            "legal": len(facts.legal),
            "winning": len(facts.winning),
            "rows": len(rows),
            "length": facts.length,
            "case": facts.case,
            "conventions_differ": differ,
        },
        is_guessed=is_guessed(facts, goal),
    )


def difficulty_of(facts: Profile, goal: str) -> int:
    """The difficulty of a question from 1 to 5; a question about who wins has a difficulty of its
    own, which does not reveal the outcome."""
    is_about_moves = goal_of(goal).is_about_moves
    return facts.difficulty if is_about_moves else facts.difficulty_of_outcome


def is_guessed(facts: Profile, goal: str) -> bool:
    """Whether a random move answers a question about moves at least half of the time. If the
    student has to mark several moves, whether nearly all moves win."""
    asking = goal_of(goal)
    if asking.is_marked and len(facts.winning) > 1:
        return facts.luck > MOST_MARKED
    return asking.is_about_moves and facts.luck >= 1 / 2


def contradiction(facts: Profile, goal: str) -> str | None:
    """Why a position cannot be a puzzle with this goal, as one sentence; None if it can."""
    if not facts.legal:
        return f"{shown(facts.question)} has no legal move, so there is nothing to ask."
    return goal_of(goal).no_puzzle(facts)
