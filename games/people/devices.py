"""The browsers on which a user is signed in."""

from __future__ import annotations

import re
import uuid
from datetime import timedelta
from typing import Any

from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Exists, F, OuterRef
from django.http import HttpRequest
from django.utils import timezone

from games.people.models import User
from games.web.watch.audit import What, note

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
