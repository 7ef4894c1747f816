"""Times of an assignment for one section of its class, instead of those of the class."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q

from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.work.models import Assignment


class SectionTimes(models.Model):
    """The opening, due and closing times of one section. An empty time is the same as that of the
    class."""

    assignment = models.ForeignKey(
        Assignment, on_delete=models.CASCADE, related_name="section_times"
    )
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="times")
    opens_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "section times"
        constraints = (
            models.UniqueConstraint(
                fields=["assignment", "section"], name="one_set_of_times_for_a_section"
            ),
        )

    def __str__(self) -> str:
        return f"{self.assignment}, {self.section}"


def has_opened(section: int | None, now: datetime) -> Q:
    """The condition that an assignment is open to students of a section, or to those without
    one."""
    begun = Q(opens_at=None) | Q(opens_at__lte=now)
    if section is None:
        return begun
    own = SectionTimes.objects.filter(assignment=OuterRef("pk"), section=section)
    own = own.exclude(opens_at=None)
    return Q(Exists(own.filter(opens_at__lte=now))) | (~Q(Exists(own)) & begun)


def read_section_times(assignments: Iterable[Assignment], people: Iterable[Membership]) -> None:
    """Read the times of all sections at once, if any of these people is in one."""
    some = list(assignments)
    if any(person.section_id for person in people):
        models.prefetch_related_objects(some, "section_times")


def every_time(assignment: Assignment, name: str) -> list[datetime]:
    """All times of an assignment with this name, such as ``closes_at``: those of the class and of
    its sections, earliest first."""
    rows: list[Any] = [assignment, *assignment.times_by_section.values()]
    return sorted(at for row in rows if (at := getattr(row, name)))
