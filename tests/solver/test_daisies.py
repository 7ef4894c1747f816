"""Daisies for rows of every length: the rule against search, and its proof on long rows."""

from random import Random

import pytest

from solver import infinite_quotient
from solver.commands.checks import daisies
from solver.quotients.daisies import DaisySums
from tests.solver.oracle import Oracle, octal

CODES = ["4.7", "4.71"]
LOSING = DaisySums()


def sums(total, largest):
    yield ()
    for size in range(min(total, largest), 0, -1):
        for rest in sums(total - size, size):
            yield (size, *rest)


@pytest.mark.parametrize("code", CODES)
def test_the_rule_is_what_plain_recursion_finds(code):
    search = Oracle(octal(code), misere=True)
    for position in sums(18, 18):
        assert LOSING.is_lost(position) != search.wins(position), position


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("seed", range(40))
def test_among_long_rows_losing_sums_lead_to_winning_ones_and_winning_ones_to_a_losing_one(
    code, seed
):
    """The two claims of the proof, for every move from random sums; among them are many in which
    one row has just the lead at which the rule changes."""
    options, random = octal(code), Random(seed)
    for _ in range(25):
        rows = [random.choice((1, 2, 3, 4, 5, 6, 7, random.randint(8, 60))) for _ in range(4)]
        rows = rows[: random.randint(0, 4)]
        counts = sum(1 if size == 2 else max(size - 3, 0) for size in rows)
        rows.append(counts + random.randint(1, 12))
        left = {
            LOSING.is_lost((*rows[:place], *option, *rows[place + 1 :]))
            for place, size in enumerate(rows)
            for option in options(size)
        }
        assert (True in left) != LOSING.is_lost(tuple(rows)), rows


def test_the_relations_hold_beside_random_company_and_letters_are_told_apart():
    infinite, random = infinite_quotient("octal:4.7"), Random(1992)
    companies = [
        tuple(random.randint(1, 25) for _ in range(random.randint(0, 5))) for _ in range(3_000)
    ]

    def outcomes(word):
        rows = tuple(infinite.letters[letter] for letter in word if letter != "1")
        return [LOSING.is_lost(rows + company) for company in companies]

    for one, other in infinite.relations:
        assert outcomes(one) == outcomes(other)
    words = ["1", "a", "b", "c", "d", "ab", "ac", "ad", "bb", "abb", "bbb", "bbbb", "abbbb"]
    assert len({tuple(outcomes(word)) for word in words}) == len(words)


def test_the_family_is_told_apart():
    family = infinite_quotient("octal:4.71").family
    search = Oracle(octal("4.71"), misere=True)
    for number in range(3):
        company = family.company(number)
        assert not search.wins(family.member(number) + company)
        for later in range(number + 1, 4):
            assert search.wins(family.member(later) + company)


def test_other_games_with_the_same_nim_values_are_not_spoken_of():
    assert infinite_quotient("octal:4.72") is None
    assert infinite_quotient("octal:4.3") is None


def test_verify_goes_through_the_rule(monkeypatch):
    assert all(daisies())
    monkeypatch.setattr("solver.quotients.daisies.FAR", 6)
    assert list(daisies()).count(False) > 10
