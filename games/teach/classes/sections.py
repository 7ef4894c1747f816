"""Sections of a class: a student is in at most one, and tutors may look after some."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from games.people.name_fields import NameField, by_name
from games.people.names import sort_key
from games.teach.classes.models import GROUP_LENGTH, Classroom, Staff


class Section(models.Model):
    """A part of a class with its own times and tutors, such as “Tuesday, 10 o'clock”."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="sections")
    name = NameField(max_length=GROUP_LENGTH)
    tutors = models.ManyToManyField(Staff, related_name="sections", blank=True)

    class Meta:
        ordering = (by_name("name"),)
        constraints = (
            models.UniqueConstraint(
                "classroom",
                Lower("name"),
                name="section_name_unique_in_a_class",
                violation_error_message="This class already has a section with that name.",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("classes:section", args=[self.classroom_id, self.pk])


def sections_among(sections: Iterable[Section | None]) -> list[Section]:
    """Each of these sections once, by name."""
    return sorted({one for one in sections if one}, key=lambda one: sort_key(one.name))


def chosen_among(sections: Iterable[Section], key: str | None) -> Section | None:
    """The section with this key, as an address writes it; None for an unknown key."""
    return next((one for one in sections if str(one.pk) == key), None)
