"""Put assignments into classes as drafts: all of them or none."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from games.people.models import User
from games.teach.classes.models import Classroom
from games.teach.work.models import Assignment
from games.teach.work.outlines import NAMES, Outline
from games.teach.work.writing.storing_work import create
from games.web.zones import called


@dataclass(frozen=True)
class Dated:
    """A future draft: its title and its times."""

    title: str
    times: dict[str, datetime]

    @property
    def moments(self) -> list[tuple[str, str]]:
        """The opening, due and closing times in words."""
        times = ((name, self.times.get(f"{name}_at")) for name in NAMES)
        return [(name, date_format(at, "D j M Y, H:i")) for name, at in times if at]

    @property
    def is_past(self) -> bool:
        """Whether it would be due or closed already."""
        ends = [at for name, at in self.times.items() if name != "opens_at"]
        return bool(ends) and min(ends) <= timezone.now()


@dataclass(frozen=True)
class Foreseen:
    """The future drafts for the classes of one time zone."""

    zone: tzinfo
    classrooms: list[Classroom]
    drafts: list[Dated]

    @property
    def clock(self) -> str:
        """The name of the time zone as shown beside a time."""
        return called(self.zone)

    @property
    def has_times(self) -> bool:
        return any(draft.times for draft in self.drafts)


def foresee(
    outlines: Sequence[Outline], classrooms: Iterable[Classroom], first: date | None
) -> list[Foreseen]:
    """What :func:`place` would create, as a preview above the button."""
    zones: dict[str, Foreseen] = {}
    for classroom in classrooms:
        zone = classroom.zone
        drafts = [Dated(one.terms["title"], one.times(first, zone)) for one in outlines]
        zones.setdefault(str(zone), Foreseen(zone, [], drafts)).classrooms.append(classroom)
    return list(zones.values())


def draft_key(key: uuid.UUID, classroom: Classroom, number: int) -> uuid.UUID:
    """The key of the draft of an outline, by its *number* from 0, that :func:`place` creates."""
    return uuid.uuid5(key, f"{classroom.pk} {number}")


def place(
    outlines: Sequence[Outline],
    classrooms: Iterable[Classroom],
    first: date | None,
    user: User,
    key: uuid.UUID,
) -> list[Assignment]:
    """Create a draft of every outline in every class, with days counted from *first*: all or none,
    and only once for each form *key*."""
    with transaction.atomic():
        return [
            create(
                classroom,
                user,
                key=draft_key(key, classroom, number),
                items=outline.items,
                **{**outline.terms, **outline.times(first, classroom.zone)},
            )
            for classroom in classrooms
            for number, outline in enumerate(outlines)
        ]
