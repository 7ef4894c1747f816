import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import quotients
from solver.commands.command_line import answer_lines, main
from solver.r1 import kind_table


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


def test_the_plain_search_below_the_theories_is_refused_alike_in_all_three_forms(capsys):
    asked = ["analyse", "nim", "1+2", "--theory", "below"]
    said = set()
    for more in ([], ["--json"]):
        assert main([*asked, *more]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        said.add(printed.err.strip())
    [line] = answer_lines([b'{"ruleset": "nim", "position": "1+2", "theory": "below"}'])
    said.add(json.loads(line)["error"])
    [sentence] = said
    assert sentence.startswith("'below' is not a theory; use ")
    assert "nim-sum" in sentence


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


def test_classify_prints_what_it_knows_when_the_budget_ends(capsys):
    for table in (kind_table, quotients.table._shared):
        table.cache_clear()  # what other tests have asked about costs nothing again
    assert main(["classify", "octal:0.15", "--up-to", "60", "--budget", "200"]) == 3
    printed = capsys.readouterr()
    rows = printed.out.splitlines()[1:]
    assert rows[14].split()[:4] == ["14", "1", "N", "gremlin"]
    assert 15 < len(rows) < 60
    assert "budget of 200 positions" in printed.err
    assert main(["classify", "octal:0.15", "--up-to", "60", "--budget", "200", "--json"]) == 3
    kinds = json.loads(capsys.readouterr().out)
    assert kinds["complete"] is False
    assert kinds["r1"]["checked_up_to"] == kinds["sizes"][-1]["size"] < 60
    assert main(["classify", "nim", "--up-to", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"] is True


def test_classify_without_any_budget_prints_no_table(capsys):
    assert main(["classify", "kayles", "--up-to", "3", "--budget", "0"]) == 3
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_any_output_encoding_will_do(encoding):
    import os

    environment = {**os.environ, "PYTHONIOENCODING": encoding}

    def printed(*arguments):
        command = [sys.executable, "-m", "solver", *arguments]
        done = subprocess.run(command, capture_output=True, check=False, env=environment)
        return done.returncode, (done.stdout + done.stderr).decode(encoding)

    misere = "misere" if encoding == "ascii" else "misère"
    assert f"nim-value, {misere} outcome" in printed("classify", "kayles", "--up-to", "5")[1]
    assert f"nim-value, {misere} outcome" in printed("--help")[1]
    code, answer = printed("analyse", "kayles", "5+4", "--json")
    assert code == 0
    assert any("The player to move loses" in step["text"] for step in json.loads(answer)["steps"])
    code, refusal = printed("analyse", "kayles", "5", "--theory", "nim-sum")
    assert code == 2
    assert "Kayles is neither" in refusal
    assert "'" in printed("analyse", "日本", "5")[1]


def test_what_ascii_cannot_hold_is_written_plainly():
    import io

    from solver.commands.output import hold_any_text

    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    hold_any_text(out, io.StringIO())
    out.write("misère − “π” ≥ 日")
    out.flush()
    assert out.buffer.getvalue() == b'misere - "?" >= ?'


def test_json_is_escaped_where_the_output_cannot_hold_it(monkeypatch):
    import io

    from solver.commands.output import json_line

    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    assert json_line("è") == '"\\u00e8"'
    monkeypatch.setattr("sys.stdout", io.StringIO())
    assert json_line("è") == '"è"'


GOOD = b'{"ruleset": "nim", "position": "2"}'


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\x00{",
        '{"ruleset": "nim", "position": "2"}è'.encode("latin-1"),
        b'{"ruleset": "nim", "position": [' + b"9" * 5000 + b"]}",
        b'{"ruleset": "partizan-kayles", "position": [%s, %s]}' % (b"9" * 4300, b"9" * 4300),
        b'{"ruleset": "nim", "position": [-' + b"9" * 4300 + b"]}",
        b'{"ruleset": "nim", "position": ' + b"[" * 50_000 + b"]" * 50_000 + b"}",
        b'{"ruleset": "nim", "position": [NaN]}',
        b'{"ruleset": "nim", "position": [Infinity]}',
        b"NaN",
        b'{"ruleset": "\\ud800", "position": "1"}',
        b'{"ruleset": "nim", "position": ["\\ud800"]}',
        b'{"ruleset": "nim", "position": "' + b"1+" * 600_000 + b'1"}',
        b"\x00" * 3_000_000,
    ],
)
def test_one_bad_line_never_ends_a_stream(line, capsys, monkeypatch):
    import io
    from types import SimpleNamespace

    stream = io.BytesIO(b"\n".join([GOOD, line, GOOD]))  # no newline at the end
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=stream))
    assert main(["analyse", "--jsonl"]) == 0
    first, bad, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["outcome"] == last["outcome"] == "N"
    assert bad["error_type"] == "InvalidInputError"
    assert len(bad["error"]) < 300


def test_a_line_that_nobody_foresaw_is_an_error_line_too(monkeypatch):
    def overflow(question, *, theory):
        raise RecursionError

    monkeypatch.setattr("solver.commands.command_line.answer_as_data", overflow)
    answer = json.loads(next(iter(answer_lines([GOOD]))))
    assert answer == {
        "error": "This query could not be answered.",
        "error_type": "RecursionError",
    }


def test_a_reader_who_leaves_ends_a_stream_quietly():
    lines = (GOOD + b"\n") * 300
    command = [sys.executable, "-m", "solver", "analyse", "--jsonl"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdin.write(lines)
        running.stdin.close()
        running.stdout.read(20)
        running.stdout.close()
        assert running.wait(60) == 0
        assert running.stderr.read() == b""
