"""What is believed of a game, held against a search that knows nothing of habits."""

from itertools import combinations_with_replacement

import pytest

from solver import Convention, Outcome, ask, profile
from solver.teaching import BELIEFS, HABITS, misled

from .oracle import Oracle, kayles, nim, takes

BY_KEY = {belief.key: belief for belief in BELIEFS}
BOARDS = [
    rows for number in (1, 2, 3) for rows in combinations_with_replacement(range(1, 6), number)
]
GAMES = {"nim": nim, "kayles": kayles, "subtraction:3": takes([1, 2, 3])}


def left_by(key, ruleset, rows, convention="misere"):
    """What the believer leaves, as sorted rows."""
    question = ask(ruleset, rows, convention)
    return {tuple(sorted(move.apply(rows))) for move in BY_KEY[key].moves(question)}


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_whoever_has_the_habit_of_the_other_game_plays_and_judges_as_that_game_does(
    ruleset, convention
):
    other = Oracle(GAMES[ruleset], misere=False)
    for rows in BOARDS:
        wins = {other.after(rows, move) for move in other.winning_moves(rows)}
        assert left_by("normal-habit", ruleset, rows, convention) == wins
        outcome = BY_KEY["normal-habit"].outcome(ask(ruleset, rows, convention))
        assert outcome is (Outcome.N if other.wins(rows) else Outcome.P)
    assert BY_KEY["normal-habit"].misreads is Convention.NORMAL


def test_whoever_trusts_the_mirror_takes_pairs_for_lost_and_leaves_them():
    mirror = BY_KEY["mirror"]
    assert mirror.outcome(ask("nim", "1+1")) is Outcome.P
    assert mirror.outcome(ask("nim", "2+3+2+3")) is Outcome.P
    assert mirror.outcome(ask("nim", "2+2+2")) is Outcome.N
    assert left_by("mirror", "nim", (2, 2, 5)) == {(2, 2)}
    assert left_by("mirror", "nim", (1, 2, 5)) == set()


def test_whoever_counts_ones_judges_boards_of_ones_alone():
    ones = BY_KEY["even-ones"]
    assert [ones.outcome(ask("nim", "+".join("1" * n))) for n in (1, 2, 3)] == [
        Outcome.N,
        Outcome.P,
        Outcome.N,
    ]
    assert ones.outcome(ask("nim", "1+1+2")) is None
    assert ones.outcome(ask("nim", "0")) is None
    assert left_by("even-ones", "nim", (1, 1, 4)) == {(1, 1)}


def test_whoever_forgets_the_maximum_balances_whole_rows():
    whole = BY_KEY["no-remainder"]
    assert whole.outcome(ask("subtraction:3", "5+5")) is Outcome.P
    assert whole.outcome(ask("subtraction:3", "5+9")) is Outcome.N
    assert whole.outcome(ask("subtraction:3", "2+3")) is None
    assert whole.outcome(ask("nim", "5+9")) is None


def test_an_odd_total_is_believed_to_win():
    odd = BY_KEY["odd-total"]
    for rows in BOARDS:
        assert odd.outcome(ask("nim", rows)) is (Outcome.N if sum(rows) % 2 else Outcome.P)
        game = Oracle(nim, misere=True)
        options = {game.after(rows, move) for move in game.moves(rows)}
        assert left_by("odd-total", "nim", rows) == {left for left in options if sum(left) % 2 == 0}


def test_the_longest_row_comes_first_and_says_nothing_of_who_wins():
    longest = BY_KEY["longest-row"]
    assert left_by("longest-row", "nim", (1, 3)) == {(1,), (1, 1), (1, 2)}
    assert longest.outcome(ask("nim", "1+3")) is None
    assert longest.moves(ask("nim", "0")) == []


def test_strips_have_four_outcomes_of_which_only_the_other_ending_names_one():
    strips = ask("partizan-kayles", "1+2", to_move="left")
    named = {belief.key: belief.outcome(strips) for belief in BELIEFS}
    assert {key for key, outcome in named.items() if outcome} == {"normal-habit"}


def test_a_belief_has_the_name_of_its_habit_where_there_is_one():
    names = {habit.key: habit.name for habit in HABITS}
    assert set(names) < set(BY_KEY)
    assert all(belief.name == names.get(belief.key, belief.name) for belief in BELIEFS)
    assert len({belief.name for belief in BELIEFS}) == len(BELIEFS)


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_belief_misleads_where_it_names_a_wrong_winner_or_every_move_of_it_loses(ruleset):
    oracle, misses = Oracle(GAMES[ruleset], misere=True), set()
    for rows in BOARDS:
        question = ask(ruleset, rows)
        found = {one.belief.key: one for one in misled(profile(question))}
        true = Outcome.N if oracle.wins(rows) else Outcome.P
        legal = {tuple(sorted(oracle.after(rows, move))) for move in oracle.moves(rows)}
        for belief in BELIEFS:
            one, named = found.get(belief.key), belief.outcome(question)
            wrong = named if named not in (None, true) else None
            if belief.key == "mirror" and wrong is Outcome.N:
                wrong = None  # whoever takes it for won may have another reason
            assert (one.outcome if one else None) == wrong
            left = left_by(belief.key, ruleset, rows) if named is not Outcome.P else set()
            loses = true is Outcome.N and bool(left) and all(map(oracle.wins, left))
            assert bool(one and one.moves) == loses, (belief.key, rows)
            if loses:
                assert {tuple(sorted(move.apply(rows))) for move in one.moves} == left
                assert one.share == pytest.approx(len(left) / len(legal), abs=0.2)
                misses.add(belief.key)
    assert {"normal-habit", "grab", "odd-total"} <= misses


def test_nobody_is_misled_where_there_is_no_move_or_where_the_last_one_wins_and_it_is_known():
    assert [one.belief.key for one in misled(profile(ask("nim", "1", "normal")))] == []
    for rows in BOARDS:
        keys = {one.belief.key for one in misled(profile(ask("nim", rows, "normal")))}
        assert not keys & {"normal-habit", "mirror"}


def test_what_somebody_did_is_said_of_every_belief():
    assert len({belief.done for belief in BELIEFS}) == len(BELIEFS)
    assert all(belief.done.startswith("you ") for belief in BELIEFS)
