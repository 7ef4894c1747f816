"""Wild quotients kept as data: a sample proved anew, and every one of the form it says."""

import json
from itertools import combinations_with_replacement

import pytest

import solver.commands.quotient
from solver import QuotientTable, get_ruleset, shipped_games, shipped_quotient, standard_form
from solver.budget import Budget
from solver.commands.command_line import main
from solver.commands.proofs import quotients_as_kept
from solver.quotients import shipped
from solver.quotients.shipped import (
    computed,
    is_proved,
    kept_partial_quotients,
    kept_quotients,
    packed,
    partial_quotient,
    wild_games,
)
from solver.version import VERSION
from tests.solver.oracle import Oracle, octal

KEPT = kept_quotients()
CHEAP = sorted(KEPT, key=lambda form: (len(KEPT[form]["values"]), form))[:6:2]
"""Those that are proved with the fewest rows."""

PARTIAL = kept_partial_quotients()


@pytest.mark.parametrize("form", CHEAP)
def test_what_is_kept_is_proved_anew(form):
    assert is_proved(form)
    assert shipped_quotient(f"octal:{form}") == computed(form)


@pytest.mark.parametrize("part", ["values", "lost", "period", "acts"])
def test_an_entry_that_is_not_so_is_noticed(part, monkeypatch):
    form = CHEAP[0]
    wrong = json.loads(json.dumps(KEPT[form]))
    match part:
        case "values":
            wrong["values"][-1] ^= 1
        case "lost":
            wrong["lost"][0] -= 1
        case "period":
            wrong["period"] *= 2
        case "acts":
            wrong["acts"][0].reverse()
    monkeypatch.setattr(shipped, "kept_quotients", lambda: {form: wrong})
    monkeypatch.setattr("solver.commands.proofs.kept_quotients", lambda: {form: wrong})
    monkeypatch.setattr("solver.commands.proofs.kept_partial_quotients", dict)
    assert list(quotients_as_kept()) == [False]


def test_kept_are_wild_games_with_the_version_of_the_solver_that_made_them():
    assert json.loads(shipped.DATA.read_text(encoding="utf-8"))["solver"] == VERSION
    assert set(KEPT) <= set(wild_games())
    assert len(shipped_games()) == len(KEPT) == 52
    assert {standard_form(key)[0] for key in shipped_games()} == set(KEPT)
    assert {"octal:0.77", "octal:0.44", "octal:0.75", "octal:4.56"} <= set(shipped_games())


@pytest.mark.parametrize("form", KEPT)
def test_a_quotient_is_kept_as_it_is_unpacked_again(form):
    known = shipped_quotient(f"octal:{form}")
    assert json.loads(json.dumps(packed(known))) == KEPT[form]


@pytest.mark.parametrize("key", ["octal:4.4", "octal:0.44", "octal:4.6", "kayles", "octal:0.044"])
def test_kin_have_the_same_quotient_with_longer_rows(key):
    told, table = shipped_quotient(key), QuotientTable(get_ruleset(key))
    table.grow(None, Budget())
    assert told.names == table.known().names
    assert (told.monoid, told.preperiod, told.period) == (
        table.monoid,
        table.preperiod,
        table.period,
    )
    assert [told[size] for size in range(1_000)] == [
        table.element(size, Budget()) for size in range(1_000)
    ]


@pytest.mark.parametrize(
    ("kept", "code"),
    [
        *((shipped_quotient, code) for code in ("0.144", "0.72", "4.56", "0.153")),
        *((partial_quotient, code) for code in ("0.07", "0.26", "0.54", "0.007")),
    ],
)
def test_lost_as_kept_is_lost_by_search(kept, code):
    known, judge = kept(f"octal:{code}"), Oracle(octal(code), misere=True)
    for position in combinations_with_replacement(range(1, 10), 3):
        product = known.monoid.product(known[size] for size in position)
        assert known.monoid.is_p(product) != judge.wins(position), position


def test_what_is_kept_of_shorter_rows_is_every_wild_game_that_is_not_settled():
    kept = json.loads(shipped.PARTIAL.read_text(encoding="utf-8"))
    assert kept["solver"] == VERSION
    assert shipped.PARTIAL.stat().st_size < 300_000
    assert set(wild_games()) - set(KEPT) == {*PARTIAL, "0.354"}
    assert all(entry["period"] is None for entry in PARTIAL.values())


@pytest.mark.parametrize("form", PARTIAL)
def test_a_quotient_of_shorter_rows_is_kept_as_it_is_unpacked_again(form):
    known = partial_quotient(f"octal:{form}")
    assert json.loads(json.dumps(packed(known))) == PARTIAL[form]
    assert not known.covers(known.up_to + 1)


@pytest.mark.parametrize("form", ["0.774", "0.1077", "4.563"])
def test_a_quotient_of_shorter_rows_is_proved_anew(form):
    assert is_proved(form)
    assert partial_quotient(f"octal:{form}") == computed(form)


def test_other_games_are_not_kept():
    assert partial_quotient("octal:0.77") is None
    assert partial_quotient("nim") is None
    assert shipped_quotient("octal:0.07") is None
    assert shipped_quotient("nim") is None


def test_the_command_answers_from_what_is_kept_however_small_the_budget(capsys):
    assert main(["quotient", "octal:0.046", "--budget", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["order"], told["p_portion_order"], told["period"]) == (40, 9, 36)
    assert told["complete"]
    assert main(["quotient", "octal:0.046", "--budget", "1", "--up-to", "9"]) == 3
    assert "known for heaps up to" in capsys.readouterr().err


def test_the_command_lists_what_is_kept_and_makes_it_anew(capsys, monkeypatch, tmp_path):
    assert main(["quotients"]) == 0
    said = capsys.readouterr().out
    assert "| 0.77 | 40 | 9 | 71 | 12 | 4.4 " in said
    assert "52 of 386 standard forms of wild octal games, 100 of 728 codes" in said
    made = tmp_path / "quotients.json"
    partial = tmp_path / "partial_quotients.json"
    monkeypatch.setattr(solver.commands.quotient, "DATA", made)
    monkeypatch.setattr(solver.commands.quotient, "PARTIAL", partial)
    monkeypatch.setattr(
        solver.commands.quotient,
        "wild_games",
        lambda: dict.fromkeys((CHEAP[0], "0.774", "0.354", "0.775")),
    )
    assert main(["quotients", "--write"]) == 0
    assert json.loads(made.read_text(encoding="utf-8"))["quotients"] == {CHEAP[0]: KEPT[CHEAP[0]]}
    told = json.loads(partial.read_text(encoding="utf-8"))["quotients"]
    assert told == {"0.774": PARTIAL["0.774"], "0.775": "0.774"}
    assert PARTIAL["0.775"] == PARTIAL["0.774"]
