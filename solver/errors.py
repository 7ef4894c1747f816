"""What can be wrong with a question to the solver.

Every error is one sentence for a person, and carries the offending piece and what
would have been accepted, so that a page or a terminal can say both.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from .words import refusals, unreadable
from .words.unreadable import Unreadable

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class SolverError(ValueError):
    """Base of every error the solver raises on purpose.

    *value* is the offending piece of the input; *accepted* says what is accepted instead; *field*
    is the part of the question it is about (``ruleset``, ``position``, ``convention``,
    ``to_move``), empty where it is the question as a whole.
    """

    field = ""

    def __init__(self, message: str, *, value: str = "", accepted: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.value = value
        self.accepted = accepted

    def __str__(self) -> str:
        return self.message


class InvalidInputError(SolverError):
    """The question cannot be read: a position, ruleset, convention, player or theory."""

    @classmethod
    def of(cls, what: str, value: object, accepted: str) -> InvalidInputError:
        """Say that *value* is no *what*, and what is accepted."""
        piece = shorten(str(value))
        message = unreadable.SENTENCE.format(piece=repr(piece), what=what, accepted=accepted)
        return cls(message, value=piece, accepted=accepted)

    @classmethod
    def because(cls, words: Unreadable, value: object, **named: object) -> InvalidInputError:
        """Say the same in *words*, with their *named* values filled in."""
        return cls.of(words.what.format(**named), value, words.accepted.format(**named))


class TooFewError(InvalidInputError):
    """Fewer positions than asked for have the properties; *fitting* says how many do."""

    def __init__(self, asked: int, fitting: int) -> None:
        text = refusals.TOO_FEW.format(fitting=fitting, asked=asked)
        super().__init__(text, value=str(asked))
        self.fitting = fitting


class IllegalMoveError(SolverError):
    """The move can be read but the rules do not allow it in this position."""


class NotCoveredError(SolverError):
    """The theory asked for does not cover the position; the message says why."""


class BudgetExceededError(SolverError):
    """An exact answer would cost more than the budget allows.

    *budget* is the number of positions (or table entries) that was allowed.
    """

    def __init__(self, message: str, *, budget: int, value: str = "", accepted: str = "") -> None:
        super().__init__(message, value=value, accepted=accepted)
        self.budget = budget


def shorten(text: str, limit: int = 40) -> str:
    """Cut *text* to at most *limit* characters, on one line, for use in a message."""
    flat = "".join(char if char.isprintable() else " " for char in text)
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


class about:
    """Mark the errors raised inside, or in the function below it, as being about *field*, where
    they do not say so already.

    >>> from solver import InvalidInputError
    >>> try:
    ...     with about("position"):
    ...         raise InvalidInputError("No.")
    ... except InvalidInputError as error:
    ...     print(error.field)
    position
    """

    def __init__(self, field: str) -> None:
        self.field = field

    def __call__(self, read: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
        """The same for a whole function, which is read for each request more than once."""

        @wraps(read)
        def marked(*asked: Asked.args, **named: Asked.kwargs) -> Answer:
            try:
                return read(*asked, **named)
            except SolverError as error:
                self.mark(error)
                raise

        return marked

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, SolverError):
            self.mark(error)

    def mark(self, error: SolverError) -> None:
        error.field = error.field or self.field
