"""Codes that set a new password once: a user's own list, or one code from an instructor.

We store only a digest. A code has 77 bits, so a fast digest is enough, and nobody finds one by
trying, however often.
"""

from __future__ import annotations

import hashlib
import uuid
from datetime import timedelta
from typing import Any

from django.db import models
from django.dispatch import receiver
from django.utils import timezone

from games.people.models import User, password_set
from games.web.codes import drawn_code
from games.web.transactions import all_or_nothing
from games.web.watch.audit import What, note

LENGTH = 16
ON_A_LIST = 10
GIVEN_FOR = timedelta(minutes=30)


class RecoveryCode(models.Model):
    """An unused code; an instructor's code expires soon, the user's own never do."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64)
    given_by = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, related_name="codes_given"
    )
    made_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"a code of {self.user}"


def _draw() -> str:
    return drawn_code(LENGTH).lower()


def _with_dashes(code: str) -> str:
    return "-".join(code[n : n + 4] for n in range(0, LENGTH, 4))


def _digest(user: User, typed: str) -> str:
    code = "".join(letter for letter in typed.casefold() if letter.isalnum())
    return hashlib.sha256(f"{user.pk}:{code}".encode()).hexdigest()


@all_or_nothing
def new_list(user: User) -> list[str]:
    """Create ten codes to write down; those of an older list stop working."""
    RecoveryCode.objects.filter(user=user, given_by=None).delete()
    codes = [_draw() for _ in range(ON_A_LIST)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user, code)) for code in codes
    )
    return [_with_dashes(code) for code in codes]


@all_or_nothing
def give_code(user: User, instructor: User) -> str:
    """Create a code that works for half an hour; an earlier one stops working."""
    RecoveryCode.objects.filter(user=user).exclude(given_by=None).delete()
    code, now = _draw(), timezone.now()
    RecoveryCode.objects.create(
        user=user, digest=_digest(user, code), given_by=instructor, ends_at=now + GIVEN_FOR
    )
    note(What.CODE, user)
    return _with_dashes(code)


def left_of_list(user: User) -> int:
    """The number of unused codes on the list."""
    return RecoveryCode.objects.filter(user=user, given_by=None).count()


def find_code(username: str, typed: str) -> RecoveryCode | None:
    """The code for the user with this name, if it is valid."""
    user = User.objects.named(username)
    if user is None or not user.is_active:
        return None
    codes = RecoveryCode.objects.filter(user=user, digest=_digest(user, typed)).select_related(
        "user"
    )
    valid = codes.filter(models.Q(ends_at=None) | models.Q(ends_at__gt=timezone.now()))
    return valid.exclude(
        ~models.Q(given_by=None)
        & (models.Q(user__is_staff=True) | models.Q(user__is_superuser=True))
    ).first()


@all_or_nothing
def use(code: RecoveryCode, password: str) -> bool:
    """Set the password, already hashed, and delete the code; return False if it was just used."""
    if not RecoveryCode.objects.filter(pk=code.pk).delete()[0]:
        return False
    code.user.password = password
    code.user.save(update_fields=["password"])
    password_set.send(User, user=code.user)
    return True


@receiver(password_set)
def forget_given(user: User, **more: Any) -> None:
    """Delete the instructor's code of a user who has a new password."""
    RecoveryCode.objects.filter(user=user).exclude(given_by=None).delete()
