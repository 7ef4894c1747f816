"""The questions about a position: one vocabulary for lesson steps, puzzles and assignments.

A new question needs a file with its class, a line in the list below, and a template.
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

GOALS: dict[str, Goal] = {}
"""Every goal by its key, as :class:`GoalKey` lists them."""


def _listed(goal: Goal) -> tuple[str, str]:
    """What is stored of a goal, and its words in a list."""
    GOALS[goal.key] = goal
    return goal.key, goal.label


class GoalKey(models.TextChoices):
    """The goal of a question, as it is stored."""

    MOVE = _listed(MakeMove())
    ALL = _listed(FindAll())
    PREDICT = _listed(Predict())
    CLASSIFY = _listed(Classify())
    CASE = _listed(NameCase())
    PLAY = _listed(PlayOut())
    REDUCE = _listed(Reduce())
    BUILD = _listed(Build())
    FANS = _listed(StrikeOut())
    COMPANY = _listed(Company())
    LOST_SET = _listed(LostSet())
    LOST_RULE = _listed(LostRule())
    STRATEGY = _listed(ChooseStrategy())
    ORDER = _listed(PutInOrder())
    FAILS = _listed(WhichFails())
    NUMBER = _listed(WorkOut())
    PROGRAM = _listed(WritePlayer())


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
