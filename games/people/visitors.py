"""The owner of a request: a user, or a visitor remembered in the session."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

from games.people.models import Owner, User, Visitor
from games.people.names import account_key
from games.web.requests import key_of_form

KEY = "visitor"


def owner_of(request: HttpRequest) -> Owner | None:
    """The user, or the visitor of this session if there is one. Reads and writes no row."""
    if isinstance(request.user, User):
        return request.user
    visitor_id = request.session.get(KEY)
    return Visitor(pk=uuid.UUID(visitor_id)) if visitor_id else None


def ensure_owner(request: HttpRequest) -> Owner:
    """The user or visitor. A visitor is created for the first work worth saving, and again if the
    session's visitor is closed.

    A form that a new browser sends twice at once makes one visitor, identified by the form's key.
    """
    owner = owner_of(request)
    if isinstance(owner, User):
        return owner
    visitor = Visitor.objects.filter(pk=owner.pk, claimed_at=None).first() if owner else None
    if visitor is None:
        visitor = _new_visitor(key_of_form(request, KEY))
        request.session[KEY] = str(visitor.pk)
    return visitor


def _new_visitor(key: uuid.UUID | None) -> Visitor:
    if key:
        visitor, _ = Visitor.objects.get_or_create(pk=key)
        if visitor.claimed_at is None:
            return visitor
    return Visitor.objects.create()


def attempted_name(request: HttpRequest, credentials: dict[str, str] | None = None) -> str:
    """The name, as it distinguishes accounts, of an attempt to sign in, for counting failures."""
    posted = (credentials or {}).get("username") or request.POST.get("username", "")
    return account_key(posted[:150])
