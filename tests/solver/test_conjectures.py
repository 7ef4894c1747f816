"""The two halves of a proof against an independent search, and rules that say what they count."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    Budget,
    BudgetExceededError,
    Convention,
    InvalidInputError,
    Player,
    Territory,
    Within,
    get_ruleset,
)
from solver.teaching import Figures, Rule

from . import oracle

GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:{2,3}": oracle.takes([2, 3]),
    "kayles": oracle.kayles,
    "octal:0.35": oracle.octal("0.35"),
    "partizan-kayles": oracle.partizan_kayles,
}
BOUNDS = [Within(1, 7), Within(2, 4), Within(total=5)]
CONVENTIONS = pytest.mark.parametrize("convention", list(Convention))


def territory(game, convention, within, positions=2_000):
    return Territory(get_ruleset(game), convention, within, Budget(positions))


def truly_lost(game, convention, places):
    search = oracle.Oracle(GAMES[game], convention is Convention.MISERE)
    return {(p, player) for p, player in places if not search.wins(p, player and player.value)}


def rule_on(rule, land):
    figures = Figures(land.ruleset, land.budget)
    return lambda position, player: rule.holds(figures, position, player)


@CONVENTIONS
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("within", BOUNDS, ids=str)
def test_the_lost_positions_and_they_alone_light_both_lights(game, convention, within):
    land = territory(game, convention, within)
    lost = truly_lost(game, convention, land.places)
    assert set(land.lost()) == lost
    halves = land.test(lambda *place: place in lost)
    assert (halves.holds, halves.first) == (True, None)
    assert halves.positions == len(land.positions)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(GAMES)),
    st.sampled_from(list(Convention)),
    st.sampled_from(BOUNDS),
    st.data(),
)
def test_both_lights_are_on_exactly_if_the_claim_is_the_set_of_lost_positions(
    game, convention, within, data
):
    land = territory(game, convention, within)
    lost = truly_lost(game, convention, land.places)
    claim = lost ^ data.draw(st.sets(st.sampled_from(land.places), max_size=3))
    halves = land.test(lambda *place: place in claim)
    assert halves.holds is (claim == lost)
    if halves.first:
        wrong = sum(halves.first.place[0])
        assert halves.first.place in claim ^ lost
        assert wrong == min(sum(position) for position, _ in claim ^ lost)


def test_the_breach_of_the_first_half_is_shown_by_the_move_that_stays_inside():
    land = territory("subtraction:3", Convention.MISERE, Within(1, 12))
    halves = land.test(lambda position, _: sum(position) in {1, 4, 9})
    assert halves.inside.place == ((4,), None)
    assert [str(move) for move in halves.inside.moves] == ["1>1"]
    assert halves.back.place == ((8,), None)
    assert sorted(halves.back.after(m)[0] for m in halves.back.moves) == [(5,), (6,), (7,)]
    assert halves.first is halves.inside


def test_the_end_of_the_game_is_won_or_lost_as_the_convention_says():
    nobody = territory("subtraction:{2,3}", Convention.NORMAL, Within(1, 4))
    halves = nobody.test(lambda *_: False)
    assert (halves.back.place, halves.back.moves) == (((), None), ())
    everybody = territory("subtraction:{2,3}", Convention.MISERE, Within(1, 1))
    halves = everybody.test(lambda position, _: bool(position))
    assert (halves.inside.place, halves.inside.moves) == (((1,), None), ())
    assert halves.back is None


def test_positions_that_follow_belong_to_the_territory():
    land = territory("kayles", Convention.NORMAL, Within(1, 5))
    assert (1, 3) in land.positions
    assert (1, 4) not in land.positions
    assert [sum(position) for position in land.positions] == sorted(map(sum, land.positions))


def test_too_large_a_territory_is_refused_by_its_size_and_by_its_cost():
    with pytest.raises(InvalidInputError, match="at most 500"):
        territory("nim", Convention.NORMAL, Within(99, 99))
    with pytest.raises(BudgetExceededError):
        territory("nim", Convention.NORMAL, Within(3, 6), positions=5)


# --- rules --------------------------------------------------------------------------------

TURNED = {"any": [{"largest": "<=1", "rows": "odd"}, {"largest": ">=2", "nim_sum": 0}]}
KINDS = {
    "any": [
        {"switches": 0, "traps": 0, "inverters": "odd"},
        {"switches": ">=1", "nim_sum": 0},
        {"traps": ">=1", "nim_sum": 0},
    ]
}
STRIPS = {
    "any": [
        {"to_move": "left", "balance": ">=1"},
        {"to_move": "left", "balance": ["1 mod 3", "2 mod 3"]},
        {"to_move": "right", "balance": [-1, -4, -7]},
    ]
}


@pytest.mark.parametrize(
    ("game", "convention", "within", "written"),
    [
        ("subtraction:3", "normal", Within(1, 20), {"total": "0 mod 4"}),
        ("subtraction:3", "misere", Within(1, 20), {"total": "1 mod 4"}),
        ("subtraction:3", "normal", Within(2, 8), {"difference": "0 mod 4"}),
        ("subtraction:3", "normal", Within(3, 6), {"nim_sum": 0}),
        ("nim", "normal", Within(2, 9), {"unpaired": 0}),
        ("nim", "normal", Within(3, 7), {"plain_nim_sum": 0}),
        ("nim", "misere", Within(3, 6), TURNED),
        ("kayles", "normal", Within(total=8), {"nim_sum": 0}),
        ("octal:0.31", "misere", Within(3, 5), KINDS),
        ("partizan-kayles", "misere", Within(total=7), STRIPS),
    ],
)
def test_a_rule_that_is_a_theorem_breaks_nowhere(game, convention, within, written):
    land = territory(game, Convention(convention), within)
    rule = Rule.read(written)
    figures = Figures(land.ruleset, land.budget)
    ended = convention == "normal"
    assert land.test(lambda p, who: rule.holds(figures, p, who) if p else ended).holds
    assert Rule.read(rule.content) == rule


@pytest.mark.parametrize(
    ("game", "convention", "within", "written", "breaks"),
    [
        ("kayles", "normal", Within(total=6), {"unpaired": 0}, (1, 4)),
        ("nim", "normal", Within(3, 5), {"unpaired": 0}, (1, 2, 3)),
        ("nim", "misere", Within(2, 4), {"any": [{"largest": 1}, {"unpaired": 0}]}, (1, 1)),
        ("subtraction:3", "normal", Within(3, 6), {"plain_nim_sum": 0}, (4,)),
    ],
)
def test_a_rule_that_is_wrong_breaks_first_at_its_smallest_position(
    game, convention, within, written, breaks
):
    land = territory(game, Convention(convention), within)
    rule, figures = Rule.read(written), Figures(land.ruleset, land.budget)
    halves = land.test(lambda p, who: rule.holds(figures, p, who) if p else convention == "normal")
    assert halves.first.place == (breaks, None)


@pytest.mark.parametrize(
    ("game", "written", "words"),
    [
        ("nim", {"total": "1 mod 4"}, "1, 5, 9, … matches in all"),
        ("nim", {"total": 1}, "Exactly one match"),
        ("nim", {"rows": "even"}, "An even number of rows"),
        ("nim", {"unpaired": 0}, "Only rows in equal pairs"),
        ("nim", {"rows": [1, "odd", ">=3"]}, "1, odd or at least 3 rows"),
        (
            "nim",
            TURNED,
            "The longest row at most 1, and an odd number of rows; or the longest row at least "
            "2, and nim-sum 0",
        ),
        ("subtraction:3", {"nim_sum": 0}, "Nim-sum of the remainders 0"),
        ("kayles", {"nim_sum": 0}, "Nim-sum of the nim-values 0"),
        ("kayles", {"switches": 0, "traps": ">=1"}, "No switch, and at least one trap"),
        ("kayles", {"firm": 0}, "Neither a trap nor a switch"),
        (
            "kayles",
            {"firm": ">=1", "nim_sum": 0},
            "At least one trap or switch, and nim-sum of the nim-values 0",
        ),
        ("kayles", {"switches": ">=2"}, "At least 2 switches"),
        ("partizan-kayles", {"balance": -1}, "Balance −1"),
        ("partizan-kayles", {"balance": "0 mod 3"}, "Balance …, −3, 0, 3, 6, 9, …"),
        ("partizan-kayles", {"balance": "1 mod 3"}, "Balance …, −5, −2, 1, 4, 7, …"),
        (
            "partizan-kayles",
            {"to_move": "left", "balance": "<=-1"},
            "Left to move: balance at most −1",
        ),
        ("partizan-kayles", {"to_move": "right"}, "Right to move"),
    ],
)
def test_a_rule_says_itself_in_words(game, written, words):
    rule = Rule.read(written)
    assert rule.words(get_ruleset(game), "match") == words
    assert not set(rule.key) & set(" ;")


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"any": []},
        {"any": [{"rows": 1}] * 5},
        {"colour": 1},
        {"rows": True},
        {"rows": 100},
        {"rows": "some"},
        {"rows": "4 mod 4"},
        {"rows": ">=x"},
        {"rows": []},
        {"rows": None},
    ],
)
def test_what_is_no_rule_is_refused_in_a_sentence(written):
    with pytest.raises(InvalidInputError) as refusal:
        Rule.read(written)
    assert str(refusal.value).endswith(".")


def test_a_rule_about_another_game_is_refused():
    nim, strips = get_ruleset("nim"), get_ruleset("partizan-kayles")
    assert Rule.read({"balance": 0}).refusal(nim) == "balance means nothing in Nim."
    assert "traps" in Rule.read({"traps": 0}).refusal(strips)
    assert Rule.read({"rows": 1}).refusal(nim) == ""


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        ((4, 5), {"squares": 3, "dominoes": 3, "balance": 0, "rows": 2, "total": 9}),
        ((1, 2, 2), {"squares": 1, "dominoes": 2, "balance": -1, "unpaired": 1, "difference": 1}),
    ],
)
def test_strips_are_counted_as_squares_and_dominoes(position, counts):
    figures = Figures(get_ruleset("partizan-kayles"), Budget())
    for name, number in counts.items():
        assert Rule.read({name: number}).holds(figures, position, Player.LEFT)
        assert not Rule.read({name: number + 1}).holds(figures, position, Player.LEFT)


def test_kinds_are_counted_by_their_names():
    figures = Figures(get_ruleset("octal:0.31"), Budget())
    rows = [figures.kind(size).value for size in range(1, 5)]
    names = {"inverter": "inverters", "null": "nulls", "trap": "traps", "gremlin": "gremlins"}
    names["higher switch"] = "higher_switches"
    for size, kind in enumerate(rows, 1):
        assert Rule.read({names[kind]: 1}).holds(figures, (size,), None)
