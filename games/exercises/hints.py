"""Help in four tiers: a question, the fact, the row, the answer."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from games.boards.boards import Board
from games.boards.learnt import EVERY, Theories
from games.boards.lenses import explain
from solver import Analysis, BudgetExceededError, Question, capitalised, get_opponent

if TYPE_CHECKING:
    from games.exercises.tasks import Task

TIERS = 4
TIER_NAMES = ("a question", "the fact", "the row", "the answer")

QUESTIONS = {
    "safe-harbors": "Divide each row by the maximum take plus 1: what remains?",
    "nim-sum": "Which rows count 2 or more, and is some binary column odd?",
    "r1": "What kind is each row: null, inverter, trap or switch?",
    "misere-quotient": "What does each row count as, and what is the product?",
    "reduction": "How many strips leave 1, and how many leave 2, when divided by 3?",
    "exhaustive": "Which move leaves the other player without a good one?",
}


def puzzle_hints(task: Task, tiers: int) -> list[str]:
    """The first *tiers* hints for an exercise."""
    return task.asking.hints(task, tiers)[:tiers] if tiers else []


def question_of(analysis: Analysis) -> str:
    """What to ask oneself, by the theory that decided a position."""
    return QUESTIONS.get(analysis.theory, QUESTIONS["exhaustive"])


def hints(question: Question, board: Board, tiers: int, theories: Theories = EVERY) -> list[str]:
    """The first *tiers* hints for the player to move, in terms of *theories*."""
    if not tiers:
        return []
    try:
        return _texts(question, board, explain(question.within(2), theories=theories))[:tiers]
    except BudgetExceededError as error:
        return [str(error)]


def _texts(question: Question, board: Board, analysis: Analysis) -> list[str]:
    preferred = analysis.preferred
    verdict = next(
        (step.text for step in analysis.steps if "columns" in step.rule or "count" in step.rule),
        analysis.steps[min(1, len(analysis.steps) - 1)].text,
    )
    if preferred is None:
        reply = get_opponent("perfect").choose(question, Random(0))
        placed = board.place(str(reply), reply.player)
        return [
            question_of(analysis),
            f"{verdict} Against perfect play this position is lost.",
            "No row wins. Make it hard: leave as few good answers as you can.",
            f"The hardest to answer: {placed.phrase()}.",
        ]
    placed = board.place(str(preferred), preferred.player)
    return [
        question_of(analysis),
        verdict,
        f"Look at {board.row_word} {placed.lane}.",
        f"{capitalised(placed.phrase())}.",
    ]
