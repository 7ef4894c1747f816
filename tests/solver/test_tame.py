"""Quotients that a formula gives, against the computing solver and against search."""

import json
from itertools import combinations_with_replacement

import pytest

from solver import Budget, QuotientTable, get_ruleset, infinite_quotient
from solver.commands.command_line import main
from solver.quotients import tame_quotient
from solver.reach import Ending, known_reaches
from tests.solver.oracle import Oracle, takes

PERIODIC = [key for key, reach in known_reaches().items() if reach.ending is Ending.PERIODIC]
KEYS = [
    *(f"subtraction:{most}" for most in range(1, 18)),
    *("subtraction:{1,3,4}", "subtraction:{2,3}", "subtraction:{2,5,7}", "heaps:{}"),
    *("heaps:{1:[[]],2:[[],[1]]}", *PERIODIC[::3]),
]


def printed(capsys, *asked):
    assert main(["quotient", *asked]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("key", KEYS)
def test_the_formula_says_what_computing_proves(key):
    """Order, lost elements, period and every product, by the names of the elements."""
    told, table = tame_quotient(get_ruleset(key), Budget()), QuotientTable(get_ruleset(key))
    table.grow(None, Budget())
    known, proved = told.known(), table.known()
    assert (told.order, told.lost) == (proved.monoid.order, sum(proved.monoid.lost))
    assert (known.preperiod, known.period) == (proved.preperiod, proved.period)
    assert known.names[1] == proved.names[1]
    assert named(known) == named(proved)


def named(known):
    names, monoid = known.names[0], known.monoid
    products = {
        (names[one], names[other]): names[product]
        for one, row in enumerate(monoid.table)
        for other, product in enumerate(row)
    }
    lost = {names[element] for element in range(monoid.order) if monoid.is_p(element)}
    return products, lost, [names[known[size]] for size in range(300)]


@pytest.mark.parametrize("key", ["octal:0.77", "octal:0.35", "grundy", "nim"])
def test_a_game_that_leaves_r1_or_has_no_period_has_no_formula(key):
    assert tame_quotient(get_ruleset(key), Budget(20_000)) is None


def test_a_formula_is_not_looked_for_beyond_a_budget():
    rules = get_ruleset("subtraction:{3,7,19,40}")
    assert tame_quotient(rules, Budget(40)) is None
    assert infinite_quotient(rules) is None


@pytest.mark.parametrize(
    ("key", "name", "first"), [("nim", "Nim", 6), ("lasker", "Lasker's Nim", 10)]
)
def test_the_quotient_of_nim_is_infinite_and_so_is_that_of_laskers(key, name, first, capsys):
    told = json.loads(printed(capsys, key, "--json"))
    assert (told["finite"], told["order"], told["complete"]) == (False, None, False)
    assert told["reason"] == infinite_quotient(get_ruleset(key)).reason
    said = printed(capsys, key)
    assert f"The misère quotient of {name} is infinite" in said
    assert "order" not in said
    orders = [
        json.loads(printed(capsys, key, "--json", "--up-to", str(2**m - 1)))["order"]
        for m in range(2, 6)
    ]
    assert orders == [(first - 2) * 2**m + 2 for m in range(4)]


def test_rows_from_which_many_may_be_taken_are_told_in_numbers(capsys):
    told = json.loads(printed(capsys, "subtraction:100000", "--json"))
    assert (told["order"], told["p_portion_order"]) == (2**17 + 2, 2)
    assert (told["preperiod"], told["period"], told["complete"]) == (0, 100_001, True)
    assert told["elements"] == []
    said = printed(capsys, "subtraction:100000")
    assert "order 131074, 2 of them P" in said
    assert "preperiod 0, period 100001" in said
    assert "no nim-value is above 100000" in said


def test_few_rows_do_not_make_the_whole_quotient(capsys):
    near = json.loads(printed(capsys, "subtraction:8", "--up-to", "3", "--json"))
    assert (near["order"], near["complete"], near["up_to"]) == (6, False, 3)
    far = json.loads(printed(capsys, "subtraction:8", "--up-to", "30", "--json"))
    assert (far["order"], far["complete"], len(far["pretending_function"])) == (18, True, 31)
    assert main(["quotient", "subtraction:700", "--up-to", "700", "--budget", "9"]) == 3
    assert "order 2, 1 of them P" in printed(capsys, "subtraction:1")
    assert "none of them is firm" in printed(capsys, "octal:0.3")
    assert "order 1, 0 of them P" in printed(capsys, "heaps:{}")
    assert main(["quotient", "partizan-kayles"]) == 2


def test_lost_in_the_formula_of_rows_is_lost_by_search():
    known = tame_quotient(get_ruleset("subtraction:5"), Budget()).known()
    judge = Oracle(takes(range(1, 6)), misere=True)
    for position in combinations_with_replacement(range(1, 9), 3):
        product = known.monoid.product(known[size] for size in position)
        assert known.monoid.is_p(product) != judge.wins(position), position
