"""The audit log: who did what, about what, when, from where. Nothing in it is ever changed.

Accounts stand in it by their number, so that it holds no names, and outlives whom it is about.
"""

from __future__ import annotations

import logging
from typing import Any, NoReturn

from django.db import DatabaseError, models, transaction
from django.utils import timezone

from games.web.client import client_address
from games.web.faults import cannot_write
from games.web.watching import CURRENT

log = logging.getLogger(__name__)


class What(models.TextChoices):
    """What is noted."""

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
    """Rows that are read and added."""

    def update(self, **fields: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")

    def delete(self) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")


class AuditEntry(models.Model):
    """Something that somebody did; *who* is the number of an account, nobody's if nobody was
    signed in, and a program's if *request_id* is empty too."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    who = models.PositiveBigIntegerField(null=True, db_index=True)
    what = models.CharField(max_length=16, choices=What.choices, db_index=True)
    about = models.CharField(max_length=60)
    """What kind of thing, and its key: “user 12”."""

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
        """Add it to the log."""
        if not self._state.adding:
            raise TypeError("The audit log cannot be changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("The audit log cannot be changed.")


def note(
    what: What, about: models.Model | str = "", detail: str = "", *, who: models.Model | None = None
) -> None:
    """Write down what is being done, *who* does it if it is not whoever asks; in the transaction
    in which it is done.

    Where the database can be read but not written to, only the log of the server has it.
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
