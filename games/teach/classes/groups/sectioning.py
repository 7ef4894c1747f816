"""Sections of a class: making, naming, changing and deleting them."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db import IntegrityError, transaction
from django.db.models import Value
from django.db.models.functions import Lower

from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.sections import Section
from games.teach.classes.teaching import ClassError, times_change

TAKEN = "This class already has a section with that name."


def create_section(classroom: Classroom, name: str) -> Section:
    """A new section. Raises :class:`ClassError` if the name is taken."""
    try:
        with transaction.atomic():
            return Section.objects.create(classroom=classroom, name=name)
    except IntegrityError:
        raise ClassError(TAKEN) from None


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

    Python and the database fold some letters differently, so the database compares the names.
    """
    if not any(names.values()) and not any(member.section_id for member in names):
        return
    times_change.send(None, classroom=classroom)
    students: dict[str, list[uuid.UUID]] = defaultdict(list)
    for member, name in names.items():
        students[name].append(member.pk)
    for name, keys in students.items():
        folded = Section.objects.alias(folded=Lower("name")).filter(folded=Lower(Value(name)))
        key = folded.filter(classroom=classroom).values_list("pk", flat=True).first()
        if name and key is None:
            key = Section.objects.create(classroom=classroom, name=name).pk
        Membership.objects.filter(pk__in=keys).update(section=key)


def delete_section(section: Section) -> None:
    """Delete a section. Its students stay in the class and get the times of the class."""
    with transaction.atomic():
        times_change.send(None, classroom=section.classroom)
        section.delete()
