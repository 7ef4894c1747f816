"""The addresses of positions: readable, canonical, and what leads on from one to another."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.boards.limits import MAX_ROWS, MAX_SIZE
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


def turned(question: Question) -> str:
    """The same position with the other player to move, in a partizan game."""
    if question.to_move is None:
        return ""
    return address(
        Question(question.ruleset, question.position, question.convention, question.to_move.other)
    )


def editor(question: Question) -> list[dict[str, Any]]:
    """Links that make a row longer or shorter, remove it, or add one."""
    sizes = question.position

    def changed(new: tuple[int, ...]) -> str:
        return address(Question(question.ruleset, new, question.convention, question.to_move))

    rows = [
        {
            "name": question.name(index),
            "size": size,
            "less": changed(
                (*sizes[:index], *((size - 1,) if size > 1 else ()), *sizes[index + 1 :])
            ),
            "more": changed((*sizes[:index], size + 1, *sizes[index + 1 :]))
            if size < MAX_SIZE
            else "",
        }
        for index, size in enumerate(sizes)
    ]
    if len(sizes) < MAX_ROWS:
        rows.append({"name": "", "size": 0, "less": "", "more": changed((*sizes, 1))})
    return rows
