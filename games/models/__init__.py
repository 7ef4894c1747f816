"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, User, Visitor, owned_by
from .play import Match, Move

__all__ = ["Match", "Move", "Owned", "User", "Visitor", "owned_by"]
