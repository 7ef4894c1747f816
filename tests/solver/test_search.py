import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetExceededError, Player, analyse, get_ruleset
from solver.budget import Budget
from solver.conventions import Convention
from solver.search import Search

from . import oracle
from .test_rulesets import SAME_RULES

rows = st.lists(st.integers(1, 7), max_size=3)


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(("key", "options"), SAME_RULES)
@given(position=rows, player=st.sampled_from(["left", "right"]))
@pytest.mark.no_cover
def test_search_equals_an_independent_search(key, options, convention, position, player):
    judge = oracle.Oracle(options, misere=convention == "misere")
    answer = analyse(key, position, convention, player, theory="exhaustive")
    assert answer.to_move_wins == judge.wins(tuple(position), player)
    assert oracle.found(answer) == judge.winning_moves(tuple(position), player)


def test_the_budget_is_a_typed_error_and_never_a_hang():
    with pytest.raises(BudgetExceededError, match="500 positions") as caught:
        analyse("nim", [10**12, 10**12], theory="exhaustive", budget=500)
    assert caught.value.budget == 500


def test_a_deep_game_does_not_overflow_the_stack():
    assert analyse("subtraction:1", [5000], "normal", theory="exhaustive").outcome == "P"


def test_a_partizan_position_without_a_player_names_the_winning_moves_of_both():
    answer = analyse("partizan-kayles", "3", "misere", theory="exhaustive")
    assert answer.outcome == "N"
    assert answer.to_move_wins is None
    assert {move.player for move in answer.winning_moves} == {Player.LEFT, Player.RIGHT}
    assert answer.moves == ()


def test_results_are_remembered():
    search = Search(get_ruleset("kayles"), Convention.MISERE, Budget())
    search.wins((7, 5))
    visited = search.visited
    search.wins((5, 7))
    assert search.visited == visited


ENORMOUS = [10**12]
LIKE_ENORMOUS = {
    ("kayles", "normal"): 76,  # period 12 from 71
    ("kayles", "misere"): 76,
    ("octal:0.73", "normal"): 8,  # period 4
    ("octal:0.73", "misere"): 8,
    ("octal:0.07", "normal"): 98,  # period 34 from 53
    ("partizan-kayles", "misere"): 10,  # one square more than dominoes
    ("nim", "normal"): 2,
    ("nim", "misere"): 2,
}
"""A row as long as a proved period makes it, which the theory that covers it answers alike."""


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize("key", ["kayles", "octal:0.73", "octal:0.07", "partizan-kayles", "nim"])
@pytest.mark.parametrize("theory", [None, "exhaustive"])
@pytest.mark.no_cover
def test_an_enormous_row_is_answered_or_refused_but_never_hangs(key, convention, theory):
    alike = LIKE_ENORMOUS.get((key, convention))
    if theory is None and alike is not None:
        answer = analyse(key, ENORMOUS, convention, "left", budget=2_000)
        assert answer.outcome == analyse(key, [alike], convention, "left").outcome
        return
    with pytest.raises(BudgetExceededError, match=r"\.$"):
        analyse(key, ENORMOUS, convention, "left", theory=theory, budget=2_000)
