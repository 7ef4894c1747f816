import pytest

from solver import BudgetExceededError, Convention, Player, analyse, get_ruleset
from solver.budget import Budget
from solver.search import Search
from solver.theories.reduction import (
    balance_of,
    outcome_of,
    outcome_of_balance,
    reduced,
    theorem_4,
)


def test_strips_fall_apart_as_theorem_1_says():
    assert [reduced(n) for n in range(1, 9)] == [
        (1, 0),
        (0, 1),
        (1, 1),
        (2, 1),
        (1, 2),
        (2, 2),
        (3, 2),
        (2, 3),
    ]


def test_single_strips_repeat_n_r_p():
    assert [outcome_of((n,)).value for n in range(1, 10)] == list("RPNRPNRPN")


@pytest.mark.parametrize(
    ("position", "player", "rule", "move"),
    [
        ("3", "left", "reduction:silence", "1>2"),
        ("3", "right", "reduction:silence", "1>1"),
        ("4+2", "left", "reduction:theorem-4", "1>3"),
        ("2+2+2", "left", "reduction:theorem-4", "1>1"),
        ("5+4", "right", "reduction:theorem-4", "1>3"),
        ("4+1", "right", "reduction:theorem-4", "1>1+1"),
    ],
)
def test_the_winning_move_is_theorem_4s_or_the_silence_is_said(position, player, rule, move):
    answer = analyse("partizan-kayles", position, "misere", player)
    assert answer.steps[-1].rule == rule
    assert str(answer.preferred) == move


@pytest.mark.parametrize(
    ("position", "player", "where"),
    [
        ("4+2", "left", "Left plays at the end of a strip that leaves 1"),
        ("2+2+2", "left", "Left plays at the end of a strip that leaves 2"),
        ("5+4", "right", "Right plays at the end of a strip that leaves 2"),
        ("4+1", "right", "Right plays one square away from the end of a strip that leaves 1"),
    ],
)
def test_theorem_4_says_where_in_the_strip_its_move_is(position, player, where):
    said = analyse("partizan-kayles", position, "misere", player).steps[-1].text
    assert where in said


def test_whoever_has_no_move_has_already_won():
    answer = analyse("partizan-kayles", "1+1", "misere", "right")
    assert answer.outcome == "R"
    assert answer.to_move_wins
    assert answer.moves == ()
    assert answer.preferred is None
    assert "has no move" in answer.steps[0].text
    assert theorem_4((1,), Player.RIGHT) is None


def test_nobody_named_gets_the_outcome_and_both_players_moves():
    answer = analyse("partizan-kayles", "3", "misere")
    assert answer.to_move_wins is None
    assert {move.player for move in answer.winning_moves} == set(Player)


@pytest.mark.parametrize(("position", "words"), [("5+5", "0 − 2 = −2"), ("5", "0 − 1 = −1")])
def test_more_dominoes_than_squares_are_a_balance_below_0(position, words):
    answer = analyse("partizan-kayles", position, "misere", "left")
    assert any(words in step.text for step in answer.steps)


def test_the_moves_of_very_long_strips_are_told_by_classes():
    answer = analyse("partizan-kayles", [3 * 10**8], "misere", "left", theory="reduction")
    assert answer.outcome == "N"
    lost = analyse("partizan-kayles", [3 * 10**8 + 2], "misere", "left", theory="reduction")
    assert (lost.outcome, lost.winning_moves) == ("P", ())
    assert len(answer.winning_moves) < 10 < sum(one.moves for one in answer.classes)


def test_strips_too_long_to_list_are_refused():
    asked = {"theory": "reduction", "budget": 100}
    assert analyse("partizan-kayles", "60+40", "misere", "left", **asked).outcome == "R"
    with pytest.raises(
        BudgetExceededError, match="101 counters are too many to list with a budget of 100"
    ):
        analyse("partizan-kayles", "60+41", "misere", "left", **asked)


def test_a_balance_tells_the_outcome_of_every_board_that_has_it():
    boards = [(a, b, c) for a in range(1, 8) for b in range(a, 8) for c in range(b, 8)]
    balances = {balance_of(board) for board in boards}
    assert {-2, -1, 0, 1, 2} <= balances
    search = Search(get_ruleset("partizan-kayles"), Convention.MISERE, Budget())
    for board in boards:
        assert outcome_of_balance(balance_of(board)) is search.outcome(board), board
