"""What a view answers with when somebody may not go on: sign in first, or read only."""

from __future__ import annotations


class SignInFirstError(Exception):
    """Only people with an account have anything to do there; answered with the sign-in."""


class ThinkingTooLongError(Exception):
    """The solver took too long and was ended from outside; answered with 422."""

    def __str__(self) -> str:
        return "This took too long to compute, so we stopped it. Try a smaller position or game."


class TooManyThinkersError(Exception):
    """Everybody who may think here does; answered with 503."""

    def __str__(self) -> str:
        return (
            "Many long computations are running now, so yours has not started. "
            "You have lost nothing. Try again in a few seconds."
        )


class ReadOnlyError(Exception):
    """What was to be changed is archived; answered with 409."""
