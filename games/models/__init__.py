"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, User, Visitor, owned_by
from .classes import Classroom, Group, Invitation, Membership, Staff
from .play import Match, Move
from .practice import PuzzleAttempt, Rating, Report, ReviewCard
from .puzzles import Daily, Puzzle, PuzzleSet, PuzzleSetItem

__all__ = [
    "Classroom",
    "Daily",
    "Group",
    "Invitation",
    "Match",
    "Membership",
    "Move",
    "Owned",
    "Puzzle",
    "PuzzleAttempt",
    "PuzzleSet",
    "PuzzleSetItem",
    "Rating",
    "Report",
    "ReviewCard",
    "Staff",
    "User",
    "Visitor",
    "owned_by",
]
