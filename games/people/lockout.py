"""Limits on wrong passwords and on new accounts, and the browsers that we know.

Tries are counted for the name, never for a whole school: an address is slowed down, and a browser
on which the account has signed in before counts for itself alone (docs/decisions, 17). Anybody at a
school can type wrong passwords for somebody else's name. The owner's own browser is recognised by a
signed cookie, so it is not stopped then. The cookie signs nobody in.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from axes.handlers.base import AxesHandler
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase

from games.people.browsers import attempted_name
from games.people.models import User, password_set
from games.people.names import account_key
from games.web.limits import (
    MOMENT,
    SIGN_UPS_FROM,
    SIGN_UPS_IN,
    SLOWED_FROM,
    SLOWED_NAMES_FROM,
    SLOWED_SIGN_UPS_FROM,
    UNKNOWN_NAMES_FROM,
    WRONG_PASSWORDS_AT,
    WRONG_PASSWORDS_FOR,
    WRONG_PASSWORDS_FROM,
    WRONG_PASSWORDS_IN,
    Limit,
    TooManyError,
    at_address,
    client_address,
)
from games.web.watch.audit import What, note

COOKIE = f"{'__Host-' if settings.HTTPS else ''}known"
SALT = "games.people.known_browsers"
"""Not where this file stands today: browsers keep what was signed with it."""
KEPT_FOR = timedelta(days=365)
ACCOUNTS = 40
"""The accounts that a browser at a school remembers, the latest: about 700 bytes."""

Handler = Callable[[HttpRequest], HttpResponseBase]


@dataclass(frozen=True)
class KnownBrowser:
    """A browser with its *number*, and the accounts that have signed in on it: their keys, with how
    often each had signed out everywhere by then."""

    number: str
    accounts: dict[str, int]

    def knows(self, user: User) -> bool:
        """Whether *user* has signed in here, and not signed out everywhere since."""
        return self.accounts.get(str(user.pk)) == user.sign_outs

    def with_account(self, user: User) -> KnownBrowser:
        """The browser after a sign-in of *user*."""
        others = [(key, times) for key, times in self.accounts.items() if key != str(user.pk)]
        latest = [*others, (str(user.pk), user.sign_outs)][-ACCOUNTS:]
        return KnownBrowser(self.number, dict(latest))


def known_browser(request: HttpRequest) -> KnownBrowser | None:
    """The browser of a request, if somebody has signed in on it before."""
    try:
        number, accounts = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=KEPT_FOR
        )
    except (signing.BadSignature, ValueError):
        return None
    return KnownBrowser(number, accounts)


@receiver(user_logged_in)
def get_to_know(request: HttpRequest, user: User, **more: Any) -> None:
    """Remember a sign-in; :func:`keep_known_browser` sends the cookie."""
    before = known_browser(request) or KnownBrowser(secrets.token_urlsafe(12), {})
    request.known_browser = before.with_account(user)  # type: ignore[attr-defined]


def keep_known_browser(get_response: Handler) -> Handler:
    """Middleware that gives the browser its cookie after a sign-in."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        known: KnownBrowser | None = getattr(request, "known_browser", None)
        if known is not None:
            response.set_cookie(
                COOKIE,
                signing.dumps((known.number, known.accounts), salt=SALT, compress=True),
                max_age=KEPT_FOR,
                secure=settings.HTTPS,
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


AT_ADDRESS = "Too many wrong passwords for this name. Wait ten minutes and try again."
EVERYWHERE = (
    "Too many wrong passwords for this name. Try again in an hour, or in a browser in which you "
    "have signed in before."
)
SLOWED = (
    "Many wrong passwords come from your network, so we let only a few people in at a time. Try "
    "again in a few seconds."
)
SLOWED_SIGN_UPS = (
    "Many new accounts come from your network, so we make them one by one. Try again in a few "
    "seconds."
)


class SignInAttempt:
    """One try to sign in with a name and a password. It counts before the password is looked at,
    so that tries at the same moment cannot pass a limit together."""

    def __init__(self, request: HttpRequest, credentials: dict[str, str] | None) -> None:
        typed = attempted_name(request, credentials)
        self.user = User.objects.named(typed)
        self.name = account_key(self.user.username) if self.user else typed
        self.address = client_address(request)
        self.refusal = ""
        """Why the password is not looked at; empty if it is."""
        self.counted: list[tuple[Limit, str]] = []
        browser = known_browser(request)
        self.own_browser = ""
        if browser and self.user and browser.knows(self.user):
            self.own_browser = f"{self.name} in {browser.number}"

    def is_allowed(self) -> bool:
        """Count the try; return whether the password is looked at."""
        if self.own_browser and self._counts(WRONG_PASSWORDS_IN, self.own_browser):
            return True
        self.own_browser = ""  # too many wrong ones: it counts like any other browser
        here = at_address(self.name, self.address)
        if self.user and not self._counts(WRONG_PASSWORDS_AT, here):
            self.refusal = AT_ADDRESS
        elif self.user and not self._counts(WRONG_PASSWORDS_FOR, self.name):
            self.refusal = EVERYWHERE
        elif self._all_from.is_reached(self.address):
            slowed = SLOWED_FROM if self.user else SLOWED_NAMES_FROM
            if not self._counts(slowed, self.address):
                self.refusal = SLOWED
        if self.refusal:  # no password was tried
            self._uncount()
        return not self.refusal

    @property
    def _all_from(self) -> Limit:
        return WRONG_PASSWORDS_FROM if self.user else UNKNOWN_NAMES_FROM

    def _counts(self, limit: Limit, who: str) -> bool:
        self.counted.append((limit, who))
        return not limit.exceeds(who)

    def _uncount(self) -> None:
        for limit, who in self.counted:
            limit.take_back(who)

    def fail(self) -> None:
        """The password was wrong."""
        if not self.own_browser:
            self._all_from.count(self.address)
        note_failure(self.name)

    def succeed(self) -> None:
        """The password was right: forget what its owner mistyped before."""
        self._uncount()
        if self.own_browser:
            WRONG_PASSWORDS_IN.forget(self.own_browser)
            return
        mistyped = WRONG_PASSWORDS_AT.forget(at_address(self.name, self.address))
        if mistyped:
            WRONG_PASSWORDS_FOR.take_back(self.name, mistyped)
            WRONG_PASSWORDS_FROM.take_back(self.address, mistyped)


class LockOut(AxesHandler):  # type: ignore[misc]
    """The handler that the settings name as AXES_HANDLER. django-axes asks it before each try in
    whatever form, the admin's included, and tells it the result."""

    def is_allowed(self, request: Any, credentials: dict[str, str] | None = None) -> bool:
        request.attempt = SignInAttempt(request, credentials)
        is_allowed: bool = request.attempt.is_allowed()
        return is_allowed

    def user_login_failed(
        self, sender: Any, credentials: dict[str, str], request: Any = None, **more: Any
    ) -> None:
        attempt = getattr(request, "attempt", None)
        if attempt and not attempt.refusal:
            attempt.fail()

    def user_logged_in(self, sender: Any, request: Any, user: Any, **more: Any) -> None:
        attempt = getattr(request, "attempt", None)
        if attempt:
            attempt.succeed()


def forgive(usernames: Iterable[str]) -> None:
    """Forget all wrong passwords for these names, because they have new ones."""
    names = {account_key(name) for name in usernames}
    for limit, sign in ((WRONG_PASSWORDS_AT, " at "), (WRONG_PASSWORDS_IN, " in ")):
        limit.forget_these(who for who in limit.running() if who.rpartition(sign)[0] in names)
    WRONG_PASSWORDS_FOR.forget_these(names)


def count_sign_up(request: HttpRequest) -> None:
    """Count a new account that no class asked for; raise :class:`TooManyError` if the address of an
    unknown browser has to wait a moment."""
    browser = known_browser(request)
    if browser and not SIGN_UPS_IN.exceeds(browser.number):
        return
    address = client_address(request)
    if SIGN_UPS_FROM.exceeds(address) and SLOWED_SIGN_UPS_FROM.exceeds(address):
        raise TooManyError(SLOWED_SIGN_UPS, wait=MOMENT)


SECONDS = {AT_ADDRESS: WRONG_PASSWORDS_AT.seconds, EVERYWHERE: WRONG_PASSWORDS_FOR.seconds}


def seconds_after(refusal: str) -> int:
    """After how many seconds another try makes sense."""
    return SECONDS.get(refusal, MOMENT)


@receiver(user_logged_in)
def note_sign_in(user: User, **more: Any) -> None:
    """Log every sign-in."""
    note(What.SIGNED_IN, user, who=user)


def note_failure(name: str) -> None:
    """Log a failed sign-in, without the typed name if it is unknown: it may be a password."""
    user = User.objects.named(name)
    note(What.NOT_SIGNED_IN, user or "", "" if user else "an unknown user name")


@receiver(password_set)
def note_password(user: User, **more: Any) -> None:
    """Log a new password."""
    note(What.PASSWORD, user)


@receiver(post_delete, sender=User)
def note_end(instance: User, **more: Any) -> None:
    """Log that an account was deleted."""
    note(What.DELETED, instance)
