"""Deleting a class permanently: counting what is deleted with it, doing it, and the day on which
the daily work does it.

A class is archived at the end of its year. Some years later it is deleted, but never before its
instructors could read the day on their page of classes for two months.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from games.people.models import User, Visitor
from games.teach.classes.models import Classroom, Membership
from games.web.transactions import all_or_nothing


@dataclass(frozen=True)
class ClassContents:
    """The numbers of things in a class. *accounts* are those that it made and that are in no other
    class."""

    students: int
    groups: int
    assignments: int
    answers: int
    accounts: int


def own_accounts(classroom: Classroom) -> QuerySet[User]:
    """Accounts that the class made, whose owners were never in another class and teach none."""
    elsewhere = Membership.objects.exclude(classroom=classroom).values("user")
    made = User.objects.filter(managed_by=classroom, is_staff=False, is_superuser=False)
    return made.filter(staffed=None).exclude(pk__in=elsewhere)


def ending_of(classroom: Classroom) -> ClassContents:
    """What deleting a class would delete."""
    people = Membership.objects.filter(classroom=classroom)
    return ClassContents(
        students=people.count(),
        groups=classroom.groups.count(),
        assignments=classroom.assignments.count(),
        answers=people.filter(attempts__answered_at__isnull=False).count(),
        accounts=own_accounts(classroom).count(),
    )


@all_or_nothing
def delete_class(classroom: Classroom, *, with_accounts: bool) -> None:
    """Delete a class and all its work and, *with_accounts*, the accounts that it made and that are
    in no other class, with all their data."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    accounts = list(own_accounts(classroom).values_list("pk", flat=True)) if with_accounts else []
    classroom.delete()
    Visitor.objects.filter(claimed_by__in=accounts).delete()
    User.objects.filter(pk__in=accounts).delete()


# --- The end of a year ------------------------------------------------------------------------

YEAR = timedelta(days=365)
REMINDED = timedelta(days=60)
"""As long as a summer without school, the day of deletion stands on the page of classes."""


def deletion_day(archived_at: datetime) -> datetime | None:
    """When a class is deleted that was archived then; None if the site deletes none."""
    years = settings.YEARS_OF_CLASSES
    return max(archived_at + years * YEAR, timezone.now() + REMINDED) if years else None


def set_missing_days() -> None:
    """Set the day for classes that were archived before the site had one."""
    archived = Classroom.objects.filter(deleted_on=None, is_demo=False).exclude(archived_at=None)
    for classroom in archived:
        assert classroom.archived_at is not None
        day = deletion_day(classroom.archived_at)
        Classroom.objects.filter(pk=classroom.pk, deleted_on=None).update(deleted_on=day)


def classes_to_delete(now: datetime) -> QuerySet[Classroom]:
    """The archived classes whose day has come."""
    if not settings.YEARS_OF_CLASSES:
        return Classroom.objects.none()
    return Classroom.objects.filter(deleted_on__lte=now).exclude(archived_at=None)


def ends_soon(classroom: Classroom) -> bool:
    """Whether instructors are reminded that the class will be deleted."""
    day = classroom.last_day
    return day is not None and day <= timezone.now() + REMINDED


def keep_for_longer(classroom: Classroom) -> None:
    """Keep an archived class for a year more, counted from now if its day is near."""
    now = timezone.now()
    archived = Classroom.objects.filter(pk=classroom.pk).exclude(archived_at=None)
    archived.update(deleted_on=max(classroom.deleted_on or now, now) + YEAR)
