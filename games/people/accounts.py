"""Signing up, signing in, and keeping what was done before: the claim.

What a visitor did becomes the user's in the transaction that signs up, and before the session
changes hands; a second claim finds nothing; after signing out the browser is a fresh visitor.
"""

from __future__ import annotations

from collections.abc import Callable

from django.apps import apps
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from games.people.models import Owned, Owner, User, Visitor
from games.people.visitors import KEY, owner_of
from games.web.writing import all_or_nothing

BACKEND = "django.contrib.auth.backends.ModelBackend"


class NameTakenError(Exception):
    """Somebody took the name between the look and the leap."""


def sign_up(
    request: HttpRequest,
    name: str,
    password: str,
    *,
    also: Callable[[User], object] = lambda user: None,
) -> User:
    """Create a user, sign in, and keep what this browser's visitor did.

    *also* is done with the new user in the same transaction. Raises what it raises, and
    :class:`NameTakenError` where the same name was signed up at the same moment.
    """
    stored = make_password(password)  # slow on purpose, so it is done before others must wait
    user = _make_account(name, stored, owner_of(request), also)
    _enter(request, user)
    return user


@all_or_nothing
def _make_account(
    name: str, stored: str, visitor: Owner | None, also: Callable[[User], object]
) -> User:
    try:
        with transaction.atomic():
            user = User.objects.create(username=User.normalize_username(name), password=stored)
    except IntegrityError:
        raise NameTakenError from None
    if isinstance(visitor, Visitor):
        claim(visitor, user)
    also(user)
    return user


def sign_in(request: HttpRequest, user: User) -> None:
    """Sign in and keep what this browser's visitor did."""
    visitor = owner_of(request)
    if isinstance(visitor, Visitor):
        claim(visitor, user)
    _enter(request, user)


def _enter(request: HttpRequest, user: User) -> None:
    """Sign *user* in with a new session key.

    Outside any transaction: a session whose new row was rolled back could not be saved.
    """
    login(request, user, backend=BACKEND)
    request.session.pop(KEY, None)


@all_or_nothing
def claim(visitor: Visitor, user: User) -> bool:
    """Make everything of *visitor* the user's; False if nobody goes on as this visitor."""
    unclaimed = Visitor.objects.filter(pk=visitor.pk, claimed_at=None)
    if not unclaimed.update(claimed_by=user, claimed_at=timezone.now()):
        return False
    for model in apps.get_app_config("games").get_models():
        if issubclass(model, Owned):
            model.claim(visitor, user)
    return True


def keep_zone(user: User, guessed: str) -> None:
    """Take the zone of the browser for somebody who has chosen none."""
    if guessed and not user.time_zone:
        set_zone(user, guessed)


def set_zone(user: User, name: str) -> None:
    """The zone somebody reads times in; empty for that of each class."""
    User.objects.filter(pk=user.pk).update(time_zone=name)


def forget_visitor(request: HttpRequest) -> None:
    """Somebody else sits here now: a fresh session, nobody's things in it.

    Nobody goes on as the visitor of before, not even with a form that the browser still shows.
    """
    visitor = owner_of(request)
    if isinstance(visitor, Visitor):
        Visitor.objects.filter(pk=visitor.pk, claimed_at=None).update(claimed_at=timezone.now())
    request.session.flush()
