"""Random variants of an exercise, within one budget."""

from random import Random

import pytest

from games.questions.question import Question
from games.questions.variants import variant
from solver import Budget

STRATEGY = Question(
    "kayles",
    "10+7+6",
    "normal",
    "",
    "strategy",
    {"strategies": ["copy", "mirror", {"leave": {"total": "even"}}, {"leave": {"nim_sum": 0}}]},
)
BUILD = Question(
    "nim", "1", "normal", "", "build", {"rows": [2, 3], "largest": 7, "goal": {"outcome": "P"}}
)
LOST = Question("nim", "1", "normal", "", "lost-set", {"within": {"rows": 2, "largest": 4}})
"""Each form that is worked out beside its position."""


@pytest.mark.parametrize("asked", [STRATEGY, BUILD, LOST], ids=lambda asked: asked.goal)
def test_what_a_form_of_lessons_costs_is_taken_from_the_budget(asked):
    budget = Budget(24_000)
    variant(asked, Random(1), budget)
    assert budget.spent
    nothing = Budget(0)
    assert variant(asked, Random(1), nothing) is None
