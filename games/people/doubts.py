"""When another person may know a password: show new sign-ins, and require a new password."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from games.people.devices import signed_in_since
from games.people.models import User

ANYWAY = {"people:password", "people:logout", "people:devices", "people:end-device"}
"""The pages that stay open before the user has chosen a new password."""

Handler = Callable[[HttpRequest], HttpResponseBase]


def doubt(user: User) -> None:
    """Record that another person used this password, so that the user must change it."""
    user.doubted_password = user.password
    user.save(update_fields=["doubted_password"])


class NewPasswordFirst:
    """Middleware that sends users with a doubted password to the page that changes it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, *arguments: Any
    ) -> HttpResponse | None:
        """Redirect to that page instead of calling the view."""
        match = request.resolver_match
        if match is None or match.view_name in ANYWAY:
            return None
        if not getattr(request.user, "is_password_doubted", False):
            return None
        if getattr(request, "htmx", None):
            return HttpResponseClientRedirect(resolve_url("people:password"))
        return redirect("people:password")


def told(request: HttpRequest) -> dict[str, object]:
    """Context for every page: recent sign-ins on other devices that the user has not confirmed."""
    return {"new_devices": SimpleLazyObject(lambda: signed_in_since(request))}
