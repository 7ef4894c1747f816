"""The admin site: Django's own, for whoever runs the place."""

from .accounts import PersonAdmin
from .puzzles import PuzzleAdmin, PuzzleSetAdmin, ReportAdmin

__all__ = ["PersonAdmin", "PuzzleAdmin", "PuzzleSetAdmin", "ReportAdmin"]
