"""The tokens with which programs come."""

from __future__ import annotations

import uuid

from django.db import models

from games.people.models import Owned, User, Visitor

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
