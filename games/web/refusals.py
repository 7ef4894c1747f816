"""What a view answers with when somebody may not go on: sign in first, or read only."""

from __future__ import annotations


class SignInFirstError(Exception):
    """Only people with an account have anything to do there; answered with the sign-in."""


class ReadOnlyError(Exception):
    """What was to be changed is archived; answered with 409."""
