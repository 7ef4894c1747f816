"""People: users with a name and a password, and visitors who have not asked for an account."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar, Self, TypeVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from games.web import zones
from games.web.audit import What, note


class People(UserManager["User"]):
    """Users, found by name whatever the case."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=username)

    def create_superuser(self, *args: Any, **kwargs: Any) -> User:
        """Somebody who may do everything; the audit log has it."""
        user = super().create_superuser(*args, **kwargs)
        note(What.RIGHTS, user, "made a superuser")
        return user


class User(AbstractUser):
    """Somebody with a name and a password; an e-mail address is never needed."""

    objects: ClassVar[People] = People()

    managed_by = models.ForeignKey(
        "games.Classroom",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="managed",
        help_text="The class that created this account. Its instructors may set a new password.",
    )
    sign_outs = models.PositiveIntegerField(default=0, editable=False)
    """How often they signed out everywhere; a session from before is no longer theirs."""

    doubted_password = models.CharField(max_length=128, blank=True, editable=False)
    """The stored password that somebody else has signed in with; another is due while it is."""

    time_zone = models.CharField(max_length=zones.NAME_LENGTH, blank=True)
    """Empty: that of a class on its pages, that of the site elsewhere."""

    teaches = models.BooleanField(default=False)
    """A student who has said that they want to make classes too."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_unique_whatever_the_case",
                violation_error_message="This name is taken. Choose another.",
            ),
        )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, and forget the card whose password is no longer theirs."""
        is_new = getattr(self, "_password", None) is not None  # as Django notes it
        super().save(*args, **kwargs)
        if is_new:
            password_set.send(type(self), user=self)

    @property
    def is_password_doubted(self) -> bool:
        """Whether somebody else knows the password and it is to be changed first."""
        return bool(self.doubted_password) and self.doubted_password == self.password

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """As Django's, and another after signing out everywhere."""
        key_salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        told = f"{self.password}:{self.sign_outs}" if self.sign_outs else self.password
        return salted_hmac(key_salt, told, secret=secret, algorithm="sha256").hexdigest()


password_set = Signal()
"""Sent with *user* after somebody chose or was given a new password."""


class Visitor(models.Model):
    """Somebody playing without an account: one browser session's activity on the server."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="visits"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    """Since when nobody goes on as this visitor: an account has their work, or they have left."""

    def __str__(self) -> str:
        return f"visitor {self.id}"


Owner = User | Visitor
"""Whose a row of activity is."""


class Owned(models.Model):
    """A row of activity. It belongs to a user or to a visitor, never to both or neither."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, blank=True)
    visitor = models.ForeignKey(Visitor, on_delete=models.CASCADE, null=True, blank=True)

    class Meta:
        abstract = True
        constraints: ClassVar[tuple[models.BaseConstraint, ...]] = (
            models.CheckConstraint(
                condition=models.Q(user__isnull=True) ^ models.Q(visitor__isnull=True),
                name="%(class)s_has_one_owner",
            ),
        )

    @property
    def owner(self) -> Owner:
        """Whose row it is."""
        owner = self.user or self.visitor
        assert owner is not None
        return owner

    @classmethod
    def theirs(cls, kind: str, who: Any) -> models.Q:
        """Which rows are somebody's; *kind* is ``user`` or ``visitor``."""
        return models.Q(**{kind: who})

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Make the visitor's rows the user's. A model with one row for each owner and subject
        keeps the better of two here."""
        cls._default_manager.filter(visitor=visitor).update(user=user, visitor=None)


def one_per_owner(*fields: str, name: str) -> tuple[models.UniqueConstraint, ...]:
    """One row for each owner and *fields*, for users and for visitors."""
    return tuple(
        models.UniqueConstraint(
            fields=[owner, *fields],
            condition=models.Q(**{f"{owner}__isnull": False}),
            name=f"{name}_per_{owner}",
        )
        for owner in ("user", "visitor")
    )


class OnePerOwner(Owned):
    """Activity of which each owner has one row for each *subject*; a claim keeps the better."""

    subject: ClassVar[tuple[str, ...]]

    class Meta(Owned.Meta):
        abstract = True

    def better_than(self, other: Self) -> bool:
        """Whether this row is the one to keep when both belong to one person."""
        raise NotImplementedError

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Make the visitor's rows the user's, where both have one keep the better."""
        rows = cls._default_manager
        theirs = {row._about: row for row in rows.filter(user=user)}
        for row in rows.filter(visitor=visitor):
            kept = theirs.get(row._about)
            if kept is not None:
                worse = kept if row.better_than(kept) else row
                worse.delete()
        rows.filter(visitor=visitor).update(user=user, visitor=None)

    @property
    def _about(self) -> tuple[Any, ...]:
        return tuple(getattr(self, field) for field in self.subject)


def _kind(owner: Owner) -> str:
    return "user" if isinstance(owner, User) else "visitor"


def owner_fields(owner: Owner) -> dict[str, Any]:
    """The owner as the fields of a row."""
    return {_kind(owner): owner}


Row = TypeVar("Row", bound=Owned)


def owned_by(owner: Owner | None, rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """Those of *rows* that belong to *owner*; nobody owns nothing."""
    if isinstance(owner, Owner):
        return rows.filter(rows.model.theirs(_kind(owner), owner))
    return rows.none()
