"""How hard each opponent is to beat: by hand, by playing, and by looking at every line of play."""

import json
from random import Random

import pytest

from solver import BudgetExceededError, Inquiry, ask
from solver.commands.command_line import main
from solver.commands.proofs import ladders_as_kept
from solver.opponents.ladder import DOTS, kept_ladders, ladder_of, measured
from solver.rulesets.keys import FAMILIES
from solver.teaching import OPPONENTS, get_opponent

from .oracle import Oracle, kayles, nim, takes

GAMES = 1_500
"""Games a pair: a share of them is off by 0.04 once in five hundred times."""


def won_by_learner(opponent, game, *, learner_first, seed):
    """Whether Learner wins one game, played move by move."""
    chance, question = Random(seed), game
    players = [get_opponent("learner"), opponent]
    to_move = 0 if learner_first else 1
    while any(question.legal_moves()):
        question = question.after(players[to_move].choose(question, chance))
        to_move = 1 - to_move
    return question.convention.stuck_player_wins == (to_move == 0)


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("key", "position", "convention"),
    [("nim", "1+2+3", "misere"), ("subtraction:3", "1+6", "misere"), ("kayles", "5", "normal")],
)
def test_the_chances_are_those_of_games_that_are_played(key, position, convention):
    game = ask(key, position, convention)
    ladder = measured(game)
    assert len(ladder.rungs) == sum(
        not one.mismatch(game.ruleset, game.convention) for one in OPPONENTS
    )
    for rung in ladder.rungs:
        won = sum(
            won_by_learner(rung.opponent, game, learner_first=seed % 2 == 0, seed=seed)
            for seed in range(GAMES)
        )
        assert abs(won / GAMES - rung.beaten) < 0.04, rung.opponent.key


def test_the_chances_of_a_row_of_two_by_hand():
    """Learner first takes both, seen or by luck (5/6); Random first takes one half the time."""
    beaten = {rung.opponent.key: rung.beaten for rung in measured(ask("nim", "2", "normal")).rungs}
    assert beaten == {"random": 0.667, "learner": 0.5, "greta": 0.417, "perfect": 0.417}


def test_in_a_partizan_game_both_sides_count():
    """On a strip of 1 Right cannot move, and so wins where the last one loses, on either turn."""
    rungs = measured(ask("partizan-kayles", "1", "misere")).rungs
    assert {rung.beaten for rung in rungs} == {0.5}


@pytest.mark.parametrize(
    ("options", "key", "position", "convention"),
    [
        (nim, "nim", (1, 3, 5), "misere"),
        (takes((1, 2, 3)), "subtraction:3", (2, 9), "misere"),
        (takes((1, 2, 3)), "subtraction:3", (13,), "normal"),
        (kayles, "kayles", (8,), "misere"),
    ],
)
def test_who_has_no_flaw_never_gives_a_win_away(options, key, position, convention):
    oracle = Oracle(options, misere=convention == "misere")
    flawed = {}
    for rung in measured(ask(key, position, convention)).rungs:
        flawed[rung.opponent.key] = not rung.is_flawless
        assert rung.is_flawless != gives_away(rung.opponent, oracle, key, position, convention)
    assert len(set(flawed.values())) == 2


def gives_away(opponent, oracle, key, position, convention):
    """Whether some line of play, of any moves against theirs, has them give a win away."""
    met, waiting = set(), [(position, True), (position, False)]
    while waiting:
        rows, is_theirs = waiting.pop()
        if (rows, is_theirs) in met:
            continue
        met.add((rows, is_theirs))
        question: Inquiry = ask(key, rows, convention)
        moves = list(question.legal_moves())
        if moves and is_theirs and opponent.skill == 1:
            moves = opponent.plan(question) or moves
        after = [tuple(sorted(move.apply(rows))) for move in moves]
        if is_theirs and oracle.wins(rows) and any(map(oracle.wins, after)):
            return True
        waiting += [(left, not is_theirs) for left in after]
    return False


def test_every_ladder_ends_with_perfect_who_has_no_flaw():
    for ladder in kept_ladders():
        assert ladder.rungs[-1].opponent.key == "perfect"
        assert ladder.rungs[-1].is_flawless
        strengths = [ladder.strength(rung) for rung in ladder.rungs]
        assert strengths == sorted(strengths)
        assert (strengths[0], strengths[-1]) == (1, DOTS)


def test_on_a_board_without_a_choice_all_are_as_strong():
    ladder = measured(ask("nim", "1", "misere"))
    assert {ladder.strength(rung) for rung in ladder.rungs} == {DOTS}
    assert all(rung.is_flawless for rung in ladder.rungs)


@pytest.mark.no_cover
def test_the_ladders_that_are_kept_are_those_that_are_measured():
    assert set(ladders_as_kept()) == {True}


def test_a_ladder_that_is_not_as_measured_is_reported(monkeypatch):
    first, *others = kept_ladders()
    wrong = [first.__class__(first.ruleset, first.position, first.convention, first.rungs[::-1])]
    monkeypatch.setattr("solver.opponents.ladder.kept_ladders", lambda: [*wrong, *others[:1]])
    assert list(ladders_as_kept()) == [False, True]


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_every_game_has_a_ladder_of_those_who_play_it(family, convention):
    game = ask(family.example, "3+4", convention)
    ladder = ladder_of(game.ruleset, game.position, convention)
    fit = {one.key for one in OPPONENTS if not one.mismatch(game.ruleset, game.convention)}
    assert {rung.opponent.key for rung in ladder.rungs} == fit


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        (("nim", "7+5+3+1", "misere"), "nim 1+3+5+7 misere"),
        (("nim", "3+4", "normal"), "nim 1+2+4 normal"),
        (("kayles", "9", "misere"), "kayles 10 misere"),
        (("subtraction:4", "3", "misere"), "subtraction:4 6+11 misere"),
        (("subtraction:5", "12", "misere"), "subtraction:3 13 misere"),
    ],
)
def test_a_game_that_is_not_kept_has_the_ladder_of_the_nearest(asked, nearest):
    ladder = ladder_of(*asked)
    assert ladder.key == nearest
    is_it = sorted(ladder.position) == sorted(map(int, asked[1].split("+")))
    assert any(rung.is_flawless for rung in ladder.rungs) == is_it


def test_who_is_harder_comes_after():
    ladder = ladder_of("nim", "1+3+5+7", "misere")
    above = [rung.opponent.key for rung in ladder.above(get_opponent("learner"))]
    assert above == ["mira", "perfect"]


def test_a_game_with_too_many_positions_is_refused():
    with pytest.raises(BudgetExceededError, match="100 positions"):
        measured(ask("nim", "9+10+11+12", "misere", budget=100))


def test_the_command_prints_and_keeps_ladders(capsys, tmp_path, monkeypatch):
    assert main(["ladder", "nim", "2"]) == 0
    printed = capsys.readouterr().out
    assert "nim 2 normal\n  Random     Learner wins  66.7%\n" in printed
    assert "  Perfect    Learner wins  41.7%, has no flaw here\n" in printed
    assert main(["ladder"]) == 0
    assert "nim 1+3+5+7 misere" in capsys.readouterr().out
    kept = tmp_path / "ladders.json"
    kept.write_text('{"ladders": {"nim 3 normal": []}}')
    monkeypatch.setattr("solver.opponents.ladder.DATA", kept)
    monkeypatch.setattr("solver.commands.ladder.DATA", kept)
    kept_ladders.cache_clear()
    try:
        assert main(["ladder", "nim", "2", "--write"]) == 0
        assert list(json.loads(kept.read_text())["ladders"]) == [
            *("nim 3 normal", "nim 2 misere", "nim 2 normal")
        ]
        assert main(["ladder", "--write"]) == 0
        assert json.loads(kept.read_text())["ladders"]["nim 3 normal"][-1][0] == "perfect"
    finally:
        monkeypatch.undo()
        kept_ladders.cache_clear()


def test_the_command_wants_a_position_with_a_game(capsys):
    assert main(["ladder", "nim"]) == 2
    assert "Name a position too" in capsys.readouterr().err
