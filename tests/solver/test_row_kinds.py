"""Rows one by one, against a search that knows neither kinds nor R1."""

from functools import reduce
from operator import xor

import pytest

from solver import Budget, InvalidInputError, get_ruleset, row_kinds
from solver.errata import ESCAPING_ROWS, GREMLIN_RULES
from solver.teaching import miscount

from . import oracle

GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:{1,3,4}": oracle.takes([1, 3, 4]),
    "kayles": oracle.kayles,
    "octal:0.07": oracle.octal("0.07"),
    ESCAPING_ROWS: oracle.octal("0.35"),
    "octal:4.7": oracle.octal("4.7"),
    "octal:0.1": oracle.octal("0.1"),
    GREMLIN_RULES: oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (2, 2)]}),
}
NAMES = {
    (0, True): "null",
    (0, False): "trap",
    (1, True): "gremlin",
    (1, False): "inverter",
    (2, True): "higher switch",
    (2, False): "higher inverter",
}


class Plain:
    """Kinds by recursion and search alone."""

    def __init__(self, options):
        self.options, self.search, self.values = options, oracle.Oracle(options, misere=True), {}

    def value(self, size):
        if size not in self.values:
            reached = {
                reduce(xor, map(self.value, option), 0) for option in self.options(size, None)
            }
            self.values[size] = next(n for n in range(99) if n not in reached)
        return self.values[size]

    def kind(self, option):
        value = reduce(xor, map(self.value, option), 0)
        return NAMES[min(value, 2), self.search.wins(option)]

    def is_broken(self, size):
        """Whether a row breaks one of the four conditions."""
        kind = self.kind((size,))
        there = {self.kind(option) for option in self.options(size, None)}
        return (
            kind == "higher inverter"
            or (kind == "higher switch" and not there & {"null", "gremlin"})
            or (kind == "null" and "gremlin" in there)
            or (kind == "gremlin" and "null" in there)
        )


@pytest.mark.parametrize("key", GAMES)
def test_every_row_is_what_a_search_finds_up_to_the_first_that_breaks_a_condition(key):
    plain, table = Plain(GAMES[key]), row_kinds(get_ruleset(key), 12, Budget())
    assert [(row.size, row.nim_value, row.kind.value) for row in table.rows] == [
        (size, plain.value(size), plain.kind((size,))) for size in range(table.up_to + 1)
    ]
    broken = [size for size in range(13) if plain.is_broken(size)]
    assert broken[:1] == ([table.violation.size] if table.violation else [])
    assert table.up_to == (broken[0] if broken else 12)


@pytest.mark.parametrize("key", ["kayles", ESCAPING_ROWS, "octal:4.7", GREMLIN_RULES])
def test_the_witness_has_every_option_of_that_row_under_its_kind(key):
    plain, table = Plain(GAMES[key]), row_kinds(get_ruleset(key), 12, Budget())
    options = {
        tuple(sorted(part for part in option if part))
        for option in GAMES[key](table.violation.size, None)
    }
    assert {option for group in table.witness for option in group.options} == options
    for group in table.witness:
        assert {plain.kind(option) for option in group.options} == {group.kind.value}


def test_what_a_condition_forbids_is_marked():
    def broken(key):
        table = row_kinds(get_ruleset(key), 20, Budget())
        return table.violation.condition, [
            group.kind.value for group in table.witness if group.breaks
        ]

    assert broken(ESCAPING_ROWS) == (4, ["null"])
    assert broken("heaps:{1:[[]],2:[[],[1]],4:[[2,2]],5:[[4],[1]]}") == (3, ["gremlin"])
    assert broken("kayles") == (2, [])
    assert broken("heaps:{1:[[]],2:[[],[1]],4:[[2,2]],5:[[],[4]]}") == (1, [])


def test_a_higher_inverter_is_called_one_although_r1_has_none():
    table = row_kinds(get_ruleset("heaps:{1:[[]],2:[[],[1]],4:[[2,2]],5:[[],[4]]}"), 20, Budget())
    assert table.rows[-1].kind.value == "higher inverter"


@pytest.mark.parametrize("key", ["nim", "subtraction:{1,3,4}"])
def test_rows_past_a_table_follow_from_a_formula_or_a_period(key):
    plain, table = Plain(GAMES[key]), row_kinds(get_ruleset(key), 90, Budget())
    assert [row.nim_value for row in table.rows] == [plain.value(size) for size in range(91)]


def test_a_budget_ends_the_table_and_the_next_one_carries_on():
    rules = get_ruleset("octal:0.0017")
    short = row_kinds(rules, 500, Budget(1))
    assert 0 < short.up_to < 30
    assert row_kinds(rules, 500, Budget(1)).up_to > short.up_to


def test_a_violation_further_on_is_not_told_of_shorter_rows():
    assert row_kinds(get_ruleset("octal:0.07"), 20, Budget()).violation.size == 10
    shorter = row_kinds(get_ruleset("octal:0.07"), 8, Budget())
    assert (shorter.violation, shorter.witness, shorter.up_to) == (None, (), 8)


def test_partizan_games_have_no_kinds():
    with pytest.raises(InvalidInputError, match="impartial"):
        row_kinds(get_ruleset("partizan-kayles"), 5, Budget())


@pytest.mark.parametrize(
    ("key", "size", "position"),
    [
        (ESCAPING_ROWS, 4, (4, 1)),
        ("kayles", 5, (5, 1)),
        ("octal:4.7", 5, (5, 1)),
        (GREMLIN_RULES, 3, (3, 1)),
    ],
)
def test_the_count_is_wrong_about_no_smaller_company(key, size, position):
    plain = Plain(GAMES[key])

    def called_won(rows):
        kinds = [plain.kind((row,)) for row in rows]
        if set(kinds) <= {"null", "inverter"}:
            return kinds.count("inverter") % 2 == 0
        return reduce(xor, map(plain.value, rows)) != 0

    found = miscount(get_ruleset(key), size, Budget())
    assert (found.position, found.wins) == (position, plain.search.wins(position))
    assert called_won(position) is not plain.search.wins(position)
    for smaller in [(size,), *((size, beside) for beside in range(1, position[1]))]:
        assert called_won(smaller) is plain.search.wins(smaller)


def test_where_the_count_is_right_or_no_work_is_left_there_is_no_miscount():
    assert miscount(get_ruleset("subtraction:3"), 4, Budget()) is None
    assert miscount(get_ruleset("kayles"), 5, Budget(0)) is None
