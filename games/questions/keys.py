"""The right answer of an exercise in words, for its author."""

from __future__ import annotations

from games.content.reading import sentence
from games.questions.goals.goal import written_moves
from games.questions.shown_question import ShownQuestion
from solver import SolverError

UNREADABLE = (SolverError, ValueError, TypeError, LookupError)
"""The errors that an unfinished step may raise."""


def key_words(task: ShownQuestion) -> list[str]:
    """The right answer in words, and each winning move if the question asks for those. Empty if the
    question is incomplete or wrong."""
    asking = task.asking
    if asking.is_game:
        return []
    try:
        right = asking.right(task)
        if not right or asking.contradiction(task):
            return []
        verdict = asking.grade(task, right)
        winning = written_moves(task.facts.analysis) if asking.is_about_moves else []
        labels = [f"{task.board.place(move, task.player).label}." for move in winning]
        return [verdict.truth, *labels] if verdict.correct else []
    except UNREADABLE:
        return []


def objection(task: ShownQuestion) -> str:
    """Why the question cannot be asked, or what is wrong with its example; usually empty."""
    asking = task.asking
    if asking.is_game:
        return ""
    try:
        wrong = asking.contradiction(task)
        if wrong:
            return sentence(getattr(wrong, "sentence", wrong))
        right = asking.right(task)
        verdict = asking.grade(task, right) if right else None
        return "" if verdict is None or verdict.correct else verdict.truth
    except UNREADABLE:
        return ""
