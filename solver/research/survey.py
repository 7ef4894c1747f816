"""A survey of many octal games: nim-values, R1 and quotient of each, with certificates.

``python -m solver survey`` shares the games of a file among processes on this machine, or among the
workers of a cluster (:mod:`solver.research.cluster`). Each line of the results is one game,
written whole as soon as it is known. After an interruption, the same command continues with the
games that are missing. :mod:`solver.checker`, which shares no code with the survey, checks every
line.
"""

from __future__ import annotations

import json
import multiprocessing
import os
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import connection, parent_process
from pathlib import Path
from threading import Thread
from typing import Any

from ..budget import NO_LIMIT, Budget
from ..errors import BudgetExceededError, InvalidInputError, SolverError
from ..nim_values import NimValues
from ..quotients import Bounds, Known, QuotientTable, shipped_quotient, tame_quotient
from ..quotients.shipped import packed
from ..reach import Ending, reach_of
from ..rulesets.keys import get_ruleset
from ..rulesets.octal import Octal
from ..sparse_space import best_mask
from ..version import VERSION
from ..words import command_line as words
from ..words import counted, unreadable
from .cluster import cluster_at

Line = dict[str, Any]
LONGEST = 10**8
"""The longest row in a table of nim-values; time runs out before."""
BOUNDS = Bounds(order=600)
PARTS = ("nim", "reach", "quotient")
AHEAD = 4
"""The number of games in the queue of each process, so that none is idle."""
LOOK = 5
"""Seconds after which a survey looks for new workers of a cluster."""


def surveyed(key: str, seconds: float, parts: Collection[str] = PARTS) -> Line:
    """The nim-values, R1's reach and the quotient of a game. Each may take so many *seconds* of
    processor; one that takes longer is None, and so is one that is not among the *parts*.

    >>> surveyed("octal:0.35", 1)["reach"]
    {'ending': 'broken', 'size': 4, 'detail': 4}
    """
    rules = octal(key)
    nim, known_values = _nim(rules, _so_long(seconds)) if "nim" in parts else (None, 0)
    quotient, known_rows = _quotient(rules, _so_long(seconds)) if "quotient" in parts else (None, 0)
    return {
        "ruleset": rules.key,
        "solver": VERSION,
        "seconds": seconds,
        "nim": nim,
        "nim_values_up_to": known_values,
        "reach": _reach(rules, _so_long(seconds)) if "reach" in parts else None,
        "quotient": quotient,
        "quotient_up_to": known_rows,
    }


def octal(key: str) -> Octal:
    """The octal game of *key*; raises :class:`InvalidInputError` for any other."""
    rules = get_ruleset(key)
    if not isinstance(rules, Octal):
        raise InvalidInputError.because(unreadable.OCTAL_GAME, key, example="octal:0.77")
    return Octal(rules.digits)  # under its code, where it has a name as well


def _so_long(seconds: float) -> Budget:
    return Budget(NO_LIMIT, seconds)


def _nim(rules: Octal, budget: Budget) -> tuple[Line | None, int]:
    """The period of the nim-values with its certificate, and the longest row in the table."""
    found = NimValues(rules, most=LONGEST)
    with suppress(BudgetExceededError):
        found.grow(LONGEST, budget)
    if found.fold is None:
        return None, len(found.table) - 1
    preperiod, period = found.fold
    values = found.table[: preperiod + period]
    told = {"values": values, "preperiod": preperiod, "period": period, "mask": best_mask(values)}
    return told, len(found.table) - 1


def _reach(rules: Octal, budget: Budget) -> Line | None:
    """How far R1 reaches."""
    found = reach_of(rules, budget=budget)
    if found.ending is Ending.OPEN:
        return None
    return {"ending": found.ending.value, "size": found.size, "detail": found.detail}


def _quotient(rules: Octal, budget: Budget) -> tuple[Line | None, int]:
    """The quotient of rows of every length, and the longest row that was tried."""
    known: Known | None = shipped_quotient(rules)
    tame = None if known else tame_quotient(rules, budget)
    if tame and tame.order <= BOUNDS.order:
        known = tame.known()
    if known is None:
        table = QuotientTable(rules, BOUNDS)
        with suppress(BudgetExceededError):
            table.grow(None, budget)
        known = table.known()
    if known.preperiod is None or known.period is None:
        return None, known.up_to
    told = packed(known)
    told["values"] = list(told["values"][: known.preperiod + known.period])
    return told, known.up_to


# --- many games ---------------------------------------------------------------------------


def games_of(path: Path) -> list[str]:
    """The games in a file, one on each line, without duplicates. Empty lines and lines that begin
    with # are skipped.

    Raises :class:`InvalidInputError` for a line that is not an octal game.
    """
    lines = (line.strip() for line in _text(path).splitlines())
    keys = (octal(line).key for line in lines if line and not line.startswith("#"))
    return list(dict.fromkeys(keys))


def kept(path: Path) -> set[str]:
    """The games that a file of results has. An incomplete last line is removed.

    Raises :class:`InvalidInputError` for a file that holds anything else.
    """
    if not path.exists():
        return set()
    text = _text(path)
    whole = text[: text.rfind("\n") + 1]
    games = {line["ruleset"] for line in _lines(path, whole)}
    if whole != text:
        path.write_text(whole, encoding="utf-8")
    return games


def lines_of(path: Path) -> list[Line]:
    """The complete lines of a file of results.

    Raises :class:`InvalidInputError` for a file that holds anything else.
    """
    text = _text(path)
    return _lines(path, text[: text.rfind("\n") + 1])


def _lines(path: Path, whole: str) -> list[Line]:
    try:
        lines = [json.loads(line) for line in whole.splitlines()]
        return [line for line in lines if line["ruleset"]]
    except (ValueError, TypeError, KeyError):
        raise InvalidInputError.because(unreadable.RESULTS, str(path)) from None


def survey(
    games: Iterable[str], results: Path, seconds: float, jobs: int, scheduler: str = ""
) -> Iterator[Line]:
    """Append a line to *results* for each of *games* that is missing there, and yield the line.

    *jobs* processes share the work, or the cluster of the *scheduler* at this address. Raises
    :class:`SolverError` if a process dies, or if the cluster is lost or gives up a game; the lines
    written before stay.
    """
    done = kept(results)
    waiting = iter([key for key in games if key not in done])
    workers = cluster_at(scheduler) if scheduler else processes(jobs)
    with results.open("a", encoding="utf-8") as file, workers as (pool, number):
        running: set[Future[Line]] = set()
        while True:
            more = max(AHEAD * number(), 1) - len(running)
            running.update(
                pool.submit(surveyed, key, seconds) for key in islice(waiting, max(more, 0))
            )
            if not running:
                return
            found, running = wait(running, timeout=LOOK, return_when=FIRST_COMPLETED)
            for future in found:
                line = future.result()
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
                file.flush()
                os.fsync(file.fileno())
                yield line


@contextmanager
def processes(jobs: int) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor of so many processes on this machine, and their number. Raises
    :class:`SolverError` if one of them dies."""
    context = multiprocessing.get_context("spawn")
    try:
        with ProcessPoolExecutor(jobs, context, initializer=end_with_parent) as pool:
            yield pool, lambda: jobs
    except BrokenProcessPool:
        raise SolverError(words.WORKER_DIED) from None


def end_with_parent(end: Callable[[int], object] = os._exit) -> None:
    """Let this process end when the one that started it does, however that ends."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_watch, args=(parent.sentinel, end), daemon=True).start()


def _watch(sentinel: int, end: Callable[[int], object]) -> None:
    connection.wait([sentinel])
    end(1)


def run(games: str, results: str, seconds: float, jobs: int, scheduler: str) -> None:
    """Survey the games of a file into another, and say what that holds about them."""
    keys, path = games_of(Path(games)), Path(results)
    before = len(kept(path).intersection(keys))
    new = sum(1 for _ in survey(keys, path, seconds, jobs, scheduler))
    lines = [line for line in lines_of(path) if line["ruleset"] in keys]
    counts = {part: sum(line[part] is not None for line in lines) for part in PARTS}
    print(words.SURVEYED.format(new=counted(new, "game"), before=before))
    print(words.FOUND.format(**counts))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInputError.because(unreadable.FILE, str(path)) from error
