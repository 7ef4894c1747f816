"""Who is asking: a user, or a visitor remembered by the session."""

from __future__ import annotations

import uuid

from django.http import HttpRequest

from games.people.models import User, Visitor

KEY = "visitor"


def owner_of(request: HttpRequest) -> User | Visitor | None:
    """The user, or this session's visitor if there is one. Neither asks for the row nor writes."""
    if isinstance(request.user, User):
        return request.user
    visitor_id = request.session.get(KEY)
    return Visitor(pk=uuid.UUID(visitor_id)) if visitor_id else None


def ensure_owner(request: HttpRequest) -> User | Visitor:
    """The user or visitor; a visitor is created at the first thing worth keeping."""
    owner = owner_of(request)
    if isinstance(owner, User):
        return owner
    visitor = Visitor.objects.filter(pk=owner.pk).first() if owner else None
    if visitor is None:
        visitor = Visitor.objects.create()
        request.session[KEY] = str(visitor.pk)
    return visitor


def attempted_name(request: HttpRequest, credentials: dict[str, str] | None = None) -> str:
    """The name of an attempt to sign in, for counting failures: the case does not matter."""
    posted = (credentials or {}).get("username") or request.POST.get("username", "")
    return posted[:150].replace("\x00", "").lower()
