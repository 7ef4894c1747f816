"""The audit log: who did what to which object, when, and from which address. Entries never change.
They name accounts by number, so the log holds no names and outlives the accounts."""

from __future__ import annotations

import logging
from typing import Any, NoReturn

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from games.web.limits import client_address
from games.web.transactions import cannot_write
from games.web.watch.watching import CURRENT

log = logging.getLogger(__name__)


class What(models.TextChoices):
    """The kinds of actions in the log."""

    SIGNED_IN = "signed-in", "signed in"
    NOT_SIGNED_IN = "not-signed-in", "failed to sign in"
    SIGNED_OUT = "signed-out", "signed out everywhere"
    ROLE = "role", "changed a role in a class"
    RIGHTS = "rights", "changed rights"
    PASSWORD = "password", "set a password"
    CODE = "code", "gave a code for a new password"
    CARDS = "cards", "issued sign-in cards"
    GRADES = "grades", "changed grades"
    DOWNLOAD = "download", "downloaded"
    PUBLISHED = "published", "published"
    DELETED = "deleted", "deleted"
    BACKUP = "backup", "made a backup"
    RESTORE = "restore", "restored a backup"
    TIDY = "tidy", "tidied up"


class AppendOnly(models.QuerySet["AuditEntry"]):
    """Rows that can be read and added, but not changed or deleted."""

    def update(self, **fields: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")


class AuditEntry(models.Model):
    """One action. *who* is the number of an account; it is None if nobody was signed in, or if a
    program acted, in which case *request_id* is empty too."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    who = models.PositiveBigIntegerField(null=True, db_index=True)
    what = models.CharField(max_length=16, choices=What.choices, db_index=True)
    about = models.CharField(max_length=60)
    """The kind and key of the object: “user 12”."""

    detail = models.TextField()
    address = models.CharField(max_length=45)
    request_id = models.CharField(max_length=64)

    objects = AppendOnly.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "audit entries"
        default_permissions = ("view",)
        permissions = (("watch_site", "Can see how the site is"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M:%S} {self.get_what_display()} {self.about}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry to the log; raise TypeError if it is already there."""
        if not self._state.adding:
            raise TypeError("The audit log cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")


def note(
    what: What, about: models.Model | str = "", detail: str = "", *, who: models.Model | None = None
) -> None:
    """Log an action in the transaction that performs it. *who* is the person who acts, if it is not
    the user of the current request.

    If the database is read-only, the action goes only to the server's log.
    """
    watched = CURRENT.get()
    user = who or (getattr(watched.request, "user", None) if watched else None)
    entry = AuditEntry(
        who=getattr(user, "pk", None),
        what=what,
        about=about if isinstance(about, str) else f"{about._meta.model_name} {about.pk}",
        detail=detail,
        address=client_address(watched.request) if watched else "",
        request_id=watched.id if watched else "",
    )
    told = {"who": entry.who, "what": what.value, "about": entry.about, "detail": detail}
    log.info("audit: %s", told, extra={"told": told})
    try:
        with transaction.atomic():
            entry.save()
    except DatabaseError as error:
        if not cannot_write(error):
            raise
