"""What the atlas says of octal games with up to four digits, against computing it."""

import json
from itertools import combinations_with_replacement

import pytest

from solver import InvalidInputError, chart_of, charted_codes, known_reaches, reach_of
from solver.budget import NO_LIMIT, Budget
from solver.commands.command_line import main
from solver.commands.proofs import atlas_as_kept
from solver.quotients import QuotientTable
from solver.reach import Ending
from solver.research.atlas import entry_of, is_found_again, kept_entries, written
from solver.research.survey import surveyed
from solver.rulesets.keys import get_ruleset
from solver.rulesets.octal import Octal

from . import oracle

CODES = list(charted_codes())
FORMS = list(kept_entries())


def test_it_has_every_game_and_says_of_each_how_far_r1_reaches():
    assert len(CODES) == len(set(CODES)) == 2 * 8**4
    assert len(FORMS) == 4_276
    charts = [chart_of(code) for code in CODES]
    assert all(chart.key == code for chart, code in zip(charts, CODES, strict=True))
    assert all(chart.reach.holds or chart.reach.ending is Ending.BROKEN for chart in charts)


def test_games_of_up_to_three_digits_are_told_as_in_the_table_of_reach():
    for key, reach in known_reaches().items():
        told = chart_of(key).reach
        assert (told.ending, told.detail) == (reach.ending, reach.detail)
        assert told.size == reach.size or (
            told.ending is Ending.PERIODIC and reach.size <= told.size
        )


@pytest.mark.parametrize("code", CODES[37::900])
def test_where_r1_stops_is_where_it_stops_in_the_game_itself(code):
    told, computed = chart_of(code).reach, reach_of(code)
    assert told.ending is computed.ending
    assert told.violation == computed.violation


def nim_values(code, size):
    """By the rule of octal games alone."""
    digits = [int(digit) for digit in code.removeprefix("octal:").replace(".", "")]
    values = []
    for row in range(size + 1):
        reached = set()
        for taken, digit in enumerate(digits):
            rest = row - taken
            if digit & 1 and rest == 0:
                reached.add(0)
            if digit & 2 and rest > 0:
                reached.add(values[rest])
            if digit & 4:
                reached.update(values[part] ^ values[rest - part] for part in range(1, rest))
        values.append(next(value for value in range(row + 2) if value not in reached))
    return values


WITH_PERIOD = [code for code in CODES if chart_of(code).nim]
WITH_QUOTIENT = [
    code for code in CODES if chart_of(code).quotient and chart_of(code).quotient.order > 8
]


@pytest.mark.parametrize("code", WITH_PERIOD[11::450])
def test_nim_values_repeat_as_it_says(code):
    preperiod, period = chart_of(code).nim
    values = nim_values(code, preperiod + 3 * period)
    rows = range(preperiod, preperiod + 2 * period + 1)
    assert all(values[row] == values[row + period] for row in rows)


@pytest.mark.parametrize("code", WITH_QUOTIENT[7::200])
def test_a_quotient_has_the_size_it_says(code):
    quotient = chart_of(code).quotient
    table = QuotientTable(get_ruleset(code))
    table.grow(None, Budget(NO_LIMIT))
    found = table.monoid.order, sum(table.monoid.lost), table.period
    assert found == (quotient.order, quotient.losing, quotient.period)
    judge = oracle.Oracle(oracle.octal(code.removeprefix("octal:")), misere=True)
    for rows in combinations_with_replacement(range(1, 9), 3):
        assert table.is_p(rows, Budget(NO_LIMIT)) == (not judge.wins(rows))


def test_a_sample_is_found_again(monkeypatch):
    sample = FORMS[5::500]
    monkeypatch.setattr("solver.commands.proofs.kept_entries", lambda: sample)
    assert list(atlas_as_kept()) == [True] * len(sample)


@pytest.mark.parametrize("part", [0, 1, 2])
def test_what_is_not_found_again_is_noticed(monkeypatch, part):
    entry = [list(facts) for facts in kept_entries()["0.1231"]]
    entry[part][-1] += 1
    monkeypatch.setattr("solver.research.atlas.kept_entries", lambda: {"0.1231": entry})
    assert not is_found_again("0.1231")


def test_what_a_survey_left_open_stays_open():
    line = surveyed("octal:0.007", 1, ["reach"])
    assert entry_of(line) == (None, ["broken", 15, 2], None)


def test_the_command_tells_what_is_known(capsys):
    assert main(["atlas", "octal:0.0123"]) == 0
    shown = capsys.readouterr().out
    assert shown == (
        "R1 stops at a row of 12, on condition 4.\n"
        "Nim-values: period 7 from row 7 on.\n"
        "Misère quotient: 20 elements, 5 losing.\n"
    )
    assert main(["atlas", "octal:0.106"]) == 0
    assert "Nim-values: no period found.\nMisère quotient: not found.\n" in capsys.readouterr().out
    assert main(["atlas", "octal:0.12345"]) == 0
    assert capsys.readouterr().out == "The atlas has the octal games with up to 4 digits.\n"
    assert main(["atlas", "octal:0.0"]) == 0
    assert "Misère quotient: 1 element, 0 losing.\n" in capsys.readouterr().out
    with pytest.raises(InvalidInputError, match="'nim' is not an octal game"):
        chart_of("nim")


def test_the_data_are_made_from_results(tmp_path, monkeypatch):
    first, second, data = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "atlas.json"))
    lines = [surveyed(f"octal:{form}", 1) for form in ("0.1231", "0.12")]
    for file, line in zip((first, second), lines, strict=True):
        file.write_text(f"{json.dumps(line)}\n")
    monkeypatch.setattr("solver.research.atlas.DATA", data)
    assert main(["atlas", "--write", str(first), str(second)]) == 0
    assert data.read_text() == written(reversed(lines))
    made = json.loads(data.read_text())["games"]
    assert list(made) == ["0.12", "0.1231"]
    assert made == {form: kept_entries()[form] for form in made}


def test_the_games_are_octal_games():
    assert isinstance(get_ruleset(CODES[-1]), Octal)
    assert CODES[0] == "octal:0.0"
    assert CODES[-1] == "octal:4.7777"
