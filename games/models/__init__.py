"""What is stored. Moves and answers are; verdicts are derived from them by the solver."""

from .accounts import Owned, User, Visitor, owned_by, owner_fields
from .assignments import Assignment, HelpSeen, Item, ItemAttempt, Override, Start
from .classes import Classroom, Group, Invitation, Membership, Staff
from .lessons import Lesson, LessonVersion, Skill, Step, StepAttempt, StepRecord, Track
from .limits import Tally
from .play import Match, Move
from .practice import PuzzleAttempt, Rating, Report, ReviewCard
from .puzzles import Daily, Puzzle, PuzzleSet, PuzzleSetItem

__all__ = [
    "Assignment",
    "Classroom",
    "Daily",
    "Group",
    "HelpSeen",
    "Invitation",
    "Item",
    "ItemAttempt",
    "Lesson",
    "LessonVersion",
    "Match",
    "Membership",
    "Move",
    "Override",
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
    "Start",
    "Step",
    "StepAttempt",
    "StepRecord",
    "Tally",
    "Track",
    "User",
    "Visitor",
    "owned_by",
    "owner_fields",
]
