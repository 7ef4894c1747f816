"""A survey on a cluster: a real scheduler and two workers, of which one is killed on the way."""

import logging
import os
import signal
import socket
import subprocess
import sys
from concurrent.futures import CancelledError
from pathlib import Path
from threading import Timer
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from distributed import KilledWorker

from solver import SolverError, octal_codes
from solver.commands.command_line import main
from solver.research.cluster import cluster_at
from solver.research.survey import games_of, survey

from .test_survey import ROOT, games, lines

__all__ = ["games"]

WAIT = 60
"""Seconds that nothing here takes, however busy the machine is."""


def started(*command):
    where = {**os.environ, "PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}
    command = [sys.executable, "-m", "distributed.cli.dask_" + command[0], *command[1:]]
    return subprocess.Popen(command, cwd=ROOT, env=where, stderr=subprocess.DEVNULL)


def until(condition):
    end = monotonic() + WAIT
    while not (met := condition()):
        assert monotonic() < end
        sleep(0.05)
    return met


@pytest.fixture
def scheduler(tmp_path):
    file = tmp_path / "scheduler.json"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    process = started(
        "scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--no-dashboard",
        "--scheduler-file",
        file,
    )
    until(file.exists)
    yield SimpleNamespace(address=f"tcp://127.0.0.1:{port}", kill=process.kill)
    process.kill()
    process.wait()


@pytest.fixture
def worker(scheduler):
    """Starts one worker after another."""
    processes = []

    def start():
        process = started(
            "worker", scheduler.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        process.kill()
        process.wait()


def test_nothing_is_lost_or_done_twice_when_a_worker_is_killed(
    scheduler, worker, games, tmp_path, capsys
):
    results = tmp_path / "out.jsonl"
    for _ in range(2):
        worker()
    with cluster_at(scheduler.address) as (_, number):
        until(lambda: number() == 2)
    keys = games_of(games)
    written = survey(keys, results, 0.1, 1, scheduler.address)
    for _ in range(3):
        next(written)
    with cluster_at(scheduler.address) as (pool, number):
        lost = pool.submit(os.getpid).result()
        os.kill(lost, signal.SIGKILL)
        until(lambda: number() == 1)
    rest = [line["ruleset"] for line in written]
    assert len(rest) == 21
    assert sorted(line["ruleset"] for line in lines(results)) == sorted(keys)
    assert main(["check", str(results)]) == 0
    assert capsys.readouterr().out == f"{results}: 24\n"
    asked = ["survey", "--games", str(games), "--resume", str(results), "--scheduler"]
    assert main([*asked, scheduler.address]) == 0
    assert capsys.readouterr().out.startswith("0 games surveyed, 24 there before")


def test_games_wait_until_there_is_a_worker(scheduler, worker, tmp_path, monkeypatch):
    monkeypatch.setattr("solver.research.survey.LOOK", 0.05)
    results = tmp_path / "out.jsonl"
    Timer(0.5, worker).start()
    [line] = survey(["kayles"], results, 1, 1, scheduler.address)
    assert line["ruleset"] == "octal:0.77"
    assert lines(results) == [line]


def test_a_cluster_without_workers_is_told_and_the_lines_before_stay(
    scheduler, worker, tmp_path, monkeypatch
):
    results = tmp_path / "out.jsonl"
    only = worker()
    written = survey(octal_codes(2), results, 0.1, 1, scheduler.address)
    first = next(written)
    only.kill()
    monkeypatch.setattr("solver.research.survey.LOOK", 0.05)
    monkeypatch.setattr("solver.research.cluster.PATIENCE", 0.2)
    with pytest.raises(SolverError, match=r"has no worker\. Start one where the solver") as told:
        list(written)
    assert told.value.value == scheduler.address
    assert lines(results)[0] == first


def test_a_scheduler_that_is_lost_is_told_in_one_sentence_and_the_lines_before_stay(
    scheduler, worker, games, tmp_path
):
    results = tmp_path / "out.jsonl"
    worker()
    asked = ["survey", "--games", games, "--resume", results, "--scheduler", scheduler.address]
    command = [sys.executable, "-m", "solver", *map(str, asked)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as running:
        until(lambda: results.exists() and results.read_text().count("\n") >= 2)
        scheduler.kill()
        _, told = running.communicate(timeout=WAIT)
    assert told == "The cluster is lost. Start the survey again to continue.\n"
    assert running.returncode == 2
    assert len({line["ruleset"] for line in lines(results)}) == len(lines(results)) >= 2


def test_a_scheduler_that_is_lost_has_no_workers_to_count(scheduler):
    with cluster_at(scheduler.address) as (_, number):
        scheduler.kill()
        with pytest.raises(SolverError, match=r"The cluster is lost\. Start the survey again"):
            until(lambda: number() is None)


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (CancelledError(), "The cluster is lost"),
        (
            KilledWorker("octal:0.77", None, 3),
            "Several workers died while they surveyed the same game",
        ),
    ],
)
def test_what_becomes_of_a_game_is_told(scheduler, raised, told):
    with pytest.raises(SolverError, match=told), cluster_at(scheduler.address):
        raise raised


def test_what_the_packages_log_on_the_way_is_not_shown(scheduler):
    with cluster_at(scheduler.address):
        for name in ("distributed.batched", "distributed.client", "distributed.gc", "asyncio"):
            assert not logging.getLogger(name).isEnabledFor(logging.ERROR), name


def test_what_is_missing_is_said_in_a_sentence(tmp_path, games, monkeypatch, capsys):
    monkeypatch.setattr("solver.research.cluster.PATIENCE", 0.2)
    asked = ["survey", "--games", str(games), "--resume", str(tmp_path / "out"), "--scheduler"]
    assert main([*asked, "tcp://127.0.0.1:9"]) == 2
    assert capsys.readouterr().err == (
        "No scheduler answers at tcp://127.0.0.1:9. Start one with: dask scheduler.\n"
    )
    assert main([*asked, "nonsense:x"]) == 2
    assert capsys.readouterr().err.startswith("No scheduler answers at nonsense:x.")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SolverError, match=r"pip install 'marienbad-solver\[cluster\]'"):
        list(survey(["octal:0.77"], tmp_path / "out", 1, 1, "tcp://127.0.0.1:9"))
    assert Path(tmp_path / "out").read_text() == ""
