"""The words for outcomes and conventions: who wins, and how a game ends."""

from __future__ import annotations

from solver.conventions import Convention, Outcome

OUTCOME_WORDS = {
    Outcome.N: "the player to move wins",
    Outcome.P: "the player to move loses",
    Outcome.L: "Left wins, whoever starts",
    Outcome.R: "Right wins, whoever starts",
}

OUTCOME_TERMS = {
    Outcome.N: "an N-position: the next player wins",
    Outcome.P: "a P-position: the previous player wins",
    Outcome.L: "an L-position: Left wins",
    Outcome.R: "an R-position: Right wins",
}
"""The outcome in the terms of the field."""

LAST_ONE = {Convention.MISERE: "loses", Convention.NORMAL: "wins"}
"""The result for the player who takes the last one."""

NO_MOVE_LEFT = {
    Convention.MISERE: "The player to move has won: no move is left.",
    Convention.NORMAL: "The player to move has lost: no move is left.",
}

THE_MOVER, OTHER_PLAYER = "the player to move", "the other player"
"""The players of a game in which they have no names."""


def convention_words(convention: Convention) -> str:
    """The convention in words, never as a bare term: ``the last one loses``.

    >>> convention_words(Convention.MISERE)
    'the last one loses'
    """
    return f"the last one {LAST_ONE[convention]}"
