"""When a check shows what was right: not while anybody may still write in it.

Whoever could have seen what was right writes no more. So that moving a time afterwards cannot
open a check again, the moment is written down before times change (:func:`keep_revealed`).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from games.assignments.models import Assignment, Override, Start
from games.assignments.windows import GRACE, window
from games.classes.models import Classroom, Membership
from games.classes.teaching import times_change


def reveals_at(check: Assignment) -> datetime | None:
    """When everybody's time is over, grace counted in; None for a check that has no end."""
    if check.revealed_at or check.closes_at is None:
        return check.revealed_at
    return max([check.closes_at, *_later_ends(check)]) + GRACE


def _later_ends(check: Assignment) -> list[datetime]:
    """The ends of those who have more time than the rest and have not handed in."""
    people = Membership.objects.active().filter(classroom=check.classroom_id)
    if check.groups.exists() or check.students.exists():
        people = people.filter(Q(groups__assignments=check) | Q(assignments=check))
    granted = {
        override.membership_id: override for override in Override.objects.filter(assignment=check)
    }
    more = people.filter(Q(extra_days__gt=0) | Q(pk__in=granted)).distinct()
    starts = {
        start.membership_id: start
        for start in Start.objects.filter(assignment=check, membership__in=more).select_related(
            "assignment", "membership"
        )
    }
    windows = [window(check, one, granted.get(one.pk), starts.get(one.pk)) for one in more]
    ends = [one.last_moment for one in windows if not one.is_excused and not one.handed_in_at]
    return [end for end in ends if end is not None]


def is_revealed(check: Assignment) -> bool:
    """Whether what was right may be seen."""
    moment = reveals_at(check)
    return moment is not None and moment <= timezone.now()


def keep_revealed(assignments: QuerySet[Assignment]) -> None:
    """Write down which of these have shown what was right; call it before times change."""
    checks = assignments.filter(mode=Assignment.Mode.CHECK, revealed_at=None)
    for check in checks.exclude(published_at=None).filter(closes_at__lte=timezone.now()):
        if is_revealed(check):
            Assignment.objects.filter(pk=check.pk).update(revealed_at=reveals_at(check))


@receiver(times_change)
def keep_revealed_in_class(classroom: Classroom, **rest: Any) -> None:
    """The same for every check of a class in which somebody's times are about to change."""
    keep_revealed(classroom.assignments.all())
