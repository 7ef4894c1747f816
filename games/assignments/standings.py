"""Where everybody stands in an assignment: who needs help, who has not begun, how many solved what.

It is told of the whole class; what one student did at one item is a
:class:`~games.assignments.cells.Cell`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from games.assignments.cells import Status
from games.assignments.marks import Mark, mark_of
from games.assignments.models import Item
from games.assignments.results import Report, Row
from games.classes.models import Membership

NAMED = 3
"""So many items at which somebody is stuck are told by their numbers."""


@dataclass(frozen=True)
class Standing:
    """One student: the items they are *stuck* at, by number from 1; *score* is None where there
    is nothing that they could have scored at."""

    membership: Membership
    stuck: tuple[int, ...]
    is_idle: bool
    score: float | None

    @property
    def need(self) -> str:
        """What this student needs of the instructor, in few words."""
        if len(self.stuck) > NAMED:
            return f"stuck at {len(self.stuck)} items"
        if self.stuck:
            return f"stuck at {', '.join(map(str, self.stuck))}"
        return "not begun" if self.is_idle else ""

    @property
    def urgency(self) -> tuple[bool, int, bool, float]:
        """Who comes first where need decides: who is stuck at most, then who has not begun, then
        who has the fewest points; last, who has nothing to do."""
        score = self.score
        return score is None, -len(self.stuck), not self.is_idle, score or 0.0


@dataclass(frozen=True)
class Standings:
    """A class: *students* in the order of the register, how many cells have each mark, and how
    many students solved each of the items."""

    items: tuple[Item, ...]
    students: tuple[Standing, ...]
    marks: Counter[Mark]
    solved: tuple[int, ...]


def standings(report: Report) -> Standings:
    """Where everybody stands."""
    marks: Counter[Mark] = Counter()
    solved = [0] * len(report.items)
    for row in report.rows:
        for place, cell in enumerate(row.cells):
            mark = mark_of(cell)
            marks[mark] += 1
            solved[place] += mark.is_right
    students = tuple(_standing(row) for row in report.rows)
    return Standings(report.items, students, marks, tuple(solved))


def _standing(row: Row) -> Standing:
    stuck = [n for n, cell in enumerate(row.cells, 1) if cell.status is Status.HELP_NEEDED]
    is_idle = bool(row.cells) and row.is_idle
    return Standing(row.membership, tuple(stuck), is_idle, row.score if row.is_scored else None)
