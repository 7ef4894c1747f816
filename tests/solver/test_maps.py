"""Maps of a game, place by place against exhaustive search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Budget, Kind, Outcome, get_ruleset
from solver.teaching import Atlas, Lost, decided_up_to, plane

from . import oracle

GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes((1, 2, 3)),
    "subtraction:{1,3,4}": oracle.takes((1, 3, 4)),
    "kayles": oracle.kayles,
    "octal:0.35": oracle.octal("0.35"),
    "octal:0.07": oracle.octal("0.07"),
    "heaps:{1:[[]],3:[[],[2,2]]}": oracle.heaps({1: [()], 3: [(), (2, 2)]}),
}


def atlas(key, positions=4_000):
    return Atlas(get_ruleset(key), Budget(positions))


def searched(key, position):
    """Whether each ending is lost, by a search that shares no code with the solver."""
    rows = tuple(size for size in position if size)
    return tuple(
        not oracle.Oracle(GAMES[key], misere=misere).wins(rows) for misere in (False, True)
    )


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("third", [0, 1, 4])
def test_every_place_of_a_map_is_what_exhaustive_search_says(key, third):
    places = atlas(key).two_rows(7, third)
    for one, row in enumerate(places):
        for other, place in enumerate(row):
            normal, misere = searched(key, (one, other, third))
            assert place is Lost.of(normal=normal, misere=misere), (one, other)
    assert decided_up_to(places) == 7


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["octal:0.35", "octal:0.07", "octal:4.7"]),
    st.integers(0, 12),
    st.integers(0, 7),
    st.integers(1, 300),
)
def test_what_a_small_budget_decides_is_true_and_the_rest_stays_open(key, one, other, positions):
    options = oracle.octal(key.removeprefix("octal:"))
    rows = tuple(size for size in (one, other) if size)
    place = atlas(key, positions).lost((one, other))
    normal = not oracle.Oracle(options, misere=False).wins(rows)
    misere = not oracle.Oracle(options, misere=True).wins(rows)
    assert place in (Lost.of(normal=normal, misere=misere), Lost.of(normal=normal, misere=None))


def test_a_map_says_up_to_where_it_got():
    places = atlas("octal:4.7", 500).two_rows(40)
    got = decided_up_to(places)
    assert 3 <= got < 40
    assert any(place is Lost.OPEN for place in places[got + 1])
    assert any(place is Lost.NORMAL_AT_LEAST for row in places for place in row)
    assert decided_up_to(((Lost.OPEN,),)) == -1


def test_what_the_map_knows_of_a_row_its_sequence_knows_too():
    both = atlas("octal:0.35", 1_500)
    alone = both.two_rows(30)[0]
    assert decided_up_to((alone,)) == 0
    rows = both.sequence().rows
    assert sum(place.is_decided for place in alone) > 15
    for row, place in zip(rows, alone, strict=False):
        assert (row.lost is not None) == place.is_decided
        assert not place.is_decided or row.lost == (place in (Lost.BOTH, Lost.MISERE))


def test_the_sequence_of_kayles_holds_its_proved_periods():
    sequence = atlas("kayles").sequence()
    assert (sequence.nim_period, sequence.element_period) == ((71, 12), (71, 12))
    assert len(sequence.rows) == 71 + 12 + 1
    lost = [row.size for row in sequence.rows if row.lost]
    assert lost == [1, 4, 9, 12, 20]
    five = sequence.rows[5]
    assert (five.nim_value, five.kind, five.element != "") == (4, Kind.HIGHER_SWITCH, True)
    kinds = {row.size: row.kind for row in sequence.rows}
    assert (kinds[0], kinds[1], kinds[2]) == (Kind.NULL, Kind.INVERTER, Kind.HIGHER_SWITCH)
    assert kinds[9] is Kind.HIGHER_INVERTER


@pytest.mark.parametrize("key", GAMES)
def test_rows_alone_are_what_exhaustive_search_says(key):
    for row in atlas(key).sequence().rows[:12]:
        assert row.lost is searched(key, (row.size,))[1]
        assert row.kind is Kind.of(row.nim_value, misere_win=not row.lost)


def test_no_period_is_told_that_is_not_proved():
    nim = atlas("nim").sequence()
    assert (nim.nim_period, nim.element_period) == (None, None)
    assert {row.element for row in nim.rows} == {""}
    assert len(nim.rows) == 41
    dawson = atlas("octal:0.07", 1_000).sequence()
    assert (dawson.nim_period, dawson.element_period) == ((53, 34), None)
    assert len(dawson.rows) == 88
    assert dawson.rows[-1].element == ""
    assert dawson.rows[-1].kind is None
    taking = atlas("subtraction:3").sequence()
    assert (taking.nim_period, taking.element_period) == ((0, 4), (0, 4))


def test_a_long_period_is_told_and_not_drawn():
    long = atlas("subtraction:130").sequence()
    assert long.nim_period == (0, 131)
    assert len(long.rows) == 41


def test_the_plane_of_squares_and_dominoes_is_what_exhaustive_search_says():
    strips = oracle.Oracle(oracle.partizan_kayles, misere=True)
    for dominoes, row in enumerate(plane(5)):
        for squares, outcome in enumerate(row):
            rows = (1,) * squares + (2,) * dominoes
            wins = [strips.wins(rows, player) for player in ("left", "right")]
            assert outcome is Outcome.of(left_first_wins=wins[0], right_first_wins=wins[1])
