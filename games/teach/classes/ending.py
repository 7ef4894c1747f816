"""Deleting a class permanently: counting what is deleted with it, and doing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

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
