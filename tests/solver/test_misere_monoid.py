"""Misère monoids of sums: found, proved, and compared with plain recursion."""

import json
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    Budget,
    InvalidInputError,
    MisereIntegers,
    NotCoveredError,
    Outcome,
    Player,
    QuotientTable,
    UnsettledMonoid,
    get_ruleset,
    misere_monoid,
)
from solver.commands.command_line import main
from solver.research.monoid_search import MAX_ELEMENTS
from solver.research.monoid_sorts import Outcomes

from . import oracle
from .test_partizan_heaps import DOMINEERING, STRIPS, key_of, oracle_of, sided_rules

SIDED = "heaps:{1:[[]]|[],2:[]|[[]]}"
WILD = "heaps:{1:[[]]|[],2:[]|[[]],3:[[]]|[[],[2]]}"


def every_sum(sizes, heaps):
    for number in range(heaps + 1):
        yield from combinations_with_replacement(sizes, number)


def outcome(searched, position):
    return "".join("RL"[searched.wins(position, player)] for player in ("left", "right"))


def check(monoid, searched, sizes, heaps):
    """Sums with one element have one outcome beside every sum that was tried; sums with two
    elements are told apart by one of them, if the elements are few."""
    sums = list(every_sum(sizes, heaps))
    beside = {one: tuple(outcome(searched, one + other) for other in sums) for one in sums}
    for one in sums:
        for other in sums:
            if monoid.element(one) == monoid.element(other):
                assert beside[one] == beside[other]
            elif heaps > 3:
                assert beside[one] != beside[other]


def test_strips_are_found_to_be_the_integers():
    strips = misere_monoid("partizan-kayles", 9)
    assert isinstance(strips, MisereIntegers)
    # Theorem 1 and Corollary 4 of the paper: 3k counts as nothing, 3k + 1 as a square, 3k + 2 as a
    # domino, and a square and a domino cancel.
    assert strips.values == {n: (0, 1, -1)[n % 3] for n in range(1, 10)}
    at = [strips.outcomes[value].value for value in range(-20, 21)]
    assert at == [*("NPR"[-value % 3] for value in range(-20, 0)), "N", *"R" * 20]
    assert (strips.order, strips.is_proved) == (None, True)
    assert strips.inverse("4+1") == (2, 2)
    assert strips.inverse("2+2+8") == (1, 1, 1)
    assert strips.inverse(3) == ()
    check(strips, oracle.Oracle(oracle.partizan_kayles, True), range(1, 6), 3)


def test_strips_written_by_hand_are_the_integers_too():
    assert misere_monoid(key_of(STRIPS), 7).values == misere_monoid("partizan-kayles", 7).values


def test_of_one_move_for_each_the_player_with_fewer_wins():
    moves = misere_monoid(SIDED, 2)
    assert moves.values == {1: 1, 2: -1}
    assert [moves.outcomes[value].value for value in (-9, -1, 0, 1, 9)] == ["L", "L", "N", "R", "R"]


def test_longer_waits_are_larger_integers():
    waits = misere_monoid("heaps:{1:[]|[[]],2:[]|[[1]],3:[[]]|[],4:[[3]]|[],5:[]|[[2]]}", 5)
    assert waits.values == {1: 1, 2: 2, 3: -1, 4: -2, 5: 3}
    assert waits.inverse("5+5") == (4, 4, 4)
    assert waits.inverse("1+4") == (1,)


@pytest.mark.parametrize(
    "key",
    [
        "heaps:{1:[[]],2:[[1]]|[],3:[]|[[]]}",
        "heaps:{1:[[]]|[],2:[]|[[1,1]],3:[[],[1,1]]|[[]]}",
    ],
)
def test_what_few_heaps_make_look_like_integers_is_refuted(key):
    assert not isinstance(misere_monoid(key, 3), MisereIntegers)


def test_where_only_right_moves_all_strips_but_the_shortest_are_one():
    strips = misere_monoid(key_of(DOMINEERING), 7)
    assert [
        (each, who.value) for each, who in zip(strips.smallest, strips.outcomes, strict=True)
    ] == [
        ((), "N"),
        ((2,), "L"),
    ]
    assert (strips.inverse(1), strips.inverse(2)) == ((), None)


@pytest.mark.parametrize(
    ("key", "up_to"),
    [("kayles", 4), ("kayles", 8), ("octal:0.31", 4), ("nim", 3), ("subtraction:3", 5)],
)
def test_of_an_impartial_game_it_is_the_misere_quotient(key, up_to):
    monoid, table = misere_monoid(key, up_to), QuotientTable(get_ruleset(key))
    table.grow(up_to, Budget())
    known = table.known()
    names = {}
    for position in every_sum(range(1, up_to + 1), 3):
        element = known.monoid.product(known[size] for size in position)
        assert names.setdefault(monoid.element(position), element) == element
        lost = monoid.outcomes[monoid.element(position)] is Outcome.P
        assert lost == known.monoid.is_p(element)
    assert len(names) == len(set(names.values()))


def told_apart(searched, rules, heaps):
    """How many sums an independent search tells apart beside sums of up to so many *heaps*."""
    companies = list(every_sum(rules, heaps))
    sums, told = [()], set()
    for one in sums:  # grows while it is gone through
        signature = tuple(outcome(searched, one + company) for company in companies)
        if signature not in told and len(told) <= MAX_ELEMENTS + len(rules):
            told.add(signature)
            sums += [(*one, size) for size in rules]
    return len(told)


@given(sided_rules())
@settings(max_examples=25, deadline=None)
def test_what_is_claimed_of_any_rules_is_so(rules):
    monoid = misere_monoid(key_of(rules), max(rules), Budget(20_000))
    searched = oracle_of(rules, misere=True)
    if isinstance(monoid, UnsettledMonoid):
        told = max(told_apart(searched, rules, heaps) for heaps in range(1, 5))
        assert monoid.least <= told
        return
    check(monoid, searched, list(rules), 3)
    for position in every_sum(rules, 2):
        expected = outcome(searched, position)
        element = monoid.element(position)
        wins = [monoid.outcomes[element].wins(player) for player in Player]
        assert "".join("RL"[won] for won in wins) == expected
        inverse = monoid.inverse(position)
        assert inverse is None or monoid.element(position + inverse) == monoid.element(())


def test_a_small_game_with_a_relation_of_its_own_is_proved_apart():
    key = "heaps:{1:[[]],2:[[1]]|[[]],3:[[2]]|[[1]]}"
    left = {1: [()], 2: [(1,)], 3: [(2,)]}
    right = {1: [()], 2: [()], 3: [(1,)]}
    monoid = misere_monoid(key, 3)
    assert monoid.order == 9
    check(monoid, oracle.Oracle(oracle.sided_heaps(left, right), True), (1, 2, 3), 4)


def test_what_is_neither_says_so():
    monoid = misere_monoid(WILD, 3)
    assert isinstance(monoid, UnsettledMonoid)
    assert (monoid.is_proved, monoid.order) == (False, None)
    assert "not settled" in monoid.said
    with pytest.raises(NotCoveredError, match="not settled"):
        monoid.element("1")
    with pytest.raises(NotCoveredError):
        monoid.inverse("1")


@pytest.mark.parametrize(
    ("bound", "largest", "key"),
    [
        ("MAX_ELEMENTS", 3, "kayles"),
        ("MAX_TRANSITIONS", 2, "kayles"),
        ("MAX_PERIOD", 2, "partizan-kayles"),
    ],
)
def test_beyond_its_bounds_nothing_is_claimed(monkeypatch, bound, largest, key):
    monkeypatch.setattr(f"solver.research.monoid_search.{bound}", largest)
    assert isinstance(misere_monoid(key, 4), UnsettledMonoid)


def test_a_budget_that_ends_first_leaves_it_unsettled():
    monoid = misere_monoid("partizan-kayles", 12, Budget(3))
    assert monoid.least == 1
    assert "at least 1 element;" in monoid.said


@pytest.mark.parametrize("up_to", [0, 21])
def test_a_size_that_is_out_of_reach_is_refused(up_to):
    with pytest.raises(InvalidInputError, match="write a number from 1 to 20"):
        misere_monoid("kayles", up_to)


def test_a_sum_of_larger_sizes_is_refused():
    with pytest.raises(InvalidInputError, match="use heaps of up to 2"):
        misere_monoid(SIDED, 2).element("1+3")


def test_integers_that_repeat_would_not_be_told_apart():
    repeating = Outcomes(-2, (Outcome.N, Outcome.P) * 2, 2, 2)
    assert repeating.is_periodic
    assert [repeating[value].value for value in (-7, -6, 6, 7)] == ["P", "N", "N", "P"]
    assert not Outcomes(-1, (Outcome.L, Outcome.N, Outcome.R), 1, 1).is_periodic


def test_the_command_line_prints_it_for_people_and_programs(capsys):
    assert main(["monoid", SIDED, "--up-to", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("The sums of heaps of up to 2 count as the integers")
    assert [line.split() for line in lines[1:3]] == [["1", "1"], ["2", "-1"]]
    assert lines[3].split()[5:8] == ["-1:L", "0:N", "1:R"]
    assert main(["monoid", "nim", "--up-to", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["     N  0", "     P  1"]
    answers = []
    for key, up_to in ((SIDED, "2"), ("nim", "1"), (WILD, "3")):
        assert main(["monoid", key, "--up-to", up_to, "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    integers, finite, unsettled = answers
    assert (integers["sort"], integers["order"], integers["complete"]) == ("integers", None, True)
    assert integers["values"] == {"1": 1, "2": -1}
    assert integers["outcomes"]["-14"] == "L"
    assert finite["elements"] == [
        {"smallest": [], "outcome": "N", "plus": [1]},
        {"smallest": [1], "outcome": "P", "plus": [0]},
    ]
    assert (unsettled["complete"], unsettled["at_least"] > 4) == (False, True)
    assert main(["monoid", SIDED, "--up-to", "0"]) == 2


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(-3, 3), min_size=1, max_size=4),
    st.integers(1, 4),
    st.integers(0, 4),
    st.data(),
)
def test_every_sum_has_the_sizes_and_the_place_in_the_period_of_one_that_is_checked(
    values, period, tail, data
):
    """The lemma of the proof that a monoid is the integers, on sums of any heaps."""
    aside, largest = sum(map(abs, values)), max(map(abs, values))
    checked = max(aside, tail) + period * largest
    met, queue = {(0, frozenset())}, [(0, frozenset())]
    for value, kinds in queue:
        for kind, more in enumerate(values):
            larger = value + more, kinds | {kind}
            if abs(larger[0]) <= checked and larger not in met:
                met.add(larger)
                queue.append(larger)
    counts = [data.draw(st.integers(0, 30)) for _ in values]
    value = sum(count * worth for count, worth in zip(counts, values, strict=True))
    kinds = frozenset(kind for kind, count in enumerate(counts) if count)
    if abs(value) <= checked:
        assert (value, kinds) in met
    else:
        sign = 1 if value > 0 else -1
        nearer = range(tail + 1, checked + 1)
        assert any((sign * n, kinds) in met and (value - sign * n) % period == 0 for n in nearer)
