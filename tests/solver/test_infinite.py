"""Infinite quotients: the losing sums against exhaustive search, and what the checker refuses."""

import json
from dataclasses import replace
from itertools import combinations, combinations_with_replacement

import pytest

from solver import Game, InvalidInputError, get_ruleset, infinite_games, infinite_quotient
from solver.commands.command_line import main
from solver.commands.proofs import infinite_as_kept
from solver.quotients.infinite import claims
from solver.quotients.lost_sums import Gauge, LostSums, Rays
from tests.solver.oracle import Oracle, nim, octal

ROWS = {"octal:0.354": 9, "octal:0.3541": 8, "octal:0.3122": 7}
"""Up to how many rows sums are searched."""
SMALL = "octal:0.354"


def losing(key=SMALL):
    return infinite_quotient(key).losing


def judge(key):
    return Oracle(octal(key.removeprefix("octal:")), misere=True)


def sums(largest, rows):
    for number in range(rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


@pytest.mark.parametrize("key", infinite_games())
def test_the_losing_sums_are_those_that_search_finds(key):
    infinite, search = infinite_quotient(key), judge(key)
    wrong = [
        position
        for position in sums(infinite.up_to, ROWS.get(key, 6))
        if infinite.losing.is_lost(position) == search.wins(position)
    ]
    assert wrong == []


@pytest.mark.no_cover
def test_everything_that_is_kept_is_proved():
    assert list(infinite_as_kept()) == [True] * len(infinite_games())


def test_each_claim_about_a_game_is_proved_by_itself(monkeypatch):
    monkeypatch.setattr("solver.commands.proofs.infinite_games", lambda: [SMALL])
    assert list(infinite_as_kept()) == [True]
    relations = len(infinite_quotient(SMALL).relations)
    assert list(claims(SMALL)) == [True] * (3 + relations)


@pytest.mark.no_cover
@pytest.mark.parametrize("key", infinite_games())
def test_members_of_the_family_lose_beside_their_company_and_later_ones_win(key):
    family, search = infinite_quotient(key).family, judge(key)
    for first in range(3):
        outcomes = [
            search.wins(tuple(sorted(family.member(number) + family.company(first))))
            for number in range(first, 4)
        ]
        assert outcomes == [False] + [True] * (3 - first)


def test_the_set_follows_from_its_gauges():
    kept = losing()
    assert LostSums.guessed(kept.ruleset, kept.gauges).lost == kept.lost


def test_each_bit_that_is_changed_is_noticed():
    kept = losing()
    places = [place for place in range(kept.lost.bit_length()) if kept.lost >> place & 1]
    for place in places[::12]:
        wrong = replace(kept, lost=kept.lost ^ 1 << place)
        assert wrong.flaw() is not None, place
    assert kept.flaw() is None


@pytest.mark.parametrize("gauge", range(6))
def test_a_changed_remainder_is_noticed(gauge):
    """With one gauge's remainders shifted by one, or read with another period, the set is wrong."""
    kept = losing()
    weights, least, most, period = (
        getattr(kept.gauges[gauge], name) for name in ("weights", "least", "most", "period")
    )
    for changed in (
        Gauge(weights, least, most + 1, period),
        Gauge(weights, least, most, period + 1),
    ):
        gauges = (*kept.gauges[:gauge], changed, *kept.gauges[gauge + 1 :])
        assert replace(kept, gauges=gauges).flaw() is not None


def test_gauges_that_are_too_coarse_have_no_right_set():
    """A quotient of so few elements would be finite."""
    kept = losing()
    without = LostSums.guessed(kept.ruleset, kept.gauges[:-1])
    assert without.flaw() is not None


def test_finite_quotients_have_sets_by_single_sizes():
    """Take 1 or 2: a row of 1 and a row of 2, each by its remainder."""
    gauges = (Gauge((1, 0), 0, 0, 2), Gauge((0, 1), 0, 1, 2))
    guess = LostSums.guessed(get_ruleset("subtraction:2"), gauges)
    assert guess.flaw() is None
    assert [position for position in sums(2, 3) if guess.is_lost(position)] == [
        *((1,), (2, 2), (1, 1, 1))
    ]
    family = Rays((0, 0), (0, 1), (1, 0), (0, 1))
    assert not guess.tells_apart(family)


def test_a_gauge_of_positive_weights_may_start_above_none():
    """The rows of 1 and 2 together, read from 1 on: none is less than what is read exactly."""
    together = Gauge((1, 1), 1, 2, 2)
    assert [together.read(together.count((count, 0))) for count in range(6)] == [0, 1, 2, 3, 4, 3]
    assert 0 in together.readings
    gauges = (Gauge((1, 0), 0, 0, 2), Gauge((0, 1), 0, 1, 2), together)
    assert LostSums.guessed(get_ruleset("subtraction:2"), gauges).flaw() is None


def test_a_family_proves_nothing_if_company_fails_or_counts_run_both_ways():
    kept, family = losing(), infinite_quotient(SMALL).family
    assert kept.tells_apart(family)
    assert not kept.tells_apart(replace(family, company_start=(0, 0, 0, 0, 0)))
    assert not kept.tells_apart(replace(family, step=(0, 0, 0, 0, 3)))
    assert not kept.tells_apart(replace(family, company_step=(0, 0, 0, 0, 0)))
    assert not kept.tells_apart(replace(family, company_step=(0, 0, 2, 0, 0)))


def test_sums_that_company_tells_apart_are_not_alike():
    kept = losing()
    assert kept.alike((4, 4), (3,))
    assert not kept.alike((4, 4), ())
    assert not kept.alike((5,), (5, 5, 5))


@pytest.mark.no_cover
@pytest.mark.parametrize("key", infinite_games())
def test_no_two_words_that_the_relations_leave_are_alike_for_short_sums(key):
    """The words of up to three rows that hold no left side of a relation."""
    infinite = infinite_quotient(key)
    long_sides = [one for one, _ in infinite.relations]
    letters = {heap: letter for letter, heap in infinite.letters.items()}

    def is_left(position):
        word = "".join(letters[size] for size in position)
        return not any(all(word.count(c) >= side.count(c) for c in side) for side in long_sides)

    company = [
        (*beside, *(rest for rest in [size] * count))
        for beside in sums(infinite.up_to, 2)
        for size in range(1, infinite.up_to + 1)
        for count in range(17)
    ]
    left = [position for position in sums(infinite.up_to, 3) if is_left(position)]
    told = {
        position: tuple(infinite.losing.is_lost(position + other) for other in company)
        for position in left
    }
    for one, other in combinations(left, 2):
        assert told[one] != told[other], (one, other)


def test_a_set_does_not_speak_of_longer_rows():
    with pytest.raises(InvalidInputError, match="it knows rows up to 5"):
        losing().is_lost((3, 6))


@pytest.mark.parametrize(("key", "options"), [("nim", nim), ("lasker", None)])
def test_nim_and_laskers_nim_come_out_by_the_same_type(key, options):
    infinite = infinite_quotient(key)
    options = options or (
        lambda size, player=None: [*nim(size), *((part, size - part) for part in range(1, size))]
    )
    search = Oracle(options, misere=True)
    assert infinite.up_to is None
    assert not infinite.is_finitely_generated
    for position in sums(7, 4):
        assert infinite.losing.is_lost(position) != search.wins(position), position
    for first, second in combinations(range(5), 2):
        one, other = infinite.family.member(first), infinite.family.member(second)
        company = infinite.family.company(first)
        assert not search.wins(tuple(sorted(one + company)))
        assert search.wins(tuple(sorted(other + company)))
    for relation in infinite.relations:
        one, other = (
            tuple(infinite.letters[letter] for letter in word if letter != "1") for word in relation
        )
        for company in sums(5, 2):
            beside = [tuple(sorted(side + company)) for side in (one, other)]
            assert search.wins(beside[0]) == search.wins(beside[1]), relation


def test_the_command_tells_the_proof(capsys):
    assert main(["quotient", SMALL]) == 0
    said = capsys.readouterr().out
    assert "rows of up to 5 alone have infinitely many elements" in said
    assert "take 4k rows of 5, and for company (k + 1) rows of 3" in said
    assert "3,594 cases" in said
    assert "Nothing is proved about which sums with longer rows" in said
    assert main(["quotient", "octal:0.3122", "--json", "--up-to", "9"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["finite"], told["order"], told["p_portion_order"]) == (False, None, None)
    assert told["finitely_generated"] is True
    assert told["family"][1] == ["7+7+7", "1+4+5+5+5+5"]
    assert ["aa", "1"] in told["relations"]
    kept = LostSums.from_json(get_ruleset("octal:0.3122"), told["losing_sums"])
    assert kept.as_json() == losing("octal:0.3122").as_json()


SAME = "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[1,1],[3]],5:[[1,1],[1,2],[4]]}"


@pytest.mark.parametrize("key", ["octal:0.3544", "octal:0.354004", SAME])
def test_a_game_with_the_same_moves_in_few_rows_has_the_same_proof(key):
    infinite = infinite_quotient(key)
    assert infinite.ruleset.key == get_ruleset(key).key
    assert get_ruleset(key).name in infinite.reason
    assert infinite.losing.flaw() is None
    assert infinite.as_json() == infinite_quotient(SMALL).as_json()


def test_a_move_may_make_no_difference():
    """Only 0.3541 lets a row of 4 be removed; the losing sums of few rows are the same."""
    assert infinite_quotient("octal:0.3545").losing.as_json() == losing().as_json()
    assert (
        infinite_quotient("octal:0.3545").as_json() == infinite_quotient("octal:0.3541").as_json()
    )


@pytest.mark.parametrize(
    "key", ["octal:0.3542", "octal:0.3141", "octal:0.355", "kayles", "partizan-kayles"]
)
def test_other_moves_have_another_proof_or_none(key):
    assert infinite_quotient(key) is None


def test_fewer_rows_have_a_finite_quotient_still(capsys):
    assert main(["quotient", SMALL, "--up-to", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["order"] == 14
    assert Game(SMALL).quotient(4).order == 14
    with pytest.raises(InvalidInputError, match=r"0\.354 is infinite"):
        Game(SMALL).quotient(5)
    with pytest.raises(InvalidInputError, match=r"0\.354 is infinite"):
        Game(SMALL).quotient()
