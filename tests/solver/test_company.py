"""What lies beside two positions, and what each player may leave: against exhaustive search."""

import pytest

from solver import (
    NotCoveredError,
    Outcome,
    Player,
    ask,
    companies,
    is_at_least,
    never_apart,
    never_worse,
)
from solver.teaching import Fan, in_tiles

from . import oracle

STRIPS = oracle.Oracle(oracle.partizan_kayles, misere=True)
SMALL = tuple(companies(6, 3, 6))
COMPANY = tuple(companies(9, 3, 5))


def outcome(position):
    """Who wins, by a search that shares no code with the solver."""
    wins = tuple(bool(STRIPS.wins(tuple(position), player.value)) for player in Player)
    return {
        (True, True): Outcome.N,
        (False, False): Outcome.P,
        (True, False): Outcome.L,
        (False, True): Outcome.R,
    }[wins]


def asked(position, ruleset="partizan-kayles", convention="misere"):
    return ask(ruleset, position, convention)


def test_companies_are_all_sums_the_smallest_first():
    assert list(companies(4, 2, 3)) == [(), (1,), (1, 1), (2,), (1, 2), (3,), (2, 2), (1, 3)]


def test_outcomes_are_in_the_order_of_the_diamond():
    better = {(a.value, b.value) for a in Outcome for b in Outcome if is_at_least(a, b)}
    assert better == {(a, a) for a in "NPLR"} | {
        ("L", "N"), ("L", "P"), ("L", "R"), ("N", "R"), ("P", "R")
    }  # fmt: skip


@pytest.mark.parametrize("one", SMALL)
def test_what_is_said_of_any_company_is_so_beside_all_that_were_tried(one):
    for other in SMALL:
        pairs = [(outcome(one + x), outcome(other + x)) for x in COMPANY]
        same, worse = never_apart(asked(one), other), never_worse(asked(one), other)
        assert same == all(a is b for a, b in pairs), (one, other)
        assert worse == all(is_at_least(a, b) for a, b in pairs), (one, other)


def test_in_kayles_the_quotient_says_what_no_company_tells_apart():
    kayles = oracle.Oracle(oracle.kayles, misere=True)
    for one, other in (((1, 1), ()), ((2, 2), ()), ((4,), (1,)), ((5,), (4,)), ((3,), (1, 2))):
        apart = any(kayles.wins(one + x) != kayles.wins(other + x) for x in companies(9, 3, 9))
        assert never_apart(asked(one, "kayles"), other) is not apart


def test_where_no_theory_can_tell_it_is_refused():
    with pytest.raises(NotCoveredError, match="works only where the last one loses"):
        never_worse(asked((2,), convention="normal"), (1, 1))
    with pytest.raises(NotCoveredError, match="only where the last one loses"):
        never_apart(asked((1, 1), "kayles", "normal"), ())


@pytest.mark.parametrize("position", [x for x in companies(9, 3, 9) if x])
@pytest.mark.parametrize("player", Player)
def test_what_is_struck_out_of_a_fan_is_never_better_than_what_is_kept(position, player):
    fan = Fan(position, player)
    options = {option for same in fan.sums.values() for option in same}
    moves = STRIPS.moves(position, player.value)
    assert options == {
        tuple(sorted(x for x in STRIPS.after(position, move) if x)) for move in moves
    }
    if not options:
        return
    kept = fan.sums[fan.best][0]
    for option in options:
        for beside in companies(5, 2, 5):
            pair = outcome(kept + beside), outcome(option + beside)
            assert is_at_least(*(pair if player is Player.LEFT else pair[::-1])), option
    for total in fan.dominated:
        assert total != fan.best


def test_counts_are_written_as_tiles():
    assert [in_tiles(count) for count in ((0, 0), (1, 0), (0, 1), (2, 3))] == [
        "0",
        "S1",
        "S2",
        "2·S1 + 3·S2",
    ]
    four = [Fan((4,), player) for player in Player]
    assert [in_tiles(fan.best) for fan in four] == ["S1 + S2", "2·S1"]
    assert [list(map(in_tiles, fan.dominated)) for fan in four] == [[], ["S2"]]
