"""Access to plans: one function for each kind returns the object or raises 404."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404

from games.people.models import User
from games.teach.classes.access import Asker
from games.teach.classes.models import EDITORS
from games.teach.work.plans.models import Plan
from games.web.errors import SignInFirstError


def teaches(user: Asker) -> bool:
    """Whether the user has said that they teach, or may edit the assignments of a class."""
    if not isinstance(user, User):
        return False
    return user.teaches or user.staffed.filter(role__in=EDITORS).exists()


def get_plan(slug: str) -> Plan:
    """A published unit plan; everybody may see it."""
    plan = Plan.objects.units().whole().filter(slug=slug).first()
    if plan is None:
        raise Http404("There is no such unit plan.")
    return plan


def get_template(user: Asker, template_id: uuid.UUID) -> Plan:
    """One of the user's own templates."""
    if not user.is_authenticated:
        raise SignInFirstError
    template = Plan.objects.whole().filter(owner=user, pk=template_id).first()
    if template is None:
        raise Http404("There is no such template, or it is not yours.")
    return template


def get_shared(user: Asker, code: str) -> Plan:
    """A colleague's template, for an instructor who has its link."""
    if not user.is_authenticated:
        raise SignInFirstError
    shared = Plan.objects.whole().exclude(code=None)
    template = shared.filter(code=code).first() if "\x00" not in code else None
    if template is None:
        raise Http404("There is no such template, or its link has been withdrawn.")
    if not teaches(user):
        raise PermissionDenied("Templates are for instructors. Make a class first.")
    return template
