"""The name of the idea that a winning move follows, against a search that knows no ideas."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Convention, Player, ask
from solver.teaching import idea_of
from tests.solver import oracle
from tests.solver.test_words_rendered import check

OPTIONS = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes((1, 2, 3)),
    "kayles": oracle.kayles,
    "octal:0.07": oracle.octal("0.07"),
    "partizan-kayles": oracle.partizan_kayles,
}
POSITIONS = st.lists(st.integers(1, 6), min_size=1, max_size=4).map(tuple)


@cache
def search(key, convention):
    return oracle.Oracle(OPTIONS[key], misere=convention is Convention.MISERE)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(OPTIONS)),
    POSITIONS,
    st.sampled_from(list(Convention)),
    st.sampled_from(list(Player)),
)
def test_an_idea_is_named_only_where_search_finds_the_board_lost(key, rows, convention, player):
    to_move = player if key == "partizan-kayles" else None
    idea = idea_of(ask(key, rows, convention, to_move))
    if idea is None:
        return
    assert not search(key, convention).wins(rows, to_move and to_move.value)
    check(f"That left {idea.leaves}.")
    if "equal" in idea.leaves:
        assert all(rows.count(row) % 2 == 0 for row in rows)
    if re.search(r"rows? of 1\b", idea.leaves):
        assert set(rows) == {1}
        assert len(rows) % 2 == 1
    multiple = re.match(r"(\d+), (a|one more than a) multiple of (\d+)$", idea.leaves)
    if multiple:
        size, more, divisor = multiple.groups()
        assert int(size) % int(divisor) == (more != "a")


@pytest.mark.parametrize(
    ("key", "rows", "convention", "leaves"),
    [
        ("nim", "1", "misere", "one row of 1"),
        ("nim", "1+1+1", "misere", "3 rows of 1, an odd number"),
        ("nim", "4+4", "normal", "two equal rows"),
        ("nim", "2+3+3+2", "misere", "2 pairs of equal rows"),
        ("nim", "1+2+3", "misere", "1 + 2 + 3, with nim-sum 0"),
        ("subtraction:3", "8", "normal", "8, a multiple of 4"),
        ("subtraction:3", "9", "misere", "9, one more than a multiple of 4"),
        ("subtraction:3", "5+6+7", "normal", "a safe harbor, with the remainders 1, 2 and 3"),
        ("kayles", "3+3", "misere", "3 + 3, with nim-sum 0 and a trap or a switch"),
        (
            "kayles",
            "4+1+1",
            "misere",
            "4 + 1 + 1, with an odd number of inverters and no trap or switch",
        ),
        ("kayles", "9", "misere", "9, a losing product"),
        ("grundy", "10", "normal", "10, with nim-value 0"),
    ],
)
def test_the_plainest_idea_names_a_lost_board(key, rows, convention, leaves):
    assert idea_of(ask(key, rows, convention)).leaves == leaves


@pytest.mark.parametrize(("rows", "player", "balance"), [("7", "left", "1"), ("2+2", "left", "−2")])
def test_a_lost_board_of_strips_is_named_by_its_balance(rows, player, balance):
    idea = idea_of(ask("partizan-kayles", rows, "misere", player))
    assert idea.leaves == f"{rows.replace('+', ' + ')}, with a balance of {balance}"


@pytest.mark.parametrize("rows", ["", "3+5", "2+1"])
def test_a_board_that_is_won_or_over_has_no_such_idea(rows):
    assert idea_of(ask("nim", rows, "misere")) is None


@pytest.mark.parametrize(
    ("rows", "is_plain"), [("1+1+1", True), ("3+3", True), ("1+2+3", False), ("1+4+5", False)]
)
def test_ones_and_equal_rows_are_seen_without_a_theory(rows, is_plain):
    assert idea_of(ask("nim", rows, "misere")).is_plain == is_plain
