"""Framing: only registered platforms may show our pages inside their own, and only in a browser
that came by a launch.

The launch sets a signed cookie with the origins that may frame the site. Browsers keep it apart for
each platform (*partitioned*). A request that has it gets its session cookies in the same way. All
other requests get the usual headers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from http.cookies import Morsel
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponseBase

Handler = Callable[[HttpRequest], HttpResponseBase]
SALT = "games.lti.framing"
"""Not where the file stands today: cookies of a browser are signed with it."""
DAY = 24 * 60 * 60
HOST = re.compile(r"[A-Za-z0-9._:\[\]-]+")
"""A host with its port. In a header, anything else could mean more than one site, as * does."""
NOBODY = "frame-ancestors 'none'"

# Python knows the attribute from 3.14 on.
Morsel._reserved.setdefault("partitioned", "Partitioned")  # type: ignore[attr-defined]
Morsel._flags.add("partitioned")  # type: ignore[attr-defined]


def cookie_name(name: str) -> str:
    """The cookie's name, with the prefix that ties it to this host where the site uses https."""
    return f"__Host-{name}" if settings.SESSION_COOKIE_SECURE else name


def set_apart(cookie: Morsel[Any]) -> None:
    """Let a cookie be sent from inside another site's page, partitioned by that site."""
    cookie["samesite"], cookie["secure"], cookie["partitioned"] = "None", True, True


def put(response: HttpResponseBase, name: str, value: str, seconds: int) -> None:
    """Set a cookie that browsers also send from inside another site's page."""
    response.set_cookie(name, value, max_age=seconds, httponly=True, path="/")
    set_apart(response.cookies[name])


def origin_of(url: str) -> str:
    """The origin of an http or https address; empty for any other."""
    try:
        parts = urlsplit(url)
        is_known = parts.scheme in {"http", "https"} and parts.hostname and parts.port != 0
    except ValueError:
        return ""
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}" if is_known and HOST.fullmatch(host) else ""


def origins(urls: Iterable[str]) -> list[str]:
    """The origins of these addresses, each once."""
    found = (origin_of(url) for url in urls if url)
    return list(dict.fromkeys(one for one in found if one))


def remember(response: HttpResponseBase, who: list[str], page: str = "") -> None:
    """Let pages of these origins show the site in a frame, in this browser, for a day; *page* is
    what the activity there opens."""
    said = {"who": who, "page": page}
    put(response, cookie_name("lti-frame"), signing.dumps(said, salt=SALT), DAY)


def allow(response: HttpResponseBase, who: list[str]) -> None:
    """Let pages of these origins show this response in a frame."""
    response.frames = who  # type: ignore[attr-defined]


def framed(get_response: Handler) -> Handler:
    """Name in the response headers the platforms that may frame this browser's pages, and tell an
    error page in a frame where the activity leads."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        inside, page = remembered(request)
        if is_in_frame(request, "iframe" if inside else ""):
            request.activity = page  # type: ignore[attr-defined]
        response = get_response(request)
        who = list(getattr(response, "frames", [])) + inside
        policy = response.headers.get("Content-Security-Policy", "")
        if who and NOBODY in policy:
            response.headers["Content-Security-Policy"] = policy.replace(
                NOBODY, " ".join(["frame-ancestors", *dict.fromkeys(who)])
            )
            del response.headers["X-Frame-Options"]
        if inside:
            for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
                if name in response.cookies:
                    set_apart(response.cookies[name])
        return response

    return middleware


def remembered(request: HttpRequest) -> tuple[list[str], str]:
    """The origins that a launch has allowed to frame the site in this browser, and the page that it
    opened."""
    cookie = request.COOKIES.get(cookie_name("lti-frame"))
    if not cookie:
        return [], ""
    try:
        said = signing.loads(cookie, salt=SALT, max_age=DAY)
    except signing.BadSignature:
        return [], ""
    # For a day after an update, a cookie may still hold the origins alone.
    return (said["who"], said["page"]) if isinstance(said, dict) else (said, "")


def is_in_frame(request: HttpRequest, target: str = "") -> bool:
    """Whether the page is in a frame, as the browser says, or the platform if it says nothing."""
    where = request.headers.get("Sec-Fetch-Dest", "empty")  # which a script's request says
    return where in {"iframe", "frame"} if where != "empty" else target in {"iframe", "frame"}
