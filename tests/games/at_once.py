"""The same browser with many tabs: forms sent in one moment, by real threads."""

from __future__ import annotations

import re
import threading

from django.db import connections
from django.test import Client

TABS = 24


def at_once(client, posts):
    """Send every (address, fields) from a tab of its own; the responses, in no order."""
    barrier, responses = threading.Barrier(len(posts)), []

    def send(where, posted):
        tab = Client()
        tab.cookies = client.cookies
        barrier.wait()
        responses.append(tab.post(where, posted))
        connections.close_all()

    tabs = [threading.Thread(target=send, args=one) for one in posts]
    for one in tabs:
        one.start()
    for one in tabs:
        one.join()
    return responses


def form_key(page):
    """What the form of a page that makes something carries."""
    return re.search(r'name="form_key" value="([^"]+)"', page.content.decode())[1]
