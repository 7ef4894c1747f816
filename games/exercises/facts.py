"""What the solver says about a position that is to be a puzzle, and whether it fits the goal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.boards.limits import ask_within_limits
from solver import Budget, InvalidInputError, Profile, convention_words, format_position, profile

MAX_LISTED = 40
"""The longest list of moves a puzzle may ask to be marked."""


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
    read = ask_within_limits(ruleset, position, convention, to_move or None, budget=budget)
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
    found = profile(question)
    why_not = contradiction(found, goal)
    if why_not:
        raise InvalidInputError(why_not, value=format_position(rows))
    # Who wins is all that a prediction asks for.
    differ = found.outcomes_differ if goal == "predict" else found.conventions_differ
    themes = [theme for theme in found.themes if differ or theme != "conventions-differ"]
    return PuzzleFacts(
        ruleset=question.ruleset.key,
        position=format_position(rows),
        convention=question.convention.value,
        to_move=mover,
        skill=question.ruleset.family,
        themes=tuple(themes),
        difficulty=found.difficulty,
        numbers={
            "legal": len(found.legal),
            "winning": len(found.winning),
            "rows": len(rows),
            "length": found.length,
            "case": found.case,
            "conventions_differ": differ,
        },
    )


def contradiction(found: Profile, goal: str) -> str | None:
    """The fact that keeps a position from being a puzzle with this goal, as one sentence."""
    question = found.question
    shown = f"{question.ruleset.name} {format_position(question.position)}"
    ending = f"when {convention_words(question.convention)}"
    if not found.legal:
        return f"{shown} has no legal move, so there is nothing to ask."
    partizan = question.ruleset.partizan
    if goal == "predict":
        if partizan and question.to_move:
            return "Who wins is asked for both players at once: leave out who is to move."
        return None
    if goal in ("classify", "case"):
        if partizan:
            return "Kinds and cases are for games in which both players have the same moves."
        if goal == "case" and found.case is None:
            return f"R1 says nothing about {shown} {ending}, so no case of it applies."
        return None
    if partizan and question.to_move is None:
        return "Say who is to move, Left or Right."
    if not found.mover_wins:
        return f"{shown} is lost for whoever moves {ending}: ask who wins instead."
    if goal == "all-moves" and len(found.legal) > MAX_LISTED:
        return f"{shown} has {len(found.legal)} moves; a list to mark holds at most {MAX_LISTED}."
    if goal == "move" and len(found.winning) == len(found.legal):
        return f"Every move of {shown} wins {ending}, so there is nothing to find."
    return None
