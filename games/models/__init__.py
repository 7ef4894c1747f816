"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, User, Visitor, owned_by, owner_fields
from .classes import Classroom, Group, Invitation, Membership, Staff
from .lessons import Lesson, LessonVersion, Skill, Step, StepAttempt, StepRecord, Track
from .play import Match, Move
from .practice import PuzzleAttempt, Rating, Report, ReviewCard
from .puzzles import Daily, Puzzle, PuzzleSet, PuzzleSetItem

__all__ = [
    "Classroom",
    "Daily",
    "Group",
    "Invitation",
    "Lesson",
    "LessonVersion",
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
    "Skill",
    "Staff",
    "Step",
    "StepAttempt",
    "StepRecord",
    "Track",
    "User",
    "Visitor",
    "owned_by",
    "owner_fields",
]
