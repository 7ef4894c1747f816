"""Positions that are one puzzle in disguise: those that no company tells apart, by search."""

from itertools import combinations_with_replacement

import pytest

from solver import Spec, ask, get_ruleset, profile, select, signature
from solver.budget import Budget
from solver.conventions import Convention, Player
from solver.search import Search


def positions(rows, largest):
    for number in range(1, rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


def sign(key, position, convention):
    return signature(ask(key, position, convention))


@pytest.mark.parametrize(
    ("key", "convention", "largest"),
    [
        ("subtraction:2", "normal", 7),
        ("subtraction:3", "misere", 8),
        ("kayles", "normal", 8),
        ("kayles", "misere", 9),
        ("nim", "misere", 4),
        ("octal:0.07", "normal", 7),
    ],
)
def test_what_has_one_signature_is_told_apart_by_no_company(key, convention, largest):
    search = Search(get_ruleset(key), Convention(convention), Budget())
    alike: dict[object, list[tuple[int, ...]]] = {}
    for position in positions(2, largest):
        alike.setdefault(sign(key, position, convention), []).append(position)
    company = [(), *positions(2, 5)]
    for same in alike.values():
        # A single row with a maximum is a puzzle of its own, whatever its remainder.
        for more in company:
            assert len({search.wins((*position, *more)) for position in same}) == 1, same
    assert 1 < len(alike) < sum(map(len, alike.values())) or key == "nim"


def test_strips_are_one_puzzle_where_they_are_as_many_squares_and_dominoes():
    assert sign("partizan-kayles", (7, 2), "misere") == sign("partizan-kayles", (4, 5), "misere")
    assert sign("partizan-kayles", (7,), "misere") == (3, 2)
    search = Search(get_ruleset("partizan-kayles"), Convention.MISERE, Budget())
    for more in positions(2, 4):
        for player in Player:
            assert search.wins((7, 2, *more), player) == search.wins((4, 5, *more), player)


def test_traps_of_kayles_that_are_one_trap():
    assert sign("kayles", (2,), "misere") == sign("kayles", (1, 3), "misere")
    assert sign("kayles", (5, 5, 9), "misere") == sign("kayles", (5, 5, 12), "misere")
    assert sign("kayles", (2,), "misere") != sign("kayles", (3,), "misere")


def test_where_the_last_one_loses_a_row_is_also_who_wins_it_alone():
    assert sign("octal:0.35", (4,), "misere") == ((1, True),)
    assert sign("octal:0.35", (1,), "misere") == ((1, False),)
    assert sign("octal:0.35", (4,), "normal") == sign("octal:0.35", (1,), "normal")
    assert sign("subtraction:3", (9,), "misere") != sign("subtraction:3", (13,), "misere")
    assert sign("nim", (), "misere") == ()


def test_a_winning_move_in_a_shorter_row_can_be_asked_for():
    spec = Spec("nim", "normal", rows=(3, 3), sizes=(1, 9), in_longest=False, distinct=True)
    search = Search(get_ruleset("nim"), Convention.NORMAL, Budget())
    for facts in select(spec, 10, "shorter"):
        rows = facts.question.position
        assert len(set(rows)) == 3
        assert all(move.size < max(rows) for move in search.winning_moves(rows))
    assert profile(ask("nim", (2, 5, 8), "normal")).in_longest
    assert not profile(ask("nim", (2, 8, 9), "normal")).in_longest
