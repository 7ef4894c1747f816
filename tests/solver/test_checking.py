"""Classification, errata, the quotient and verify commands."""

import json
from itertools import islice

import pytest

from solver import BudgetExceededError, InvalidInputError, analyse, get_ruleset
from solver.classification import classify
from solver.commands.checks import CHECKS, Check, bearings_of_rows, partizan
from solver.commands.command_line import main
from solver.commands.verify import verify
from solver.conventions import Player
from solver.errata import GREMLIN_RULES
from solver.errata.searches import theorem_4_speaks
from solver.errata.small_games import SmallGames, r1_predictions

from . import oracle


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("kayles", oracle.kayles),
        ("octal:0.07", oracle.octal("0.07")),
        ("subtraction:{2,5}", oracle.takes([2, 5])),
        (GREMLIN_RULES, oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (2, 2)]})),
    ],
)
@pytest.mark.no_cover
def test_kinds_are_true_beyond_the_first_violation_too(key, options):
    normal, misere = oracle.Oracle(options, misere=False), oracle.Oracle(options, misere=True)
    for one in classify(get_ruleset(key), 20).sizes:
        assert (one.kind.misere_outcome == "N") == misere.wins((one.size,))
        assert (one.nim_value > 0) == normal.wins((one.size,))
        assert not normal.wins(tuple([one.size] * 2))


def test_classify_speaks_the_contract(capsys):
    assert main(["classify", "kayles", "--up-to", "12", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ruleset"] == "kayles"
    assert found["sizes"][5] == {
        "size": 5,
        "nim_value": 4,
        "misere_outcome": "N",
        "kind": "higher switch",
    }
    assert len(found["sizes"]) == 13
    assert found["r1"]["holds"] is False
    assert found["r1"]["violation"]["size"] == 5
    assert found["r1"]["violation"]["condition"] == 2
    assert main(["classify", "nim", "--up-to", "3"]) == 0
    assert "R1 holds for every size up to 3" in capsys.readouterr().out
    assert main(["classify", "kayles", "--up-to", "6"]) == 0
    assert "R1 stops at 5" in capsys.readouterr().out
    assert main(["classify", "partizan-kayles", "--up-to", "3"]) == 2
    assert main(["classify", "kayles", "--up-to", "x"]) == 2


def test_classification_past_the_budget_is_refused():
    with pytest.raises(BudgetExceededError):
        classify(get_ruleset("octal:0.07"), 60, budget=200)
    with pytest.raises(InvalidInputError):
        classify(get_ruleset("partizan-kayles"), 3)


def test_quotient_speaks_the_contract(capsys):
    assert main(["quotient", "kayles", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["order"] == len(found["elements"]) == 40
    assert found["p_portion_order"] == len(found["p_portion"]) == 9
    assert (found["preperiod"], found["period"], found["complete"]) == (71, 12, True)
    assert len(found["pretending_function"]) == found["up_to"] + 1
    assert main(["quotient", "kayles", "--up-to", "300", "--json"]) == 0
    further = json.loads(capsys.readouterr().out)
    assert further["up_to"] == 300
    assert len(further["pretending_function"]) == 301
    assert further["pretending_function"][:183] == found["pretending_function"][:183]
    assert main(["quotient", "kayles", "--up-to", "90", "--json"]) == 0
    nearer = json.loads(capsys.readouterr().out)
    assert (nearer["up_to"], nearer["order"], nearer["complete"]) == (90, 40, False)
    assert main(["quotient", "octal:0.07", "--up-to", "12"]) == 0
    assert "proved for rows of up to 12" in capsys.readouterr().out
    assert main(["quotient", "octal:0.07", "--budget", "300", "--json"]) == 3
    printed = capsys.readouterr()
    assert json.loads(printed.out)["complete"] is False
    assert printed.err.count("\n") == 1
    assert main(["quotient", "octal:0.75"]) == 0
    assert "from 8 on, the elements repeat every 2" in capsys.readouterr().out


def test_the_gremlin_escapes_and_case_1_may_choose_wrong():
    beside = analyse(GREMLIN_RULES, "3+1", "misere", theory="exhaustive")
    assert [str(move) for move in beside.moves] == ["1>0"]
    alone = analyse(GREMLIN_RULES, "3", "misere", theory="exhaustive")
    assert [str(move) for move in alone.moves] == ["1>2+2"]


QUICK = {
    "2+2 and 1+2+3 are universal safe harbors",
    "The recipe for two rows, last one loses",
    "Setting a card aside fails at 1+2+4",
    "R1: where it stops",
    "Sums of three different games: nim-sum and R1",
    "R1: cases and winning moves",
    "Misère quotients: published orders and periods",
    "Misère quotients: outcomes and winning moves",
    "The positions of the errata",
    "Partizan Kayles: S1 + S2 = 0, every strip reduces",
    "All theories agree on the winning moves",
}


@pytest.mark.parametrize("check", [c for c in CHECKS if c.name in QUICK], ids=lambda c: c.name)
def test_the_quick_checks_come_out_as_stated(check):
    result = check.result()
    assert result.positions
    assert result.holds


def test_the_long_checks_in_small():
    for run in (partizan(9), partizan(4)):
        assert all(run())
    for player, silent in ((Player.LEFT, 3), (Player.RIGHT, 9)):
        assert list(theorem_4_speaks(player, 9)()).count(False) >= silent
    assert all(r1_predictions(4, 600)())
    assert list(r1_predictions(3, 600)()).count(False) > 0
    for check in CHECKS:
        if check.name not in QUICK:
            assert next(iter(check.run())) in (True, False)


def test_the_three_conditions_mispredict_the_gremlin_and_the_fourth_does_not():
    games = SmallGames()
    zero, one = 0, 1
    two = 1 << zero | 1 << one
    trap_number = next(g for g in range(16) if games.kinds[g] == "trap")
    gremlin = 1 << zero | 1 << trap_number
    assert games.kinds[gremlin] == "gremlin"
    assert games.keeps(gremlin, 3) == games.keeps(trap_number, 3)
    assert not games.keeps(gremlin, 4)
    assert games.wins_beside(gremlin)[one]
    assert not games.predicted_win(gremlin, one)
    assert games.predicted_win(two, zero) == games.wins_beside(two)[zero]


def test_verify_prints_a_table_and_says_when_something_differs(capsys, monkeypatch):
    right = Check("two and two", lambda: iter([True, True]))
    wrong = Check("two and three", lambda: iter([True, False]))
    assert verify((right,))
    assert not verify((right, wrong))
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["two", "and", "two", "2", "0", "0", "as", "stated"]
    assert lines[-1].split() == ["two", "and", "three", "2", "1", "0", "DIFFERS"]
    assert not verify((Check("two of three", lambda: iter([True, True]), among=3),))
    assert capsys.readouterr().out.splitlines()[-1].endswith("DIFFERS")
    monkeypatch.setattr("solver.commands.command_line.verify", lambda: False)
    assert main(["verify"]) == 1
    monkeypatch.setattr("solver.commands.command_line.verify", lambda: True)
    assert main(["verify"]) == 0


def test_verify_shows_how_far_it_is_to_somebody_who_watches(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert verify((Check("one", lambda: iter([True])), Check("two", lambda: iter([True]))))
    watched = capsys.readouterr().err
    assert "░" * 30 + " 0/2 one" in watched
    assert "█" * 15 + "░" * 15 + " 1/2 two" in watched
    assert watched.endswith("\r\033[K")


def test_a_theorem_that_named_a_losing_move_would_be_noticed(monkeypatch):
    from solver.positions import Move

    monkeypatch.setattr(
        "solver.errata.searches.theorem_4",
        lambda position, player: Move(0, position[0], (7, 7, 7), player),
    )
    with pytest.raises(AssertionError, match="Theorem 4 loses"):
        list(islice(theorem_4_speaks(Player.LEFT, 5)(), 20))


def test_genus_species_and_form_of_every_family_are_what_the_options_lead_to():
    found = list(bearings_of_rows())
    assert len(found) > 100
    assert all(found)
