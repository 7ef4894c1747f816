"""Readable, canonical addresses of positions."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from solver import Inquiry, Player, format_position


def address(question: Inquiry, **more: str) -> str:
    """The canonical, readable address of a position."""
    return _addressed("explore:position", question, **more)


def embed_address(question: Inquiry) -> str:
    """The address of the board alone, for a frame in another site's page."""
    return _addressed("explore:embed", question)


def _addressed(name: str, question: Inquiry, **more: str) -> str:
    path = reverse(name, args=[question.ruleset.key, format_position(question.position)])
    asked = {"convention": question.convention.value}
    if question.ruleset.partizan:
        asked["turn"] = (question.to_move or Player.LEFT).value
    return f"{path}?{urlencode(asked | more)}"


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
