"""The checker accepts what the solver finds, and nothing that was tampered with."""

import ast
import copy
import json
import runpy
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from solver import Game, ask, known_reaches, misere_monoid
from solver.budget import NO_LIMIT, Budget
from solver.checker import check, main
from solver.commands import command_line
from solver.commands.proofs import periods_as_published
from solver.quotients.shipped import kept_quotients
from solver.research.outcome_certificates import outcome_certificate
from tests.census import code_lines
from tests.solver import oracle

CHECKER = Path(__file__).resolve().parents[2] / "solver/checker.py"


def nim_values(key, up_to=400):
    return Game(key).nim_values(up_to, Budget(NO_LIMIT)).as_json()


def quotient(form):
    kept = kept_quotients()[form]
    end = kept["preperiod"] + kept["period"]
    names = ("preperiod", "period", "lost", "acts")
    told = {name: kept[name] for name in names} | {"values": kept["values"][:end]}
    return {"ruleset": f"octal:{form}", "quotient": copy.deepcopy(told)}


def reach(key):
    found = known_reaches()[key]
    told = {"ending": found.ending.value, "size": found.size, "detail": found.detail}
    return {"ruleset": key, "reach": told}


def refused(record):
    with pytest.raises(AssertionError) as said:
        check(record)
    return str(said.value)


def test_it_is_short_and_shares_no_code():
    assert code_lines(CHECKER) <= 340  # read in an hour, by who does not know the solver
    names = {
        getattr(node, "module", None) or node.names[0].name
        for node in ast.walk(ast.parse(CHECKER.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert names <= set(sys.stdlib_module_names) | {"collections.abc"}


def test_it_runs_alone(tmp_path, monkeypatch, capsys):
    file = tmp_path / "found.jsonl"
    lines = [json.dumps(nim_values("octal:0.77")), json.dumps(reach("octal:0.35"))]
    file.write_text("\n".join(lines) + '\n{"torn')
    done = subprocess.run(
        [sys.executable, "-S", CHECKER, file], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{file}: 2\n"
    monkeypatch.setattr(sys, "argv", ["checker.py", str(file)])
    runpy.run_path(str(CHECKER), run_name="__main__")
    assert capsys.readouterr().out == done.stdout


def test_the_first_wrong_line_is_named(tmp_path):
    file = tmp_path / "found.jsonl"
    wrong = reach("octal:0.35")
    wrong["reach"]["size"] = 5
    file.write_text(f"{json.dumps(reach('octal:0.26'))}\n{json.dumps(wrong)}\n")
    with pytest.raises(SystemExit, match=r"octal:0\.35: R1 at 4"):
        main([str(file)])


# --- nim-values ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ["octal:0.77", "octal:0.137", "octal:0.3", "octal:0.26", "octal:4.7"]
)
def test_nim_values_are_accepted_with_any_mask(key):
    record = nim_values(key)
    for mask in (record["mask"], 0, 1, 5, 14):
        check(record | {"mask": mask})


@pytest.mark.parametrize("key", ["octal:0.77", "octal:0.137", "octal:0.3"])
@pytest.mark.parametrize("added", [1, 2, 8])
def test_no_other_nim_value_is_accepted(key, added):
    record = nim_values(key)
    for size in range(record["preperiod"] + record["period"]):
        wrong = copy.deepcopy(record)
        wrong["nim_values"][size] ^= added
        assert refused(wrong)


def test_values_beyond_the_period_count_too():
    record = nim_values("octal:0.77")
    record["nim_values"][-1] += 1
    assert refused(record) == "the values repeat"


@pytest.mark.parametrize(
    ("preperiod", "period"), [(70, 12), (71, 6), (71, 0), (0, 12), (72, 13), (400, 12)]
)
def test_no_other_period_is_accepted(preperiod, period):
    assert refused(nim_values("octal:0.77") | {"preperiod": preperiod, "period": period})


def test_what_is_not_claimed_or_no_octal_game_is_refused():
    assert refused(nim_values("octal:0.007")) == "a period is claimed"
    assert refused(nim_values("nim")) == "an octal game has its code"


def test_late_periods_are_found_and_checked(monkeypatch):
    """The same as ``solver prove`` does for longer ones; a wrong number would be noticed."""
    for preperiod, is_right in ((5_181, True), (5_180, False)):
        monkeypatch.setattr(
            "solver.commands.proofs.LONG_PERIODS", {"octal:0.165": (preperiod, 1_550)}
        )
        assert list(periods_as_published()) == [is_right]


# --- R1 -----------------------------------------------------------------------------------


def test_how_far_r1_reaches_in_every_game_of_three_digits():
    for key in known_reaches():
        check(reach(key))


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("octal:0.35", {"detail": 3}),
        ("octal:0.35", {"size": 5}),
        ("octal:0.07", {"ending": "firm"}),
        ("octal:0.56", {"size": 5}),
        ("octal:0.56", {"size": 7}),
        ("octal:0.56", {"ending": "periodic", "detail": 3}),
        ("octal:0.3", {"detail": 3}),
        ("octal:0.3", {"ending": "broken", "size": 4, "detail": 2}),
        ("octal:0.1", {"ending": "firm", "size": 1}),
    ],
)
def test_no_other_reach_is_accepted(key, told):
    record = reach(key)
    record["reach"] |= told
    assert refused(record)


# --- quotients ----------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["0.75", "0.77", "0.123", "0.15", "0.512", "4.74"])
def test_quotients_are_accepted(form):
    check(quotient(form))


@pytest.mark.parametrize("form", ["0.75", "0.123"])
def test_no_other_quotient_is_accepted(form):
    for place in range(len(kept_quotients()[form]["acts"][0])):
        wrong = quotient(form)
        lost = set(wrong["quotient"]["lost"]) ^ {place}
        wrong["quotient"]["lost"] = sorted(lost)
        assert refused(wrong)
    right = quotient(form)["quotient"]
    for size, element in enumerate(right["values"]):
        wrong = quotient(form)
        wrong["quotient"]["values"][size] = (element + 1) % len(right["acts"][0])
        assert refused(wrong)


def test_a_quotient_needs_all_its_rows_and_products():
    wrong = quotient("0.75")
    wrong["quotient"]["values"].pop()
    assert refused(wrong) == "the values end with the period"
    wrong = quotient("0.75")
    wrong["quotient"]["acts"][0].reverse()
    assert refused(wrong) in {"ab = ba", "rows make every element"}
    wrong = quotient("0.75")
    wrong["quotient"]["acts"] = wrong["quotient"]["acts"][:1]
    assert refused(wrong) == "rows make every element"


def test_elements_that_nothing_tells_apart_are_refused():
    """A quotient of Take 1 with three elements where two would do."""
    told = {"values": [0, 1], "preperiod": 0, "period": 2, "lost": [1], "acts": [[1, 0]]}
    check({"ruleset": "octal:0.3", "quotient": told})
    told |= {"values": [0, 1, 2, 3], "period": 4, "lost": [1, 3], "acts": [[1, 2, 3, 0]]}
    assert (
        refused({"ruleset": "octal:0.3", "quotient": told}) == "some row tells two elements apart"
    )


# --- monoids of heaps written by hand --------------------------------------------------------


def monoid(key="heaps:{1:[[]]|[[]],2:[[1]]|[[],[1,1]]}"):
    return misere_monoid(key).as_json()


def test_a_monoid_of_an_impartial_game_is_accepted(tmp_path, capsys):
    file = tmp_path / "monoids"
    records = [
        monoid("heaps:{1:[[]],2:[[],[1]]}"),
        monoid("heaps:{2:[]|[[]],3:[]|[[1]]}"),
        monoid(),
        monoid(SIDED),
        monoid(WAITS),
    ]
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    main([str(file)])
    assert capsys.readouterr().out == f"{file}: 5\n"


def test_only_what_is_known_of_heaps_is_checked():
    for changed in ({"sort": "open"}, {"ruleset": "kayles"}):
        assert refused(monoid() | changed) == "the monoid is one of heaps, and known"


SIDED = "heaps:{1:[[]]|[],2:[]|[[]]}"
WAITS = "heaps:{1:[]|[[]],2:[]|[[1]],3:[[]]|[],4:[[3]]|[],5:[]|[[2]]}"


@pytest.mark.parametrize("key", [SIDED, WAITS])
def test_no_other_integers_are_accepted(key):
    said = set()
    for name in ("values", "outcomes"):
        for place, told in monoid(key)[name].items():
            others = "NPLR" if name == "outcomes" else range(-3, 4)
            for other in set(others) - {told}:
                record = monoid(key)
                record[name][place] = other
                said.add(refused(record))
    assert "the moves tell who wins" in said
    one, two = ({**monoid(SIDED), "values": values} for values in ({"1": 2, "2": -2}, {"1": 1}))
    assert refused(one) == "each integer is a multiple of a sum"
    assert refused(two) == "each integer is a sum"
    same = monoid(SIDED)
    same["outcomes"] = dict.fromkeys(same["outcomes"], "N")
    assert refused(same) == "some sum tells two integers apart"


def test_no_other_monoid_is_accepted():
    said = set()
    order = len(monoid()["elements"])
    for place in range(order):
        for outcome in "NPLR":
            record = monoid()
            if record["elements"][place]["outcome"] != outcome:
                record["elements"][place]["outcome"] = outcome
                said.add(refused(record))
        for heap, other in product(range(2), range(order)):
            record = monoid()
            if record["elements"][place]["plus"][heap] != other:
                record["elements"][place]["plus"][heap] = other
                said.add(refused(record))
    assert {"the moves tell who wins", "each element is that of its sum"} <= said
    twice = monoid()
    twice["elements"].append(copy.deepcopy(twice["elements"][-1]))
    assert refused(twice) == "each element is that of its sum"


PLAYED = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes((1, 2, 3)),
    "subtraction:{1,4}": oracle.takes((1, 4)),
    "kayles": oracle.kayles,
    "lasker": lambda size, player=None: [*oracle.nim(size), *oracle.octal("4")(size)],
    "grundy": lambda size, player=None: [(a, size - a) for a in range(1, size) if 2 * a < size],
    "octal:0.31": oracle.octal("0.31"),
    "octal:4.7": oracle.octal("4.7"),
    "heaps:{1:[[]],3:[[],[2,2]]}": lambda size, player=None: {1: [()], 3: [(), (2, 2)]}.get(
        size, []
    ),
    "partizan-kayles": lambda size, player: oracle.octal("0.7" if player == "left" else "0.07")(
        size
    ),
}
"""Every family whose rules the checker knows, with its moves as the oracle writes them."""


def certified(key, position, convention):
    return outcome_certificate(ask(key, position, convention))


def won(options, convention, rows, player):
    """Whether the player to move wins, by plain recursion."""
    other = {"left": "right", "right": "left"}.get(player)
    after = [
        tuple(sorted((*rows[:place], *filter(None, left), *rows[place + 1 :])))
        for place, size in enumerate(rows)
        for left in options(size, player)
    ]
    return (
        not all(won(options, convention, rows, other) for rows in after)
        if after
        else (convention == "misere")
    )


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize("convention", ["normal", "misere"])
def test_an_outcome_comes_with_a_strategy_that_the_checker_accepts(key, convention):
    met = set()
    for rows in [(), (1,), (3,), (5,), (1, 2), (3, 3), (2, 4), (1, 2, 3), (2, 3, 3)]:
        told = certified(key, rows, convention)
        check(told)
        options = PLAYED[key]
        sides = ("left", "right") if key == "partizan-kayles" else (None, None)
        wins = [won(options, convention, rows, player) for player in sides]
        assert told["outcome"] == "PRLN"[2 * wins[0] + wins[1]], rows
        for player, lost in told["lost"].items():
            for left in lost:
                who = None if player == "any" else player
                assert not won(options, convention, tuple(left), who), (rows, left)
        met.add(told["outcome"])
    assert len(met) > 1


@pytest.mark.parametrize(
    ("key", "rows", "convention"),
    [("nim", (1, 3, 5), "misere"), ("kayles", (3, 4), "normal"), ("grundy", (7,), "misere")],
)
def test_no_other_outcome_is_accepted_and_no_strategy_with_a_hole(key, rows, convention):
    told = certified(key, rows, convention)
    lost = told["lost"]["any"]
    assert "outcome" in refused(told | {"outcome": "NP"[told["outcome"] == "N"]})
    assert refused(told | {"lost": {"any": [*lost, [1, 1, 2]]}})
    for place in range(len(lost)):
        assert refused(told | {"lost": {"any": lost[:place] + lost[place + 1 :]}})


@pytest.mark.parametrize("rows", [(1, 2), (2, 2, 3), (3, 4), (2, 4)])
def test_no_other_outcome_of_a_partizan_game_is_accepted(rows):
    told = certified("partizan-kayles", rows, "misere")
    for outcome in {"P", "R", "L", "N"} - {told["outcome"]}:
        assert "outcome" in refused(told | {"outcome": outcome})
    for player, lost in told["lost"].items():
        if lost:
            assert refused(told | {"lost": told["lost"] | {player: []}})


def test_who_is_stuck_where_the_last_one_loses_is_no_loser():
    assert "stuck" in refused(certified("nim", (1, 1), "normal") | {"convention": "misere"})


def test_a_certificate_is_printed_for_games_that_the_checker_knows(tmp_path, capsys):
    assert command_line.main(["analyse", "kayles", "5+5", "--certificate"]) == 0
    file = tmp_path / "kayles.jsonl"
    file.write_text(capsys.readouterr().out)
    main([str(file)])
    assert capsys.readouterr().out == f"{file}: 1\n"
    assert command_line.main(["analyse", "push:3", "LR", "--certificate"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("'push:3' is not a game whose rules the checker knows; it checks")
    assert "push" in refused(
        {
            "ruleset": "push:3",
            **dict.fromkeys(("convention", "outcome"), "P"),
            "lost": {"any": [[1]]},
            "position": [1],
        }
    )
    assert (
        command_line.main(["analyse", "kayles", "9+9+9+9", "--certificate", "--budget", "9"]) == 3
    )
