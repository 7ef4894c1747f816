"""Errors with which a view refuses a request; middleware turns each into a response."""

from __future__ import annotations


class SignInFirstError(Exception):
    """The page needs an account; answered with a redirect to the sign-in page."""


class ThinkingTooLongError(Exception):
    """The solver took too long and was stopped from outside; answered with 422."""

    def __str__(self) -> str:
        return "This took too long to compute, so we stopped it. Try a smaller position or game."


class TooManyThinkersError(Exception):
    """All seats for computing are taken; answered with 503."""

    def __str__(self) -> str:
        return (
            "Many long computations are running now, so yours has not started. "
            "You have lost nothing. Try again in a few seconds."
        )


class ShareIsUsedError(TooManyThinkersError):
    """An account, or an address without one, has computed too much; answered with 503."""

    def __str__(self) -> str:
        return (
            "Your account, or your network if you are not signed in, has computed a lot in the "
            "last minute. Only quick pages open now. You have lost nothing. Try again in a minute."
        )


class ReadOnlyError(Exception):
    """The object is archived and cannot be changed; answered with 409."""
