"""Faults put into the code one at a time, and whether a test notices: ``make mutants``.

Of the whole solver and the whole of games. The solver has its folder of tests; a file of games has
those of its folder, as `make test-near` finds them, and the tests elsewhere that hold its module or
are named after its folder. Code and tests are copied to a temporary folder, so the checkout is only
read. The tests run once to learn which of them reach which line and how long each takes; then a
sample of all mutants is drawn, the same for the same seed, and each meets the tests that reach its
line, the quickest first, until one fails. What survives is a fault that nobody would notice, or no
fault at all: read it before writing a test. With `--only`, a lower area meets no tests of the areas
above it: run a survivor against those before judging it.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from coverage import CoverageData

from tests.near import home_of, without_parts

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 40
"""Of tests for one mutant, by the time they take without it; it may take four times as long."""
PYTEST = (sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:randomly", "-p", "no:cacheprovider")
OPERATORS = (
    "Lt LtE, LtE Lt, Gt GtE, GtE Gt, Eq NotEq, NotEq Eq, In NotIn, NotIn In, Is IsNot, IsNot Is, "
    "And Or, Or And, Add Sub, Sub Add, Mult Add, FloorDiv Mult, Mod FloorDiv, BitXor BitOr"
)
OTHER = {getattr(ast, a): getattr(ast, b) for a, b in map(str.split, OPERATORS.split(", "))}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """*before*, at these offsets of a file's bytes, becomes *after*."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before} -> {self.after}"


def faulty(node: ast.AST) -> ast.AST | None:
    """*node* with a fault of its own; None for what gets none."""
    other = copy.deepcopy(node)
    match other:
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            other.ops = [OTHER[type(op)]()]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in OTHER:
            other.op = OTHER[type(op)]()
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            return operand
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value) | float(value)):
            other.value = value + 1
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            other.func.id = NAMES[name]
        case ast.IfExp():
            other.body, other.orelse = other.orelse, other.body
        case _:
            return None
    return other


def mutants(file: Path) -> Iterator[Mutant]:
    """Every mutant of a file. Inside f-strings Python 3.11 knows no places: they are left out."""
    source, starts = file.read_bytes(), [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.JoinedStr | ast.pattern):
            continue
        waiting.extend(ast.iter_child_nodes(node))
        if (other := faulty(node)) is not None:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            before = " ".join(source[start:end].decode().split())
            path = file.relative_to(ROOT).as_posix()
            yield Mutant(path, node.lineno, start, end, before, f"({ast.unparse(other)})")


def here() -> list[str]:
    """The files of the checkout, without what is made of them."""
    asked = ("git", "ls-files", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def files(only: str) -> list[Path]:
    """The files that are given faults; a migration is frozen."""
    known = (file for part in ("solver", "games") for file in sorted((ROOT / part).rglob("*.py")))
    asked = (file for file in known if file.is_relative_to(ROOT / only))
    return [file for file in asked if "migrations" not in file.parts]


def tests_of(paths: Iterable[str]) -> list[str]:
    """The tests that some files belong to, each folder or file of them once."""
    found: set[str] = set()
    for path in paths:
        found |= {"tests/solver"} if path.startswith("solver/") else of_games(path)
    return without_parts(found)


def of_games(path: str) -> set[str]:
    """The folder of tests of a file of games, and the tests elsewhere that hold its module or
    have the name of its folder. What is of no area, as the tags of templates, belongs to all."""
    home = Path(home_of(path))
    folder = home.parent if home.suffix else home
    area, _, module = map(re.escape, path.removesuffix(".py").replace("/", ".").rpartition("."))
    held = re.compile(rf'from {area} import (.*\W)?{module}\b|"{area}\.{module}\.')
    named = {f"test_{folder}.py" for folder in Path(path).parts[1:-1]}
    holding = {
        test for test, text in texts().items() if held.search(text) or Path(test).name in named
    }
    is_of_area = folder not in (Path("."), Path("tests/games"))
    return holding | ({folder.as_posix()} if is_of_area else set()) or {"tests/games"}


@cache
def texts() -> dict[str, str]:
    """What each test of games says."""
    return {
        file.relative_to(ROOT).as_posix(): file.read_text()
        for file in sorted((ROOT / "tests/games").rglob("test_*.py"))
    }


def learn(
    folder: Path, tests: list[str]
) -> tuple[dict[str, dict[int, set[str]]], dict[str, float]]:
    """Which of *tests* reach each line of each file, and the seconds each of them takes."""
    sources = ("--cov=solver", "--cov=games")
    asked = ("-n", "2", *tests, *sources, "--cov-context=test", "--cov-report=")
    run = (*PYTEST, *asked, "--durations=0", "--durations-min=0")
    said = subprocess.run(run, cwd=folder, check=True, capture_output=True, text=True).stdout
    seconds: dict[str, float] = defaultdict(float)
    for words in (line.split(maxsplit=2) for line in said.splitlines()):
        if len(words) == 3 and words[1] in ("call", "setup"):
            seconds[words[2]] += float(words[0].removesuffix("s"))
    data = CoverageData(str(folder / ".coverage"))
    data.read()
    reached: dict[str, dict[int, set[str]]] = {}
    for file in data.measured_files():
        path = Path(file).resolve().relative_to(folder.resolve()).as_posix()
        reached[path] = {
            line: {context.partition("|")[0] for context in contexts if context}
            for line, contexts in data.contexts_by_lineno(file).items()
        }
    return reached, seconds


def quickest(tests: set[str], seconds: dict[str, float]) -> list[str]:
    """As many of *tests* as there is time for, and at least one if there is any."""
    chosen, left = [], float(SECONDS)
    for test in sorted(tests, key=lambda one: (seconds[one], one)):
        left -= seconds[test]
        if left >= 0 or not chosen:
            chosen.append(test)
    return chosen


def survives(mutant: Mutant, tests: list[str], folder: Path) -> bool:
    """Whether all *tests* pass with the fault; one that never ends has noticed it."""
    file = folder / mutant.path
    source = file.read_bytes()
    file.write_bytes(source[: mutant.start] + mutant.after.encode() + source[mutant.end :])
    try:
        run = subprocess.run(
            (*PYTEST, *tests), cwd=folder, capture_output=True, timeout=4 * SECONDS, check=False
        )
        return run.returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_bytes(source)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=100, help="how many; 0 for all")
    parser.add_argument("--only", default=".", help="a file or folder of either")
    parser.add_argument("--seed", default="marienbad")
    asked = parser.parse_args()
    every = [one for file in files(asked.only) for one in mutants(file)]
    chosen = Random(asked.seed).sample(every, min(asked.sample or len(every), len(every)))
    ends: Counter[str] = Counter()
    noticed: dict[str, Counter[bool]] = defaultdict(Counter)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for part in here():
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / part, folder / part)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        reached, seconds = learn(folder, tests_of(one.path for one in chosen))
        for mutant in sorted(chosen, key=lambda one: (one.path, one.line)):
            lines = reached.get(mutant.path, {})
            # What runs on import belongs to no test: then to those of the file, or to all.
            reaching = lines.get(mutant.line) or set().union(*lines.values()) or set(seconds)
            tests = quickest(reaching, seconds)
            end = "survived" if survives(mutant, tests, folder) else "killed"
            ends[end] += 1
            noticed["/".join(mutant.path.split("/")[:2])][end == "killed"] += 1
            if end == "survived":
                print(f"{mutant}\n  survived {len(tests)} of {len(reaching)} tests", flush=True)
    told = ", ".join(f"{number} {end}" for end, number in sorted(ends.items()))
    for area, counted in sorted(noticed.items()):
        print(f"{area}: {counted[True]} of {counted.total()} were noticed")
    score = 100 * ends["killed"] // max(1, len(chosen))
    print(f"{len(chosen)} of {len(every)} mutants: {told}; {score} % were noticed")


if __name__ == "__main__":
    main()
