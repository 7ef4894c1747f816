"""The compiled recursion gives the values of pure Python, and of the recursion in the tests."""

import sys
from functools import reduce
from operator import xor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver import Budget, BudgetExceededError, Game, get_ruleset
from solver.budget import NO_LIMIT
from solver.commands.command_line import main
from solver.mex import Values
from solver.nim_values import NimValues
from solver.rulesets import kernel
from solver.rulesets.kernel import fill

from .test_sparse_space import by_recursion

CODES = st.builds("{}.{:o}".format, st.sampled_from("04"), st.integers(1, 8**4 - 1))


@pytest.fixture
def few_at_once(monkeypatch):
    monkeypatch.setattr(kernel, "AT_ONCE", 7)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(CODES, st.integers(1, 120))
def test_every_octal_game_has_the_values_of_the_recursion(few_at_once, code, number):
    table = NimValues(get_ruleset(f"octal:{code}"), most=number, compiled=True)
    table._next_proof = sys.maxsize
    table.grow(number - 1, Budget(NO_LIMIT))
    assert table.table == by_recursion(code, number)


@settings(max_examples=30, deadline=None)
@given(CODES, st.integers(1, 60))
def test_what_is_compiled_is_right_in_python_too(code, number):
    values = [0] * number
    fill([int(digit) for digit in code if digit != "."], False, values, 1, [-1] * 256)
    assert values == by_recursion(code, number)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.one_of(
        st.builds("hexadecimal:{}.{:X}".format, st.sampled_from("048C"), st.integers(1, 0xFFFF)),
        st.just("grundy"),
    ),
    st.integers(2, 45),
)
def test_hexadecimal_games_and_grundys_have_the_values_of_their_options(few_at_once, key, number):
    """Compiled, the same loops in Python, and by adding two and three rows at once."""
    rules = get_ruleset(key)
    values = []
    for size in range(number):
        reached = {reduce(xor, (values[part] for part in one), 0) for one in rules.options(size)}
        values.append(next(value for value in range(number * 4) if value not in reached))
    for how in (True, False):
        table = NimValues(rules, most=number, compiled=how)
        table._next_proof = sys.maxsize
        table.grow(number - 1, Budget(NO_LIMIT))
        assert list(table.table) == values
    loops = kernel.loops_of(rules)
    slow = [0] * number
    fill(loops.digits, loops.unequal, slow, 1, [-1] * 512)
    assert slow == values


def test_the_command_says_where_nothing_is_compiled(capsys):
    for key in ("subtraction:{1,3,4}", "nim", "lasker"):
        assert main(["nim-values", key, "--up-to", "9", "--compiled", "--b-file"]) == 0
        told = capsys.readouterr()
        assert told.err == f"No code is compiled for {key}: --compiled does nothing here.\n"
        assert len(told.out.splitlines()) == 10
    for key in ("grundy", "hexadecimal:0.8F", "kayles"):
        assert main(["nim-values", key, "--up-to", "9", "--compiled", "--b-file"]) == 0
        assert capsys.readouterr().err == ""


def test_values_past_a_byte_are_kept_in_both_rows_of_bytes():
    rules = get_ruleset("octal:4.47")
    table, pure = (NimValues(rules, most=3_600, compiled=how) for how in (True, False))
    for each in (table, pure):
        each.grow(3_599, Budget(NO_LIMIT))
    assert table.table == pure.table
    assert max(table.table) > 256
    assert (table.table.low, table.table.high) == (pure.table.low, pure.table.high)
    assert table.table.places == pure.table.places


def test_a_period_is_proved_from_the_same_rows():
    compiled, pure = (Game("kayles").nim_values(400, compiled=how) for how in (True, False))
    assert compiled == pure
    assert (compiled.preperiod, compiled.period) == (71, 12)


def test_a_game_that_is_not_octal_has_no_compiled_code():
    values = Game("subtraction:{1,3,4}").nim_values(10, compiled=True).values
    assert values == (0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1)


def test_the_command_lists_the_same_values(capsys):
    told = []
    for how in ([], ["--compiled"]):
        assert main(["nim-values", "octal:0.007", "--up-to", "3000", "--b-file", *how]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert told[1].splitlines()[:6] == ["0 0", "1 0", "2 0", "3 1", "4 1", "5 1"]


def test_it_stops_at_the_budget(capsys):
    asked = ["nim-values", "octal:0.007", "--up-to", "9000", "--compiled", "--budget"]
    assert main([*asked, "1"]) == 3
    assert capsys.readouterr().out == ""
    table = NimValues(get_ruleset("octal:0.007"), compiled=True)
    with pytest.raises(BudgetExceededError):
        table.grow(9_000, Budget(30_000))
    assert 2_000 < len(table.table) < 4_500
    assert table.table == by_recursion("0.007", len(table.table))


def test_without_the_package_a_sentence_names_it(monkeypatch, capsys):
    kernel.compiled.cache_clear()
    monkeypatch.setitem(sys.modules, "numba", None)
    assert main(["nim-values", "kayles", "--up-to", "9", "--compiled"]) == 2
    assert capsys.readouterr().err == (
        "Compiled code needs a package: pip install 'marienbad-solver[fast]'.\n"
    )


def test_a_table_takes_many_values_at_once_and_drops_what_an_interruption_left_behind():
    table = Values()
    table.append(3)
    table.low.append(7)
    table.extend([4, 0x1FF, 0x2C0])
    assert (list(table), table.places) == ([3, 4, 0x1FF, 0x2C0], 4)
    assert (bytes(table.low), bytes(table.high)) == (b"\3\4\xff\xc0", b"\0\0\1\2")
    table.extend([])
    assert (len(table), table.places) == (4, 4)
