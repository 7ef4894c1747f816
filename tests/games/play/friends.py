"""Two people at one match, each with a browser of their own, as without scripts."""

from __future__ import annotations

import re

from games.play.models import Match

from .games import START


def invite(client, **changes):
    """Invite a friend; the match, which waits, and the link as its page shows it."""
    response = client.post("/play/", START | {"opponent": "friend"} | changes)
    assert response.status_code == 302, response.content.decode()
    match = Match.objects.get(pk=response.url.split("/")[2])
    page = client.get(match.get_absolute_url()).content.decode()
    link = re.search(r'id="invitation" value="http://testserver([^"]+)"', page)
    return match, link[1]


def sit(client, link, name=""):
    return client.post(link, {"name": name})


def together(ada, bob, **changes):
    """A match of two who both sit there; Ada owns it and, unless said otherwise, starts."""
    match, link = invite(ada, **{"name": "Ada"} | changes)
    assert sit(bob, link, "Bob").status_code == 302
    match.refresh_from_db()
    return match


def page(client, match):
    response = client.get(match.get_absolute_url())
    assert response.status_code == 200, response.status_code
    return response.content.decode()


def said(client, match):
    """The line of the page that says how the match stands."""
    return re.search(r'id="live"[^>]*>([^<]*)<', page(client, match))[1]


def verdict(client, match):
    """The heading under which a game that is over is looked at."""
    return re.search(r'id="ending">([^<]*)<', page(client, match))[1]


def buttons(client, match):
    """The moves that the board offers."""
    return re.findall(r'name="move" value="([^"]+)"', page(client, match))
