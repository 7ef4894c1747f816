"""What the engine costs beside others: quotients, nim-values, start-up.

The times of the others were recorded once, in ``reference.json``; ratios to them tell of this
machine too, so compare them with each other and over time.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from solver import QuotientTable, get_ruleset
from solver.budget import Budget
from solver.nim_values import NimValues

REFERENCE = json.loads(Path(__file__).with_name("reference.json").read_text(encoding="utf-8"))
STARTS = 9
Row = tuple[str, str, str, str]


def engine_against_others() -> Iterator[Row]:
    """What, against what, the ratio, and what it should not pass."""
    yield from quotients()
    yield from nim_values()
    yield from start_up()


def quotients() -> Iterator[Row]:
    """Quotients with their proof, as multiples of the reference's time."""
    for key, recorded in REFERENCE["quotients"]["seconds"].items():
        start = process_time()
        table = QuotientTable(get_ruleset(key))
        table.grow(None, Budget())
        taken = process_time() - start
        what = f"the quotient of {key}, proved: {taken:.2f} s"
        yield what, f"CGSuite, recorded: {recorded:.2f} s", f"{taken / recorded:.1f}", "3"


def nim_values() -> Iterator[Row]:
    """Nim-values a second where no period is looked for, as a part of what C does."""
    rows = REFERENCE["nim_values"]["rows"]
    for key, recorded in REFERENCE["nim_values"]["per_second"].items():
        table = NimValues(get_ruleset(key))
        table._next_proof = sys.maxsize
        start = process_time()
        table.grow(rows - 1, Budget())
        rate = rows / (process_time() - start)
        what = f"nim-values of {key} up to {rows:,}: {rate:,.0f} a second"
        yield what, f"a loop in C, recorded: {recorded:,}", f"{recorded / rate:.0f}", "30"


def start_up() -> Iterator[Row]:
    """Python's own start, and what the package adds to it."""
    bare = started("pass")
    for code, limit in (("import solver", "2"), ("from solver import analyse", "")):
        ratio = started(code) / bare
        yield f"python -c '{code}'", f"python alone: {bare * 1000:.0f} ms", f"{ratio:.2f}", limit


def started(code: str) -> float:
    """The median time of a Python that runs *code*, with nothing but what is built in."""
    times = []
    for _ in range(STARTS):
        start = perf_counter()
        subprocess.run([sys.executable, "-S", "-c", code], check=True)
        times.append(perf_counter() - start)
    return median(times)
