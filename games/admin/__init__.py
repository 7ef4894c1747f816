"""The admin site: Django's own, for whoever runs the place."""

from .accounts import PersonAdmin

__all__ = ["PersonAdmin"]
