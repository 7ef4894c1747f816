"""Limits on how often one person or one address may do something, and the address of a request.

We count in the database, so that all workers and servers share the counts, and add with one
statement, so that simultaneous counts are not lost. The admin lists and lifts whatever runs.

A school is one address. So an address is slowed down at most, and only for browsers that we do not
know; whoever must be stopped is counted by what they aim at: a name, a room, a class
(docs/decisions, 17).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.db.models import F
from django.db.models.functions import Greatest
from django.http import HttpRequest
from django.utils import timezone

from games.web.models import Tally

log = logging.getLogger(__name__)


class TooManyError(Exception):
    """An action was done too often for now; the message is a sentence for the person, who may try
    again after *wait* seconds if that is known."""

    def __init__(self, text: str, wait: int | None = None) -> None:
        super().__init__(text)
        self.wait = wait


LIMITS: dict[str, Limit] = {}
"""Every limit of the site by its name."""


@dataclass(frozen=True)
class Limit:
    """At most *most* within *seconds* from the first one; after that we count from 0 again."""

    name: str
    most: int
    seconds: int

    def __post_init__(self) -> None:
        LIMITS.setdefault(self.name, self)

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

    def exceeds(self, who: str) -> bool:
        """Count one more; return whether that is too many."""
        return self.count(who) > self.most

    def used(self, who: str) -> int:
        """The current count."""
        running = Tally.objects.filter(key=self._key(who), ends_at__gt=timezone.now())
        return running.values_list("count", flat=True).first() or 0

    def is_reached(self, who: str) -> bool:
        return self.used(who) >= self.most

    def take_back(self, who: str, number: int = 1) -> None:
        """Subtract *number*, but stop at 0."""
        remaining = Greatest(F("count") - number, 0)
        Tally.objects.filter(key=self._key(who)).update(count=remaining)

    def forget(self, who: str) -> int:
        """Reset the count and return the old one."""
        number = self.used(who)
        Tally.objects.filter(key=self._key(who)).delete()
        return number

    def forget_these(self, them: Iterable[str]) -> None:
        """Reset the counts of several."""
        Tally.objects.filter(key__in=[self._key(who) for who in them]).delete()

    def running(self, beginning: str = "", least: int = 0) -> list[str]:
        """Those who are counted at *least* so often now, and whose key has this *beginning*."""
        tallies = Tally.objects.filter(key__startswith=self._key(beginning), count__gte=least)
        keys = tallies.filter(ends_at__gt=timezone.now()).values_list("key", flat=True)
        return [key.removeprefix(self._key("")) for key in keys]

    def _key(self, who: str) -> str:
        return f"{self.name}:{who}"


HOUR = 3600
TEN_MINUTES = 600
MINUTE = 60
MOMENT = 10

WRONG_CODES_OF_ONE = Limit("wrong codes of", 10, TEN_MINUTES)
WRONG_CODES_FROM = Limit("wrong codes from", 300, TEN_MINUTES)

# One browser that tries numbers; a seat number has 26 bits, so others with the same name may go on.
WRONG_SEATS_OF_ONE = Limit("wrong seat numbers of", 20, TEN_MINUTES)
# A lecture hall of 200 comes in within a minute, all from the address of its school. One phone that
# deletes its cookies needs three minutes to fill a room, and its instructor has seen it before.
GUESTS_FROM = Limit("guests from", 200, MINUTE)

# A browser in which the owner has signed in before: nobody else's tries count here.
WRONG_PASSWORDS_IN = Limit("wrong passwords in a known browser", 10, TEN_MINUTES)
# Ten tries are enough to remember which password it was.
WRONG_PASSWORDS_AT = Limit("wrong passwords at an address", 10, TEN_MINUTES)
# From however many addresses: what NIST SP 800-63B allows for one account.
WRONG_PASSWORDS_FOR = Limit("wrong passwords for", 100, HOUR)
# More than three classes of forty mistype in an hour and then give up. After that the address is
# slowed down to 1,080 tries an hour, over all names and for unknown browsers alone: too few to
# find one weak password among a school's, and no more than ten seconds to wait.
WRONG_PASSWORDS_FROM = Limit("wrong passwords from", 100, HOUR)
SLOWED_FROM = Limit("tries from a slowed address", 3, MOMENT)
# Names that nobody has fill counts of their own.
UNKNOWN_NAMES_FROM = Limit("unknown user names from", 100, HOUR)
SLOWED_NAMES_FROM = Limit("unknown user names from a slowed address", 3, MOMENT)

# New accounts without the code of a class: three classes of forty. After that, 360 an hour.
SIGN_UPS_FROM = Limit("sign-ups from", 120, HOUR)
SLOWED_SIGN_UPS_FROM = Limit("sign-ups from a slowed address", 1, MOMENT)
# A browser that somebody has signed in on makes a few more, whatever its network does.
SIGN_UPS_IN = Limit("sign-ups in a known browser", 5, HOUR)

# Of visitors. A school may be one address: three classes of thirty save three games each.
SAVED_RULES_FROM = Limit("rules saved from", 300, HOUR)
SAVED_PROGRAMS_FROM = Limit("programs saved from", 300, HOUR)
# A program that thinks of nothing makes ten moves a second: a hundred games in two minutes.
CALLS_WITH_TOKEN = Limit("calls with the token", 600, MINUTE)
# Five runs of a hundred games in an hour. Each game is a row that we keep.
GAMES_OF_PROGRAMS = Limit("games of programs of", 500, HOUR)
# Of visitors, as with programs: three classes of thirty make three tokens each.
TOKENS_FROM = Limit("tokens made from", 300, HOUR)
LONG_COMPUTATIONS_OF = Limit("long computations of", 6, HOUR)
ROSTERS_OF = Limit("rosters of", 6, MINUTE)
LAUNCHES_FOR = Limit("launches begun for", 1_000, TEN_MINUTES)
"""A school is one address, and all its students may come at eight; each launch stores a row."""
REGISTRATIONS_WITH = Limit("registrations with", 10, HOUR)
# All classes of a school may come by one code in one morning. Staff can end a code that has got
# into wrong hands.
NEW_BY_CODE = Limit("new accounts by the class code", 1000, HOUR)


def at_address(name: str, address: str) -> str:
    """A name together with the address where it was typed, as a key for limits."""
    return f"{name} at {address}"


UNKNOWN = "0.0.0.0"  # noqa: S104 – nothing is bound to it
HOME = 64  # bits of an IPv6 address that name a network; its owner may choose the rest


_told = set[str]()


def tell_of_proxy(request: HttpRequest) -> None:
    """Log once that a proxy is in front although PROXIES is 0: its word about https is ignored, so
    every page redirects to itself, and all people seem to have its address."""
    written = "HTTP_X_FORWARDED_PROTO" in request.META or "HTTP_X_FORWARDED_FOR" in request.META
    if settings.PROXIES == 0 and written and not _told:
        _told.add("proxy")
        log.warning(
            "A proxy seems to be in front of the site (X-Forwarded-Proto: %s), but PROXIES is 0, "
            "so we ignore what it says. If pages redirect to themselves, or all people count as "
            "one address, set PROXIES to the number of proxies.",
            "https" if request.META.get("HTTP_X_FORWARDED_PROTO") == "https" else "not https",
        )


def client_address(request: HttpRequest) -> str:
    """The client's address, as the outermost of our own proxies saw it.

    Each of the ``PROXIES`` in front appends the address of its own client to ``X-Forwarded-For``;
    anything further left was typed by the client. Without proxies the header is ignored. An IPv6
    address stands for its network of 2^64 addresses.
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    count = settings.PROXIES
    seen = hops[-count] if 0 < count <= len(hops) else ""
    return _address(seen) or _address(request.META.get("REMOTE_ADDR", "")) or UNKNOWN


def _address(text: str) -> str:
    """One address without port or zone, in its usual form; empty if *text* is not an address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, HOME), strict=False).network_address)
