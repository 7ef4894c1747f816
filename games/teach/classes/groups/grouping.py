"""Groups of a class: making, naming and changing them, and deleting them safely."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.name_fields import same_in_database
from games.people.names import in_same_signs
from games.teach.classes.models import Classroom, Group, Membership
from games.teach.classes.teaching import ClassError
from games.web.transactions import all_or_nothing

TAKEN = "This class already has a group with that name."


def create_group(classroom: Classroom, name: str) -> Group:
    """A new group. Raises :class:`ClassError` if the name is taken."""
    _check_free(classroom.groups.all(), name)
    try:
        with transaction.atomic():
            return Group.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError(TAKEN) from None


def _check_free(groups: QuerySet[Group], name: str) -> None:
    if in_same_signs(name) in {in_same_signs(one.name) for one in groups}:
        raise ClassError(TAKEN)


def groups_named(classroom: Classroom, names: Iterable[str]) -> dict[str, Group]:
    """The groups with these names, by what makes two names the same; missing ones are created."""
    there = {in_same_signs(group.name): group for group in classroom.groups.all()}
    wanted = {in_same_signs(name): name for name in names}
    for key, name in sorted(wanted.items()):
        if key not in there:
            same = same_in_database(classroom.groups.all(), name)
            there[key] = same or Group.objects.create(classroom=classroom, name=name)
    return {key: there[key] for key in wanted}


def change_group(
    group: Group, name: str, added: Collection[Membership], taken_out: Collection[Membership]
) -> None:
    """Rename a group, add students to it and remove others from it."""
    _check_free(group.classroom.groups.exclude(pk=group.pk), name)
    try:
        with transaction.atomic():
            Group.objects.filter(pk=group.pk).update(name=name)
            group.memberships.remove(*taken_out)
            group.memberships.add(*added)
    except IntegrityError:
        raise ClassError(TAKEN) from None


@dataclass(frozen=True)
class Use:
    """An assignment for a group, and who still gets it without the group."""

    title: str
    students: int
    others: bool

    @property
    def is_for_nobody(self) -> bool:
        """Whether no student would be left; an assignment without students would be for
        everybody."""
        return not self.students and not self.others


def uses_of(group: Group) -> list[Use]:
    """The assignments for a group. After its deletion, each of its students gets them by name."""
    students = group.memberships.count()
    given = group.assignments.prefetch_related("groups", "students").order_by("title", "pk")
    return [
        Use(work.title, students, len(work.groups.all()) > 1 or bool(work.students.all()))
        for work in given
    ]


@all_or_nothing
def delete_group(group: Group) -> None:
    """Delete a group. Its assignments stay with its current students.

    Raises :class:`ClassError` if an assignment would then be for the whole class.
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
