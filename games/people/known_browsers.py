"""What a browser keeps to show that accounts have signed in on it before.

Anybody at a school can type wrong passwords for somebody else's name. The owner's own browser is
recognised by a signed cookie, so it is not stopped then. The cookie signs nobody in. Each browser
has a number, so that what is tried in it is counted for it alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponseBase

from games.people.models import User

COOKIE = f"{'__Host-' if settings.HTTPS else ''}known"
SALT = "games.people.known_browsers"
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
