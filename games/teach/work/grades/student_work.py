"""All the work of one student for a class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString

from games.questions.marks import strip
from games.teach.classes.models import Classroom, Membership
from games.teach.work.grades.grades import GradeColumn, GradeEntry, GradeLine, counted
from games.teach.work.grades.scores import Score
from games.teach.work.models import Assignment
from games.teach.work.standings.cells import Cell
from games.teach.work.standings.reports import ResultRow, reports, rolls


def score_of(row: ResultRow) -> Score:
    """The score of a row, as the grades use it."""
    given = row.given is not None or any(cell.given is not None for cell in row.cells)
    return Score(row.grade, is_given=given, is_asked=row.is_scored)


@dataclass(frozen=True)
class StudentWork:
    """One student's entries in the grades, and the *rows* behind them."""

    line: GradeLine
    rows: tuple[ResultRow, ...]

    @property
    def assignments(self) -> list[tuple[GradeEntry, bool, ResultRow]]:
        """Each entry, whether it is left out as one of the lowest, and its row."""
        pairs = zip(self.line.told, self.rows, strict=True)
        return [(entry, is_dropped, row) for (entry, is_dropped), row in pairs]

    @property
    def opened(self) -> list[tuple[GradeEntry, bool, ResultRow, SafeString]]:
        """The same with the strip of each assignment, its marks linked to the answers for staff."""
        return [
            (entry, is_dropped, row, strip(assignment.title, row.marks(where)))
            for entry, is_dropped, row in self.assignments
            for assignment in [entry.column.assignment]
            for where in [reverse("assignments:student", args=[assignment.pk, row.membership.pk])]
        ]

    @property
    def cells(self) -> Sequence[Cell]:
        return [cell for row in self.rows for cell in row.cells]

    @property
    def last_at(self) -> datetime | None:
        """When this student last did something for the class."""
        return max((cell.last_at for cell in self.cells if cell.last_at), default=None)

    @property
    def lessons(self) -> list[Cell]:
        """The lessons that were set, each with the steps done."""
        return [cell for cell in self.cells if cell.item.is_lesson]

    @property
    def exercises(self) -> list[Cell]:
        """The exercises that were answered."""
        return [cell for cell in self.cells if not cell.item.is_lesson and cell.tries]

    @property
    def right(self) -> int:
        return sum(cell.solved for cell in self.exercises)

    @property
    def at_once(self) -> int:
        """The number of exercises right at the first try without help."""
        return sum(bool(cell.first_try) for cell in self.exercises)


def work_of(classroom: Classroom, student: Membership) -> StudentWork:
    """The work of a student of this class, whose groups are prefetched."""
    called = counted(rolls(Assignment.objects.filter(classroom=classroom), [student]))
    own = [roll for roll in called if roll.students]
    overrides = own[0].overrides if own else {}
    read = reports([(roll.assignment, roll.students) for roll in own], overrides)
    rows = tuple(report.rows[0] for report in read)
    entries = tuple(
        GradeEntry(GradeColumn(report.assignment, report.points), score_of(row))
        for report, row in zip(read, rows, strict=True)
    )
    return StudentWork(GradeLine(student, entries, classroom.drops_lowest), rows)
