"""Starting and playing matches through the pages, as a browser without scripts would."""

from __future__ import annotations

import re

from games.play.models import Match
from solver import answer as solve

START = {
    "start": "own",
    "ruleset": "nim",
    "position": "1+3+5+7",
    "convention": "misere",
    "opponent": "perfect",
    "starter": "owner",
}


def start(client, **changes):
    """Start a match and return it."""
    response = client.post("/play/", START | changes)
    assert response.status_code == 302, response.content.decode()
    return Match.objects.get(pk=response.url.split("/")[2])


def send(client, match, move, *, version=None, **extra):
    """Post a move made on *version* (by default the current one)."""
    if version is None:
        version = Match.objects.get(pk=match.pk).version
    return client.post(f"/play/{match.pk}/move/", {"version": version, "move": move}, **extra)


def play_to_the_end(client, match, choose=lambda moves: moves[0]):
    """Press buttons of the page until the game is over; returns the finished match."""
    for _ in range(60):
        page = client.get(match.get_absolute_url(), follow=True).content.decode()
        moves = re.findall(r'name="move" value="([^"]+)"', page)
        match.refresh_from_db()
        if match.state == Match.State.FINISHED:
            return match
        assert send(client, match, choose(moves).replace("&gt;", ">")).status_code == 302
    raise AssertionError("the game does not end")


def win_it(client, match):
    """Win a game that can be won, with a winning move each time; returns the finished match."""
    from games.play.table import Table

    for _ in range(60):
        match.refresh_from_db()
        if match.state == Match.State.FINISHED:
            return match
        assert send(client, match, str(solve(Table(match).question()).preferred)).status_code == 302
    raise AssertionError("the game does not end")
