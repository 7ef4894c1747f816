"""Partizan Kayles where the last one wins: by values, against exhaustive search."""

from fractions import Fraction

import pytest

from solver import BudgetExceededError, Player, analyse, ask
from solver.enumeration import strips
from solver.teaching import film
from solver.theories.solved import solved
from solver.theories.strip_values import outcome_of, value
from tests.solver import oracle

POSITIONS = list(strips(15))


def by_search():
    return oracle.Oracle(oracle.partizan_kayles, misere=False)


def test_the_outcome_of_every_position_is_that_of_search():
    search = by_search()
    for position in POSITIONS:
        outcome = outcome_of(position)
        assert outcome.wins(Player.LEFT) == search.wins(position, "left")
        assert outcome.wins(Player.RIGHT) == search.wins(position, "right")


@pytest.mark.parametrize("position", [(2,), (3,), (2, 1), (1,), (2, 2), (5, 1), (3, 1)])
@pytest.mark.parametrize("player", list(Player))
def test_the_winning_moves_are_those_of_search(position, player):
    search = by_search()
    rule = solved(ask("partizan-kayles", position, "normal"))
    moves = list(rule.winning_moves(position, player))
    assert rule.winning_move(position, player) == next(iter(moves), None)
    found = {(move.component, tuple(sorted(move.becomes))) for move in moves}
    assert found == search.winning_moves(position, player.value)


def with_moves_of_right(options):
    """The game of *options* with heaps beside it that stand for whole moves of Right's, and one
    that stands for a switch: {1/2 | -1/2} + 1/2, which is a strip of 2."""

    def of(size, player):
        if size < 0:
            return [(size + 1,) if size < -1 else ()] if player == "right" else []
        return options(size, player)

    return oracle.Oracle(of, misere=False)


@pytest.mark.parametrize("size", range(15))
def test_a_strip_is_worth_its_value(size):
    """Less its value, a strip is won by nobody who begins: two switches are a whole move."""
    ahead, switch = value((size,))
    search = with_moves_of_right(oracle.partizan_kayles)
    whole = ahead + Fraction(1, 2) if switch else ahead
    assert whole.denominator == 1
    rest = [size, *([2] if switch else []), *([-int(whole)] if whole else [])]
    position = tuple(sorted(part for part in rest if part))
    assert not search.wins(position, "left")
    assert not search.wins(position, "right")


@pytest.mark.parametrize("position", [(21,), (9, 12), (2, 20), (7, 8, 6), (1,) * 21, (3, 3, 15)])
@pytest.mark.parametrize("player", ["left", "right"])
def test_long_strips_are_answered_by_values_with_the_moves_of_search(position, player):
    search = by_search()
    answer = analyse("partizan-kayles", position, "normal", player)
    assert answer.to_move_wins == search.wins(position, player)
    assert oracle.found(answer) == search.winning_moves(position, player)
    assert "visited" not in answer.steps[0].data
    assert "Nobody has to search here." in answer.steps[0].text


def test_any_number_of_strips_is_answered_at_once():
    answer = analyse("partizan-kayles", [4001, 4002, 4003], "normal", "right")
    assert answer.outcome == "L"
    assert answer.winning_moves == ()
    assert answer.steps[0].text.endswith("Together Left is 3,003 moves ahead.")
    half = analyse("partizan-kayles", [22], "normal", "left").steps[0]
    assert half.text.endswith("Left is 5 and a half moves ahead, give or take half a move.")
    both = analyse("partizan-kayles", [30, 9], "normal")
    assert {move.player for move in both.winning_moves} == {Player.LEFT}


def test_the_film_of_long_strips_answers_every_sort_of_move_of_right():
    steps = film(ask("partizan-kayles", "15+14", "normal", "right")).steps
    replies = [step for step in steps if step.rule == "exhaustive:reply"]
    assert replies
    assert all("Left answers" in step.text for step in replies)


def test_short_strips_are_still_searched():
    assert analyse("partizan-kayles", "7+5", "normal").steps[0].data["visited"] > 5
    with pytest.raises(BudgetExceededError):
        analyse("partizan-kayles", "9+9", "misere", theory="exhaustive", budget=5)
