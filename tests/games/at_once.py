"""Forms sent in one moment, by real threads: from tabs of one browser, or from many browsers."""

from __future__ import annotations

import re
import threading

from django.db import connections
from django.test import Client

TABS = 24
PATIENCE = 20
"""How often somebody presses again on a machine that is busy with other things."""


def at_once(client, posts):
    """Send every (address, fields) from a tab of its own; the responses."""
    return all_at_once([(client, *post) for post in posts])


def all_heard(posts):
    """The same, where whoever is told that the site is busy presses again, as people do; the last
    response to each."""
    responses = all_at_once(posts)
    for _ in range(PATIENCE):
        busy = [place for place, response in enumerate(responses) if response.status_code == 503]
        if not busy:
            break
        assert all(responses[place].headers["Retry-After"] for place in busy)
        again = all_at_once([posts[place] for place in busy])
        for place, response in zip(busy, again, strict=True):
            responses[place] = response
    return responses


def all_at_once(posts):
    """Send every (browser, address, fields) in one moment; the response to each."""
    barrier, responses = threading.Barrier(len(posts)), {}

    def send(place, client, where, posted):
        tab = Client(raise_request_exception=False)  # what a browser gets is what is looked at
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
