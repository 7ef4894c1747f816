"""Signing up, logging in, and keeping what was done before: the claim.

What a visitor did becomes the user's in the same transaction that signs up or logs in; a second
claim finds nothing; after logging out the browser is a fresh visitor.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.auth import login, logout
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from games.models import (
    Owned,
    User,
    Visitor,
)
from games.services.classes import give_up
from games.services.visitors import KEY, owner_of

BACKEND = "django.contrib.auth.backends.ModelBackend"


class NameTakenError(Exception):
    """Somebody took the name between the look and the leap."""


def sign_up(request: HttpRequest, name: str, password: str) -> User:
    """Create a user, log in, and keep what this browser's visitor did.

    Raises :class:`NameTakenError` where the same name was signed up at the same moment.
    """
    visitor = owner_of(request)
    with transaction.atomic():
        try:
            with transaction.atomic():
                user = User.objects.create_user(name, password=password)
        except IntegrityError:
            raise NameTakenError from None
        enter(request, user, visitor)
    return user


def log_in(request: HttpRequest, user: User) -> None:
    """Log in and keep what this browser's visitor did."""
    with transaction.atomic():
        enter(request, user, owner_of(request))


def enter(request: HttpRequest, user: User, visitor: User | Visitor | None) -> None:
    """Log *user* in with a new session key, and claim for it what *visitor* did."""
    login(request, user, backend=BACKEND)
    request.session.pop(KEY, None)
    if isinstance(visitor, Visitor):
        claim(visitor, user)


def claim(visitor: Visitor, user: User) -> bool:
    """Make everything of *visitor* the user's; False if it was claimed before."""
    with transaction.atomic():
        unclaimed = Visitor.objects.filter(pk=visitor.pk, claimed_by=None)
        if not unclaimed.update(claimed_by=user, claimed_at=timezone.now()):
            return False
        for model in apps.get_app_config("games").get_models():
            if issubclass(model, Owned):
                model.claim(visitor, user)
    return True


def forget_visitor(request: HttpRequest) -> None:
    """Somebody else sits here now: a fresh session, nobody's things in it."""
    request.session.flush()


def delete_account(request: HttpRequest, user: User) -> None:
    """Delete a user and everything that is theirs, and log out.

    Raises :class:`~games.services.classes.ClassError` while somebody depends on them.
    """
    with transaction.atomic():
        give_up(user)
        logout(request)
        Visitor.objects.filter(claimed_by=user).delete()
        user.delete()
