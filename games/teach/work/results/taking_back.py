"""Taking back another try that the student has not started: everything is as it was before."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.people.models import User
from games.questions.attempts import one_at_a_time
from games.teach.classes.models import Membership
from games.teach.work.models import (
    AnotherTry,
    Assignment,
    GivenPoints,
    ItemAttempt,
    Override,
    Start,
)
from games.teach.work.standings.revealing import keep_revealed
from games.teach.work.standings.settling import settle
from games.web.watch.audit import What, note
from solver import InvalidInputError


def standing_tries(assignment: Assignment, membership: Membership) -> list[AnotherTry]:
    """The other tries of a student that were not taken back, newest last."""
    granted = AnotherTry.objects.filter(assignment=assignment, membership=membership)
    return list(granted.filter(taken_back_at=None).select_related("item"))


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
