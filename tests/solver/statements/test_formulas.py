"""Formulas mean what they say, read back as they are written, and are refused in a sentence."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solver import (
    Budget,
    Conjecture,
    Convention,
    InvalidInputError,
    Player,
    formula_of,
    get_ruleset,
    read_formula,
)
from solver.teaching import Figures, Rule

NIM = get_ruleset("nim")
STRIPS = get_ruleset("partizan-kayles")


def says(text, position, rules=NIM, player=None):
    conjecture = Conjecture(read_formula(text, rules), rules, Convention.NORMAL, Budget())
    return conjecture.claim(tuple(sorted(position)), player)


@pytest.mark.parametrize(
    ("text", "lost", "won"),
    [
        ("a = 1", [(1,)], [(2,)]),
        ("a mod 4 = b mod 4", [(1, 5), (4,)], [(1, 2), (3,)]),
        ("a - b + 2 > 0", [(1, 2), (3, 3)], [(1, 3), (2,)]),
        ("2 * a + 1 >= b", [(2, 5), (1,)], [(2, 6), (2,)]),
        ("a xor b = 3", [(1, 2), (3,)], [(1, 1), (2,)]),
        ("a = b = c", [(2, 2, 2)], [(2, 2), (1, 2, 2)]),
        ("a < 1 or a != b and b <= 4", [(3,), (3, 4)], [(3, 3), (3, 5)]),
        ("not a = b", [(1, 2)], [(2, 2)]),
        ("not (a = 1 or b = 2)", [(2, 3)], [(1, 3), (2, 2)]),
        ("(a + b) mod 3 = 0", [(1, 2), (3,)], [(1, 1)]),
        ("a − −1 ≥ 2", [(1,)], [()]),
        ("sum(r mod 4) = 3", [(1, 2), (4, 7)], [(3, 3)]),
        ("count(r >= 2) = 2", [(2, 3), (1, 2, 3)], [(2,), (2, 3, 4)]),
        ("max(r) = 3", [(1, 3), (3,)], [(3, 4)]),
        ("xor(r mod 4) = 0", [(1, 5), (1, 2, 3)], [(1, 2)]),
        ("columns(r, 3) = 0", [(1, 1, 1), (3, 3, 2, 1)], [(1, 1), (2,)]),
        ("columns(r, 2) = 0", [(1, 1), (1, 2, 3)], [(1, 2)]),
        ("inverters % 2 = 1 and higher_switches = 0", [(1,), (1, 1, 1)], [(1, 1), (1, 2)]),
        ("total = 5 and rows = 2 and largest = 3", [(2, 3)], [(1, 4), (5,)]),
    ],
)
def test_a_formula_holds_where_it_says(text, lost, won):
    assert all(says(text, position) for position in lost)
    assert not any(says(text, position) for position in won if position)


def test_who_is_to_move_is_a_condition_of_strips_alone():
    assert says("left and balance = 1", (1,), STRIPS, Player.LEFT)
    assert not says("left and balance = 1", (1,), STRIPS, Player.RIGHT)
    with pytest.raises(InvalidInputError, match="'left' is not understood here"):
        read_formula("left", NIM)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "The formula ends too early; write rows a, b, c, d, numbers"),
        ("a + 1", "'a + 1' is not a condition"),
        ("a = b)", "')' is not understood here"),
        ("(a = b", "The formula ends too early; ')' is missing before it"),
        ("a = (b = c)", "'b = c' is not a number"),
        ("a mod b = 0", "'b' is not understood here; write a number of at least 1"),
        ("a mod 0 = 0", "'0' is not understood here; write a number of at least 1"),
        ("columns(r, 1) = 0", "'1' is not understood here; write a number of at least 2"),
        ("columns(r) = 0", "',' is missing"),
        ("columns(r, 2 = 0", "')' is missing before it"),
        ("a = 1000", "'1000' is not a number for a formula; use at most 999"),
        ("sum(a) = 0", "'a' is not understood here; inside these brackets the row is r"),
        ("sum(sum(r)) = 0", "'sum' is not understood here; inside these brackets the row is r"),
        ("sum r = 0", "'r' is not understood here; '(' is missing before it"),
        ("count(r) = 0", "'r' is not a condition"),
        ("r = 0", "'r' is not understood here"),
        ("balance = 0", "'balance' is not understood here"),
        ("__import__ = 0", "'__import__' is not understood here"),
        ("a = 1; b", "';' is not understood here"),
        ("(" * 13 + "a = 1" + ")" * 13, "nest brackets at most 12 deep"),
        ("a = 1 or " * 30 + "a = 1", "use at most 200 characters"),
    ],
)
def test_what_is_no_formula_is_refused_in_a_sentence(text, problem):
    with pytest.raises(InvalidInputError) as refusal:
        read_formula(text, NIM)
    assert problem in str(refusal.value)
    assert str(refusal.value).endswith(".")


ONE = st.sampled_from(
    ["a", "b", "total", "rows", "3", "sum(r mod 2)", "max(r)", "columns(r, 3)", "(2 mod 5)"]
)


def combined(of):
    return st.builds("({} {} {})".format, of, st.sampled_from(["+", "-", "*", "xor"]), of)


numbers = (
    ONE | combined(ONE) | combined(combined(ONE)) | st.builds("{} mod 4".format, combined(ONE))
)
compared = st.builds("{} {} {}".format, numbers, st.sampled_from(["=", "<", ">=", "!="]), numbers)
several = st.builds("({}) {} ({})".format, compared, st.sampled_from(["and", "or"]), compared)
conditions = compared | several | st.builds("not {}".format, several)


@settings(max_examples=60, deadline=None)
@given(conditions, st.lists(st.integers(1, 6), max_size=2))
def test_a_formula_reads_back_as_it_is_written_out(text, rows):
    assume(len(text) < 180)
    formula = read_formula(text, NIM)
    assume(len(str(formula)) <= 200)
    again = read_formula(str(formula), NIM)
    assert str(again) == str(formula)
    both = [Conjecture(f, NIM, Convention.NORMAL, Budget()) for f in (formula, again)]
    position = tuple(sorted(rows))
    assert both[0].claim(position, None) == both[1].claim(position, None)


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ({"nim_sum": 0}, "nim_sum = 0"),
        ({"switches": 0, "inverters": "odd"}, "switches = 0 and inverters mod 2 = 1"),
        ({"rows": [1, "even", ">=3"]}, "rows = 1 or rows mod 2 = 0 or rows >= 3"),
        (
            {"any": [{"largest": "<=1", "total": "1 mod 4"}, {"rows": 2}]},
            "(largest <= 1 and total mod 4 = 1) or rows = 2",
        ),
    ],
)
def test_a_rule_of_what_can_be_counted_is_a_formula(written, text):
    assert str(formula_of(Rule.read(written))) == text
    assert str(read_formula(text, NIM)) == text


def test_a_rule_and_its_formula_hold_for_the_same_strips():
    rule = Rule.read({"any": [{"to_move": "left", "balance": ">=-1"}, {"to_move": "right"}]})
    formula = formula_of(rule)
    assert str(formula) == "(left and balance >= 0 - 1) or right"
    figures = Figures(STRIPS, Budget())
    conjecture = Conjecture(formula, STRIPS, Convention.MISERE, Budget())
    for position in [(1,), (2,), (2, 2), (1, 2)]:
        for player in Player:
            assert conjecture.claim(position, player) == rule.holds(figures, position, player)
