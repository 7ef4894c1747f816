"""Where everybody stands in an assignment: who needs help, who has not begun, how many solved what.

It is told of the whole class; what one student did at one item is a
:class:`~games.assignments.cells.Cell`. A class that fits on a page is read in full anyway; of a
larger one the database counts the answers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from games.assignments.cells import Status, lesson_score, lesson_status
from games.assignments.lesson_tallies import LessonTally, lesson_tallies, sizes
from games.assignments.marks import RIGHT, Mark, exercise_mark, lesson_mark, mark_of
from games.assignments.models import HelpSeen, Item
from games.assignments.results import Report, Roll, given_points
from games.assignments.tallies import Tally, tallies
from games.assignments.windows import Window
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
            return f"stuck at {len(self.stuck)} questions"
        if self.stuck:
            return f"stuck at {', '.join(map(str, self.stuck))}"
        return "not started" if self.is_idle else ""

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


class Reached(NamedTuple):
    """What a standing takes from a cell."""

    status: Status
    mark: Mark
    score: float = 0.0
    is_given: bool = False


@dataclass(frozen=True)
class Told:
    """One student at every item, and what staff gave for the whole assignment."""

    membership: Membership
    cells: tuple[Reached, ...]
    given: float | None

    @property
    def standing(self) -> Standing:
        stuck = [n for n, c in enumerate(self.cells, 1) if c.status is Status.HELP_NEEDED]
        rest = (Status.NOT_STARTED, Status.DROPPED)
        is_idle = bool(self.cells) and all(cell.status in rest for cell in self.cells)
        is_scored = any(cell.is_given or cell.status.is_scored for cell in self.cells)
        score = round(sum(cell.score for cell in self.cells), 2) if is_scored else None
        score = score if self.given is None else self.given
        return Standing(self.membership, tuple(stuck), is_idle, score)


def read_standings(report: Report) -> Standings:
    """Where everybody stands, from a report that holds them all."""
    told = [
        Told(
            row.membership,
            tuple(
                Reached(cell.status, mark_of(cell), cell.score, cell.given is not None)
                for cell in row.cells
            ),
            row.given,
        )
        for row in report.rows
    ]
    return _standings(report.items, told)


def counted_standings(roll: Roll) -> Standings:
    """The same, from what the database counts."""
    return _standings(roll.items, _Counting(roll).told())


def _standings(items: tuple[Item, ...], told: Iterable[Told]) -> Standings:
    marks: Counter[Mark] = Counter()
    solved = [0] * len(items)
    students = []
    for student in told:
        mine = [cell.mark for cell in student.cells]
        marks.update(mine)
        for place, mark in enumerate(mine):
            if mark in RIGHT:
                solved[place] += 1
        students.append(student.standing)
    return Standings(items, tuple(students), marks, tuple(solved))


def lesson_reached(item: Item, tally: LessonTally, size: int, seen: int, times: Window) -> Reached:
    """What a lesson of *size* steps comes to; *seen* wrong answers have been seen to."""
    if times.was_closed_before_joining and tally.done < size:
        return Reached(Status.BEFORE_JOINING, Mark.EXCUSED)
    status = lesson_status(size, tally.done, tally.stuck - seen, begun=bool(tally.tries))
    mark = lesson_mark(status, at_once=not (tally.wrong or tally.hints))
    return Reached(status, mark, lesson_score(item.points, tally.done, size))


class _Counting:
    """An assignment of which the answers are counted."""

    def __init__(self, roll: Roll) -> None:
        self.roll, self.assignment, self.items = roll, roll.assignment, roll.items
        self.places = [(item.pk, item.is_dropped) for item in roll.items]
        self.windows: dict[int, Window] = {s.user_id: roll.window(s) for s in roll.students}
        self.given = given_points([roll.assignment], roll.students)
        marks = HelpSeen.objects.filter(item__in=self.items)
        seen = marks.values_list("membership__user", "item", "wrong")
        self.seen = {(user, item): wrong for user, item, wrong in seen}
        self.reached: dict[int, dict[int, Reached]] = defaultdict(dict)
        self._read_exercises()
        self._read_lessons()

    def _read_exercises(self) -> None:
        points = {item.pk: item.points for item in self.items}
        alike: dict[tuple[object, ...], Reached] = {}
        for tally in tallies(self.items):
            seen = self.seen.get((tally.user, tally.item), 0)
            key = (points[tally.item], seen, *tally[2:])
            if key not in alike:
                alike[key] = self._exercise(points[tally.item], tally, seen)
            self.reached[tally.user][tally.item] = alike[key]

    def _exercise(self, points: int, tally: Tally, seen: int) -> Reached:
        told = tally.summary(self.assignment)
        mark = exercise_mark(told.tries, is_right=told.is_right, at_once=told.at_once)
        score = points * told.share(self.assignment) if told.is_right else 0.0
        return Reached(told.status(self.assignment, seen), mark, score)

    def _read_lessons(self) -> None:
        size = sizes(self.items)
        lessons = {item.pk: item for item in self.items if item.is_lesson}
        asked = [(self.assignment, self.items, self.windows)]
        for (user, key), tally in lesson_tallies(asked).items():
            item, seen, times = lessons[key], self.seen.get((user, key), 0), self.windows[user]
            steps = size.get(item.lesson_id or 0, 0)
            self.reached[user][key] = lesson_reached(item, tally, steps, seen, times)

    def told(self) -> Iterable[Told]:
        most = float(sum(item.points for item in self.items if not item.is_dropped))
        for student in self.roll.students:
            whole = self.given.get((student.pk, self.assignment.pk, None))
            if self.windows[student.user_id].is_excused:
                whole = None
            cells = self._cells(student, self.reached.get(student.user_id, {}))
            yield Told(student, cells, None if whole is None else min(whole, most))

    def _cells(self, student: Membership, reached: Mapping[int, Reached]) -> tuple[Reached, ...]:
        times = self.windows[student.user_id]
        if times.is_excused:
            blank, reached = Reached(Status.EXCUSED, Mark.EXCUSED), {}
        elif times.was_closed_before_joining:
            blank = Reached(Status.BEFORE_JOINING, Mark.EXCUSED)
        else:
            blank = Reached(Status.NOT_STARTED, Mark.BLANK)
        dropped = Reached(Status.DROPPED, Mark.EXCUSED)
        cells = [dropped if gone else reached.get(key, blank) for key, gone in self.places]
        for place, item in enumerate(self.items) if self.given else ():
            points = self.given.get((student.pk, self.assignment.pk, item.pk))
            cell = cells[place]
            if points is not None and cell.status.takes_points:
                cells[place] = cell._replace(score=points, is_given=True)
        return tuple(cells)
