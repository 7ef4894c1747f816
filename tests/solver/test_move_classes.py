"""The moves of very long rows by classes, against the list of all of them."""

import json

import pytest

from solver import BudgetExceededError, Move, Player, analyse, get_ruleset
from solver.commands.command_line import main
from solver.rulesets.rules import Nim
from tests.solver import oracle

LARGE = 10**5


def expanded(analysis):
    """Every winning move, those of the classes written out."""
    moves = set(analysis.winning_moves)
    for one in analysis.classes:
        for part in range(one.first, one.last + 1, one.step):
            becomes = (part, one.leaves - part)
            moves.add(Move(one.move.component, one.move.size, becomes, one.move.player))
    return moves


@pytest.mark.parametrize(
    ("key", "convention", "theory", "position"),
    [
        ("kayles", "normal", "nim-sum", "180+178+9"),
        ("kayles", "misere", "misere-quotient", "180+179+4"),
        ("kayles", "misere", "misere-quotient", "190+181"),
        ("octal:0.75", "misere", "misere-quotient", "61+62+64"),
        ("octal:0.75", "normal", "nim-sum", "61+62+63"),
        ("octal:0.007", "normal", "nim-sum", "7+50"),
        ("octal:0.52", "misere", "r1", "61+42+44"),
        ("octal:0.52", "misere", "r1", "61+2+1"),
        ("octal:0.52", "misere", "r1", "61"),
        ("partizan-kayles", "misere", "reduction", "41+38+52"),
        ("partizan-kayles", "misere", "reduction", "44+37+3"),
    ],
)
def test_classes_written_out_are_all_the_winning_moves(
    key, convention, theory, position, monkeypatch
):
    full = analyse(key, position, convention, theory=theory)
    monkeypatch.setattr("solver.move_classes.LONG", 40)
    short = analyse(key, position, convention, theory=theory)
    assert not full.classes
    assert short.outcome is full.outcome
    assert expanded(short) == set(full.winning_moves)
    assert len(short.winning_moves) <= len(full.winning_moves)
    for one in short.classes:
        assert len(expanded(short)) >= one.moves > 1
        assert short.class_of(one.move) is one
    for move in full.winning_moves:
        assert move in short.winning_moves or any(move in one for one in short.classes)


def test_moves_of_a_class_keep_the_win_and_others_do_not(monkeypatch):
    monkeypatch.setattr("solver.move_classes.LONG", 12)
    search = oracle.Oracle(oracle.partizan_kayles, misere=True)
    answer = analyse("partizan-kayles", "14+7", to_move="left", theory="reduction")
    assert answer.classes
    for component, parts in search.moves((14, 7), "left"):
        move = Move(component, (14, 7)[component], parts, Player.LEFT)
        after = search.after((14, 7), (component, parts))
        assert answer.keeps_win(move) == (not search.wins(after, "right"))
    assert answer.class_of(Move(1, 7, (6,), Player.LEFT)) is None


@pytest.mark.parametrize(
    ("key", "convention"),
    [
        ("kayles", "normal"),
        ("kayles", "misere"),
        ("octal:0.52", "misere"),
        ("octal:0.137", "normal"),
        ("partizan-kayles", "misere"),
    ],
)
def test_three_rows_of_a_hundred_thousand_have_their_outcome_and_moves(key, convention, capsys):
    position = f"{LARGE}+{LARGE + 1}+{LARGE - (2 if key == 'octal:0.52' else 1)}"
    assert main(["analyse", key, position, "--convention", convention, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["outcome"] in "NR"
    assert len(answer["winning_moves"]) < 1000
    one = answer["move_classes"][0]
    assert one["moves"] == (one["last"] - one["first"]) // one["step"] + 1 > 1000
    assert one["last"] <= one["leaves"] // 2 < one["last"] + one["step"]


def test_a_terminal_says_how_a_class_goes_on(capsys):
    assert main(["analyse", "kayles", f"{LARGE}+{LARGE + 1}+{LARGE - 1}"]) == 0
    assert "and so on by 12s up to" in capsys.readouterr().out


def test_long_rows_without_a_period_are_still_refused(monkeypatch):
    monkeypatch.setattr("solver.move_classes.LONG", 300)
    with pytest.raises(BudgetExceededError):
        analyse("octal:0.07", "400", theory="misere-quotient", budget=300)
    with pytest.raises(BudgetExceededError, match="are too many to list"):
        analyse("lasker", "400+400", "normal", theory="nim-sum", budget=300)
    answer = analyse("octal:0.007", "350", "normal", theory="nim-sum", budget=3000)
    assert not answer.classes


def test_only_some_games_tell_their_moves_by_what_is_left():
    with pytest.raises(NotImplementedError):
        Nim().leaves(5)
    strips = get_ruleset("partizan-kayles")
    assert strips.leaves(5, Player.RIGHT) == ([3], [3])
    assert strips.leaves(1, Player.RIGHT) == ([], [])
    assert strips.leaves(1, Player.LEFT) == ([0], [])
