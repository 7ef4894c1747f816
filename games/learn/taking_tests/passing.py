"""How often people without understanding pass the tests of the course, as it was measured.

``python -m tests.bench.taken_tests --keep`` draws every test and checkpoint several times and
computes it exactly for each draw. What it wrote is kept beside this file, because to compute it
again takes minutes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).parent / "passing.json"
"""What was measured last."""
DRAWS = 10
"""How many draws of each test are measured: enough for whole percents, in two minutes."""


SHOWN = ("normal-habit", "mirror")
"""The beliefs that have a column of their own."""


@dataclass(frozen=True)
class Passing:
    """How often a test or checkpoint is passed, as shares of its draws: by the best *guess*, by
    whoever knows the *cue* of the lesson before (None for a first lesson), and by those with one of
    the mistaken *beliefs*, by key. *is_misere*: at least a third of what it asks about
    winning is about the last one losing, so that somebody must not pass who forgets it."""

    kind: str
    slug: str
    guess: float
    cue: float | None
    beliefs: Mapping[str, float]
    is_misere: bool

    @property
    def as_if_normal(self) -> float | None:
        """How often somebody passes who plays as if the last one won; None where that is right."""
        return self.beliefs["normal-habit"] if self.is_misere else None

    @property
    def other(self) -> float:
        """The most that somebody reaches with a belief that has no column of its own."""
        return max(share for key, share in self.beliefs.items() if key not in SHOWN)

    @property
    def shares(self) -> list[str]:
        """The row of the table, in percent; empty where there is nothing to say."""
        every = (self.guess, self.cue, self.as_if_normal, self.beliefs["mirror"], self.other)
        return ["" if share is None else f"{100 * share:.1f}\u00a0%" for share in every]


@cache
def measured() -> tuple[Passing, ...]:
    """Every test and checkpoint, in the order of the course."""
    return tuple(Passing(**row) for row in json.loads(TABLE.read_text(encoding="utf-8")))
