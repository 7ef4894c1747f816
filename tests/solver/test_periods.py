"""Periods: proved where the theorem proves them, and true of every size that follows."""

from itertools import count, product

import pytest

from solver import analyse, get_ruleset
from solver.periods import proved_period

from . import oracle


def nim_values(code, number, rules=oracle.octal):
    """The nim-values of the sizes below *number*, by the rule of the least one missing."""
    options, values = rules(code), []
    for size in range(number):
        reached = set()
        for option in options(size):
            value = 0
            for part in option:
                value ^= values[part]
            reached.add(value)
        values.append(next(n for n in count() if n not in reached))
    return values


def codes():
    """Every octal code of one or two digits, and those of up to six with only the last not 0."""
    for whole, first, second in product("04", "01234567", "01234567"):
        yield f"{whole}.{first}{second}"
    for zeros, last in product(range(2, 6), "1234567"):
        yield f"0.{'0' * zeros}{last}"


def test_what_is_proved_of_the_first_sizes_is_true_of_those_that_follow():
    proofs = 0
    for code in codes():
        rules, values = get_ruleset(f"octal:{code}"), nim_values(code, 60)
        for known in range(1, 30):
            proved = proved_period(values[:known], rules)
            if proved:
                start, period = proved
                assert values[start:-period] == values[start + period :], (code, known)
                proofs += 1
    assert proofs > 100


@pytest.mark.parametrize(
    ("code", "start", "period", "last_digit"),
    [("0.77", 71, 12, 2), ("0.137", 52, 34, 3), ("4.7", 1, 2, 1), ("0.26", 1, 4, 2)],
)
def test_the_period_is_proved_by_as_many_sizes_as_the_theorem_asks_for(
    code, start, period, last_digit
):
    rules = get_ruleset(f"octal:{code}")
    needed = 2 * start + 2 * period + last_digit
    values = nim_values(code, needed)
    assert proved_period(values, rules) == (start, period)
    assert proved_period(values[:-1], rules) is None


@pytest.mark.parametrize("zeros", [1, 5, 7, 9])
def test_a_row_that_may_only_be_split_is_not_taken_for_one_that_cannot_move(zeros):
    key = f"octal:0.{'0' * zeros}4"
    judge = oracle.Oracle(oracle.octal(key.removeprefix("octal:")), misere=True)
    for size in range(zeros + 1, zeros + 12):
        for theory in ("misere-quotient", "exhaustive", None):
            found = analyse(key, [size], "misere", theory=theory)
            assert found.to_move_wins == judge.wins((size,)), (size, theory)


def test_the_longest_code_is_not_proved_from_its_zeros_alone():
    key = f"octal:0.{'0' * 29}4"
    for size, wins in ((31, True), (32, False), (33, False)):
        assert analyse(key, [size], "misere").to_move_wins == wins


@pytest.mark.parametrize("digits", list(product("0138BF", repeat=2)), ids="".join)
def test_periods_of_hexadecimal_games_hold_beyond_their_proof(digits):
    code = f"0.8{''.join(digits)}"
    values = nim_values(code, 60, oracle.hexadecimal)
    proved = proved_period(values[:40], get_ruleset(f"hexadecimal:{code}"))
    if proved:
        start, period = proved
        assert values[start:-period] == values[start + period :]


def test_a_hexadecimal_period_waits_for_the_longest_of_three_rows():
    rules = get_ruleset("hexadecimal:0.8")
    needed = next(n for n in count() if proved_period([0] * n, rules))
    assert needed == 3 * (1 + 1) + 1  # and for octal games one row less
    octal = get_ruleset("octal:0.4")
    assert next(n for n in count() if proved_period([0] * n, octal)) == 2 * (1 + 1) + 1
