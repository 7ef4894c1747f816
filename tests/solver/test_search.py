from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import BudgetExceededError, Player, analyse, get_ruleset
from solver.budget import Budget
from solver.conventions import Convention
from solver.rulesets.lattice import Lattice
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


@pytest.mark.parametrize("convention", list(Convention))
@pytest.mark.parametrize(("key", "options"), SAME_RULES)
def test_positions_with_the_same_sorts_of_rows_are_one(key, options, convention, monkeypatch):
    """Where search is long: here from the first position on, and without counting."""
    monkeypatch.setattr("solver.search.COUNT_FROM", 1)
    monkeypatch.setattr(Lattice, "solve", lambda self, budget: budget.refuse())
    rules, misere = get_ruleset(key), convention is Convention.MISERE
    judge, search = oracle.Oracle(options, misere=misere), Search(rules, convention, Budget())
    boards = [board for n in range(4) for board in combinations_with_replacement((1, 2, 3, 5), n)]
    for board in [*boards, (6, 4), (7, 7)]:
        for player in Player if rules.partizan else [None]:
            mover = player.value if player else "left"
            other = player.other.value if player else "left"
            wins = search.wins(board, player)
            assert wins == judge.wins(board, mover), board
            if wins and any(rules.legal_moves(board, player)):
                met = search.met_winning_move(board, player)
                assert not judge.wins(met.apply(board), other), board


def test_the_budget_is_a_typed_error_and_never_a_hang():
    with pytest.raises(BudgetExceededError, match="500 positions") as caught:
        analyse("nim", [10**12, 10**12], theory="exhaustive", budget=500)
    assert caught.value.budget == 500


def test_a_long_search_meets_each_sum_of_sorts_once():
    """Of 0.26 a row of 1 has no move, and two heaps of 1 of Nim are nothing: the same position
    was searched under eight names."""
    search = Search(get_ruleset("octal:0.26"), Convention.MISERE, Budget())
    assert len(search.winning_moves((40, 12))) == 2
    assert search.visited < 20_000  # 102,011 by sizes


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
