"""An instructor's own templates: save, change, share, copy and delete."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.people.models import User
from games.teach.work.outlines import Outline
from games.teach.work.plans.models import Plan, PlannedAssignment, new_code
from games.teach.work.writing.storing_work import store_items
from games.web.requests import made_once


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
