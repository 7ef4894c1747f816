"""What the engine costs beside others: quotients, nim-values, start-up.

The times of the others were recorded once, in ``reference.json``; ratios to them tell of this
machine too, so compare them with each other and over time.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from solver import BudgetExceededError, QuotientTable, analyse, get_ruleset
from solver.budget import NO_LIMIT, Budget
from solver.nim_values import NimValues
from solver.r1 import kind_table
from solver.rulesets.kernel import loops_of

REFERENCE = json.loads(Path(__file__).with_name("reference.json").read_text(encoding="utf-8"))
STARTS = 9
RUNS = 3
BOARDS = 150
LONG = (
    ("octal:0.26", 52, 100),
    ("octal:0.26", 52, 5_000),
    ("octal:4.5323", 30, 60),
    ("grundy", 45, 100),
    ("hexadecimal:8.3", 30, 200),
)
"""Games without a quotient, a row that search reaches and one that it does not."""
EQUAL = "heaps:{1:[[]],2:[[],[1]],3:[[],[1],[2]],4:[[],[2,3],[2,2,2]],5:[[3],[4,1],[4,4]]}"
"""The game of a question on MathOverflow, "Can anyone analyze this misere game?"."""
Row = tuple[str, str, str, str]


def engine_against_others() -> Iterator[Row]:
    """What, against what, the ratio, and what it should not pass."""
    yield from quotients()
    yield from nim_values()
    yield from small_boards()
    yield from long_rows()
    yield from equal_heaps()
    yield from start_up()


def small_boards() -> Iterator[Row]:
    """What all theories together cost on small boards of wild games, beside search alone."""
    choose, seconds, boards = Random(7), {"exhaustive": 0.0, None: 0.0}, 0
    while boards < BOARDS:
        digits = "".join(choose.choices("01234567", k=choose.choice((3, 4))))
        key = f"octal:{choose.choice('04')}.{digits}"
        rows = tuple(choose.randint(1, 12) for _ in range(choose.choice((1, 2))))
        if not kind_table(get_ruleset(key)).check(max(rows), Budget()):
            continue
        boards += 1
        for theory in seconds:
            start = process_time()
            analyse(key, rows, "misere", theory=theory)
            seconds[theory] += process_time() - start
    searched, answered = seconds["exhaustive"], seconds[None]
    what = f"{BOARDS} small boards of wild octal games, answered: {answered:.2f} s"
    yield what, f"search alone: {searched:.2f} s", f"{answered / searched:.1f}", "3"


def equal_heaps() -> Iterator[Row]:
    """What ten times as many equal heaps cost, which lead to a thousand times as many positions."""
    seconds = []
    for copies in (400, 4_000):
        start = process_time()
        analyse(EQUAL, (5,) * copies, "misere")
        seconds.append(process_time() - start)
    what = f"4,000 equal heaps, decided: {seconds[1]:.2f} s"
    yield what, f"400 of them: {seconds[0]:.2f} s", f"{seconds[1] / seconds[0]:.1f}", "6"


def long_rows() -> Iterator[Row]:
    """What it costs until a row is refused that no budget reaches, beside the search of one that
    it reaches."""
    seconds = [0.0, 0.0]
    for key, reached, refused in LONG:
        for place, (row, theory) in enumerate(((reached, "exhaustive"), (refused, None))):
            start = process_time()
            with suppress(BudgetExceededError):
                analyse(key, (row,), "misere", theory=theory)
            seconds[place] += process_time() - start
    what = f"rows of 60 to 5,000 in {len(LONG)} wild games, refused: {seconds[1]:.2f} s"
    yield (
        what,
        f"rows of 30 to 52, searched: {seconds[0]:.2f} s",
        f"{seconds[1] / seconds[0]:.1f}",
        "2",
    )


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
    """Nim-values a second where no period is looked for, as a part of what a loop in C does in
    the same run; without a compiler, of what it did once."""
    with TemporaryDirectory() as folder:
        loop = compiled(Path(folder))
        for key, recorded in REFERENCE["nim_values"]["per_second"].items():
            rows = REFERENCE["nim_values"]["rows"][key]
            if loop is None:
                against, by_c = f"no C compiler here; a loop in C, recorded: {recorded:,}", recorded
            else:
                by_c, total = in_c(loop, key, rows)
                against = f"a loop in C, in this run: {by_c:,.0f}"
            for kernel, limit in ((False, 12), (True, 2)):
                rate, found = by_solver(key, rows, kernel)
                assert loop is None or found == total, key
                how = "compiled" if kernel else "in pure Python"
                what = f"nim-values of {key} up to {rows:,}, {how}: {rate:,.0f} a second"
                yield what, against, f"{by_c / rate:.1f}", str(limit)


def by_solver(key: str, rows: int, kernel: bool) -> tuple[float, int]:
    """How many nim-values a second the solver computes at best, in pure Python or by its *kernel*,
    and what they add up to."""
    if kernel:
        NimValues(get_ruleset(key), compiled=True).grow(1, Budget(NO_LIMIT))  # compiles it
    rates = []
    for _ in range(RUNS):
        table = NimValues(get_ruleset(key), most=rows, compiled=kernel)
        table._next_proof = sys.maxsize
        start = process_time()
        table.grow(rows - 1, Budget(NO_LIMIT))
        rates.append(rows / (process_time() - start))
    return max(rates), sum(table.table)


def compiled(folder: Path) -> Path | None:
    """The loop in C, compiled; None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    source, loop = Path(__file__).with_name("nim_values.c"), folder / "nim_values"
    subprocess.run([compiler, "-O2", "-o", loop, source], check=True)
    return loop


def in_c(loop: Path, key: str, rows: int) -> tuple[float, int]:
    """How many nim-values a second *loop* computes at best, and what they add up to."""
    loops = loops_of(get_ruleset(key))
    assert loops
    digits = "".join(f"{digit:X}" for digit in loops.digits)
    asked = [loop, digits, str(rows), str(int(loops.unequal))]
    rates = []
    for _ in range(RUNS):
        said = subprocess.run(asked, capture_output=True, text=True, check=True)
        rate, total = said.stdout.split()
        rates.append(float(rate))
    return max(rates), int(total)


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
