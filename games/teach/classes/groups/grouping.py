"""Groups and sections of a class: making, naming and changing them, and deleting them safely."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.name_fields import same_in_database
from games.people.names import in_same_signs
from games.teach.classes.models import Classroom, Group, Membership, Staff
from games.teach.classes.sections import Section
from games.teach.classes.teaching import ClassError, times_change
from games.web.transactions import all_or_nothing

GROUP_TAKEN = "This class already has a group with that name."
SECTION_TAKEN = "This class already has a section with that name."


def create_group(classroom: Classroom, name: str) -> Group:
    """A new group. Raises :class:`ClassError` if the name is taken."""
    if _is_taken(classroom.groups.all(), name):
        raise ClassError(GROUP_TAKEN)
    try:
        with transaction.atomic():
            return Group.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError(GROUP_TAKEN) from None


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
    if _is_taken(group.classroom.groups.exclude(pk=group.pk), name):
        raise ClassError(GROUP_TAKEN)
    try:
        with transaction.atomic():
            Group.objects.filter(pk=group.pk).update(name=name)
            group.memberships.remove(*taken_out)
            group.memberships.add(*added)
    except IntegrityError:
        raise ClassError(GROUP_TAKEN) from None


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


def create_section(classroom: Classroom, name: str) -> Section:
    """A new section. Raises :class:`ClassError` if the name is taken."""
    if _is_taken(classroom.sections.all(), name):
        raise ClassError(SECTION_TAKEN)
    try:
        with transaction.atomic():
            return Section.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError(SECTION_TAKEN) from None


def change_section(
    section: Section,
    name: str,
    *,
    tutors: Collection[Staff],
    added: Collection[uuid.UUID],
    taken_out: Collection[uuid.UUID],
) -> None:
    """Rename a section, and set its students and tutors. A student of another section moves to this
    one."""
    students = Membership.objects.filter(classroom=section.classroom_id)
    try:
        with transaction.atomic():
            if name != section.name:
                if _is_taken(section.classroom.sections.exclude(pk=section.pk), name):
                    raise ClassError(SECTION_TAKEN)
                Section.objects.filter(pk=section.pk).update(name=name)
            if added or taken_out:
                times_change.send(None, classroom=section.classroom)
            students.filter(pk__in=taken_out, section=section).update(section=None)
            students.filter(pk__in=added).update(section=section)
            section.tutors.set(tutors)
    except IntegrityError:
        raise ClassError(SECTION_TAKEN) from None


def place_in_sections(classroom: Classroom, names: Mapping[Membership, str]) -> None:
    """Put students into the sections with these names, creating missing ones; an empty name means
    no section. Call it in a transaction.
    """
    if not any(names.values()) and not any(member.section_id for member in names):
        return
    times_change.send(None, classroom=classroom)
    there = {in_same_signs(section.name): section for section in classroom.sections.all()}
    students: dict[str, list[uuid.UUID]] = defaultdict(list)
    for member, name in names.items():
        key = in_same_signs(name)
        students[key].append(member.pk)
        if key and key not in there:
            same = same_in_database(classroom.sections.all(), name)
            there[key] = same or Section.objects.create(classroom=classroom, name=name)
    for key, members in students.items():
        Membership.objects.filter(pk__in=members).update(section=there.get(key))


def delete_section(section: Section) -> None:
    """Delete a section. Its students stay in the class and get the times of the class."""
    with transaction.atomic():
        times_change.send(None, classroom=section.classroom)
        section.delete()


def _is_taken(rows: QuerySet[Group] | QuerySet[Section], name: str) -> bool:
    return in_same_signs(name) in {in_same_signs(one.name) for one in rows}
