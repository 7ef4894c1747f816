"""Readable, canonical addresses of positions."""

from __future__ import annotations

from functools import cache
from urllib.parse import quote, urlencode

from django.urls import reverse
from django.utils.http import RFC3986_SUBDELIMS

from solver import Inquiry, Player, format_position

UNQUOTED = RFC3986_SUBDELIMS + "/~:@"
"""What Django leaves as it is in a path."""


def address(question: Inquiry, **more: str) -> str:
    """The canonical, readable address of a position."""
    return _addressed("explore:position", question, **more)


def embed_address(question: Inquiry) -> str:
    """The address of the board alone, for a frame in another site's page."""
    return _addressed("explore:embed", question)


def _addressed(name: str, question: Inquiry, **more: str) -> str:
    key, position = question.ruleset.key, format_position(question.position)
    path = _path(name).format(quote(key, safe=UNQUOTED), quote(position, safe=UNQUOTED))
    asked = {"convention": question.convention.value}
    if question.ruleset.partizan:
        asked["turn"] = (question.to_move or Player.LEFT).value
    return f"{path}?{urlencode(asked | more)}"


@cache
def _path(name: str) -> str:
    """The path of a page for every position: it is looked up once, since a page links to dozens."""
    return reverse(name, args=["0", "1"]).replace("0", "{0}", 1).replace("1", "{1}", 1)


def play_address(question: Inquiry, **more: str) -> str:
    """The address of the set-up page for this position; *more* fills in other fields."""
    asked = {
        "ruleset": question.ruleset.key,
        "position": format_position(question.position),
        "convention": question.convention.value,
        "player": question.to_move.value if question.to_move else "left",
        "opponent": "perfect",
    } | more
    return f"{reverse('play:setup')}?{urlencode(asked)}"
