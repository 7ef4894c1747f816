"""What every response gets, and what becomes of errors no view has answered."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from games.access import LogInFirstError, ReadOnlyError
from games.views.errors import render_error
from solver import SolverError

Handler = Callable[[HttpRequest], HttpResponseBase]

PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()"


def security_headers(get_response: Handler) -> Handler:
    """Headers Django has no setting for."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def login_redirects(get_response: Handler) -> Handler:
    """Send the whole page to the log-in, not the log-in into a fragment of the page."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        target = response.headers.get("Location", "")
        htmx = getattr(request, "htmx", None)
        if (
            htmx
            and response.status_code == 302
            and target.startswith(resolve_url(settings.LOGIN_URL))
        ):
            page = htmx.current_url_abs_path or "/"
            return HttpResponseClientRedirect(redirect_to_login(page).headers["Location"])
        return response

    return middleware


class Refusals:
    """Turn errors that mean "not like this" or "not now" into pages of the house."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code == 405 and not getattr(response, "content", b""):
            page = render_error(request, 405)
            page.headers["Allow"] = response.headers["Allow"]
            return page
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer a solver's refusal with 422, an archive with 409, a busy database with 503."""
        if isinstance(error, SolverError):
            return render_error(request, 422, str(error))
        if isinstance(error, LogInFirstError):
            return redirect_to_login(request.get_full_path())
        if isinstance(error, ReadOnlyError):
            return render_error(request, 409, str(error), title="Nothing can change here")
        if isinstance(error, OperationalError):
            response = render_error(request, 503)
            response.headers["Retry-After"] = "5"
            return response
        return None
