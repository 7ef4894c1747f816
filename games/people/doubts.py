"""Somebody else may know a password: the sign-in that is told, and the new password that is due."""

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
"""What somebody may do before they have chosen a new password."""

Handler = Callable[[HttpRequest], HttpResponseBase]


def doubt(user: User) -> None:
    """Somebody else has signed in with this password; its owner chooses another before going on."""
    user.doubted_password = user.password
    user.save(update_fields=["doubted_password"])


class NewPasswordFirst:
    """Send whoever has doubted their password to the page that changes it."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, *arguments: Any
    ) -> HttpResponse | None:
        """Answer in place of the view where a new password is due."""
        match = request.resolver_match
        if match is None or match.view_name in ANYWAY:
            return None
        if not getattr(request.user, "is_password_doubted", False):
            return None
        if getattr(request, "htmx", None):
            return HttpResponseClientRedirect(resolve_url("people:password"))
        return redirect("people:password")


def told(request: HttpRequest) -> dict[str, object]:
    """For every page: the sign-ins on other devices that nobody has said anything about."""
    return {"new_devices": SimpleLazyObject(lambda: signed_in_since(request))}
