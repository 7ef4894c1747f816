"""The admin site: Django's own, for whoever runs the place."""

from .classes.admin import ClassroomAdmin
from .lessons.admin.lessons import LessonAdmin, SkillAdmin, TrackAdmin
from .people.admin import PersonAdmin
from .puzzles.admin import PuzzleAdmin, PuzzleSetAdmin
from .reports.admin import ReportAdmin

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
