"""The addresses of positions: readable, canonical, and what leads on from one to another."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from solver import Player, Question, format_position


def address(question: Question, **more: str) -> str:
    """The canonical, readable address of a position."""
    path = reverse(
        "explore:position",
        args=[question.ruleset.key, format_position(question.position)],
    )
    asked = {"convention": question.convention.value}
    if question.ruleset.partizan:
        asked["turn"] = (question.to_move or Player.LEFT).value
    return f"{path}?{urlencode(asked | more)}"


def play_address(question: Question, **more: str) -> str:
    """The set-up page with this position, and *more* of its fields filled in."""
    asked = {
        "ruleset": question.ruleset.key,
        "position": format_position(question.position),
        "convention": question.convention.value,
        "player": question.to_move.value if question.to_move else "left",
        "opponent": "perfect",
    } | more
    return f"{reverse('play:setup')}?{urlencode(asked)}"


def turned(question: Question, **more: str) -> str:
    """The same position with the other player to move, in a partizan game."""
    if question.to_move is None:
        return ""
    other = question.to_move.other
    return address(
        Question(question.ruleset, question.position, question.convention, other), **more
    )
