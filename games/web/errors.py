"""Errors with which a view refuses a request, and error pages that look like every other page, or a
fragment for htmx.
"""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import DisallowedHost
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import REASON_NO_CSRF_COOKIE, get_token
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme

from games.web.requests import CSRF, wants_data, wants_fragment
from games.web.transactions import cannot_write, is_unavailable, report
from games.web.watch.watching import blame


class SignInFirstError(Exception):
    """The page needs an account; answered with a redirect to the sign-in page."""


class ThinkingTooLongError(Exception):
    """The solver took too long and was stopped from outside; answered with 422."""

    def __str__(self) -> str:
        return "This took too long to compute, so we stopped it. Try a smaller position or game."


class TooManyThinkersError(Exception):
    """All seats for computing are taken; answered with 503."""

    def __str__(self) -> str:
        return (
            "Many long computations are running now, so yours has not started. "
            "You have lost nothing. Try again in a few seconds."
        )


class ShareIsUsedError(TooManyThinkersError):
    """An account, or an address without one, has computed too much; answered with 503."""

    def __str__(self) -> str:
        return (
            "Your account, or your network if you are not signed in, has computed a lot in the "
            "last minute. Only quick pages open now. You have lost nothing. Try again in a minute."
        )


class ReadOnlyError(Exception):
    """The object is archived and cannot be changed; answered with 409."""


TITLES = {
    400: ("That request could not be read", "Go back and try again."),
    403: ("You can’t open this page", "It belongs to someone else, or the form has expired."),
    404: (
        "There is nothing here",
        "The address is wrong, or the page belongs to someone else.",
    ),
    405: ("This address is only for forms", "Go back and use the form on the page."),
    409: (
        "The position has changed",
        "Another tab or click was faster. You have lost nothing.",
    ),
    411: ("That request could not be read", "It gave no length. Go back and try again."),
    413: (
        "That is too much at once",
        "We read none of it. Send less, or send it in several parts.",
    ),
    422: ("That cannot be played", "Change it and try again."),
    429: ("Too many tries", "You tried too often. Wait a minute, then try again."),
    500: ("Something went wrong on our side", "Your work is saved. Try again in a moment."),
    503: (
        "The site is busy",
        "Your work is saved. Go back and try again in a few seconds.",
    ),
}


AGAIN = frozenset({400, 409, 429, 500, 503})
"""The statuses after which a second try may work."""
SAFE = frozenset({"GET", "HEAD"})


READ_ONLY = ("The site is read-only for the moment", "You can read everything. Try again later.")


def render_error(
    request: HttpRequest,
    status: int,
    detail: str = "",
    *,
    title: str = "",
    form: dict[str, Any] | None = None,
) -> HttpResponse:
    """A complete error page, or for htmx a fragment that replaces the page's content. A *form* can
    be sent again from it. A program gets the sentence alone, as JSON.

    The request's context is not used: after a server error, neither the database nor the session is
    asked for the user, and the page shows no name.
    """
    usual, text = TITLES[status]
    if wants_data(request):
        return JsonResponse({"error": detail or f"{title or usual}. {text}"}, status=status)
    fragment = wants_fragment(request)
    user = who_asks(request) if status < 500 else None
    activity = getattr(request, "activity", None)  # in a frame of another site, which has set it
    signs_in = status == 403 and not form and user is not None and not user.is_authenticated
    context = {
        "is_inside": activity is not None,
        "activity": activity if activity != request.path else "",
        "status": status,
        "title": title or usual,
        "text": detail or text,
        "user": user,
        "is_known": user is not None,
        "again": try_again(request) if status in AGAIN else "",
        "back": page_before(request),
        "form": form,
        "signs_in": signs_in and activity is None,
        "path": request.get_full_path() if request.method in SAFE else "",
    }
    html = render_to_string(
        "web/error.html#message" if fragment else "web/error.html",
        context,
    )
    response = HttpResponse(html, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if fragment:
        response.headers["HX-Retarget"] = "#content"
        response.headers["HX-Reswap"] = "innerHTML"
    return response


def who_asks(request: HttpRequest) -> AbstractBaseUser | AnonymousUser | None:
    """The user of the request, perhaps anonymous; None if it cannot be determined now."""
    try:
        user = getattr(request, "user", None)
        return user if user is None or user.is_authenticated in (True, False) else None
    except DatabaseError:
        return None


def try_again(request: HttpRequest) -> str:
    """The address for another try: the same page or, for a form, the page that it was on."""
    return request.get_full_path() if request.method in SAFE else page_before(request)


def page_before(request: HttpRequest) -> str:
    """The page of this site that led here; empty if it is another site's or unknown."""
    came_from = request.headers.get("Referer", "")
    try:
        is_ours = url_has_allowed_host_and_scheme(came_from, {request.get_host()})
    except DisallowedHost:
        return ""
    return came_from if is_ours else ""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(request, 403)


NOT_TAKEN = "The form was not taken"
NO_COOKIES = (
    "The form on that page has expired, or your browser keeps no cookies of this site. Allow its "
    "cookies, reload the page and try again."
)
ELSEWHERE = (
    "That form came from another address than this site’s, so we did not take it. Open the site "
    "at the address that you see here, and try again."
)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without the key of this browser, and say why. One that has only expired, since
    somebody signed in or out in another tab, is shown again with all that was typed."""
    if reason == REASON_NO_CSRF_COOKIE:
        return render_error(request, 403, NO_COOKIES, title=NOT_TAKEN)
    if reason.startswith(("Origin", "Referer")):
        return render_error(request, 403, ELSEWHERE, title=NOT_TAKEN)
    fields = typed_in(request)
    if not fields:
        text = "The form on that page has expired. Reload the page and try again."
        return render_error(request, 403, text, title=NOT_TAKEN)
    user = who_asks(request)
    name = user.get_username() if user and user.is_authenticated else ""
    now = f"You are signed in as {name} now" if name else "Nobody is signed in now"
    text = f"The form on that page has expired. {now}. You have lost nothing."
    form = {
        "fields": fields,
        "name": name,
        "key": get_token(request),
        "to": request.get_full_path(),
    }
    return render_error(request, 403, text, form=form)


def typed_in(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a form of this site that can be sent again. Empty if another site may have sent
    it, and for passwords and files, which are not shown again."""
    is_ours = "Origin" in request.headers or page_before(request)  # Django has checked the origin
    if not is_ours or request.FILES or any("password" in name for name in request.POST):
        return []
    return [
        (name, value) for name, values in request.POST.lists() for value in values if name != CSRF
    ]


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render_error(request, 404)


def too_long(request: HttpRequest) -> HttpResponse | None:
    """An error page for a request that is too long or gives no length, before its body is read;
    None for any other."""
    if request.headers.get("Transfer-Encoding"):
        return render_error(request, 411)
    length = request.headers.get("Content-Length") or "0"
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    assert most is not None
    return render_error(request, 413) if not length.isdigit() or int(length) > most else None


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse:
    """The response while the database cannot be used; log the cause."""
    report(error, f"{request.method} {request.path}")
    blame(error)
    if cannot_write(error):
        response = render_error(request, 503, READ_ONLY[1], title=READ_ONLY[0])
    else:
        response = render_error(request, 503)
    response.headers["Retry-After"] = "5"
    return logged(response)


def logged(response: HttpResponse) -> HttpResponse:
    """The response, which Django would otherwise log once more."""
    response._has_been_logged = True  # type: ignore[attr-defined]
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """The response to an error that no view or middleware has handled, such as one while the
    session is saved."""
    error = sys.exc_info()[1]
    if error is not None and is_unavailable(error):
        return unavailable(request, error)
    return render_error(request, 500)
