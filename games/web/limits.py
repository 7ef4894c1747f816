"""How many of something one person or one address may do in a while.

Counted in the database, so that all workers and servers count together, and one more is one
statement, so that none is lost between two who count at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from games.web.models import Tally


class TooManyError(Exception):
    """Somebody has done this too often for now; the message is a sentence for them."""


@dataclass(frozen=True)
class Limit:
    """*most* in *seconds*, from the first one on; then counting starts afresh."""

    name: str
    most: int
    seconds: int

    def count(self, who: str, number: int = 1) -> int:
        """Count *number* more; the sum."""
        now = timezone.now()
        key = self._key(who)
        running = Tally.objects.filter(key=key, ends_at__gt=now)
        if not running.update(count=F("count") + number):
            Tally.objects.filter(ends_at__lte=now).delete()
            ends_at = now + timedelta(seconds=self.seconds)
            _, is_first = Tally.objects.get_or_create(
                key=key, defaults={"count": number, "ends_at": ends_at}
            )
            if not is_first:
                running.update(count=F("count") + number)
        return self.used(who)

    def used(self, who: str) -> int:
        """How many there have been."""
        running = Tally.objects.filter(key=self._key(who), ends_at__gt=timezone.now())
        return running.values_list("count", flat=True).first() or 0

    def is_reached(self, who: str) -> bool:
        return self.used(who) >= self.most

    def take_back(self, who: str, number: int) -> None:
        """Count *number* less, though never below nothing."""
        remaining = Greatest(F("count") - number, 0)
        Tally.objects.filter(key=self._key(who)).update(count=remaining)

    def forget(self, who: str) -> int:
        """Start afresh; how many there were."""
        number = self.used(who)
        Tally.objects.filter(key=self._key(who)).delete()
        return number

    def _key(self, who: str) -> str:
        return f"{self.name}:{who}"


HOUR = 3600
TEN_MINUTES = 600
MINUTE = 60

WRONG_CODES_OF_ONE = Limit("wrong codes of", 10, TEN_MINUTES)
WRONG_CODES_FROM = Limit("wrong codes from", 300, TEN_MINUTES)
WRONG_SEATS_OF_ONE = Limit("wrong seat numbers of", 20, TEN_MINUTES)
WRONG_SEATS_FROM = Limit("wrong seat numbers from", 100, TEN_MINUTES)
# A school may be one address: these are far above what a few classes do in an hour.
JOINS_FROM = Limit("joins from", 120, MINUTE)
SIGN_UPS_FROM = Limit("sign-ups from", 120, HOUR)
WRONG_PASSWORDS_FROM = Limit("wrong passwords from", 100, HOUR)
# Of a name at an address: anybody can type somebody's name, and must not lock its owner out.
WRONG_RECOVERY_AT = Limit("wrong recovery codes at", 10, TEN_MINUTES)
WRONG_RECOVERY_FOR = Limit("wrong recovery codes for", 10_000, TEN_MINUTES)
"""Wherever they are typed: a code has 77 bits, so that this is far from a chance."""
WRONG_PASSWORDS_FOR = Limit("wrong passwords for", 100, HOUR)


def at_address(name: str, address: str) -> str:
    """A name as it is typed at one address, for limits of the two together."""
    return f"{name} at {address}"


def count_sign_up(address: str) -> None:
    """Count a new account; :class:`TooManyError` if there were too many from this address."""
    if SIGN_UPS_FROM.count(address) > SIGN_UPS_FROM.most:
        raise TooManyError("Too many new accounts came from your network. Try again in an hour.")
