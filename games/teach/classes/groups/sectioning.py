"""Sections of a class: making, naming, changing and deleting them."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games.people.name_fields import same_in_database
from games.people.names import in_same_signs
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.sections import Section
from games.teach.classes.teaching import ClassError, times_change

TAKEN = "This class already has a section with that name."


def create_section(classroom: Classroom, name: str) -> Section:
    """A new section. Raises :class:`ClassError` if the name is taken."""
    _check_free(classroom.sections.all(), name)
    try:
        with transaction.atomic():
            return Section.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError(TAKEN) from None


def _check_free(sections: QuerySet[Section], name: str) -> None:
    if in_same_signs(name) in {in_same_signs(one.name) for one in sections}:
        raise ClassError(TAKEN)


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
                _check_free(section.classroom.sections.exclude(pk=section.pk), name)
                Section.objects.filter(pk=section.pk).update(name=name)
            if added or taken_out:
                times_change.send(None, classroom=section.classroom)
            students.filter(pk__in=taken_out, section=section).update(section=None)
            students.filter(pk__in=added).update(section=section)
            section.tutors.set(tutors)
    except IntegrityError:
        raise ClassError(TAKEN) from None


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
