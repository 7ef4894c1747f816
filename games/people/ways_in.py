"""Ways in without a password of one's own: sign-in cards, and codes that set a new password once.

We can print a card again until it is used, and then delete its data. A card has a password, and a
code that signs in once without it. The password is encrypted with a key derived from the site's
secret. It is deleted at the first sign-in, when a new password is set, and after
``KEPT["unused sign-in cards"]``. The code is signed with the same secret and works only while the
card exists. The database alone is not enough to use either.

The codes that set a password are a user's own list, or one code from an instructor. We store only a
digest. A code has 77 bits, so a fast digest is enough, and nobody finds one by trying, however
often."""

from __future__ import annotations

import base64
import hashlib
import uuid
from collections.abc import Sequence
from datetime import timedelta
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
from games.web.codes import drawn_code
from games.web.models import Job
from games.web.transactions import all_or_nothing
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
