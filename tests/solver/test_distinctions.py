"""The smallest company that tells two positions apart, and that there is none: against search."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Budget, Convention, Outcome, Player, distinguish, get_ruleset, outcome_beside
from solver.search import Search

from . import oracle
from .statements.test_examining import GAMES, partitions


def apart(game, convention, one, other, positions=20_000):
    rules, ending = get_ruleset(game), Convention(convention)
    return distinguish(rules, ending, one, other, Budget(positions))


def truly_apart(search, one, other, company, partizan):
    players = [p.value for p in Player] if partizan else [None]
    return any(
        search.wins((*one, *company), player) != search.wins((*other, *company), player)
        for player in players
    )


@pytest.mark.parametrize(
    ("game", "convention", "one", "other", "company"),
    [
        ("nim", "normal", (3,), (3, 5, 5), None),
        ("nim", "normal", (3,), (5,), 3),
        ("nim", "misere", (1, 1), (), None),
        ("nim", "misere", (2, 2), (), 0),
        ("nim", "misere", (2, 2), (1,), 4),
        ("kayles", "misere", (5,), (1, 4), 4),
        ("kayles", "misere", (9,), (12,), 18),
        ("kayles", "misere", (1, 1), (), None),
        ("partizan-kayles", "misere", (5,), (1, 2, 2), None),
        ("partizan-kayles", "misere", (5,), (3,), 0),
        ("partizan-kayles", "normal", (2,), (1,), 0),
    ],
)
def test_how_large_a_company_has_to_be(game, convention, one, other, company):
    found = apart(game, convention, one, other)
    assert found.is_proved is (company is None)
    assert (None if found.company is None else sum(found.company)) == company


positions = st.lists(st.integers(1, 5), max_size=3).map(sorted).map(tuple)


@pytest.mark.no_cover
@settings(max_examples=50, deadline=None)
@given(st.sampled_from(sorted(GAMES)), st.sampled_from(list(Convention)), positions, positions)
def test_no_smaller_company_tells_them_apart(game, convention, one, other):
    found = apart(game, convention, one, other, 1_000)
    search = oracle.Oracle(GAMES[game], convention is Convention.MISERE)
    partizan = game == "partizan-kayles"
    looked = 6 if found.is_proved else min(6, found.searched)
    if found.company is not None:
        assert sum(found.company) == found.searched
        if found.searched <= 10:
            assert truly_apart(search, one, other, found.company, partizan)
        looked = min(6, found.searched - 1)
    for total in range(looked + 1):
        for company in partitions(total):
            assert not truly_apart(search, one, other, company, partizan)


def test_a_proof_from_a_part_of_a_quotient_says_for_which_rows():
    found = apart("octal:0.07", "misere", (3,), (2,), 400)
    assert found.theorem == "quotient"
    assert 10 <= found.up_to < 60
    assert found.order > 1


def test_equal_nim_values_are_never_told_apart_though_no_period_is_known():
    table = [(a, b) for a, b in combinations_with_replacement(range(1, 12), 2)]
    equal = [p for p in table if apart("octal:0.6", "normal", p[:1], p[1:]).is_proved]
    assert equal
    assert all(apart("octal:0.6", "normal", p[:1], p[1:]).up_to is None for p in equal)


def test_what_a_budget_does_not_decide_says_how_far_it_was_looked():
    found = apart("partizan-kayles", "normal", (3,), (1, 2), 300)
    assert (found.company, found.is_proved) == (None, False)
    assert found.searched >= 3
    found = apart("nim", "normal", (100,), (200,), 20)
    assert (found.company, found.is_proved) == (None, False)
    assert 1 <= found.searched < 100


def test_two_that_differ_but_in_companies_too_large_to_look_for():
    found = apart("nim", "normal", (300,), (301,), 10_000_000)
    assert (found.company, found.is_proved, found.searched) == (None, False, 240)


def test_who_wins_beside_a_company():
    search = Search(get_ruleset("partizan-kayles"), Convention.MISERE, Budget())
    assert outcome_beside(search, (2,), ()) is Outcome.P
    assert outcome_beside(search, (2,), (1,)) is Outcome.N
    search = Search(get_ruleset("nim"), Convention.NORMAL, Budget())
    assert outcome_beside(search, (2,), (2,)) is Outcome.P
    assert outcome_beside(search, (2,), (1,)) is Outcome.N
