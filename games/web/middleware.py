"""What every page gets on its way out: headers, names written from right to left, and error pages
for errors that no view has handled.

Beside a name in Hebrew, Arabic or another script that runs from right to left, a browser would take
numbers along: after it, “29 May” stands as “May” alone, and its 29 before the name. So each such
name is isolated on the way out, where no template and no sentence can forget it. Pages without such
letters stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import randint

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.urls import resolve
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.html import escape
from django_htmx.http import HttpResponseClientRedirect

from games.web.background.fence import refuse_early
from games.web.errors import (
    SAFE,
    TITLES,
    ReadOnlyError,
    ShareIsUsedError,
    SignInFirstError,
    ThinkingTooLongError,
    TooManyThinkersError,
    logged,
    render_error,
    too_long,
    unavailable,
)
from games.web.limits import TooManyError
from games.web.parts import part
from games.web.requests import wants_data, wants_fragment
from games.web.transactions import is_unavailable
from games.web.watch.watching import blame
from games.web.zones import zone_named
from solver import SolverError

Handler = Callable[[HttpRequest], HttpResponseBase]
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"
MARK = "Marienbad"
"""The header by which our scripts know an answer of this site from the page of a filter or a
portal, which may come in our name and with any status."""
PROBES = {"/healthz", "/readyz", "/metrics"}
SOON = 4, 8
"""Seconds after which a page that found no seat tries again: not all of a class at once."""
A_WHILE = 30
"""The same for somebody who has computed much: half of the minute in which it is forgotten."""
TRIES = "This page tries again by itself."
ADDRESS = "address-of-the-page"
"""Where the page for those who are turned away names the page that they asked for."""
NO_MEMORY = (
    "This needs more memory than the site has at the moment. You have lost nothing. Try again in a "
    "few seconds."
)


def security_headers(get_response: Handler) -> Handler:
    """Add headers that Django has no setting for, and our mark."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers[MARK] = "1"
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def probes(get_response: Handler) -> Handler:
    """Answer probes before the host is checked: a load balancer asks by IP address. They bear the
    mark, since a page without a network asks for one to learn whether the site is back."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info in PROBES:
            probe: Handler = resolve(request.path_info).func
            response = probe(request)
            response.headers[MARK] = "1"
            return response
        return get_response(request)

    return middleware


def own_time(get_response: Handler) -> Handler:
    """Use the time zone of the signed-in user, if one is set."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        name = getattr(request.user, "time_zone", "") if known else ""
        with timezone.override(zone_named(name)):
            return get_response(request)

    return middleware


def what_may_be_kept(get_response: Handler) -> Handler:
    """Tell browsers what they may cache. Pages of a signed-in user carry a name, so nothing of them
    is stored, and "Back" shows none after signing out. The browser revalidates other pages, but may
    restore them as they were left. A view sets its own header if its page has a name or a secret
    without an account, or if it sends everybody the same picture."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        said = response.headers.get("Cache-Control", "")
        if "public" in said:
            return response
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            patch_cache_control(response, private=True, no_cache=True, no_store=True)
        elif not said:
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def login_redirects(get_response: Handler) -> Handler:
    """Send the browser to the sign-in page, so that htmx does not put that page into a fragment."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        target = response.headers.get("Location", "")
        if (
            getattr(request, "htmx", None)
            and response.status_code == 302
            and target.startswith(resolve_url(settings.LOGIN_URL))
        ):
            page = redirect_to_login(asked_from(request))
            return HttpResponseClientRedirect(page.headers["Location"])
        return response

    return middleware


def asked_from(request: HttpRequest) -> str:
    """The page of this site from which htmx sent the request; "/" if that is unknown."""
    try:
        return request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
    except ValueError:  # the header is not an address
        return "/"


def turn_away(get_response: Handler) -> Handler:
    """Refuse early what the fence will refuse, with one page for everybody that is made once:
    whoever asks without end must not keep the others waiting with their refusals."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.method in SAFE and "HX-Request" not in request.headers:
            try:
                refuse_early(request)
            except TooManyThinkersError as error:
                blame(error)
                return turned_away(request, error)
        return get_response(request)

    return middleware


def turned_away(request: HttpRequest, error: TooManyThinkersError) -> HttpResponse:
    """The page of :func:`busy` without anything of the request but its address."""
    title, _ = TITLES[503]
    if wants_data(request):
        return postponed(render_error(request, 503, str(error)), error, tries=False)
    text = f"{error} {TRIES}"
    page = part("web/error.html", status=503, title=title, text=text, again=ADDRESS)
    response = HttpResponse(page.replace(ADDRESS, escape(request.get_full_path())), status=503)
    patch_vary_headers(response, ["HX-Request"])
    return postponed(response, error, tries=True)


class Refusals:
    """Turn refusals, such as “not like this” and “not now”, into the site's error pages."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = too_long(request) or self.get_response(request)
        is_bare = wants_data(request) or not getattr(response, "content", b"")
        if response.status_code == 405 and is_bare:
            methods = response.headers["Allow"]
            said = f"This address takes {methods} and nothing else." if wants_data(request) else ""
            page = render_error(request, 405, said)
            page.headers["Allow"] = methods
            return page
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer errors of the solver, the archive and the database with 422, 409, 429 or 503."""
        if isinstance(error, SolverError):
            return render_error(request, 422, str(error))
        if isinstance(error, ThinkingTooLongError):
            blame(error)
            return render_error(request, 422, str(error), title="That takes too long")
        if isinstance(error, TooManyThinkersError):
            return busy(request, error, str(error))
        if isinstance(error, SignInFirstError):
            return redirect_to_login(request.get_full_path())
        if isinstance(error, TooManyError):
            page = render_error(request, 429, str(error))
            if error.wait:
                page.headers["Retry-After"] = str(error.wait)
            return page
        if isinstance(error, ReadOnlyError):
            return render_error(request, 409, str(error), title="You can only read this")
        if isinstance(error, MemoryError):
            return busy(request, error, NO_MEMORY)
        if is_unavailable(error):
            return unavailable(request, error)
        if isinstance(error, DataError | OverflowError) and is_filtered_in_admin(request):
            return render_error(request, 400, "You cannot filter or search the list like that.")
        return None


def busy(request: HttpRequest, error: Exception, text: str) -> HttpResponse:
    """The page for somebody who finds no seat or no memory; *text* says which. A page tries again
    by itself, but no form does."""
    blame(error)
    tries = request.method in SAFE and not wants_fragment(request) and not wants_data(request)
    response = render_error(request, 503, f"{text} {TRIES}" if tries else text)
    return postponed(response, error, tries=tries)


def postponed(response: HttpResponse, error: Exception, *, tries: bool) -> HttpResponse:
    """The response with the seconds after which a second try may succeed; a browser *tries* again
    by itself if it is told to."""
    seconds = str(A_WHILE if isinstance(error, ShareIsUsedError) else randint(*SOON))
    response.headers["Retry-After"] = seconds
    if tries:
        response.headers["Refresh"] = seconds
    return logged(response)


def is_filtered_in_admin(request: HttpRequest) -> bool:
    """Whether the request filters an admin page; Django passes the filter to the database."""
    match = request.resolver_match
    return bool(match and match.app_name == "admin" and request.GET)


SOME_LETTER = re.compile(rb"[\xd6-\xdf]|\xe0[\xa0-\xa3]|\xef[\xac-\xbb]")
"""Whether the bytes of a page have a letter that may run from right to left. Most pages have none,
and then this is all that is done."""

LETTER = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
BETWEEN = r"(?:[ \u00a0\u200c\u200d'’-]|&\#x27;|&\#39;)"
WORDS = re.compile(rf"{LETTER}+(?:{BETWEEN}{{1,2}}{LETTER}+)*")
"""Words of such letters. A comma ends them: after it comes another name."""

PIECE = re.compile(
    r"<!--.*?-->"
    r"|<(?P<whole>script|style|textarea)\b.*?</(?P=whole)\s*>"
    r"""|<(?P<closes>/?)(?P<tag>[a-z][\w-]*)(?:[^>"']|"[^"]*"|'[^']*')*>"""
    r"|[^<]+|<",
    re.DOTALL | re.IGNORECASE,
)
WITHOUT_TAGS = {"title", "option", "svg"}
"""Elements that have no tags for words inside. Two signs of Unicode do the same in them."""


def isolated(page: str) -> str:
    """A page in which every name from right to left stands for itself.

    >>> isolated('<p title="שרון">2 points for שרון, 3 for Ada</p>')
    '<p title="שרון">2 points for <bdi>שרון</bdi>, 3 for Ada</p>'
    """
    out, inside = [], ""
    for piece in PIECE.finditer(page):
        text, tag = piece[0], (piece["tag"] or "").lower()
        if tag in WITHOUT_TAGS and not (inside and inside != tag):
            inside = "" if piece["closes"] else tag
        elif not text.startswith("<"):
            text = WORDS.sub("\u2068\\g<0>\u2069" if inside else r"<bdi>\g<0></bdi>", text)
        out.append(text)
    return "".join(out)


def isolate_names(get_response: Handler) -> Handler:
    """Isolate the names in every page and every fragment of one."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if is_page and isinstance(response, HttpResponse) and SOME_LETTER.search(response.content):
            response.content = isolated(response.content.decode()).encode()
        return response

    return middleware
