"""Where somebody is signed in: every browser they have not signed out of."""

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
from games.web.audit import What, note

LONG = timedelta(days=365)
"""How long a device that a card has signed in stays so."""

SEEN = "devices_seen"
"""Where a session keeps until when its owner knows every sign-in."""

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
    """Browsers that somebody has signed in with."""

    def signed_in(self) -> Devices:
        """Those that still are."""
        sessions = Session.objects.filter(
            session_key=OuterRef("session_key"), expire_date__gt=timezone.now()
        )
        return self.filter(Exists(sessions))


class Device(models.Model):
    """A browser that somebody has signed in with."""

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
    """A browser in words, by what it says of itself: “Firefox on Windows”."""
    browser = next((NAMES.get(b, b) for b in BROWSERS if re.search(rf"\b{b}", agent)), "A browser")
    system = next((words for key, words in SYSTEMS.items() if key in agent), "")
    return f"{browser} on {system}" if system else browser


def remember_device(request: HttpRequest, user: User, **more: Any) -> None:
    """Note where somebody has signed in."""
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
    """Where somebody has signed in since they did here, but for what they said was theirs."""
    if not isinstance(request.user, User):
        return []
    seen, last = request.session.get(SEEN, ""), request.user.last_login
    if seen and last and last.isoformat() <= seen:
        return []  # nobody has signed in since, and no page need look
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
    """Whoever has signed in until now was the same person."""
    request.session[SEEN] = timezone.now().isoformat()


def rename_session(old_key: str | None, request: HttpRequest) -> None:
    """Keep a device whose session has a new key."""
    Device.objects.filter(session_key=old_key).update(session_key=request.session.session_key)


def end(device: Device) -> None:
    """Sign one device out."""
    Session.objects.filter(session_key=device.session_key).delete()
    device.delete()


def end_everywhere(user: User) -> None:
    """Sign somebody out everywhere, also where no device was noted."""
    User.objects.filter(pk=user.pk).update(sign_outs=F("sign_outs") + 1)
    Session.objects.filter(session_key__in=user.devices.values("session_key")).delete()
    user.devices.all().delete()
    note(What.SIGNED_OUT, user)
