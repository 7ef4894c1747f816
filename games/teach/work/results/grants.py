"""The grants in an assignment, for display: who made them, when, why; and what dropping a question
changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from games.people.models import User
from games.teach.classes.models import Membership
from games.teach.work.models import AnotherTry, Assignment, GivenPoints, Granted, Item
from games.teach.work.results.taking_back import is_begun
from games.teach.work.standings.cells import NOTHING, Cell, Status
from games.teach.work.standings.reports import AssignmentReport, ResultRow


@dataclass(frozen=True)
class Grant:
    """One grant to one student. *until* is when a reopened test closes, *ended* who took it back,
    and *key* identifies another try that can still be taken back."""

    words: str
    by: str
    at: datetime
    why: str
    until: datetime | None = None
    ended: str = ""
    ended_at: datetime | None = None
    key: int | None = None


def where(granted: Granted) -> str:
    """The question by its number, or the whole assignment."""
    return f"question {granted.item.order}" if granted.item else "the whole assignment"


def grants(assignment: Assignment, membership: Membership) -> list[Grant]:
    """Everything granted to a student in an assignment, newest first."""
    whose = {"assignment": assignment, "membership": membership}
    points = GivenPoints.objects.filter(**whose).select_related("item", "by")
    tries = list(AnotherTry.objects.filter(**whose).select_related("item", "by", "taken_back_by"))
    listed = [_granted(row, points_words(row)) for row in points]
    standing = [row for row in tries if row.taken_back_at is None]
    open_key = standing[-1].pk if standing and not is_begun(standing[-1]) else None
    for row in tries:
        key = row.pk if row.pk == open_key else None
        ended = name_of(row.taken_back_by) if row.taken_back_at else ""
        words = f"Another try at {where(row)}"
        more = {"ended": ended, "ended_at": row.taken_back_at, "until": row.until, "key": key}
        listed.append(_granted(row, words, **more))
    return sorted(listed, key=lambda grant: grant.at, reverse=True)


def latest_try(assignment: Assignment, membership: Membership) -> AnotherTry | None:
    """The latest other try of a student, for the message to them."""
    tries = AnotherTry.objects.filter(assignment=assignment, membership=membership)
    return tries.filter(taken_back_at=None).select_related("item").last()


def name_of(user: User | None) -> str:
    """The name of the member of staff."""
    return user.shown_name if user else "a deleted account"


def _granted(row: Granted, words: str, **more: Any) -> Grant:
    return Grant(words, name_of(row.by), row.at, row.why, **more)


def points_words(given: GivenPoints) -> str:
    """Points given by hand or taken back, in words."""
    if given.points is None:
        return f"Points for {where(given)} taken back"
    number = f"{given.points.normalize():f}"
    return f"{number} point{'' if given.points == 1 else 's'} for {where(given)}"


@dataclass(frozen=True)
class Stead:
    """The number of the question that this one replaces (*of*), and of the latest that replaces it
    (*by*)."""

    of: int | None = None
    by: int | None = None


def steads(items: Sequence[Item]) -> dict[int, Stead]:
    """Which questions of an assignment replace which."""
    places = {item.pk: number for number, item in enumerate(items, 1)}
    later = {item.replaces_id: places[item.pk] for item in items if item.replaces_id}
    return {item.pk: Stead(places.get(item.replaces_id or 0), later.get(item.pk)) for item in items}


@dataclass(frozen=True)
class Change:
    """A student's points and percentage before and after."""

    membership: Membership
    before: float
    after: float
    share_before: int
    share_after: int


@dataclass(frozen=True)
class Regrading:
    """The effect of dropping a question: the students who did it, the points left, and the changed
    grades."""

    answered: int
    points: int
    changes: list[Change]

    @property
    def better(self) -> int:
        return sum(change.share_after > change.share_before for change in self.changes)

    @property
    def worse(self) -> int:
        return sum(change.share_after < change.share_before for change in self.changes)


def regrading(report: AssignmentReport, item: Item) -> Regrading:
    """What dropping *item* would do to the grades of a report."""
    remaining = report.points - item.points
    answered, changes = 0, []
    for row in report.rows:
        cell = next(cell for cell in row.cells if cell.item.pk == item.pk)
        answered += bool(cell.tries or cell.done)
        if row.grade is None:
            continue
        later = dropped(row, cell, remaining)
        before, after = share(row.score, report.points), share(later.score, remaining)
        if before != after:
            changes.append(Change(row.membership, row.score, later.score, before, after))
    return Regrading(answered, remaining, changes)


def dropped(row: ResultRow, cell: Cell, points: int) -> ResultRow:
    """The row after dropping the question of this cell, with *points* left."""
    cells: Iterable[Cell] = (
        replace(cell, status=Status.DROPPED, result=NOTHING, given=None) if one is cell else one
        for one in row.cells
    )
    given = None if row.given is None else min(row.given, float(points))
    return replace(row, cells=tuple(cells), given=given)


def share(score: float, points: int) -> int:
    """Points in per cent."""
    return round(100 * score / points) if points else 0
