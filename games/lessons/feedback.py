"""The author's words for a wrong answer: by what the mistake gives away, else the general ones."""

from __future__ import annotations

from dataclasses import dataclass

from games.exercises import Goal
from games.exercises.verdicts import Verdict
from games.models import Match, Step
from games.play.reviews import Review
from games.play.tables import Table
from solver import Misconception

UNSEEN = ("mirror", "even-ones", "no-remainder", "forgets-the-partizan")
"""What cannot be told from a mere "won" or "lost": where the author expects it, it was that."""


@dataclass(frozen=True)
class Feedback:
    """What is said: *text* by the author, *key* of the misconception it answers, or empty."""

    key: str
    text: str


def feedback(
    step: Step, verdict: Verdict, habits: tuple[Misconception, ...] | None = None
) -> Feedback:
    """The words for an answer; *habits* instead of the verdict's where a game shows them."""
    if verdict.correct:
        return Feedback("", step.after)
    shown = verdict.habits if habits is None else habits
    keys = [habit.key for habit in shown]
    if step.goal == Goal.PREDICT:
        keys += UNSEEN
    for key in keys:
        if key in step.feedback:
            return Feedback(key, step.feedback[key])
    return Feedback(keys[0] if shown else "", step.otherwise)


def habits_of_game(match: Match) -> tuple[Misconception, ...]:
    """What the slip that lost a game gives away."""
    point = Review(Table(match)).turning_point
    return (point.habit,) if point and point.habit else ()
