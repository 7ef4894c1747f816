"""The grants in an assignment: who made them, when, why; what dropping a question changes; and
taking back another try that the student has not started, after which everything is as it was
before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.people.models import User
from games.questions.attempts import one_at_a_time
from games.teach.classes.models import Membership
from games.teach.work.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    Granted,
    Item,
    ItemAttempt,
    Override,
    Start,
)
from games.teach.work.standings.cells import NOTHING, Cell, Status
from games.teach.work.standings.reports import AssignmentReport, ResultRow
from games.teach.work.standings.revealing import keep_revealed
from games.teach.work.standings.settling import settle
from games.web.watch.audit import What, note
from games.web.written_once import written_once
from solver import InvalidInputError


def standing_tries(assignment: Assignment, membership: Membership) -> list[AnotherTry]:
    """The other tries of a student that were not taken back, newest last."""
    return _standing_tries(assignment.pk, membership.pk)


@written_once
def _standing_tries(assignment: UUID, membership: UUID) -> QuerySet[AnotherTry]:
    granted = AnotherTry.objects.filter(assignment=assignment, membership=membership)
    return granted.filter(taken_back_at=None).select_related("item")


def is_begun(again: AnotherTry) -> bool:
    """Whether the student has done anything in it."""
    which = Q(item=again.item_id) if again.item_id else Q(item__assignment=again.assignment_id)
    tries = ItemAttempt.objects.filter(which, membership=again.membership_id, set_aside_by=None)
    starts = Start.objects.filter(assignment=again.assignment_id, membership=again.membership_id)
    return tries.exists() or (again.opens and starts.exists())


def take_back_try(assignment: Assignment, membership: Membership, key: int, *, by: User) -> None:
    """Take back the other try with this key. A second request does nothing.

    Raises :class:`InvalidInputError` if the student has started it, or if there is a newer one.
    """
    with transaction.atomic(), one_at_a_time(membership.user):
        keep_revealed(Assignment.objects.filter(pk=assignment.pk))
        standing = standing_tries(assignment, membership)
        again = next((granted for granted in standing if granted.pk == key), None)
        if again is None:
            return
        if again != standing[-1]:
            raise InvalidInputError("Take back the newest try first.")
        if is_begun(again):
            raise InvalidInputError(
                f"{membership.real_name} has started the new try, so you cannot take it back."
            )
        again.taken_back_at, again.taken_back_by = timezone.now(), by
        again.save(update_fields=["taken_back_at", "taken_back_by"])
        again.set_aside.update(set_aside_by=None)
        settle(assignment, [membership.pk], again.item)
        if again.opens:
            _close(again, [granted for granted in standing[:-1] if granted.opens])
        _restore_points(again, by)
        note(What.GRADES, assignment, f"user {membership.user_id}: another try taken back")


def _close(again: AnotherTry, earlier: list[AnotherTry]) -> None:
    """Restore the times from before, which *earlier* other tries may have changed."""
    own: dict[str, Any] = {"assignment": again.assignment, "membership": again.membership}
    last = earlier[-1] if earlier else None
    Override.objects.filter(**own).update(
        reopened_at=last.at if last else None, reopened_until=last.until if last else None
    )
    if again.started_at or again.handed_in_at:
        Start.objects.create(**own, started_at=again.started_at, handed_in_at=again.handed_in_at)


def _restore_points(again: AnotherTry, by: User) -> None:
    """Give the earlier points by hand again, unless others were given since."""
    rows = GivenPoints.objects.filter(assignment=again.assignment, membership=again.membership)
    for ended in rows.filter(points=None, at=again.at):
        of_item = rows.filter(item=ended.item_id)
        before = of_item.filter(at__lt=again.at).last()
        if before is not None and of_item.last() == ended:
            before.pk, before.at, before.by = None, timezone.now(), by
            before.save(force_insert=True)


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
    return next(reversed(standing_tries(assignment, membership)), None)


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
