"""Groups of a class: making and naming them, who is in them, and deleting them knowingly."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower

from games.classes.models import Classroom, Group, Membership
from games.classes.teaching import ClassError
from games.web.writing import all_or_nothing


def create_group(classroom: Classroom, name: str) -> Group:
    """A new group. Raises :class:`ClassError` if the name is taken."""
    try:
        with transaction.atomic():
            return Group.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError("This class already has a group with that name.") from None


def group_named(classroom: Classroom, name: str) -> Group:
    """The group of that name, made if the database knows none.

    Python and the database do not fold all letters in the same way, and the database decides.
    """
    folded = Group.objects.alias(folded=Lower("name")).filter(folded=Lower(Value(name)))
    group = folded.filter(classroom=classroom).first()
    return group or Group.objects.create(classroom=classroom, name=name)


def change_group(
    group: Group, name: str, added: Collection[Membership], taken_out: Collection[Membership]
) -> None:
    """Rename a group, put students into it and take others out of it."""
    try:
        with transaction.atomic():
            Group.objects.filter(pk=group.pk).update(name=name)
            group.memberships.remove(*taken_out)
            group.memberships.add(*added)
    except IntegrityError:
        raise ClassError("This class already has a group with that name.") from None


@dataclass(frozen=True)
class Use:
    """An assignment that a group was given, and what becomes of it without the group."""

    title: str
    students: int
    others: bool

    @property
    def is_for_nobody(self) -> bool:
        """Whether nobody would be left, which is how work for everybody is stored."""
        return not self.students and not self.others


def uses_of(group: Group) -> list[Use]:
    """What a group was given. Each student of it keeps the work by name."""
    students = group.memberships.count()
    given = group.assignments.prefetch_related("groups", "students").order_by("title", "pk")
    return [
        Use(work.title, students, len(work.groups.all()) > 1 or bool(work.students.all()))
        for work in given
    ]


@all_or_nothing
def delete_group(group: Group) -> None:
    """Delete a group. Work it was given stays with the students who are in it.

    Raises :class:`ClassError` if that would give work to the whole class.
    """
    for use in uses_of(group):
        if use.is_for_nobody:
            raise ClassError(
                f"“{use.title}” is only for this group, and the group is empty. Change who gets it "
                "first; otherwise everybody gets it."
            )
    members = list(group.memberships.all())
    for assignment in group.assignments.all():
        assignment.students.add(*members)
    group.delete()
