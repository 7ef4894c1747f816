"""What a view answers with when somebody may not go on: log in first, or read only."""

from __future__ import annotations


class LogInFirstError(Exception):
    """Only people with an account have anything to do there; answered with the log-in."""


class ReadOnlyError(Exception):
    """What was to be changed is archived; answered with 409."""
