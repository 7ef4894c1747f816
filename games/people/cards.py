"""Sign-in cards: we can print them again until they are used, and then delete their data.

A card has a password, and a code that signs in once without it. The password is encrypted with a
key derived from the site's secret. It is deleted at the first sign-in, when a new password is set,
and after ``KEPT["unused sign-in cards"]``. The code is signed with the same secret and works only
while the card exists. The database alone is not enough to use either.
"""

from __future__ import annotations

import base64
import uuid
from collections.abc import Sequence
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX, make_password
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.db import models
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.people.models import User, password_set
from games.web.models import Job
from games.web.watch.audit import What, note

SALT = "games.people.cards"
SIGNER = signing.Signer(salt=SALT, sep=".")


class SignInCards(models.QuerySet["SignInCard"]):
    """Unused cards."""

    def ready(self) -> SignInCards:
        """Cards that have not expired and whose password is set."""
        since = timezone.now() - settings.KEPT["unused sign-in cards"]
        fresh = self.filter(made_at__gte=since)
        return fresh.exclude(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)

    def waiting(self) -> SignInCards:
        """Cards whose password has not been hashed yet."""
        return self.filter(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)


class SignInCard(models.Model):
    """An unused card."""

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="card"
    )
    link = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    sealed = models.TextField(editable=False)
    job = models.ForeignKey(Job, on_delete=models.SET_NULL, null=True, related_name="cards")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = SignInCards.as_manager()

    def __str__(self) -> str:
        return f"the card of {self.user}"

    def get_absolute_url(self) -> str:
        """The address that the card's code opens."""
        number = base64.urlsafe_b64encode(self.link.bytes).rstrip(b"=").decode()
        return reverse("people:card", args=[SIGNER.sign(number)])

    @property
    def username(self) -> str:
        return self.user.username

    @property
    def password(self) -> str:
        """The printed password; empty if the site's secret has changed since."""
        try:
            return _box().decrypt(self.sealed).decode()
        except InvalidToken:
            return ""


def _box() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    keys = [salted_hmac(SALT, "seal", secret=one, algorithm="sha256").digest() for one in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


def issue(users: Sequence[User], passwords: Sequence[str], job: Job) -> None:
    """Give each of *users* a new card; their old passwords and cards stop working.

    Call it inside a transaction. Nobody can sign in until *job* has hashed the passwords.
    """
    box, now = _box(), timezone.now()
    for user in users:
        user.password = make_password(None)
    User.objects.bulk_update(users, ["password"], batch_size=100)
    SignInCard.objects.filter(user__in=users).delete()
    SignInCard.objects.bulk_create(
        SignInCard(user=user, sealed=box.encrypt(password.encode()).decode(), job=job, made_at=now)
        for user, password in zip(users, passwords, strict=True)
    )
    numbers = ", ".join(str(user.pk) for user in users)
    note(What.CARDS, job, f"{len(users)}, for accounts {numbers}")


def revoke(user: User) -> None:
    """Delete a user's unused card and disable its password."""
    if SignInCard.objects.filter(user=user).delete()[0]:
        User.objects.filter(pk=user.pk).update(password=make_password(None))


def find_card(code: str) -> SignInCard | None:
    """The card with this code, if it still works."""
    try:
        number = SIGNER.unsign(code)
        link = uuid.UUID(bytes=base64.urlsafe_b64decode(number + "=="))
    except (signing.BadSignature, ValueError):
        return None
    cards = SignInCard.objects.ready().select_related("user")
    may = cards.filter(user__is_active=True, user__is_staff=False, user__is_superuser=False)
    return may.filter(link=link).first()


def card_behind(typed: str) -> str | None:
    """The address of a sign-in card that still works."""
    return reverse("people:card", args=[typed]) if find_card(typed) else None


def use_up(card: SignInCard) -> bool:
    """Delete a card as used; return False if another request was faster."""
    return bool(SignInCard.objects.filter(pk=card.pk, link=card.link).delete()[0])


@receiver([user_logged_in, password_set])
def forget_card(user: User, **more: Any) -> None:
    """Delete the user's card after a sign-in or a new password: it is no longer needed."""
    SignInCard.objects.filter(user=user).delete()
