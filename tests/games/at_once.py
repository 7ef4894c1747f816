"""Forms sent in one moment, by real threads: from tabs of one browser, or from many browsers."""

from __future__ import annotations

import re
import threading

from django.db import connections
from django.test import Client

TABS = 24


def at_once(client, posts):
    """Send every (address, fields) from a tab of its own; the responses."""
    return all_at_once([(client, *post) for post in posts])


def all_at_once(posts):
    """Send every (browser, address, fields) in one moment; the response to each."""
    barrier, responses = threading.Barrier(len(posts)), {}

    def send(place, client, where, posted):
        tab = Client()
        tab.cookies = client.cookies
        barrier.wait()
        responses[place] = tab.post(where, posted)
        connections.close_all()

    tabs = [threading.Thread(target=send, args=(n, *one)) for n, one in enumerate(posts)]
    for one in tabs:
        one.start()
    for one in tabs:
        one.join()
    return [responses[place] for place in range(len(posts))]


def form_key(page):
    """What the form of a page that makes something carries."""
    return re.search(r'name="form_key" value="([^"]+)"', page.content.decode())[1]
