"""Signing up, signing in, and the claim, which gives a visitor's work to an account.

The claim happens in the transaction that creates the account, before the session changes. A second
claim finds nothing. After signing out, the browser is a new visitor.
"""

from __future__ import annotations

from collections.abc import Callable

from django.apps import apps
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils import timezone

from games.people.browsers import KEY, owner_of
from games.people.models import Owned, Owner, User, Visitor
from games.people.names import account_name
from games.web.transactions import all_or_nothing

BACKEND = "django.contrib.auth.backends.ModelBackend"


class NameTakenError(Exception):
    """The name was free when the form was checked, and another person took it before we saved."""


def sign_up(
    request: HttpRequest,
    name: str,
    password: str,
    *,
    also: Callable[[User], object] = lambda user: None,
) -> User:
    """Create a user, sign in, and keep the work of this browser's visitor.

    *also* runs with the new user in the same transaction, and its errors pass through. Raises
    :class:`NameTakenError` if another person signs up with the same name at the same moment.
    """
    stored = make_password(password)  # slow on purpose, so do it outside the transaction
    user = _make_account(name, stored, owner_of(request), also)
    _enter(request, user)
    return user


@all_or_nothing
def _make_account(
    name: str, stored: str, visitor: Owner | None, also: Callable[[User], object]
) -> User:
    try:
        with transaction.atomic():
            user = User.objects.create(username=account_name(name), password=stored)
    except IntegrityError:
        raise NameTakenError from None
    if isinstance(visitor, Visitor):
        claim(visitor, user)
    also(user)
    return user


def sign_in(request: HttpRequest, user: User) -> None:
    """Sign in, and keep the work of this browser's visitor."""
    visitor = owner_of(request)
    if isinstance(visitor, Visitor):
        claim(visitor, user)
    _enter(request, user)


def _enter(request: HttpRequest, user: User) -> None:
    """Sign *user* in with a new session key.

    Call it outside any transaction: a session whose new row was rolled back could not be saved.
    """
    login(request, user, backend=BACKEND)
    request.session.pop(KEY, None)


@all_or_nothing
def claim(visitor: Visitor, user: User) -> bool:
    """Give all rows of *visitor* to the user; return False if the visitor was closed before."""
    unclaimed = Visitor.objects.filter(pk=visitor.pk, claimed_at=None)
    if not unclaimed.update(claimed_by=user, claimed_at=timezone.now()):
        return False
    for model in apps.get_app_config("games").get_models():
        if issubclass(model, Owned) and not model._meta.proxy:
            model.claim(visitor, user)
    return True


def keep_zone(user: User, guessed: str) -> None:
    """Set the browser's time zone if the user has chosen none."""
    if guessed and not user.time_zone:
        set_zone(user, guessed)


def set_zone(user: User, name: str) -> None:
    """Set the user's time zone; an empty name means each class's own."""
    User.objects.filter(pk=user.pk).update(time_zone=name)


def forget_visitor(request: HttpRequest) -> None:
    """Start a new session for another person at this browser.

    The old visitor is closed, so that even a form still on the screen cannot continue it.
    """
    visitor = owner_of(request)
    if isinstance(visitor, Visitor):
        Visitor.objects.filter(pk=visitor.pk, claimed_at=None).update(claimed_at=timezone.now())
    request.session.flush()
