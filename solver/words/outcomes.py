"""The words for outcomes and conventions: who wins, and how a game ends."""

from __future__ import annotations

OUTCOME_WORDS = {
    "N": "the player to move wins",
    "P": "the player to move loses",
    "L": "Left wins, whoever starts",
    "R": "Right wins, whoever starts",
}

OUTCOME_TERMS = {
    "N": "an N-position: the next player wins",
    "P": "a P-position: the previous player wins",
    "L": "an L-position: Left wins",
    "R": "an R-position: Right wins",
}
"""The outcome in the terms of the field."""

LAST_ONE = {"misere": "loses", "normal": "wins"}
"""The result for the player who takes the last one."""

NO_MOVE_LEFT = {
    "misere": "The player to move has won: no move is left.",
    "normal": "The player to move has lost: no move is left.",
}

THE_MOVER, OTHER_PLAYER = "the player to move", "the other player"
"""The players of a game in which they have no names."""


def convention_words(convention: str) -> str:
    """The convention in words, never as a bare term: ``the last one loses``.

    >>> convention_words("misere")
    'the last one loses'
    """
    return f"the last one {LAST_ONE[convention]}"
