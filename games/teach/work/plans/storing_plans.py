"""Outlines are stored: as assignments in classes, which are drafts, all of them or none; and as an
instructor's own templates, which can be changed, shared, copied and deleted."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format

from games.people.models import User
from games.teach.classes.models import Classroom
from games.teach.work.models import Assignment
from games.teach.work.outlines import NAMES, Outline
from games.teach.work.plans.models import Plan, PlannedAssignment, new_code
from games.teach.work.writing.storing_work import create, store_items
from games.web.requests import made_once
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


def store_outline(plan: Plan, outline: Outline, order: int = 1, aim: str = "") -> None:
    """Store an outline as an assignment of a plan."""
    entry = PlannedAssignment.objects.create(
        plan=plan, order=order, aim=aim, **outline.terms, **outline.days
    )
    store_items(entry, outline.items)


def save(outline: Outline, user: User, key: uuid.UUID) -> Plan:
    """Save an outline as a template of *user*, only once for each form *key*."""

    def make() -> Plan:
        template = Plan.objects.create(pk=key, owner=user, title=outline.terms["title"])
        store_outline(template, outline)
        return template

    return made_once(Plan.objects.filter(owner=user), key, make)


def change(assignment: PlannedAssignment, fields: Mapping[str, Any]) -> None:
    """Change the settings of a template; its title follows the assignment's title."""
    with transaction.atomic():
        Plan.objects.filter(pk=assignment.plan_id).update(title=fields["title"])
        PlannedAssignment.objects.filter(pk=assignment.pk).update(**fields)


def share(template: Plan) -> None:
    """Give a template a link. A second call keeps the link."""
    Plan.objects.filter(pk=template.pk, code=None).update(code=new_code())


def withdraw(template: Plan) -> None:
    """Remove the link of a template."""
    Plan.objects.filter(pk=template.pk).update(code=None)


def delete(template: Plan) -> None:
    """Delete a template; assignments made from it stay."""
    template.delete()


def templates_of(user: User) -> list[dict[str, Any]]:
    """The user's templates, for the download of their own data."""
    plans = Plan.objects.whole().filter(owner=user)
    return [
        {
            "title": plan.title,
            "words": [entry.about for entry in plan.entries.all()],
            "items": [str(item) for entry in plan.entries.all() for item in entry.items.all()],
            "shared": plan.code is not None,
            "saved_at": plan.created_at.isoformat(),
        }
        for plan in plans
    ]
