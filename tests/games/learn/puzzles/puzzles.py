"""Making puzzles and answering them through the pages, as a browser without scripts would."""

from __future__ import annotations

import re

from games.learn.puzzles.models import Puzzle, PuzzleAttempt


def puzzle(ruleset="nim", position="1+2+4", convention="misere", goal="move", to_move=""):
    """A stored puzzle."""
    made = Puzzle(
        ruleset=ruleset, position=position, convention=convention, goal=goal, to_move=to_move
    )
    made.save()
    return made


def form_token(client, address):
    """The token of the form on a page."""
    page = client.get(address).content.decode()
    return re.search(r'name="token" value="([^"]+)"', page)[1]


def answer(client, found, *, address="", **posted):
    """Answer a puzzle with the form of its page; returns the response."""
    token = posted.pop("token", None) or form_token(client, address or found.get_absolute_url())
    return client.post(f"/puzzles/{found.pk}/answer/", {"token": token, **posted})


def solve(client, found, **posted):
    """Answer a puzzle and return the try."""
    response = answer(client, found, **posted)
    assert response.status_code == 302, response.content.decode()
    return PuzzleAttempt.objects.get(pk=response.url.split("/")[4])
