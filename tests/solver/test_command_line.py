import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.command_line import answer_lines, main


def run(*arguments, stdin=""):
    return subprocess.run(
        [sys.executable, "-m", "solver", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_answers_as_text():
    done = run("analyse", "nim", "1+3+5+4", "--convention", "misere")
    assert done.returncode == 0
    assert "row 2: 3 -> 0" in done.stdout


def test_it_answers_as_json(capsys):
    assert main(["analyse", "nim", "1+3+5+4", "--convention", "misere", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["ruleset"] == "nim"
    assert answer["position"] == [1, 3, 5, 4]
    assert answer["theory"] == "nim-sum"
    assert answer["outcome"] == "N"
    assert answer["to_move_wins"] is True
    assert answer["winning_moves"] == [
        {"component": 1, "size": 3, "becomes": [], "result": [1, 5, 4]}
    ]
    assert answer["components"][2]["nim_value"] == 5
    assert all(step["rule"] and step["text"] for step in answer["steps"])


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyse", "nim", "1+x"],
        ["analyse", "chess", "1"],
        ["analyse", "nim", "1", "--convention", "odd"],
        ["analyse", "nim", "1", "--theory", "magic"],
        ["analyse", "partizan-kayles", "1", "--to-move", "up"],
        ["analyse", "partizan-kayles", "1", "--theory", "nim-sum"],
        ["analyse", "kayles", "1", "--theory", "nim-sum"],
        ["analyse", "nim"],
        ["analyse", "nim", "1", "--wrong"],
        ["nonsense"],
        [],
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, capsys):
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_passed_budget_is_status_3(capsys):
    arguments = ["analyse", "nim", "30+30", "--theory", "exhaustive", "--budget", "10"]
    assert main(arguments) == 3
    assert capsys.readouterr().err.count("\n") == 1


def test_jsonl_keeps_the_order_and_never_dies_on_a_line():
    lines = [
        '{"ruleset": "nim", "position": "2+3", "convention": "misere"}',
        "not json",
        '{"ruleset": "nim", "position": [2, 2], "to_move": null, "theory": null}',
        '{"ruleset": "nim"}',
        '{"ruleset": "nim", "position": {"a": 1}}',
        '{"ruleset": 3, "position": "1"}',
        '{"ruleset": "nim", "position": "1", "convention": ["misere"]}',
        '{"ruleset": "nim", "position": [1.5]}',
        "[" * 100_000,
        "[1]",
    ]
    done = run("analyse", "--jsonl", stdin="\n".join([*lines, "", ""]))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert len(answers) == len(lines)
    assert [answer.get("outcome") for answer in answers[:3]] == ["N", None, "P"]
    assert all(answer["error"] for answer in [answers[1], *answers[3:]])


@given(st.lists(st.binary(max_size=80)))
def test_any_bytes_get_a_line_each(lines):
    kept = [line for line in lines if line.strip()]
    assert len(list(answer_lines(lines))) == len(kept)


def test_a_closed_pipe_is_no_trouble(monkeypatch):
    import io

    class Closed(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Closed())
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert main(["analyse", "nim", "1"]) == 0


def test_the_module_runs_as_a_program(monkeypatch, capsys):
    import runpy

    monkeypatch.setattr("sys.argv", ["solver", "analyse", "nim", "1+2"])
    with pytest.raises(SystemExit) as stopped:
        runpy.run_module("solver", run_name="__main__")
    assert stopped.value.code == 0
    assert "1+2: N" in capsys.readouterr().out


def test_jsonl_reads_standard_input(monkeypatch, capsys):
    import io
    from types import SimpleNamespace

    query = b'{"ruleset": "nim", "position": "2"}'
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(query)))
    assert main(["analyse", "--jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "N"


def test_a_partizan_answer_names_who_moves(capsys):
    assert main(["analyse", "partizan-kayles", "3"]) == 0
    assert "left: strip 1: 3 -> 2" in capsys.readouterr().out
    assert main(["analyse", "nim", "1", "--budget", "x"]) == 2


@pytest.mark.parametrize(
    "query",
    [
        b"[1]",
        b'{"ruleset": ""}',
        b'{"ruleset": "nim", "position": 3}',
        b'{"ruleset": "nim", "theory": 1}',
    ],
)
def test_a_query_of_the_wrong_shape_is_an_error_line(query):
    assert json.loads(next(iter(answer_lines([query]))))["error"]


def test_a_lost_position_lists_no_moves(capsys):
    assert main(["analyse", "nim", "1"]) == 0
    assert "Winning moves" not in capsys.readouterr().out


def test_a_line_too_long_is_refused():
    assert "at most" in next(iter(answer_lines([b"[" + b"1," * 600_000])))
