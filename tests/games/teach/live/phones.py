"""Browsers in a room: phones, and the screens of its instructor."""

from __future__ import annotations

import html
import re

from django.test import Client

from games.people.models import User
from games.teach.live.rooms.models import Room

POLLED = {"HX-Request": "true"}


def words(response):
    """What a page says, without its marks."""
    text = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", response.content.decode(), flags=re.S)
    return " ".join(html.unescape(text).split())


def browser(username):
    """A browser in which somebody is signed in."""
    client = Client()
    client.force_login(User.objects.get_or_create(username=username)[0])
    return client


class Phone:
    """Somebody's phone: in the room from the start."""

    def __init__(self, made, name="Ada", client=None):
        self.address, self.client = made.get_absolute_url(), client or Client()
        self.client.post(self.address, {"name": name})

    def page(self):
        return self.client.get(self.address)

    def poll(self, version):
        return self.client.get(f"{self.address}poll/?version={version}", headers=POLLED)

    def answer(self, question=1, **fields):
        return self.client.post(f"{self.address}answer/?question={question}", fields)


class Leader:
    """The instructor of a room, at one of their screens."""

    def __init__(self, made, client=None):
        self.room, self.address = made, made.get_absolute_url()
        self.client = client or browser(made.owner.username)

    def press(self, step, version=None, **fields):
        """Make a step on what is shown now, or on an older version."""
        if version is None:
            version = Room.objects.get(pk=self.room.pk).version
        posted = {"version": version, "from": "projector", **fields}
        return self.client.post(f"{self.address}do/{step}/", posted)

    def screen(self, which="projector"):
        return self.client.get(f"{self.address}{which}/")
