import pytest

from solver import BudgetExceededError, Kind, NotCoveredError, analyse, get_ruleset
from solver.budget import Budget
from solver.errata import GREMLIN_RULES
from solver.r1 import KindTable, kind_table
from solver.rulesets.rules import Subtraction

GRUNDY = (
    "heaps:{"
    + ",".join(
        f"{n}:[{','.join(f'[{a},{n - a}]' for a in range(1, (n + 1) // 2))}]" for n in range(3, 16)
    )
    + "}"
)


@pytest.mark.parametrize(
    ("key", "size", "condition", "witness"),
    [
        ("kayles", 5, 2, "an inverter, a trap and a higher switch"),
        ("octal:0.07", 10, 2, "higher switch"),
        ("octal:0.6", 7, 2, "higher switch"),
        (GRUNDY, 13, 2, "higher switch"),
        (GREMLIN_RULES, 3, 4, "a null and a trap; no gremlin can become a null"),
        # A null that can turn into a gremlin: 4 is a gremlin (to 2+2 only, a trap).
        ("heaps:{1:[[]],2:[[],[1]],4:[[2,2]],5:[[4],[1]]}", 5, 3, "gremlin"),
        # A higher inverter: options a null (not the empty game's twin), a gremlin, ...
        ("heaps:{1:[[]],2:[[],[1]],4:[[2,2]],5:[[],[4]]}", 5, 1, "no higher inverter"),
    ],
)
def test_the_table_stops_at_the_first_violation_with_its_witness(key, size, condition, witness):
    found = kind_table(get_ruleset(key)).check(20, Budget())
    assert (found.size, found.condition) == (size, condition)
    assert witness in found.text
    assert kind_table(get_ruleset(key)).check(size - 1, Budget()) is None
    with pytest.raises(NotCoveredError):
        kind_table(get_ruleset(key)).kind(size, Budget())


@pytest.mark.parametrize("key", ["subtraction:{2,3}", "subtraction:{1,3,4}", "octal:0.73"])
def test_where_r1_holds_the_kinds_repeat_for_ever(key):
    table = kind_table(get_ruleset(key))
    assert table.check(10**9, Budget()) is None
    assert table.period
    far = 10**9 - (10**9 - table.preperiod) % table.period
    assert table.kind(far, Budget()) == table.kind(table.preperiod, Budget())


@pytest.mark.parametrize("key", ["nim", *(f"subtraction:{k}" for k in range(1, 9))])
def test_closed_forms_equal_the_table_built_bottom_up(key):
    rules = get_ruleset(key)

    class WithoutFormula(type(rules)):
        closed_fold = None

        def closed_heap(self, size):
            return None

    table = KindTable(WithoutFormula(*([] if key == "nim" else [rules.takes])))
    for size in range(31):
        assert table.code(size, Budget()) == kind_table(rules).code(size, Budget())


def test_a_period_is_proved_of_kinds_that_somebodys_formula_gives():
    class TakeUpToThree(Subtraction):
        """Its heaps are known, but not that they repeat."""

        closed_fold = None

    table = KindTable(TakeUpToThree([1, 2, 3]))
    table.look_for_period(60, Budget())
    assert table.fold == (0, 4)


@pytest.mark.parametrize(
    ("key", "position", "case", "move"),
    [
        ("nim", "1+3+5+4", 1, "2>0"),
        ("nim", "5", 2, "1>1"),
        ("nim", "1+5", 3, "2>0"),
        ("nim", "1+1", 4, "1>0"),
        ("kayles", "4+1+2", 2, "3>1"),
        ("kayles", "4+2", 3, "2>0"),
        ("heaps:{1:[[]],2:[[],[1]],4:[[2,2]]}", "4", 1, "1>2+2"),
    ],
)
def test_the_four_cases(key, position, case, move):
    answer = analyse(key, position, "misere", theory="r1")
    assert f"r1:case-{case}" in [step.rule for step in answer.steps]
    assert str(answer.preferred) == move


@pytest.mark.parametrize(
    ("key", "position", "move"),
    [
        ("nim", "4+5+6", "3>1"),
        ("subtraction:3", "3+6", "2>3"),
        ("subtraction:3", "2+5+6", "3>3"),
    ],
)
def test_of_moves_that_are_as_plain_the_one_in_the_longest_row_is_shown(key, position, move):
    assert str(analyse(key, position, "misere", theory="r1").preferred) == move


@pytest.mark.parametrize("position", ["1", "2+2", "1+2+3", "1+1+1"])
def test_a_lost_position_says_why(position):
    answer = analyse("nim", position, "misere", theory="r1")
    assert answer.steps[-1].rule == "r1:lost"


def test_genus_words_stand_beside_the_kinds():
    facts = analyse("nim", "1+4", "misere", theory="r1").components
    assert [(fact["kind"], fact["genus"]) for fact in facts] == [
        ("inverter", "1^0"),
        ("higher switch", "4^4"),
    ]
    assert Kind.NULL.genus(0) == "0^1"
    assert Kind.TRAP.genus(0) == "0^0"


def test_enormous_heaps_cost_nothing():
    answer = analyse("nim", [10**12, 10**12 + 1], "misere", theory="r1")
    assert len(answer.moves) == 1


def test_a_table_without_a_period_has_a_limit(monkeypatch):
    monkeypatch.setattr("solver.r1.MAX_TABLE", 20)
    table = KindTable(get_ruleset("octal:0.3003"))
    with pytest.raises(BudgetExceededError, match="known up to 20"):
        table.kind(1000, Budget())


def test_the_moves_of_very_many_heaps_are_ranked_in_one_pass(monkeypatch):
    from solver.theories import r1

    counted = []
    case_of = r1.case_of
    monkeypatch.setattr(r1, "case_of", lambda kinds: counted.append(1) or case_of(kinds))
    answer = analyse("nim", [1, 2, 3, 5, 6, 9] * 60 + [7], theory="r1")
    assert len(answer.winning_moves) > 100
    assert len(counted) == 1
