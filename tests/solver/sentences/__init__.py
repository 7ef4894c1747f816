"""What each sentence of a theory claims, asserted against search and nim-values made here."""

from . import exhaustive, nim_sum, quotient, r1, reduction, safe_harbors
from .reading import CHECKERS, Case, Game, Read

__all__ = [
    "CHECKERS",
    "Case",
    "Game",
    "Read",
    "exhaustive",
    "nim_sum",
    "quotient",
    "r1",
    "reduction",
    "safe_harbors",
]
