"""How quotients grow: each row against the quotient computed for it alone, and laws that hold."""

import json

import pytest

from solver import Budget, BudgetExceededError, QuotientTable, infinite_quotient, quotient_of
from solver.commands.command_line import main
from solver.research.growth import Growth, GrowthLaw, GrowthRow, growth_of, law_of


def grown(key, size):
    table = QuotientTable(key)
    table.grow(size, Budget())
    return table


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("key", "size"), [("kayles", 70), ("octal:0.26", 19), ("octal:0.354", 4), ("nim", 16)]
)
def test_each_row_is_the_quotient_of_the_rows_up_to_it(key, size):
    growth = growth_of(grown(key, size).known())
    assert growth.up_to == size
    for row in growth.rows:
        alone = grown(key, row.size).monoid
        assert (row.order, row.lost) == (alone.order, sum(alone.lost)), row


def test_steps_are_the_rows_that_change_a_number():
    steps = growth_of(quotient_of("kayles").known()).steps
    assert [(row.size, row.order) for row in steps] == [
        *((0, 1), (1, 2), (2, 6), (5, 12), (9, 18), (12, 24), (25, 32), (27, 40))
    ]
    assert growth_of(quotient_of("kayles").known()).conjectures() == []


def test_too_many_elements_pass_the_budget():
    with pytest.raises(BudgetExceededError):
        growth_of(quotient_of("kayles").known(), Budget(0))


@pytest.mark.parametrize("period", [1, 2, 5])
def test_a_linear_law_is_read_off(period):
    numbers = [7, *(3 + 4 * (row // period) for row in range(8 * period))]
    law = law_of(numbers)
    assert (law.period, law.degree, law.step) == (period, 1, 4)
    assert (law.start, law.end) == (1 if period == 1 else law.start, 8 * period)
    assert law.agree == law.end - law.start - period


def test_a_quadratic_law_is_read_off_with_its_numbers():
    """0.26 up to row 34, as the engine has computed it: half of the square of (row - 1) / 2."""
    numbers = [1, 1, 2, *[6] * 6, *(((row - 1) // 2) ** 2 // 2 for row in range(9, 35))]
    law = law_of(numbers)
    assert (law.start, law.period, law.degree, law.step) == (9, 4, 2, 4)
    assert law.says("element") == (
        "Conjecture: from row 9 on, every 4 rows add 4 elements more than the 4 rows before. Of "
        "the rows of up to 34, 9 numbers suggest this law, and 17 more agree with it."
    )


@pytest.mark.parametrize(
    "numbers",
    [[], [1], [1, 2, 6], [1, 2, 6, 6, 6, 6, 6, 6, 6, 6], [1, 2, 4, 8, 16, 32, 64, 128, 256]],
    ids=["none", "one", "few", "constant", "powers"],
)
def test_no_law_is_claimed_where_numbers_stop_double_or_are_few(numbers):
    assert law_of(numbers) is None


def test_a_late_change_breaks_a_law():
    numbers = [2 * row for row in range(20)]
    assert law_of(numbers).start == 0
    assert law_of([*numbers, 39]) is None


def test_laws_of_one_row_are_said_in_the_singular():
    said = GrowthLaw(3, 20, 1, 1, 1).says("element")
    assert "from row 3 on, every row adds 1 element. " in said
    said = GrowthLaw(3, 20, 1, 2, 2).says("losing element")
    assert "every row adds 2 losing elements more than the row before. " in said


def test_growth_without_a_law_for_elements_claims_nothing_about_all_rows():
    rows = tuple(GrowthRow(size, 2 ** (size // 2), size) for size in range(20))
    said = Growth(rows).conjectures()
    assert len(said) == 1
    assert "every row adds 1 losing element. " in said[0]


def printed(capsys, *asked, status=0):
    assert main(["quotient", *asked, "--growth"]) == status
    return capsys.readouterr().out


@pytest.mark.no_cover
def test_the_command_prints_rows_and_conjectures(capsys):
    said = printed(capsys, "octal:4.7", "--up-to", "18")
    assert "\n    18        94      23\n" in said
    assert "Conjecture: from row 9 on, every 2 rows add 4 elements more than the 2 rows" in said
    assert "Conjecture: from row 8 on, every 2 rows add 1 losing element more than" in said
    # It is proved in another way.
    assert "If this holds for every row" not in said
    assert "is infinite: of the rows of 4, 8, 12" in said
    said = printed(capsys, "octal:4.07", "--up-to", "26")
    assert "If this holds for every row, the quotient is infinite." in said
    assert "no period is proved" in said


def test_growth_as_data_calls_a_law_a_conjecture():
    told = Growth(tuple(GrowthRow(size, 2 * size, 1) for size in range(10))).as_json()
    assert told["growth"][9] == {"size": 9, "order": 18, "p_portion_order": 1}
    assert told["order_law"] == {
        "conjecture": True,
        "from": 0,
        "checked_to": 9,
        "period": 1,
        "degree": 1,
        "step": 2,
    }
    assert told["p_portion_law"] is None


def test_the_growth_of_an_infinite_quotient_ends_where_it_is_infinite(capsys):
    for asked in ((), ("--up-to", "30")):
        said = printed(capsys, "octal:0.354", *asked)
        assert "\n     4        14       4\n     5         ∞\n" in said
        assert infinite_quotient("octal:0.354").reason in said
    assert "∞" in printed(capsys, "octal:0.354", "--up-to", "5")
    assert "∞" not in printed(capsys, "octal:0.354", "--up-to", "3")
    assert "\n    32        66       2\n" in printed(capsys, "nim")
    assert json.loads(printed(capsys, "nim", "--up-to", "9", "--json"))["up_to"] == 9
    assert json.loads(printed(capsys, "nim", "--json"))["finite"] is False


def test_a_finished_quotient_has_a_growth_too(capsys):
    assert json.loads(printed(capsys, "octal:0.26", "--up-to", "9", "--json"))["finite"] is None
    told = json.loads(printed(capsys, "octal:0.75", "--json"))
    assert (told["finite"], told["order_law"], told["growth"][-1]["order"]) == (True, None, 8)
    said = printed(capsys, "kayles", "--up-to", "9")
    assert said.splitlines()[-2] == "     9        18       6"


def test_a_budget_that_is_passed_is_told_after_what_is_known(capsys):
    said = printed(capsys, "octal:0.54", "--budget", "2000", status=3)
    assert "\n     4         6       2\n" in said
