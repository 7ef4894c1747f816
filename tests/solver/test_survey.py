"""A survey loses nothing and does nothing twice, and every line of it is checked."""

import json
import os
import signal
import subprocess
import sys
from multiprocessing import Pipe
from pathlib import Path
from threading import Event
from time import sleep

import pytest

from solver import InvalidInputError, SolverError, reach_of
from solver.checker import check
from solver.commands.command_line import main
from solver.quotients import Bounds
from solver.research import survey as surveys
from solver.research.survey import games_of, kept, survey, surveyed

ROOT = Path(__file__).resolve().parents[2]


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.no_cover
def test_what_is_found_about_a_game_is_checked():
    for key in ("octal:0.77", "octal:0.137", "octal:0.123", "octal:0.31", "octal:4.56"):
        found = surveyed(key, 5)
        assert found["nim"]
        assert found["reach"]
        assert found["quotient"] or key == "octal:0.137"
        check(found)
    assert surveyed("kayles", 5)["ruleset"] == "octal:0.77"
    assert found["reach"]["ending"] == reach_of("octal:4.56").ending.value


def test_a_game_without_a_move_has_a_quotient_of_one_element():
    found = surveyed("octal:0.0", 1)
    assert (found["quotient"]["acts"], found["quotient"]["lost"]) == ([], [])
    check(found)


def test_what_takes_longer_is_left_out():
    found = surveyed("octal:0.007", 0.02)
    assert (found["nim"], found["quotient"]) == (None, None)
    assert found["nim_values_up_to"] > 0
    assert found["quotient_up_to"] > 0
    check(found)
    assert surveyed("octal:0.0000000000000000004", 1e-9)["reach"] is None


def test_a_quotient_that_is_too_large_is_left_out(monkeypatch):
    assert surveyed("octal:0.3", 5)["quotient"]
    monkeypatch.setattr(surveys, "BOUNDS", Bounds(order=2))
    assert surveyed("octal:0.333", 5)["quotient"] is None


# --- files --------------------------------------------------------------------------------


def test_games_are_read_each_once(tmp_path):
    file = tmp_path / "games"
    file.write_text("# two games\nkayles\n\noctal:0.77\n octal:0.07 \n")
    assert games_of(file) == ["octal:0.77", "octal:0.07"]
    file.write_text("octal:0.77\nnim\n")
    with pytest.raises(InvalidInputError, match="'nim' is not an octal game"):
        games_of(file)
    with pytest.raises(InvalidInputError, match="is not a file of text"):
        games_of(tmp_path / "nowhere")


def test_a_line_that_was_torn_off_is_removed(tmp_path):
    file = tmp_path / "out.jsonl"
    assert kept(file) == set()
    file.write_text('{"ruleset": "octal:0.77"}\n{"ruleset": "octal:0.0')
    assert kept(file) == {"octal:0.77"}
    assert file.read_text() == '{"ruleset": "octal:0.77"}\n'
    for other in ("no results\n", "[]\n", "{}\n"):
        file.write_text(other)
        with pytest.raises(InvalidInputError, match="is not a file of results"):
            kept(file)
        assert file.read_text() == other


# --- processes ----------------------------------------------------------------------------


@pytest.fixture
def games(tmp_path):
    file = tmp_path / "games"
    file.write_text("\n".join(f"octal:0.0{n:03o}" for n in range(1, 25)))
    return file


def command(games, results):
    said = ["survey", "--games", games, "--resume", results, "--seconds", "0.1", "--jobs", "2"]
    return [sys.executable, "-m", "solver", *map(str, said)]


def die(key, seconds):
    os._exit(1)


def alive(process):
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_killed_survey_goes_on_where_it_was(games, tmp_path, capsys):
    results = tmp_path / "out.jsonl"
    running = subprocess.Popen(command(games, results), cwd=ROOT)
    while not (results.exists() and results.read_text().count("\n") >= 3):
        assert running.poll() is None
        sleep(0.02)
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    while any(map(alive, children)):
        sleep(0.02)  # its processes end with it

    before = results.read_text()
    assert 3 <= before.count("\n") < 24
    with results.open("a") as file:
        file.write('{"ruleset":"octal:0.0')
    assert main(command(games, results)[3:]) == 0
    assert results.read_text().startswith(before)
    found = [line["ruleset"] for line in lines(results)]
    assert sorted(found) == sorted(games_of(games))
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(f"surveyed, {before.count(chr(10))} there before")
    assert "24 reaches of R1" in told[1]

    assert main(["check", str(results)]) == 0
    assert capsys.readouterr().out == f"{results}: 24\n"
    assert main(command(games, results)[3:]) == 0
    assert capsys.readouterr().out.startswith("0 games surveyed, 24 there before")


def test_a_process_that_dies_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(surveys, "surveyed", die)
    with pytest.raises(SolverError, match="A process of the survey died"):
        list(survey(["octal:0.77"], tmp_path / "out.jsonl", 1, 1))


def test_a_process_ends_with_its_parent(monkeypatch):
    surveys.end_with_parent()  # this one has none
    told, ended = Event(), []
    here, there = Pipe()

    class Parent:
        sentinel = here.fileno()

    def end(status):
        ended.append(status)
        told.set()

    monkeypatch.setattr(surveys, "parent_process", lambda: Parent)
    surveys.end_with_parent(end)
    assert not ended
    there.close()
    assert told.wait(10)
    assert ended == [1]


@pytest.mark.parametrize(
    ("option", "value"),
    [("--seconds", "0"), ("--seconds", "soon"), ("--jobs", "0"), ("--jobs", "-1")],
)
def test_what_cannot_be_read_is_said_in_a_sentence(option, value, games, tmp_path, capsys):
    wrong = ["survey", "--games", str(games), "--resume", str(tmp_path / "out"), option, value]
    assert main(wrong) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert value in line
