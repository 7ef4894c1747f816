"""Limits on how often one person or one address may do something within some time.

We count in the database, so that all workers and servers share the counts, and add with one
statement, so that simultaneous counts are not lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from games.web.models import Tally


class TooManyError(Exception):
    """An action was done too often for now; the message is a sentence for the person."""


@dataclass(frozen=True)
class Limit:
    """At most *most* within *seconds* from the first one; after that we count from 0 again."""

    name: str
    most: int
    seconds: int

    def count(self, who: str, number: int = 1) -> int:
        """Add *number* and return the sum."""
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
        """The current count."""
        running = Tally.objects.filter(key=self._key(who), ends_at__gt=timezone.now())
        return running.values_list("count", flat=True).first() or 0

    def is_reached(self, who: str) -> bool:
        return self.used(who) >= self.most

    def take_back(self, who: str, number: int) -> None:
        """Subtract *number*, but stop at 0."""
        remaining = Greatest(F("count") - number, 0)
        Tally.objects.filter(key=self._key(who)).update(count=remaining)

    def forget(self, who: str) -> int:
        """Reset the count and return the old one."""
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
# Guests in one room while it lasts. A school may be one address, and 200 phones join within a
# minute; but one phone that deletes its cookies must not fill a room.
GUESTS_FROM = Limit("guests from", 300, 3 * HOUR)
# A school may be one address: this is far more than a few classes need in an hour.
SIGN_UPS_FROM = Limit("sign-ups from", 120, HOUR)
WRONG_PASSWORDS_FROM = Limit("wrong passwords from", 100, HOUR)
# Counted for a name at an address: anybody can type another person's name and must not lock that
# person out.
WRONG_RECOVERY_AT = Limit("wrong recovery codes at", 10, TEN_MINUTES)
WRONG_RECOVERY_FOR = Limit("wrong recovery codes for", 10_000, TEN_MINUTES)
"""Counted for a name at every address. A code has 77 bits, so guessing is hopeless."""
WRONG_PASSWORDS_FOR = Limit("wrong passwords for", 100, HOUR)


def at_address(name: str, address: str) -> str:
    """A name together with the address where it was typed, as a key for limits."""
    return f"{name} at {address}"


def count_sign_up(address: str) -> None:
    """Count a new account; raise :class:`TooManyError` after too many from this address."""
    if SIGN_UPS_FROM.count(address) > SIGN_UPS_FROM.most:
        raise TooManyError("Too many new accounts came from your network. Try again in an hour.")
