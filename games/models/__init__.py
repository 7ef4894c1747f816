"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, User, Visitor, owned_by
from .play import Match, Move
from .practice import PuzzleAttempt, Rating, Report, ReviewCard
from .puzzles import Daily, Puzzle, PuzzleSet, PuzzleSetItem

__all__ = [
    "Daily",
    "Match",
    "Move",
    "Owned",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSet",
    "PuzzleSetItem",
    "Rating",
    "Report",
    "ReviewCard",
    "User",
    "Visitor",
    "owned_by",
]
