"""The admin site: Django's own, for whoever runs the place."""

from .accounts import PersonAdmin
from .classes import ClassroomAdmin
from .puzzles import PuzzleAdmin, PuzzleSetAdmin, ReportAdmin

__all__ = ["ClassroomAdmin", "PersonAdmin", "PuzzleAdmin", "PuzzleSetAdmin", "ReportAdmin"]
