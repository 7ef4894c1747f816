"""Making tokens, knowing them again, and counting what programs do with them.

A token has 256 bits, so a fast digest is enough, and nobody finds one by trying."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import timedelta

from django.core.exceptions import PermissionDenied
from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from games.people.models import Owned, Owner, User, Visitor, owned_by, owner_fields
from games.web.limits import (
    CALLS_WITH_TOKEN,
    GAMES_OF_PROGRAMS,
    HOUR,
    MINUTE,
    TOKENS_FROM,
    TooManyError,
)
from solver import InvalidInputError

LENGTH_OF_LABEL = 60
SHOWN = 6
"""Characters of a token that we keep, so that its owner knows it again. 37 others stay secret."""


class ApiToken(Owned):
    """The right of a program to play for its owner. We keep the *digest* of the token and its
    *beginning*. *bound_to* is the account's session hash: like a session, a token ends with a new
    password and when its owner signs out everywhere."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    label = models.CharField(max_length=LENGTH_OF_LABEL)
    digest = models.CharField(max_length=64, unique=True)
    beginning = models.CharField(max_length=SHOWN)
    bound_to = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta(Owned.Meta):
        ordering = ("-made_at", "-pk")

    def __str__(self) -> str:
        return self.label

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Give the visitor's tokens to the user, whose password ends them from then on."""
        rows = cls._default_manager.filter(visitor=visitor)
        rows.update(user=user, visitor=None, bound_to=user.get_session_auth_hash())


MAX_TOKENS = 10
"""Tokens of one person: a program on each of a few machines."""
BETWEEN_USES = timedelta(minutes=1)
"""How exactly we say when a token was last used: a program makes ten calls a second."""


def tokens_of(owner: Owner | None) -> models.QuerySet[ApiToken]:
    """A person's tokens that still work, the latest first."""
    theirs = owned_by(owner, ApiToken.objects.all())
    return theirs.filter(bound_to__in=_seals(owner)) if isinstance(owner, User) else theirs


def _seals(user: User) -> list[str]:
    return [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def make_token(owner: Owner, label: str, address: str) -> str:
    """Make a token and return it; nobody can read it again. The owner's tokens that have ended are
    deleted.

    Raises :class:`InvalidInputError` for a name that is too long and if the owner has too many, and
    :class:`TooManyError` if too many were made without an account at this network *address*.
    """
    label = " ".join(label.replace("\x00", "").split()) or "My program"
    if len(label) > LENGTH_OF_LABEL:
        raise InvalidInputError(f"A name has at most {LENGTH_OF_LABEL} characters.", value=label)
    working = tokens_of(owner)
    if working.count() >= MAX_TOKENS:
        raise InvalidInputError(f"You have {MAX_TOKENS} tokens. Revoke one first.")
    if not isinstance(owner, User) and TOKENS_FROM.exceeds(address):
        raise TooManyError(
            "Too many tokens were made from your network without an account. Try again in an hour. "
            "If you sign in, you can make one now.",
            HOUR,
        )
    owned_by(owner, ApiToken.objects.all()).exclude(pk__in=working.values("pk")).delete()
    token = secrets.token_urlsafe(32)
    ApiToken.objects.create(
        label=label,
        digest=_digest(token),
        beginning=token[:SHOWN],
        bound_to=owner.get_session_auth_hash() if isinstance(owner, User) else "",
        **owner_fields(owner),
    )
    return token


def owner_with(text: str) -> Owner | None:
    """The owner of a token that a program sends, after counting the call; None if it works for
    nobody.

    Raises :class:`TooManyError` for too many calls in a minute, and PermissionDenied for an account
    that has to choose a new password first.
    """
    token = ApiToken.objects.select_related("user", "visitor").filter(digest=_digest(text)).first()
    if token is None or not _works(token):
        return None
    if CALLS_WITH_TOKEN.exceeds(str(token.pk)):
        raise TooManyError(
            f"This token was used more than {CALLS_WITH_TOKEN.most} times in a minute. "
            "Try again in a minute.",
            MINUTE,
        )
    if token.user and token.user.is_password_doubted:
        raise PermissionDenied(
            "Somebody else may know the password of this account. Sign in on the site and choose "
            "a new one. Then make a new token."
        )
    now = timezone.now()
    if token.used_at is None or token.used_at < now - BETWEEN_USES:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token.owner


def _works(token: ApiToken) -> bool:
    """Whether the account is active with the same password as then, or the visitor is there."""
    if token.user is None:
        return token.visitor is not None and token.visitor.claimed_at is None
    return token.user.is_active and any(
        constant_time_compare(token.bound_to, seal) for seal in _seals(token.user)
    )


def count_game(owner: Owner) -> None:
    """Count a game that a program begins; raise :class:`TooManyError` after too many."""
    if GAMES_OF_PROGRAMS.exceeds(f"{type(owner).__name__} {owner.pk}"):
        raise TooManyError(
            f"Your programs began more than {GAMES_OF_PROGRAMS.most} games within an hour. "
            "Finish those, or try again in an hour.",
            HOUR,
        )
