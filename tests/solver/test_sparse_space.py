"""Values by way of the few rare rows are the values of the plain recursion, whatever the mask."""

import doctest
import json
from functools import reduce
from itertools import count
from operator import xor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import solver.sparse_space
from solver import Game, get_ruleset
from solver.budget import NO_LIMIT, Budget
from solver.commands.command_line import main
from solver.nim_values import NimValues
from solver.sparse_space import SparseSpace

from . import oracle

SPLITTING = [code for code in (f"{n:03o}" for n in range(1, 512)) if set(code) & set("4567")]


def by_recursion(code, number):
    """The nim-values of the sizes below *number*, option by option."""
    digits = [int(digit) for digit in code.replace(".", "")]
    values = []
    for size in range(number):
        reached = set()
        for take, digit in enumerate(digits[: size + 1]):
            left = size - take
            if digit & 1 and take and not left:
                reached.add(0)
            if digit & 2 and left:
                reached.add(values[left])
            if digit & 4:
                half = left // 2
                parts = values[1 : half + 1], values[left - 1 : left - half - 1 : -1]
                reached.update(map(xor, *parts))
        values.append(next(value for value in count() if value not in reached))
    return values


def by_solver(code, number):
    table = NimValues(get_ruleset(f"octal:{code}"), most=number)
    table.grow(number - 1, Budget(NO_LIMIT))
    return [table.value(size, Budget(NO_LIMIT)) for size in range(number)]


def test_the_recursion_of_this_test_is_that_of_the_rules():
    options = oracle.octal("4.37")
    values = by_recursion("4.37", 30)
    for size in range(30):
        reached = {reduce(xor, (values[part] for part in option), 0) for option in options(size)}
        assert values[size] not in reached
        assert set(range(values[size])) <= reached


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    whole=st.sampled_from("04"),
    digits=st.sampled_from(SPLITTING),
    short=st.sampled_from([4, 8, 21]),
    at_once=st.sampled_from([2, 16]),
    few=st.sampled_from([0, 2, 16]),
)
def test_values_are_those_of_the_recursion_however_the_work_is_divided(
    whole, digits, short, at_once, few
):
    code = f"{whole}.{digits}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.sparse_space.SHORT", short)
        patch.setattr("solver.sparse_space.AT_ONCE", at_once)
        patch.setattr("solver.sparse_space.FEW", few)
        patch.setattr("solver.nim_values.FROM", 2 * short + 4)
        patch.setattr("solver.nim_values.proved_period", lambda *_: None)
        assert by_solver(code, 400) == by_recursion(code, 400)


@pytest.mark.parametrize("splits", [[512], [3_000, 2_744]])
def test_totals_that_were_not_prepared_are_not_asked_for(splits):
    """A short part has a long rest, and all totals lie within one stretch."""
    table = NimValues(get_ruleset("octal:0.127"), most=3_100)
    table.grow(3_000, Budget(NO_LIMIT))
    space = SparseSpace(table.table)
    assert space.least_not_reached([], [3_000]) == table.table.least_not_reached([], [3_000])
    with pytest.raises(AssertionError):
        space.least_not_reached([], splits)


def grundy_by_recursion(number):
    """The nim-values of Grundy's game, two unequal parts after the other."""
    values = []
    for size in range(number):
        half = (size - 1) // 2
        parts = values[1 : half + 1], values[: size - half - 1 : -1]
        reached = set(map(xor, *parts))
        values.append(next(value for value in count() if value not in reached))
    return values


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    short=st.sampled_from([4, 8, 21]),
    at_once=st.sampled_from([2, 16]),
    few=st.sampled_from([0, 1, 16]),
)
def test_grundys_game_leaves_out_equal_parts_however_the_work_is_divided(short, at_once, few):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("solver.sparse_space.SHORT", short)
        patch.setattr("solver.sparse_space.AT_ONCE", at_once)
        patch.setattr("solver.sparse_space.FEW", few)
        patch.setattr("solver.nim_values.FROM", 2 * short + 4)
        table = NimValues(get_ruleset("grundy"), most=700)
        table.grow(699, Budget(NO_LIMIT))
        assert list(table.table) == grundy_by_recursion(700)


def test_long_tables_of_grundys_game_are_those_of_the_recursion():
    """Its zeros lie where equal parts alone would reach 0."""
    values = Game("grundy").nim_values(2_600).values
    assert list(values) == grundy_by_recursion(2_601)
    assert [size for size in range(1, 60) if not values[size]] == [
        1,
        2,
        4,
        7,
        10,
        20,
        23,
        26,
        50,
        53,
    ]


@pytest.mark.parametrize(("code", "number"), [("0.127", 2_600), ("0.6", 1_500), ("0.45", 1_500)])
def test_long_tables_are_those_of_the_recursion(code, number):
    assert by_solver(code, number) == by_recursion(code, number)


@pytest.mark.parametrize("few", [0, 16])
def test_values_past_a_byte_are_those_of_the_recursion(few, monkeypatch):
    """By way of the rare rows, and by all splits."""
    monkeypatch.setattr("solver.sparse_space.FEW", few)
    values = by_recursion("4.47", 3_600)
    assert max(values) > 256
    assert by_solver("4.47", 3_600) == values


def test_a_mask_leaves_few_values_rare():
    values = by_solver("0.56", 2_000)
    rare = [size for size, value in enumerate(values) if not (value & 0x1B).bit_count() & 1]
    assert len(rare) < 60
    mask = solver.sparse_space.best_mask(values)
    assert sum(not (value & mask).bit_count() & 1 for value in values) <= len(rare)
    failed, tried = doctest.testmod(solver.sparse_space)
    assert tried
    assert not failed


def test_a_late_period_is_found_and_told(capsys):
    """0.165: Gangolli and Plambeck 1989."""
    assert main(["nim-values", "octal:0.165", "--up-to", "20000", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["preperiod"], told["period"]) == (5_181, 1_550)
    assert told["nim_values"][:5_000] == by_recursion("0.165", 5_000)
    assert told["nim_values"][18_000] == told["nim_values"][18_000 - 1_550]


def test_nim_values_of_a_game_end_where_they_were_asked_to():
    values = Game("octal:0.007").nim_values(1_100)
    assert list(values.values) == by_recursion("0.007", 1_101)
