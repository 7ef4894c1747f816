"""What films cost beside the analyses they tell, on positions as large as a page draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time

from solver import Analysis, Inquiry, NotCoveredError, answer, ask
from solver.teaching import film

POSITIONS = 20
"""How many positions of each sort are filmed: won ones, and lost ones."""
RUNS = 5
TRIES = 3_000
FILMED = [
    ("nim-sum", "nim", 12, 60),
    ("safe-harbors", "subtraction:3", 12, 60),
    ("r1", "subtraction:{2,5}", 12, 60),
    ("misere-quotient", "kayles", 12, 60),
    ("reduction", "partizan-kayles", 12, 60),
    ("exhaustive", "kayles", 4, 9),
]
"""Theory, rules, the most rows, and the largest."""

Read = Callable[[], Inquiry]


def _analysed(read: Read, theory: str) -> Analysis:
    return answer(read(), theory=theory)


def _filmed(read: Read, theory: str) -> Analysis:
    return film(read(), theory=theory)


def _drawn(read: Read, theory: str) -> object:
    return film(read(), theory=theory).as_json()


def _seconds(work: Callable[[], object]) -> float:
    """The least processor time of some runs: of warm tables, as those of a server are."""
    times = []
    for _ in range(RUNS):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


def _steps(make: Callable[..., Analysis], read: Read, theory: str) -> int:
    """What making it spends of a budget."""
    question = read()
    make(question, theory=theory)
    return question.budget.spent


def _questions(theory: str, rules: str, rows: int, largest: int) -> dict[bool, list[Read]]:
    """Positions by chance, always the same: those that are won, and those that are lost."""
    chance, found = Random(theory), dict[bool, list[Read]]({True: [], False: []})
    to_move = "left" if rules == "partizan-kayles" else None
    for _ in range(TRIES):
        sizes = chance.choices(range(1, largest + 1), k=chance.randint(1, rows))
        position = sizes[: rows // 2] * 2 if chance.random() < 0.5 else sizes
        read = partial(ask, rules, tuple(position), "misere", to_move)
        try:
            kept = found[bool(_analysed(read, theory).to_move_wins)]
        except NotCoveredError:
            continue
        if len(kept) < POSITIONS:
            kept.append(read)
        if all(len(kept) == POSITIONS for kept in found.values()):
            break
    return found


def film_against_analysis() -> Iterator[list[str]]:
    """Rows of the table: a film against its analysis, in processor time and in budget steps."""
    for theory, *rules in FILMED:
        for won, questions in _questions(theory, *rules).items():
            analysing = [_seconds(partial(_analysed, read, theory)) for read in questions]
            filming = [_seconds(partial(_filmed, read, theory)) for read in questions]
            drawing = [_seconds(partial(_drawn, read, theory)) for read in questions]
            plain = sum(_steps(answer, read, theory) for read in questions)
            filmed = sum(_steps(film, read, theory) for read in questions)
            name = f"{len(questions)} films of {theory}, {'won' if won else 'lost'}"
            took = f"{median(analysing) * 1e3:.2f} ms, drawn {median(drawing) * 1e3:.1f} ms"
            yield [
                name,
                f"their analyses ({took})",
                f"{sum(filming) / sum(analysing):.1f}",
                "2",
            ]
            yield [name, "their analyses, in budget steps", f"{filmed / plain:.2f}", "2"]
