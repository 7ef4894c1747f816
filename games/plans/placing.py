"""Putting assignments into classes: as drafts, all of them or none."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from games.assignments.models import Assignment
from games.assignments.outlines import NAMES, Outline
from games.assignments.writing import create
from games.classes.models import Classroom
from games.people.models import User
from games.web.zones import called


@dataclass(frozen=True)
class Dated:
    """A draft to be: what it is called, and its times."""

    title: str
    times: dict[str, datetime]

    @property
    def moments(self) -> list[tuple[str, str]]:
        """When it opens, is due and closes, each in words."""
        times = ((name, self.times.get(f"{name}_at")) for name in NAMES)
        return [(name, date_format(at, "D j M Y, H:i")) for name, at in times if at]

    @property
    def is_past(self) -> bool:
        """Whether it would be over, or due, before anybody has seen it."""
        ends = [at for name, at in self.times.items() if name != "opens_at"]
        return bool(ends) and min(ends) <= timezone.now()


@dataclass(frozen=True)
class Foreseen:
    """What the classes of one time zone would get."""

    zone: tzinfo
    classrooms: list[Classroom]
    drafts: list[Dated]

    @property
    def clock(self) -> str:
        """How its times are told."""
        return called(self.zone)

    @property
    def has_times(self) -> bool:
        return any(draft.times for draft in self.drafts)


def foresee(
    outlines: Sequence[Outline], classrooms: Iterable[Classroom], first: date | None
) -> list[Foreseen]:
    """What :func:`place` would make, for the eyes of whoever is about to press the button."""
    zones: dict[str, Foreseen] = {}
    for classroom in classrooms:
        zone = classroom.zone
        drafts = [Dated(one.terms["title"], one.times(first, zone)) for one in outlines]
        zones.setdefault(str(zone), Foreseen(zone, [], drafts)).classrooms.append(classroom)
    return list(zones.values())


def place(
    outlines: Sequence[Outline],
    classrooms: Iterable[Classroom],
    first: date | None,
    user: User,
    key: uuid.UUID,
) -> list[Assignment]:
    """A draft of every outline in every class, its days counted from *first*; all or none, and
    one each for every *key* of a form."""
    with transaction.atomic():
        return [
            create(
                classroom,
                user,
                key=uuid.uuid5(key, f"{classroom.pk} {number}"),
                items=outline.items,
                **{**outline.terms, **outline.times(first, classroom.zone)},
            )
            for classroom in classrooms
            for number, outline in enumerate(outlines)
        ]
