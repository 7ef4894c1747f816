"""The person behind a browser: a user who signed in on it, or a visitor whom its session remembers.

A user sees all their browsers, and chooses a new password where another person may know the old."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from games.people.models import Owner, User, Visitor
from games.people.names import account_key
from games.web.requests import key_of_form
from games.web.watch.audit import What, note

KEY = "visitor"


def owner_of(request: HttpRequest) -> Owner | None:
    """The user, or the visitor of this session if there is one. Reads and writes no row."""
    if isinstance(request.user, User):
        return request.user
    visitor_id = request.session.get(KEY)
    return Visitor(pk=uuid.UUID(visitor_id)) if visitor_id else None


def ensure_owner(request: HttpRequest) -> Owner:
    """The user or visitor. A visitor is created for the first work worth saving, and again if the
    session's visitor is closed.

    A form that a new browser sends twice at once makes one visitor, identified by the form's key.
    """
    owner = owner_of(request)
    if isinstance(owner, User):
        return owner
    visitor = Visitor.objects.filter(pk=owner.pk, claimed_at=None).first() if owner else None
    if visitor is None:
        visitor = _new_visitor(key_of_form(request, KEY))
        request.session[KEY] = str(visitor.pk)
    return visitor


def _new_visitor(key: uuid.UUID | None) -> Visitor:
    if key:
        visitor, _ = Visitor.objects.get_or_create(pk=key)
        if visitor.claimed_at is None:
            return visitor
    return Visitor.objects.create()


def attempted_name(request: HttpRequest, credentials: dict[str, str] | None = None) -> str:
    """The name, as it distinguishes accounts, of an attempt to sign in, for counting failures."""
    posted = (credentials or {}).get("username") or request.POST.get("username", "")
    return account_key(posted[:150])


LONG = timedelta(days=365)
"""How long a device stays signed in after a sign-in with a card."""

SEEN = "devices_seen"
"""Session key: the time up to which the user has confirmed every sign-in."""

BROWSERS = ("Edg", "OPR", "Firefox", "Chromium", "Chrome", "Safari")
NAMES = {"Edg": "Edge", "OPR": "Opera"}
SYSTEMS = {
    "iPhone": "an iPhone",
    "iPad": "an iPad",
    "Android": "Android",
    "CrOS": "a Chromebook",
    "Windows": "Windows",
    "Mac OS": "a Mac",
    "Linux": "Linux",
}


class Devices(models.QuerySet["Device"]):
    """Browsers on which users have signed in."""

    def signed_in(self) -> Devices:
        """The devices that are still signed in."""
        sessions = Session.objects.filter(
            session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
        )
        return self.filter(Exists(sessions))


class Device(models.Model):
    """A browser on which a user has signed in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    session_key = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=80)
    since = models.DateTimeField(default=timezone.now)

    objects = Devices.as_manager()

    class Meta:
        ordering = ("-since",)

    def __str__(self) -> str:
        return self.name


def describe(agent: str) -> str:
    """The browser in words, from its User-Agent header: “Firefox on Windows”."""
    browser = next((NAMES.get(b, b) for b in BROWSERS if re.search(rf"\b{b}", agent)), "A browser")
    system = next((words for key, words in SYSTEMS.items() if key in agent), "")
    return f"{browser} on {system}" if system else browser


def remember_device(request: HttpRequest, user: User, **more: Any) -> None:
    """Record the browser after a sign-in."""
    if not request.session.session_key:
        request.session.save()
    Device.objects.update_or_create(
        session_key=request.session.session_key,
        defaults={
            "user": user,
            "name": describe(request.META.get("HTTP_USER_AGENT", "")),
            "since": timezone.now(),
        },
    )
    recognise(request)


def signed_in_since(request: HttpRequest) -> list[Device]:
    """The devices on which the user signed in after this one, without those already confirmed."""
    if not isinstance(request.user, User) or not request.user.has_usable_password():
        return []  # without a password nobody else can have it
    seen, last = request.session.get(SEEN, ""), request.user.last_login
    if seen and last and last.isoformat() <= seen:
        return []  # no sign-in since then, so no query is needed
    devices = list(Device.objects.filter(user=request.user).signed_in())
    key = request.session.session_key
    here = [device.since for device in devices if device.session_key == key]
    if not here:
        return []
    seen = max(here[0].isoformat(), seen)
    since = [device for device in devices if device.since.isoformat() > seen]
    if not since:
        recognise(request)
    return since


def recognise(request: HttpRequest) -> None:
    """Confirm all sign-ins until now."""
    request.session[SEEN] = timezone.now().isoformat()


def rename_session(old_key: str | None, request: HttpRequest) -> None:
    """Update a device when its session gets a new key."""
    Device.objects.filter(session_key=old_key).update(session_key=request.session.session_key)


def end(device: Device) -> None:
    """Sign one device out."""
    Session.objects.filter(session_key=device.session_key).delete()
    device.delete()


def end_everywhere(user: User) -> None:
    """Sign a user out everywhere, even where no device was recorded."""
    User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
    Session.objects.filter(session_key__in=user.devices.values("session_key")).delete()
    user.devices.all().delete()
    note(What.SIGNED_OUT, user)


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
