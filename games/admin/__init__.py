"""The admin site: Django's own, for whoever runs the place."""

from .accounts import PersonAdmin
from .classes import ClassroomAdmin
from .lessons import LessonAdmin, SkillAdmin, TrackAdmin
from .puzzles import PuzzleAdmin, PuzzleSetAdmin, ReportAdmin

__all__ = [
    "ClassroomAdmin",
    "LessonAdmin",
    "PersonAdmin",
    "PuzzleAdmin",
    "PuzzleSetAdmin",
    "ReportAdmin",
    "SkillAdmin",
    "TrackAdmin",
]
