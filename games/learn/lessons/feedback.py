"""The author's reply to a wrong answer: a specific one if it fits, otherwise a general one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from games.learn.lessons.models import Step, is_move
from games.play.models import Match
from games.play.reviews.review import Review
from games.play.table import Table
from games.questions.goals import goal_of
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict
from solver import Inquiry, Move, SolverError, is_same_move
from solver.teaching import Mistake, shown_by_move


@dataclass(frozen=True)
class Feedback:
    """A reply: the author's *text*; *is_general* if it replies to any mistake; *key* of the habit
    that the mistake shows, or empty."""

    key: str
    text: str
    is_general: bool = False


def feedback(step: Step, verdict: Verdict, mistake: Mistake | None = None) -> Feedback:
    """The reply to an answer; *mistake* replaces that of the verdict if a game shows it."""
    if verdict.correct:
        return Feedback("", step.after)
    mistake = mistake or Mistake(verdict.habits, verdict.remarks)
    return words_to_mistake(step, mistake, verdict.move)


def words_to_mistake(step: Step, mistake: Mistake, move: Move | None = None) -> Feedback:
    """The reply to a mistake, which was a *move* in the step's position or was made in its game."""
    habit = next((habit.key for habit in mistake.habits), "")
    keys = [*(remark.key for remark in mistake.remarks), *goal_of(step.goal).unseen]
    for key in (*_of_move(step, move), *keys):
        if key in step.feedback:
            return Feedback(habit, step.feedback[key])
    return Feedback(habit, step.otherwise, is_general=True)


def _of_move(step: Step, move: Move | None) -> Iterator[str]:
    """The keys of replies to this very move, or to the same move in an equal row."""
    if move is None:
        return
    task = ShownQuestion(step)
    for key in filter(is_move, step.feedback):
        with suppress(SolverError):  # the position has changed since
            if is_same_move(task.board.place(key, task.player).move, move):
                yield key


def mistake_of_game(match: Match) -> Mistake:
    """The mistake that lost a game."""
    return mistake_by(Review(Table(match)).lost_by)


def mistake_by(lost_by: tuple[Inquiry, Move] | None) -> Mistake:
    """The mistake that lost the game, by its position and move."""
    return shown_by_move(*lost_by) if lost_by else Mistake()
