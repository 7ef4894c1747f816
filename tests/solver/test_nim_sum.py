from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import analyse, get_ruleset

from . import oracle

CONVENTIONS = ["normal", "misere"]
rows = st.lists(st.integers(1, 9), max_size=3)


def agrees(key, options, position, convention, theory):
    judge = oracle.Oracle(options, misere=convention == "misere")
    answer = analyse(key, position, convention, theory=theory)
    assert answer.to_move_wins == judge.wins(tuple(position))
    assert oracle.found(answer) == judge.winning_moves(tuple(position))
    assert bool(answer.moves) == (answer.preferred in answer.moves)


@pytest.mark.parametrize("convention", CONVENTIONS)
@given(position=rows)
def test_nim_equals_search(convention, position):
    agrees("nim", oracle.nim, position, convention, "nim-sum")


@pytest.mark.parametrize("convention", CONVENTIONS)
@given(position=rows, maximum=st.integers(1, 7))
def test_rows_with_a_maximum_take_equal_search(convention, position, maximum):
    options = oracle.takes(range(1, maximum + 1))
    agrees(f"subtraction:{maximum}", options, position, convention, "nim-sum")


@pytest.mark.parametrize("code", ["0.77", "0.07", "0.137", "4.007"])
@given(position=rows)
@pytest.mark.no_cover
def test_normal_play_of_octal_games_equals_search(code, position):
    agrees(f"octal:{code}", oracle.octal(code), position, "normal", "nim-sum")


@given(position=rows)
def test_normal_play_of_subtraction_sets_equals_search(position):
    agrees("subtraction:{2,3,5}", oracle.takes([2, 3, 5]), position, "normal", "nim-sum")


def test_marienbad_is_lost_for_whoever_starts_under_both_conventions():
    for convention in CONVENTIONS:
        answer = analyse("nim", "1+3+5+7", convention)
        assert answer.theory == "nim-sum"
        assert answer.outcome == "P"


@pytest.mark.parametrize("key", ["nim", "subtraction:3"])
def test_the_ones_that_are_left_are_counted_as_they_stand_after_the_move(key):
    seen = set()
    for rows in (1, 2, 3, 4):
        for position in combinations_with_replacement(range(1, 6), rows):
            steps = analyse(key, position, "misere", theory="nim-sum").steps
            for step in steps:
                if step.rule != "nim-sum:move":
                    continue
                index, left = step.data["move"].split(">")
                after = [size for n, size in enumerate(position, 1) if n != int(index)]
                after += [int(left)]
                values = [size if key == "nim" else size % 4 for size in after]
                assert step.data["ones"] == values.count(1), (position, step.text)
                assert step.data["large"] == sum(value > 1 for value in values)
                if max(values) < 2:
                    assert f"the number of ones is odd: {values.count(1)}." in step.text
                    seen.add(values.count(1))
    assert seen == {1, 3}


def test_the_universal_safe_harbours():
    """2+2 is lost to the mover for every maximum take from 2, and 1+2+3 from 3, always."""
    for convention in CONVENTIONS:
        for key in ["nim", *(f"subtraction:{k}" for k in range(2, 9))]:
            assert analyse(key, "2+2", convention).outcome == "P"
        for key in ["nim", *(f"subtraction:{k}" for k in range(3, 9))]:
            assert analyse(key, "1+2+3", convention).outcome == "P"


def test_when_all_remainders_are_zero_misere_play_takes_the_maximum():
    answer = analyse("subtraction:3", "4+8", "misere")
    assert [str(move) for move in answer.moves] == ["1>1", "2>5"]


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_size_does_not_matter_where_there_is_a_formula(convention):
    sizes = [10**12 + n * 7919 for n in range(1000)]
    answer = analyse("nim", sizes, convention, theory="nim-sum")
    assert answer.to_move_wins
    after = answer.preferred.apply(answer.position)
    assert not analyse("nim", after, convention, theory="nim-sum").to_move_wins


@pytest.mark.parametrize("maximum", range(1, 8))
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_every_position_of_three_rows_of_up_to_eight(maximum, convention):
    rules = get_ruleset(f"subtraction:{maximum}")
    judge = oracle.Oracle(oracle.takes(range(1, maximum + 1)), misere=convention == "misere")
    for position in combinations_with_replacement(range(9), 3):
        answer = analyse(rules, position, convention, theory="nim-sum")
        assert answer.to_move_wins == judge.wins(position)
