"""What films cost beside the analyses they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from solver import Analysis, Question, answer, ask, film

LONG = (60,) * 11
FILMED = [
    ("nim-sum", "nim", (7, 5, 3), (7, 5, 2), (*LONG, 59), (*LONG, 60)),
    ("safe-harbors", "subtraction:3", (7, 5, 1), (7, 6, 1), (*LONG, 59), (*LONG, 60)),
    ("r1", "nim", (7, 5, 3), (7, 5, 2), (*LONG, 59), (*LONG, 60)),
    ("misere-quotient", "kayles", (5, 4, 1), (9, 4, 4), (*LONG, 59), (*LONG, 60)),
    ("reduction", "partizan-kayles", (7, 5, 3), (6, 5, 3), (*LONG, 60), (*LONG, 59)),
    ("exhaustive", "kayles", (5, 4, 1), (4, 4, 1), (2,) * 11 + (1,), (2,) * 12),
]
"""Theory, rules, and four positions: three rows won and lost, twelve rows won and lost."""


Read = Callable[[], Question]


def _analysed(read: Read, theory: str) -> Analysis:
    return answer(read(), theory=theory)


def _filmed(read: Read, theory: str) -> Analysis:
    return film(read(), theory=theory)


def _drawn(read: Read, theory: str) -> object:
    return film(read(), theory=theory).as_json()


def film_against_analysis(seconds: Callable[[Callable[[], object]], float]) -> Iterator[list[str]]:
    """Rows of the table: what making a film adds to its analysis, and its drawing besides."""
    for theory, rules, *positions in FILMED:
        to_move = "left" if rules == "partizan-kayles" else None
        for position in positions:
            read = partial(ask, rules, position, "misere", to_move)
            analysing = seconds(partial(_analysed, read, theory))
            filming = seconds(partial(_filmed, read, theory))
            drawing = seconds(partial(_drawn, read, theory))
            won = _analysed(read, theory).to_move_wins
            yield [
                f"the film of {theory}, {len(position)} rows, {'won' if won else 'lost'}",
                f"its analysis ({analysing * 1e3:.2f} ms; all frames drawn {drawing * 1e3:.1f} ms)",
                f"{filming / analysing - 1:.1f}",
                "2",
            ]
