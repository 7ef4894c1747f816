"""People: users with a name and a password, and visitors without an account."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models
from django.db.models.functions import Lower
from django.db.models.lookups import IsNull
from django.dispatch import Signal
from django.utils.crypto import salted_hmac

from games.people.names import account_name
from games.web import zones
from games.web.watch.audit import What, note


class People(UserManager["User"]):
    """Users, found by name in any case."""

    use_in_migrations = False

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=account_name(username or ""))

    def named(self, typed: str) -> User | None:
        """The user with this name, in whatever signs and case somebody has typed it."""
        return self.filter(username__iexact=account_name(typed)).first()

    def create_superuser(self, *args: Any, **kwargs: Any) -> User:
        """Create a superuser and log it in the audit log."""
        user = super().create_superuser(*args, **kwargs)
        note(What.RIGHTS, user, "made a superuser")
        return user


class User(AbstractUser):
    """An account with a name and a password; an e-mail address is never needed."""

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
    """How often the user signed out everywhere; sessions from before no longer count."""

    doubted_password = models.CharField(max_length=128, blank=True, editable=False)
    """The stored password that another person used; while it is unchanged, a new one is due."""

    time_zone = models.CharField(max_length=zones.NAME_LENGTH, blank=True)
    """Empty: the class's zone on its pages, and the site's zone elsewhere."""

    teaches = models.BooleanField(default=False)
    """A student who has said that they also want to make classes."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("username"),
                name="user_name_unique_whatever_the_case",
                violation_error_message="This name is taken. Choose another.",
            ),
        )

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save; if the password is new, send :data:`password_set`."""
        is_new = getattr(self, "_password", None) is not None  # Django sets it for a new password
        super().save(*args, **kwargs)
        if is_new:
            password_set.send(type(self), user=self)

    @property
    def shown_name(self) -> str:
        """The name that students read of an instructor: the one that a course tells, if any."""
        return self.get_full_name() or self.username

    @property
    def is_password_doubted(self) -> bool:
        """Whether another person knows the password, so that it must be changed first."""
        return bool(self.doubted_password) and self.doubted_password == self.password

    def get_session_auth_hash(self) -> str:
        return self._session_hash()

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for secret in settings.SECRET_KEY_FALLBACKS:
            yield self._session_hash(secret)

    def _session_hash(self, secret: str | None = None) -> str:
        """Django's hash, extended by the number of times the user signed out everywhere, and by
        rights in the administration: a person who gets them signs in anew, so that no session from
        before has them, such as one that a course of another platform has opened."""
        key_salt = "django.contrib.auth.models.AbstractBaseUser.get_session_auth_hash"
        told = f"{self.password}:{self.sign_outs}" if self.sign_outs else self.password
        told += ":rights" if self.is_staff or self.is_superuser else ""
        return salted_hmac(key_salt, told, secret=secret, algorithm="sha256").hexdigest()


password_set = Signal()
"""Sent with *user* after a person chose or was given a new password."""


class Visitor(models.Model):
    """A person without an account: the activity of one browser session on the server."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="visits"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    """Since when the visitor is closed: an account has the work, or the person has left."""

    def __str__(self) -> str:
        return f"visitor {self.id}"


Owner = User | Visitor
"""The owner of a row of activity."""


class Owned(models.Model):
    """A row of activity. It belongs either to a user or to a visitor."""

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
        """The owner of the row."""
        owner = self.user or self.visitor
        assert owner is not None
        return owner

    @classmethod
    def theirs(cls, kind: str, who: Any) -> models.Q:
        """A filter for the rows of *who*; *kind* is ``user`` or ``visitor``."""
        return models.Q(**{kind: who})

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Give the visitor's rows to the user. A model with one row for each owner and subject
        keeps the better of two."""
        cls._default_manager.filter(visitor=visitor).update(user=user, visitor=None)


def one_per_owner(
    *fields: str, name: str, among: models.Q | None = None
) -> tuple[models.UniqueConstraint, ...]:
    """Constraints for one row per owner and *fields*, for users and for visitors, *among* all rows
    or some of them."""
    return tuple(
        models.UniqueConstraint(
            fields=[owner, *fields],
            condition=models.Q(**{f"{owner}__isnull": False}) & (among or models.Q()),
            name=f"{name}_per_{owner}",
        )
        for owner in ("user", "visitor")
    )


class OnePerOwner(Owned):
    """Activity with one row for each owner and *subject*; a claim keeps the better of two."""

    subject: ClassVar[tuple[str, ...]]

    class Meta(Owned.Meta):
        abstract = True

    def better_than(self, other: Self) -> bool:
        """Whether to keep this row rather than *other* when both belong to one person."""
        raise NotImplementedError

    @classmethod
    def claim(cls, visitor: Visitor, user: User) -> None:
        """Give the visitor's rows to the user; if both have a row, keep the better one."""
        rows = cls._default_manager
        both = rows.filter(
            models.Exists(rows.filter(_same(cls.subject), user=user)), visitor=visitor
        )
        for row in both:
            kept = rows.get(user=user, **{field: getattr(row, field) for field in cls.subject})
            worse = kept if row.better_than(kept) else row
            worse.delete()
        rows.filter(visitor=visitor).update(user=user, visitor=None)


def _same(fields: Iterable[str]) -> models.Q:
    """The condition that these fields are those of the outer row, empty ones too."""
    same = models.Q()
    for field in fields:
        value = models.OuterRef(field)
        both_empty = models.Q(**{f"{field}__isnull": True}) & models.Q(IsNull(value, True))
        same &= models.Q(**{field: value}) | both_empty
    return same


def _kind(owner: Owner) -> str:
    return "user" if isinstance(owner, User) else "visitor"


def owner_fields(owner: Owner) -> dict[str, Any]:
    """The owner as field values for a row."""
    return {_kind(owner): owner}


Row = TypeVar("Row", bound=Owned)


def owned_by(owner: Owner | None, rows: models.QuerySet[Row]) -> models.QuerySet[Row]:
    """The rows that belong to *owner*; none if *owner* is None."""
    if isinstance(owner, Owner):
        return rows.filter(rows.model.theirs(_kind(owner), owner))
    return rows.none()
