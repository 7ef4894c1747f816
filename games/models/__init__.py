"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, OwnedQuerySet, User, Visitor
from .play import Match, Move

__all__ = ["Match", "Move", "Owned", "OwnedQuerySet", "User", "Visitor"]
