import doctest
from functools import reduce
from operator import xor
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver.analysis
import solver.mex
import solver.positions
import solver.reach
import solver.rulesets.cousins
import solver.rulesets.keys
from solver import BudgetExceededError, Convention, get_ruleset
from solver.budget import Budget
from solver.mex import Values, mex, place_of
from solver.nim_values import NimValues, nim_values


def test_the_nim_values_of_kayles_repeat_every_12_from_71():
    values = nim_values(get_ruleset("kayles"))
    table = values.within(Budget())
    assert [table[n] for n in range(1, 13)] == [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert table[10**9 + 100] == table[100 + 10**9 % 12]
    assert (values.preperiod, values.period) == (71, 12)


def test_a_table_without_a_period_has_a_limit(monkeypatch):
    monkeypatch.setattr("solver.nim_values.MAX_TABLE", 100)
    with pytest.raises(BudgetExceededError, match="past the table of 100"):
        NimValues(get_ruleset("octal:0.007")).value(5000, Budget())


@pytest.mark.parametrize(
    "module",
    [
        solver.analysis,
        solver.mex,
        solver.positions,
        solver.reach,
        solver.rulesets.keys,
        solver.rulesets.cousins,
    ],
)
def test_the_examples_in_the_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


def test_a_game_that_adds_no_parts_has_no_values_by_them():
    rules = get_ruleset("nim")
    assert not rules.adds_parts
    with pytest.raises(NotImplementedError):
        rules.nim_value_by_parts(5, Values())


def test_a_ruleset_writes_itself():
    assert str(get_ruleset("subtraction:{1,2}")) == "subtraction:2"


def test_the_other_convention():
    assert Convention.NORMAL.other is Convention.MISERE
    assert Convention.MISERE.other is Convention.NORMAL


@given(
    st.lists(st.sampled_from([0, 1, 2, 3, 254, 255, 256, 257, 511, 512]), min_size=1),
    st.sets(st.integers(0, 60)),
    st.sets(st.integers(2, 60)),
)
def test_the_least_value_not_reached_is_that_of_option_by_option(values, wholes, splits):
    table = Values()
    for value in values:
        table.append(value)
    wholes = [size for size in wholes if size < len(values)]
    splits = [total for total in splits if total <= len(values)]
    reached = {values[size] for size in wholes}
    for total in splits:
        reached |= {values[part] ^ values[total - part] for part in range(1, total)}
    assert table.least_not_reached(wholes, splits) == mex(reached)


@given(
    st.lists(st.sampled_from([0, 1, 2, 3, 254, 255, 256, 257, 511, 512]), min_size=3, max_size=50),
    st.sets(st.integers(0, 3), min_size=1),
    st.sampled_from([1, 4, 4_096]),
    st.sampled_from([1, 64]),
)
def test_a_table_that_grows_looks_beyond_a_sample_and_keeps_what_it_needs(
    values, takes, sample, spare
):
    """Each row asks for some of the totals of the one before it."""
    table = Values()
    with patch("solver.mex.SAMPLE", sample), patch("solver.mex.SPARE", spare):
        for size, value in enumerate(values):
            totals = [size - take for take in takes if size - take > 1]
            reached = {
                values[part] ^ values[total - part] for total in totals for part in range(1, total)
            }
            assert table.least_not_reached([], totals) == mex(reached)
            table.append(value)


def test_what_an_interruption_left_behind_goes_first():
    table = Values()
    table.append(3)
    table.low.append(7)  # and no more
    table.append(4)
    assert (list(table), bytes(table.low), bytes(table.high)) == ([3, 4], b"\3\4", b"\0\0")


def test_a_large_value_is_not_among_small_ones():
    assert place_of(0x12C, b"\x2c\x2c", b"") == -1
    assert place_of(0x12C, b"\x2c\x2c", b"\0\1") == 1


@pytest.mark.parametrize("least", [255, 256, 300])
def test_values_past_a_byte_are_told_apart(least):
    """One row of each value below the least, and some above it: 511 has the low byte of 255."""
    table = Values()
    for value in [*range(least), 511, 512 + 255]:
        table.append(value)
    assert table.places == 4
    assert table.least_not_reached(list(range(len(table))), []) == least


@pytest.mark.parametrize("key", ["octal:0.007", "octal:4.7", "octal:4.7777777", "octal:0.15"])
def test_the_values_of_long_rows_are_the_mex_of_their_options(key):
    rules = get_ruleset(key)
    table, plain = NimValues(rules), []
    for size in range(300):
        reached = (reduce(xor, (plain[part] for part in o), 0) for o in rules.options(size))
        plain.append(mex(set(reached)))
    assert [table.value(size, Budget()) for size in range(300)] == plain
