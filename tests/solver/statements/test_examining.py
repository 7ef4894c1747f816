"""Breaches are the smallest there are, and what is proved for ever is true: against an
independent search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    Budget,
    Certificate,
    Conjecture,
    Convention,
    Marks,
    Player,
    examine,
    get_ruleset,
    read_formula,
)

from .. import oracle

GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:{2,3}": oracle.takes([2, 3]),
    "kayles": oracle.kayles,
    "octal:0.31": oracle.octal("0.31"),
    "octal:0.35": oracle.octal("0.35"),
    "octal:0.6": oracle.octal("0.6"),
    "heaps:{1:[[]],2:[[]],3:[[1],[2,2]]}": oracle.heaps({1: [()], 2: [()], 3: [(1,), (2, 2)]}),
    "partizan-kayles": oracle.partizan_kayles,
}
BOUTON = "max(r) >= 2 and xor(r) = 0 or max(r) <= 1 and count(r = 1) mod 2 = 1"
TAME = "firm = 0 and inverters mod 2 = 1 or firm >= 1 and nim_sum = 0"
THEOREM_3 = (
    "left and (balance >= 1 or balance <= 0 - 1 and not balance mod 3 = 0) or "
    "right and balance <= 0 - 1 and balance mod 3 = 2"
)


def conjecture(game, convention, text, positions=2_000):
    rules = get_ruleset(game)
    formula = read_formula(text, rules) if isinstance(text, str) else text
    return Conjecture(formula, rules, Convention(convention), Budget(positions))


def partitions(total, largest=None):
    if not total:
        yield ()
    for first in range(min(total, largest or total), 0, -1):
        for rest in partitions(total - first, first):
            yield (*rest, first)


def wrong_places(tested, most, rows=99):
    """Where a conjecture is wrong, by an independent search, in order of size."""
    search = oracle.Oracle(GAMES[tested.rules.key], tested.convention is Convention.MISERE)
    players = tuple(Player) if tested.rules.partizan else (None,)
    return [
        (position, player)
        for total in range(most + 1)
        for position in partitions(total)
        if len(position) <= (tested.rows or rows)
        for player in players
        if tested.claim(position, player) == search.wins(position, player and player.value)
    ]


@pytest.mark.parametrize(
    ("game", "convention", "text", "theorem"),
    [
        ("nim", "normal", "a = b", "nim-values"),
        ("nim", "misere", "a = b and b >= 2 or a = 0 and b = 1", "kinds"),
        ("nim", "normal", "xor(r) = 0", "nim-values"),
        ("nim", "normal", "nim_sum = 0", "nim-values"),
        ("nim", "normal", "plain_nim_sum mod 8 = 0 and plain_nim_sum < 8", "nim-values"),
        ("nim", "misere", BOUTON, "kinds"),
        ("nim", "misere", TAME, "kinds"),
        ("subtraction:3", "normal", "a mod 4 = b mod 4", "nim-values"),
        ("subtraction:3", "normal", "(a - b) mod 4 = 0", "nim-values"),
        ("subtraction:3", "normal", "(a mod 4) xor (b mod 4) = 0", "nim-values"),
        ("subtraction:3", "normal", "(3 * a + b) mod 4 = 0", "nim-values"),
        ("subtraction:3", "normal", "columns(r mod 4, 2) = 0", "nim-values"),
        ("subtraction:3", "normal", "total = 0 or xor(r mod 4) = 0", "nim-values"),
        ("subtraction:3", "misere", "a mod 4 = 1", "kinds"),
        (
            "subtraction:3",
            "normal",
            "max(r mod 4) = 0 or a = b and max(r mod 4) <= 3 or (a - b) mod 4 = 0",
            "nim-values",
        ),
        ("subtraction:3", "misere", "sum(r) mod 4 = 1 and a = a", "kinds"),
        (
            "subtraction:3",
            "misere",
            "max(r mod 4) >= 2 and xor(r mod 4) = 0 or max(r mod 4) <= 1 and count(r mod 4 = 1) "
            "mod 2 = 1",
            "kinds",
        ),
        ("kayles", "normal", "nim_sum = 0", "nim-values"),
        ("kayles", "misere", "a = 1 or a = 4 or a = 9 or a = 12 or a = 20", "quotient"),
        ("octal:0.31", "misere", TAME, "kinds"),
        ("heaps:{1:[[]],2:[[]],3:[[1],[2,2]]}", "normal", "nim_sum = 0", "nim-values"),
        ("partizan-kayles", "misere", THEOREM_3, "balance"),
        ("partizan-kayles", "misere", "left and a mod 3 != 0 or right and a mod 3 = 2", "balance"),
        (
            "partizan-kayles",
            "misere",
            THEOREM_3.replace("balance >= 1", "squares > dominoes"),
            "balance",
        ),
    ],
)
def test_a_theorem_is_proved_for_ever_and_true(game, convention, text, theorem):
    tested = conjecture(game, convention, text)
    finding = examine(tested)
    assert isinstance(finding.certificate, Certificate)
    assert finding.certificate.theorem == theorem
    assert finding.certificate.compared > 3
    assert (finding.survey.first, finding.is_smallest) == (None, True)
    assert wrong_places(tested, 13) == []


@pytest.mark.parametrize(
    ("game", "convention", "text", "half", "position", "moves"),
    [
        # Equal rows are lost: not where the last one loses.
        ("nim", "misere", "a = b", "inside", (1, 1), None),
        ("nim", "misere", "a = b and b > 0", "back", (1,), ["1>0"]),
        # Moore's rule is of a game in which several rows may change at once.
        ("nim", "normal", "columns(r, 3) = 0", "back", (1, 1), ["2>0"]),
        (
            "kayles",
            "normal",
            "unpaired = 0",
            "back",
            (1, 4),
            ["1>0", "2>1+2", "2>2", "2>3", "2>1+1"],
        ),
        ("subtraction:3", "normal", "sum(r mod 4) mod 4 = 0", "back", (1, 1), ["2>0"]),
        ("subtraction:{2,3}", "misere", "a = 1", "inside", (1,), []),
        ("subtraction:{2,3}", "normal", "a > 1", "back", (1,), []),
        ("octal:0.35", "misere", TAME, "inside", (1, 4), ["2>1+1"]),
        ("partizan-kayles", "misere", "balance = 0 - 1", "back", (1,), ["1>0"]),
        ("kayles", "misere", "a = 1 or a = 4 or a = 9 or a = 12", "back", (20,), None),
    ],
)
def test_a_wrong_conjecture_breaks_at_the_smallest_position(
    game, convention, text, half, position, moves
):
    tested = conjecture(game, convention, text)
    finding = examine(tested)
    first = finding.survey.first
    wrong = wrong_places(tested, sum(position) if sum(position) < 15 else 0) or [(position, None)]
    assert sum(wrong[0][0]) == sum(first.place[0])
    if game != "nim" or half == "back":
        assert first.place[0] == position
        assert first is getattr(finding.survey, half)
    if moves is not None:
        assert sorted(map(str, first.moves)) == sorted(moves)


WEIGHED = st.sampled_from(
    ["a", "b", "a - b", "a + 1", "2 * b", "a mod 3", "(a + b) mod 4", "(a mod 2) * (b mod 3)",
     "a xor b", "sum(r mod 3)", "max(r mod 3)", "xor(r mod 4)", "columns(r mod 4, 3)",
     "total", "rows", "count(r = 2)", "sum(r)", "0 - b"]
)  # fmt: skip
COUNTED = st.sampled_from(
    ["total", "rows", "largest", "nim_sum", "plain_nim_sum", "inverters", "switches", "traps",
     "sum(r mod 3)", "max(r mod 3)", "xor(r mod 4)", "columns(r mod 4, 3)", "columns(r, 2)",
     "count(r = 2)", "count(r >= 3)", "xor(r)", "max(r)", "sum(2 * r)", "sum(r - 2)",
     "total mod 3", "xor(r) mod 2", "xor(r) mod 3", "largest mod 2", "rows mod 2",
     "sum(r mod 3) + 1", "total - rows", "unpaired", "difference", "xor(2 * r)", "xor(r * r)"]
)  # fmt: skip
SIGN = st.sampled_from(["=", "<", ">=", "!="])


def conditions(of):
    one = st.builds("{} {} {}".format, of, SIGN, st.integers(0, 4))
    both = st.builds("{} {} {}".format, one, st.sampled_from(["and", "or"]), one)
    return one | both | st.builds("not ({})".format, both)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([game for game in GAMES if game != "partizan-kayles"]),
    st.sampled_from(list(Convention)),
    conditions(WEIGHED) | conditions(COUNTED),
)
def test_whatever_is_conjectured_is_judged_as_an_independent_search_judges_it(
    game, convention, text
):
    judge(conjecture(game, convention, text, 800), 9)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(list(Convention)),
    conditions(st.sampled_from(["balance", "squares", "dominoes", "balance mod 3", "total",
                                "a mod 3", "squares - dominoes", "2 * squares - dominoes"])),
    st.sampled_from(["{}", "left and ({})", "left or {}"]),
)  # fmt: skip
def test_conjectures_about_strips_are_judged_alike(convention, text, turned):
    judge(conjecture("partizan-kayles", convention, turned.format(text), 800), 8)


@pytest.mark.parametrize("text", ["left or a mod 3 = 2", "a mod 3 = 2", "a = 2", "b = 2 - a"])
def test_a_claim_about_so_many_strips_is_looked_at_beyond_the_first_lengths(text):
    tested = conjecture("partizan-kayles", "misere", text)
    judge(tested, 9)
    assert examine(tested).certificate is None


@pytest.mark.parametrize(
    ("text", "is_proved"),
    [
        ("a mod 4 = 0 and max(r) = a", False),  # no lemma reaches a measure without a bound
        ("a mod 4 = 0 and xor(r) = a", False),
        ("a mod 4 = 0 and max(r mod 4) = 0", True),
        ("a mod 4 = 0 and xor(r mod 4) = 0", True),
        ("a mod 4 = 0 and columns(r mod 4, 2) = 0", True),
        ("a mod 4 = 0 and sum(r) = a", True),
    ],
)
def test_a_measure_of_all_rows_beside_a_single_row_is_proved_where_it_is_bounded(text, is_proved):
    tested = conjecture("subtraction:3", "normal", text)
    judge(tested, 9)
    assert bool(examine(tested).certificate) is is_proved


@pytest.mark.parametrize("text", ["xor(2 * r) = 0", "xor(r) = 0 and sum(0 - r) <= 0"])
def test_a_measure_that_no_feature_follows_is_looked_at_and_not_proved(text):
    tested = conjecture("nim", "normal", text)
    judge(tested, 9)
    assert examine(tested).certificate is None


def test_what_single_strips_are_is_proved():
    assert examine(
        conjecture("partizan-kayles", "misere", "right and a mod 3 = 2 or left and a mod 3 > 0")
    ).certificate


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["nim", "subtraction:3", "subtraction:{2,3}", "kayles"]),
    st.sampled_from(list(Convention)),
    st.integers(0, 2),
    st.integers(1, 4),
    st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
)
def test_marks_that_repeat_are_judged_alike(game, convention, start, step, marked):
    most = start + step
    places = frozenset((min(a, b), max(a, b)) for a, b in marked if max(a, b) < most)
    judge(conjecture(game, convention, Marks(start, step, places), 800), 9)


def judge(tested, most):
    finding = examine(tested)
    survey, first = finding.survey, finding.survey.first
    wrong = wrong_places(tested, most)
    if finding.certificate:
        assert wrong == []
    elif first and finding.is_smallest and sum(first.place[0]) <= most:
        sizes = {sum(position) for position, _ in wrong}
        assert sum(first.place[0]) == min(sizes)
        assert first.place in wrong
    else:
        assert all(sum(position) > survey.total for position, _ in wrong)


def test_marks_of_a_frame_are_proved_and_a_missing_mark_is_shown():
    lost = {(0, 0), (1, 1), (2, 2), (3, 3)}
    assert examine(conjecture("subtraction:3", "normal", Marks(0, 4, frozenset(lost)))).certificate
    fewer = Marks(0, 4, frozenset(lost - {(2, 2)}))
    survey = examine(conjecture("subtraction:3", "normal", fewer)).survey
    assert (survey.first.place, survey.first) == (((2, 2), None), survey.back)


def test_what_cannot_be_proved_says_how_far_it_was_looked_at():
    finding = examine(conjecture("octal:0.6", "normal", "nim_sum = 0", 500))
    assert (finding.certificate, finding.survey.first) == (None, None)
    assert finding.survey.total >= 6
    assert finding.survey.positions >= 30


def test_from_a_place_that_is_wrong_moves_lead_down_to_a_breach():
    turned = "a mod 4 = 0 and a < 20 or a mod 4 = 1 and a > 20"
    tested = conjecture("subtraction:3", "normal", turned)
    assert tested.is_wrong(((21,), None))
    breach = tested.breach_below(((21,), None))
    assert breach.place == ((20,), None)
    assert sorted(breach.after(move)[0] for move in breach.moves) == [(17,), (18,), (19,)]


@pytest.mark.parametrize(
    ("game", "convention", "text"),
    [
        ("nim", "normal", "a = 0 and b = c"),
        ("nim", "normal", "a = b and b < 900"),
        ("nim", "normal", "a xor b = 0"),
        ("nim", "normal", "a * b = 0 * a and a = b"),
        ("nim", "normal", "xor(r) = 0 and sum(r * r) >= 0"),
        ("nim", "normal", "xor(r) = 0 and rows < total + 1"),
        ("nim", "misere", "columns(r, 2) = 0 and total > 300"),
        ("nim", "normal", "max(r) = a and a = b"),
        ("nim", "normal", "plain_nim_sum = 0 and a = b"),
        ("octal:0.35", "normal", "nim_sum = 0 and traps < 90"),
        (
            "subtraction:3",
            "normal",
            "xor(r mod 4) = 0 and sum(r mod 97) >= 0 and sum(r mod 89) >= 0",
        ),
        ("subtraction:3", "normal", "sum(r - 2) = 0"),
        ("subtraction:3", "normal", "a = b and traps < 9"),
        ("partizan-kayles", "misere", "total = 3"),
        ("partizan-kayles", "normal", "right and a = 1"),
        ("partizan-kayles", "misere", "balance <= 0 - 99 and squares mod 97 = 0"),
    ],
)
def test_a_formula_out_of_the_reach_of_every_proof_is_looked_at_only(game, convention, text):
    judge(conjecture(game, convention, text, 300), 5)


def test_a_breach_far_out_is_found_by_the_proof_that_fails():
    tested = conjecture("subtraction:3", "normal", "xor(r mod 4) = 0 and rows != 40", 400)
    finding = examine(tested)
    assert not finding.is_smallest
    assert len(finding.survey.first.place[0]) >= 40
    assert finding.survey.total < 30
