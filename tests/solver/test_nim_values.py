import doctest

import pytest

import solver.analysis
import solver.positions
import solver.ruleset_keys
from solver import BudgetExceededError, Convention, get_ruleset
from solver.nim_values import NimValues, nim_values


def test_the_nim_values_of_kayles_repeat_every_12_from_71():
    table = nim_values(get_ruleset("kayles"))
    assert [table[n] for n in range(1, 13)] == [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert table[10**9 + 100] == table[100 + 10**9 % 12]
    assert (table.preperiod, table.period) == (71, 12)


def test_a_table_without_a_period_has_a_limit(monkeypatch):
    monkeypatch.setattr("solver.nim_values.MAX_TABLE", 100)
    with pytest.raises(BudgetExceededError, match="past the table of 100"):
        NimValues(get_ruleset("octal:0.007"))[5000]


@pytest.mark.parametrize("module", [solver.analysis, solver.positions, solver.ruleset_keys])
def test_the_examples_in_the_docstrings_are_true(module):
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


def test_a_ruleset_writes_itself():
    assert str(get_ruleset("subtraction:{1,2}")) == "subtraction:2"


def test_the_other_convention():
    assert Convention.NORMAL.other is Convention.MISERE
    assert Convention.MISERE.other is Convention.NORMAL
