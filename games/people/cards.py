"""Sign-in cards: what they say stays retrievable until they are used, and is then forgotten.

A card has a password, and a code that signs in once without one. The password is sealed with a
key made of the site's secret, and goes at the first sign-in, at any new password, and after
``KEPT["unused sign-in cards"]``. The code is signed with the same secret and worth something only
as long as the card is there. Whoever has the database alone can use neither.
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
from games.web.audit import What, note
from games.web.codes import opens
from games.web.models import Job

SALT = "games.people.cards"
SIGNER = signing.Signer(salt=SALT, sep=".")


class SignInCards(models.QuerySet["SignInCard"]):
    """Cards that nobody has used."""

    def ready(self) -> SignInCards:
        """Those whose password is set by now and whose time is not over."""
        since = timezone.now() - settings.KEPT["unused sign-in cards"]
        fresh = self.filter(made_at__gte=since)
        return fresh.exclude(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)

    def waiting(self) -> SignInCards:
        """Those whose password is still to be hashed."""
        return self.filter(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)


class SignInCard(models.Model):
    """A card nobody has used yet."""

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
        """Where its code leads."""
        number = base64.urlsafe_b64encode(self.link.bytes).rstrip(b"=").decode()
        return reverse("people:card", args=[SIGNER.sign(number)])

    @property
    def username(self) -> str:
        return self.user.username

    @property
    def password(self) -> str:
        """What is printed on it; nothing if the site's secret has changed since."""
        try:
            return _box().decrypt(self.sealed).decode()
        except InvalidToken:
            return ""


def _box() -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    keys = [salted_hmac(SALT, "seal", secret=one, algorithm="sha256").digest() for one in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in keys])


def issue(users: Sequence[User], passwords: Sequence[str], job: Job) -> None:
    """Give every one of *users* a new card; what opened their account before opens it no more.

    Inside a transaction. Until *job* has hashed the passwords, nobody gets in.
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
    """Make a card that nobody has used worthless, its password too."""
    if SignInCard.objects.filter(user=user).delete()[0]:
        User.objects.filter(pk=user.pk).update(password=make_password(None))


def find_card(code: str) -> SignInCard | None:
    """The card with this code, if it is still worth something."""
    try:
        number = SIGNER.unsign(code)
        link = uuid.UUID(bytes=base64.urlsafe_b64decode(number + "=="))
    except (signing.BadSignature, ValueError):
        return None
    cards = SignInCard.objects.ready().select_related("user")
    may = cards.filter(user__is_active=True, user__is_staff=False, user__is_superuser=False)
    return may.filter(link=link).first()


@opens
def card_behind(typed: str) -> str | None:
    """The address of a sign-in card that is still worth something."""
    return reverse("people:card", args=[typed]) if find_card(typed) else None


def use_up(card: SignInCard) -> bool:
    """Take a card for good; False if somebody was faster."""
    return bool(SignInCard.objects.filter(pk=card.pk, link=card.link).delete()[0])


@receiver([user_logged_in, password_set])
def forget_card(user: User, **more: Any) -> None:
    """Who signs in has no use for the card any more, nor has who has another password."""
    SignInCard.objects.filter(user=user).delete()
