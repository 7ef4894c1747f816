"""The questions about a position: one vocabulary for lesson steps, puzzles and assignments.

A new question needs a file with its class, a line in each of the two lists below, and a template.
"""

from __future__ import annotations

from django.db import models

from games.questions.goals.all_moves import FindAll
from games.questions.goals.build import Build
from games.questions.goals.case import NameCase
from games.questions.goals.classify import Classify
from games.questions.goals.company import Company
from games.questions.goals.fails import WhichFails
from games.questions.goals.fans import StrikeOut
from games.questions.goals.goal import Goal
from games.questions.goals.lost_rule import LostRule
from games.questions.goals.lost_set import LostSet
from games.questions.goals.move import MakeMove
from games.questions.goals.number import WorkOut
from games.questions.goals.order import PutInOrder
from games.questions.goals.play import PlayOut
from games.questions.goals.predict import Predict
from games.questions.goals.program import WritePlayer
from games.questions.goals.reduce import Reduce
from games.questions.goals.strategy import ChooseStrategy
from solver import InvalidInputError

GOALS: dict[str, Goal] = {
    asking.key: asking
    for asking in (
        MakeMove(),
        FindAll(),
        Predict(),
        Classify(),
        NameCase(),
        PlayOut(),
        Reduce(),
        Build(),
        StrikeOut(),
        Company(),
        LostSet(),
        LostRule(),
        ChooseStrategy(),
        PutInOrder(),
        WhichFails(),
        WorkOut(),
        WritePlayer(),
    )
}


class GoalKey(models.TextChoices):
    """The goal of a question, as it is stored."""

    MOVE = MakeMove.key, MakeMove.label
    ALL = FindAll.key, FindAll.label
    PREDICT = Predict.key, Predict.label
    CLASSIFY = Classify.key, Classify.label
    CASE = NameCase.key, NameCase.label
    PLAY = PlayOut.key, PlayOut.label
    REDUCE = Reduce.key, Reduce.label
    BUILD = Build.key, Build.label
    FANS = StrikeOut.key, StrikeOut.label
    COMPANY = Company.key, Company.label
    LOST_SET = LostSet.key, LostSet.label
    LOST_RULE = LostRule.key, LostRule.label
    STRATEGY = ChooseStrategy.key, ChooseStrategy.label
    ORDER = PutInOrder.key, PutInOrder.label
    FAILS = WhichFails.key, WhichFails.label
    NUMBER = WorkOut.key, WorkOut.label
    PROGRAM = WritePlayer.key, WritePlayer.label


PUZZLE_GOALS = [goal for goal in GoalKey if GOALS[goal].for_puzzles]
"""The goals of puzzles; the other goals need a lesson's words around them."""


def puzzle_goals() -> list[tuple[str, str]]:
    """The goals of puzzles, as choices."""
    return [(goal.value, goal.label) for goal in PUZZLE_GOALS]


def goal_of(goal: str) -> Goal:
    """The question type of a goal. Raises :class:`InvalidInputError` if there is none."""
    try:
        return GOALS[goal]
    except KeyError:
        accepted = f"known are {', '.join(GOALS)}"
        raise InvalidInputError.of("something to ask", goal, accepted) from None
