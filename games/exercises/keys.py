"""The right answer of an exercise in words, for whoever writes it."""

from __future__ import annotations

from games.exercises.goals.asking import written_moves
from games.exercises.tasks import Task
from games.web.fields import sentence
from solver import SolverError


def key_words(task: Task) -> list[str]:
    """What is right, each winning move where those are asked for, or what contradicts it; nothing
    where there is nothing to ask yet."""
    asking = task.asking
    if asking.is_game:
        return []
    try:
        wrong = asking.contradiction(task)
        if wrong:
            return [sentence(getattr(wrong, "sentence", wrong))]
        right = asking.right(task)
        if not right:
            return []
        winning = written_moves(task.facts.analysis) if asking.is_about_moves else []
        labels = [f"{task.board.place(move, task.player).label}." for move in winning]
        return [asking.grade(task, right).truth, *labels]
    except (SolverError, ValueError, TypeError, LookupError):
        return []
