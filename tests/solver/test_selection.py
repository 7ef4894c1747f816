from itertools import combinations_with_replacement, islice

import pytest

from solver import (
    Convention,
    InvalidInputError,
    Outcome,
    Spec,
    analyse,
    ask,
    distinct,
    format_position,
    get_ruleset,
    is_same_move,
    matched,
    nim_value,
    profile,
    select,
)
from solver.budget import Budget
from solver.profiles import length
from solver.search import Search
from solver.selection import set_aside_fails

from . import oracle


def facts(ruleset, position, convention="misere", to_move=None, **more):
    return profile(ask(ruleset, position, convention, to_move, **more))


def test_ten_kayles_positions_where_the_normal_move_loses_and_one_move_wins():
    spec = Spec("kayles", rows=(1, 3), sizes=(1, 10), winning=(1, 1), normal_move_loses=True)
    found = select(spec, 10, seed=7)
    assert len({one.question.position for one in found}) == 10
    for one in found:
        position = one.question.position
        judge = oracle.Oracle(oracle.kayles, misere=True)
        normal = oracle.Oracle(oracle.kayles, misere=False)
        wins = {(position[c], becomes) for c, becomes in judge.winning_moves(position)}
        tempting = {(position[c], becomes) for c, becomes in normal.winning_moves(position)}
        assert len(position) <= 3
        assert len(wins) == 1
        assert tempting - wins


def test_the_same_seed_gives_the_same_positions_and_another_seed_others():
    spec = Spec("nim", rows=(3, 3), mover_wins=True)
    one, again, other = (
        [found.question.position for found in select(spec, 8, seed=seed)] for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


def test_positions_can_be_left_out():
    spec = Spec("nim", rows=(2, 2), sizes=(1, 3), mover_wins=False)
    every = [found.question.position for found in select(spec, 2, seed=1)]
    assert sorted(every) == [(2, 2), (3, 3)]
    left = select(spec, 1, seed=1, without=frozenset([(2, 2)]))
    assert left[0].question.position == (3, 3)
    refused = select(spec, 1, seed=1, accept=lambda one: one.question.position != (3, 3))
    assert refused[0].question.position == (2, 2)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (Spec("nim", rows=(2, 2), sizes=(1, 3), mover_wins=False), "fit: 2 instead of "),
        (Spec("nim", rows=(3, 2)), "'3 to 2 rows of 1 to 9' is not a range of positions"),
        (Spec("nim", sizes=(0, 2)), "rows of 0 to 2' is not a range .* from 1 up"),
        (Spec("nim", rows=(1, 9), sizes=(1, 40)), "can be searched; ask for at most 100000"),
        (Spec("kayles", rows=(3, 3), sizes=(30, 31), contains=(7,)), "fit: 0 instead of "),
    ],
)
def test_what_cannot_be_selected_is_said(spec, said):
    with pytest.raises(InvalidInputError, match=said):
        select(spec, 5, seed=1)


def test_positions_past_the_budget_are_passed_over():
    spec = Spec("partizan-kayles", convention="normal", rows=(1, 2), sizes=(1, 9))
    found = select(spec, 3, seed=1, budget=4)
    assert all(sum(one.question.position) < 10 for one in found)
    with pytest.raises(InvalidInputError, match="fit"):
        select(spec, 50, seed=1, budget=4)


@pytest.mark.parametrize(
    ("wanted", "holds"),
    [
        ({"outcome": "R"}, lambda one: one.outcome.value == "R"),
        ({"to_move": "right", "mover_wins": True}, lambda one: one.mover_wins is True),
        ({"to_move": "left", "legal": (3, 4)}, lambda one: 3 <= len(one.legal) <= 4),
        ({"conventions_differ": True}, lambda one: one.conventions_differ),
        ({"contains": (1, 2)}, lambda one: {1, 2} <= set(one.question.position)),
    ],
)
def test_partizan_positions_are_selected_too(wanted, holds):
    spec = Spec("partizan-kayles", rows=(2, 3), sizes=(1, 6), **wanted)
    assert all(holds(one) for one in select(spec, 4, seed=1))


@pytest.mark.parametrize("case", [0, 1, 2, 3, 4])
def test_positions_of_a_case_of_r1(case):
    for one in select(Spec("subtraction:3", rows=(2, 3), case=case), 4, seed=1):
        answer = analyse("subtraction:3", one.question.position, "misere", theory="r1")
        assert one.case == case
        assert bool(answer.moves) == bool(case)
        assert f"case-{case}" in one.themes or case == 0


def test_kinds_are_true_beyond_the_first_violation_of_r1():
    one = facts("kayles", "5+9+4")
    assert [kind.value for kind in one.kinds] == ["higher switch", "higher inverter", "inverter"]
    assert one.case is None
    assert facts("nim", "1+2", "normal").case is None
    assert facts("partizan-kayles", "3", to_move="left").kinds == ()
    assert nim_value(get_ruleset("kayles"), 9) == 4


def test_the_card_set_aside_fails_at_1_2_4_and_not_where_it_names_the_winning_move():
    assert set_aside_fails(ask("nim", "1+2+4"))
    assert not set_aside_fails(ask("nim", "1+1+2"))
    assert not set_aside_fails(ask("nim", "2+3"))
    assert not set_aside_fails(ask("nim", "1+2+4", "normal"))
    assert select(Spec("nim", card_fails=True, rows=(3, 3)), 1, seed=1)


@pytest.mark.parametrize(
    ("key", "position"), [("kayles", "1+4"), ("subtraction:3", "1+5"), ("kayles", "1+1+6")]
)
def test_the_card_set_aside_does_not_fail_where_one_of_the_moves_it_names_wins(key, position):
    assert not set_aside_fails(ask(key, position))


def test_every_position_with_a_normal_habit_trap_is_told():
    """Of 280 won misère Nim positions of up to 4 heaps of up to 7, in 24 the habit loses."""
    won, traps = 0, 0
    for rows in range(1, 5):
        for position in combinations_with_replacement(range(1, 8), rows):
            one = facts("nim", position)
            won += one.mover_wins
            traps += one.normal_move_loses
    assert (won, traps) == (280, 24)


def test_equal_rows_and_mirror_images_make_the_same_move():
    moves = list(get_ruleset("kayles").legal_moves((4, 4)))
    assert len(distinct(moves)) * 2 == len(moves)
    assert is_same_move(moves[0], next(move for move in moves if move.component == 1))
    assert not is_same_move(moves[0], moves[1])


def test_the_length_of_play_is_counted_and_never_costs_too_much():
    assert facts("nim", "1").length == 1
    assert facts("nim", "2+2", "normal").length == 4
    assert facts("subtraction:1", "9").length == 9
    assert facts("nim", []).length == 0
    assert length(ask("nim", "50+50")) is None
    assert length(ask("nim", "20+20+20", budget=100)) is None
    assert length(ask("partizan-kayles", "5")) is None
    assert length(ask("partizan-kayles", "1", to_move="left")) == 1


@pytest.mark.parametrize(
    ("key", "position", "convention", "moves"),
    [
        ("nim", "2+2+3", "normal", 5),  # taking all of the 3 is quicker than leaving 1 + 2 + 3
        ("nim", "2+2+3", "misere", 4),
        ("subtraction:2", "2+3", "normal", 3),
        ("subtraction:2", "3+3+3", "normal", 6),
    ],
)
def test_whoever_wins_hurries(key, position, convention, moves):
    assert length(ask(key, position, convention)) == moves


def test_themes_and_difficulty_follow_the_position():
    trap = facts("kayles", "1+5+8")
    assert {"normal-trap", "only-move", "splitting-move", "many-rows", "conventions-differ"} <= set(
        trap.themes
    )
    lost = facts("nim", "2+2")
    assert {"lost", "two-rows"} <= set(lost.themes)
    assert facts("nim", "3").difficulty < trap.difficulty
    assert "long" in facts("subtraction:1", "12").themes
    assert not lost.normal_move_loses


@pytest.mark.parametrize(
    ("key", "position", "convention", "themes"),
    [
        ("nim", "5", "misere", {"one-row", "short"}),
        ("nim", "2+2", "misere", {"two-rows", "short"}),
        ("nim", "1+2+3", "misere", {"many-rows"}),
        ("subtraction:1", "3", "normal", {"one-row", "short"}),
        ("subtraction:1", "4", "normal", {"one-row"}),
        ("subtraction:1", "8", "normal", {"one-row"}),
        ("subtraction:1", "9", "normal", {"one-row", "long"}),
    ],
)
def test_rows_and_moves_are_counted_for_the_themes(key, position, convention, themes):
    counted = {"one-row", "two-rows", "many-rows", "short", "long"}
    assert counted & set(facts(key, position, convention).themes) == themes


@pytest.mark.parametrize(
    ("ruleset", "family"),
    [
        ("nim", "nim"),
        ("subtraction:3", "rows"),
        ("subtraction:{1,3}", "takes"),
        ("kayles", "kayles"),
        ("octal:0.07", "octal"),
        ("heaps:{1:[[]]}", "heaps"),
        ("partizan-kayles", "partizan"),
    ],
)
def test_the_family_of_rules(ruleset, family):
    to_move = "left" if family == "partizan" else None
    assert get_ruleset(ruleset).family == family
    assert format_position(facts(ruleset, "1", to_move=to_move).question.position) == "1"


def test_endings_are_compared_by_who_wins_or_by_every_usual_move():
    """Against search: who wins differs; none of the usual winning moves wins."""

    def searched(found, convention):
        return analyse("kayles", found.question.position, convention, theory="exhaustive")

    differ = Spec("kayles", rows=(1, 2), sizes=(1, 7), outcomes_differ=True)
    for found in select(differ, 4, seed=1):
        assert searched(found, "misere").outcome is not searched(found, "normal").outcome
    traps = Spec("kayles", rows=(1, 3), sizes=(1, 7), normal_moves_lose=True)
    for found in select(traps, 4, seed=1):
        right, usual = (
            {move.canonical for move in searched(found, convention).moves}
            for convention in ("misere", "normal")
        )
        assert right
        assert usual
        assert not right & usual


def judged(key, position):
    """Who wins a misère position, from the rules alone."""
    search = Search(get_ruleset(key), Convention.MISERE, Budget())
    return search.outcome(tuple(position))


def test_matched_positions_have_each_outcome_and_nothing_else_tells_them_apart():
    spec = Spec("kayles", rows=(1, 3), sizes=(1, 7))
    groups = list(islice(matched(spec, (Outcome.P, Outcome.N), seed=2), 6))
    assert len(groups) == 6
    more = []
    for group in groups:
        rows = [one.question.position for one in group]
        assert [judged("kayles", one) for one in rows] == [Outcome.P, Outcome.N]
        assert len({len(one) for one in rows}) == 1
        if len(rows[0]) > 2:
            assert rows[0][-1] == rows[1][-1]
        more.append(sum(rows[0]) > sum(rows[1]))
    assert 2 <= sum(more) <= 4
    every = [one.question.position for group in groups for one in group]
    assert len(set(every)) == len(every)


def test_matched_positions_end_when_an_outcome_has_no_more():
    spec = Spec("nim", rows=(2, 2), sizes=(1, 4))
    pairs = list(matched(spec, (Outcome.P, Outcome.N), seed=1))
    assert {one.question.position for one, _ in pairs} == {(2, 2), (3, 3), (4, 4)}
    refused = matched(spec, (Outcome.P, Outcome.N), seed=1, accept=lambda one: False)
    assert next(refused, None) is None


@pytest.mark.parametrize(
    ("position", "case", "targets"),
    [
        ("1+4+4", 1, {"trap"}),
        ("2+3", 1, {"higher switch"}),
        ("3", 2, {"inverter"}),
        ("6", 2, {"trap"}),
        ("1+2", 3, {"null"}),
        ("1+7", 3, {"gremlin"}),
        ("1+1", 4, {"null"}),
        ("1", None, set()),
    ],
)
def test_a_case_leads_to_its_targets(position, case, targets):
    """The kind of what is left, by its nim-value and its misère outcome alone."""
    one = facts("octal:0.73", position)
    assert (one.case or None) == case
    assert set(map(str, one.targets)) == targets
    if case and case > 1:
        (target,) = targets
        left = {
            kind_alone("octal:0.73", move.becomes)
            for move in one.winning
            if kind_alone("octal:0.73", (move.size,)) != "null"
        }
        assert left == {target}


def kind_alone(key, rows):
    """The kind of rows from nim-values and exhaustive search."""
    value = 0
    for row in rows:
        value ^= nim_value(get_ruleset(key), row)
    wins = judged(key, rows) is Outcome.N
    if value > 1:
        return "higher switch" if wins else "higher inverter"
    return [("trap", "null"), ("inverter", "gremlin")][value][wins]


def test_a_target_and_luck_can_be_asked_for():
    spec = Spec("octal:0.73", rows=(2, 4), sizes=(1, 9), case=1, target="trap", most_luck=0.3)
    for one in select(spec, 4, seed=1):
        moves = list(one.question.legal_moves())
        wins = [move for move in moves if one.analysis.keeps_win(move)]
        assert 10 * len(wins) <= 3 * len(moves)
        for move in one.winning:
            left = move.apply(one.question.position)
            assert judged("octal:0.73", left) is Outcome.P
            kinds = {kind_alone("octal:0.73", (row,)) for row in left}
            assert "trap" in kinds
            assert not kinds & {"higher switch", "gremlin"}


def test_luck_is_the_greatest_of_three_counts():
    assert facts("kayles", "4+4+3").luck == pytest.approx(6 / 19)
    assert facts("partizan-kayles", "3", to_move="left").luck == pytest.approx(2 / 3)
    assert facts("nim", "2+2+1", "normal").luck == pytest.approx(1 / 3)
    assert facts("nim", "0").luck == 0


def test_the_level_of_who_wins_does_not_depend_on_who_does():
    won, lost = facts("nim", "1+3+5"), facts("nim", "1+4+5")
    assert (won.mover_wins, lost.mover_wins) == (True, False)
    assert won.difficulty_of_outcome == lost.difficulty_of_outcome


def test_what_is_not_accepted_is_passed_over():
    spec = Spec("kayles", rows=(1, 3), sizes=(1, 7))
    every = [one.question.position for one in select(spec, 12, seed=4)]
    even = select(spec, 4, seed=4, accept=lambda one: not sum(one.question.position) % 2)
    kept = [rows for rows in every if not sum(rows) % 2]
    assert 0 < len(kept) < len(every)
    assert [one.question.position for one in even][: len(kept)] == kept[:4]


def test_an_outcome_nobody_asked_for_is_in_no_group():
    spec = Spec("partizan-kayles", rows=(1, 2), sizes=(1, 6), to_move="left")
    groups = list(matched(spec, (Outcome.P, Outcome.R), seed=1))
    assert groups
    for one, other in groups:
        rows = one.question.position, other.question.position
        assert [judged("partizan-kayles", each) for each in rows] == [Outcome.P, Outcome.R]


def test_in_a_sum_of_games_each_game_has_a_row_and_groups_have_the_same_games():
    spec = Spec("kayles+nim", rows=(2, 3), sizes=(1, 5))
    positions = list(spec.positions())
    rules = get_ruleset("kayles+nim")
    games = [sorted(rules.alone(size)[0].key for size in position) for position in positions]
    assert all({*found} == {"kayles", "nim"} for found in games)
    # A row of each, 5 by 5; two of one and one of the other, twice 15 by 5.
    assert len({tuple(sorted(map(str, map(repr, one)))) for one in positions}) == 25 + 150
    groups = matched(spec, (Outcome.P, Outcome.N), seed=1)
    for _, group in zip(range(6), groups, strict=False):
        assert [one.outcome for one in group] == [Outcome.P, Outcome.N]
        names = [[size.rules.key for size in one.question.position] for one in group]
        assert sorted(names[0]) == sorted(names[1])
    wide = Spec("kayles+nim", rows=(1, 4), sizes=(1, 20))
    assert len(list(Spec("nim", rows=(1, 4), sizes=(1, 20)).positions())) > 10_000
    with pytest.raises(InvalidInputError, match="positions"):
        list(wide.positions())
