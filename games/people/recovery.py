"""Codes that set a new password once: somebody's own list, or one that an instructor gives.

Only a digest is stored. A code has 77 bits, so that a quick digest is enough, and guesses are
counted like wrong passwords.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import timedelta
from typing import Any

from django.db import models
from django.dispatch import receiver
from django.utils import timezone

from games.people.models import User, password_set
from games.web.audit import What, note
from games.web.writing import all_or_nothing

ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
"""Nothing that looks like something else, no vowels, so no words."""

LENGTH = 16
ON_A_LIST = 10
GIVEN_FOR = timedelta(minutes=30)


class RecoveryCode(models.Model):
    """A code that nobody has used; what an instructor gave ends soon, one's own never."""

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
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def _shown(code: str) -> str:
    return "-".join(code[n : n + 4] for n in range(0, LENGTH, 4))


def _digest(user: User, typed: str) -> str:
    code = "".join(letter for letter in typed.casefold() if letter.isalnum())
    return hashlib.sha256(f"{user.pk}:{code}".encode()).hexdigest()


@all_or_nothing
def new_list(user: User) -> list[str]:
    """Ten codes to write down; those of an older list are worth nothing from now on."""
    RecoveryCode.objects.filter(user=user, given_by=None).delete()
    codes = [_draw() for _ in range(ON_A_LIST)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(user, code)) for code in codes
    )
    return [_shown(code) for code in codes]


@all_or_nothing
def give_code(user: User, instructor: User) -> str:
    """One code for half an hour; one that was given before is worth nothing from now on."""
    RecoveryCode.objects.filter(user=user).exclude(given_by=None).delete()
    code, now = _draw(), timezone.now()
    RecoveryCode.objects.create(
        user=user, digest=_digest(user, code), given_by=instructor, ends_at=now + GIVEN_FOR
    )
    note(What.CODE, user)
    return _shown(code)


def left_of_list(user: User) -> int:
    """How many codes of the list have not been used."""
    return RecoveryCode.objects.filter(user=user, given_by=None).count()


def find_code(username: str, typed: str) -> RecoveryCode | None:
    """The code of whoever has this name, if it is worth something."""
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
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
    """Set the password, already hashed, and take the code; False if it has just been used."""
    if not RecoveryCode.objects.filter(pk=code.pk).delete()[0]:
        return False
    code.user.password = password
    code.user.save(update_fields=["password"])
    password_set.send(User, user=code.user)
    return True


@receiver(password_set)
def forget_given(user: User, **more: Any) -> None:
    """Who has a new password needs no code of an instructor any more."""
    RecoveryCode.objects.filter(user=user).exclude(given_by=None).delete()
