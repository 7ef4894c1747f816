"""A question as a value, and the base of rows that describe one in five columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from django.db import models

COLUMNS = ("ruleset", "position", "convention", "to_move", "goal")


class QuestionLike(Protocol):
    """A position and a goal. *to_move* is empty outside partizan games and if the question is about
    both players. *extra* holds what only one goal needs (``simple``, ``cancel``, ``rows``,
    ``largest``, ``goal``, ``forbid``, ``opponent``, ``starter``, ``within``, ``rules``,
    ``strategies``, ``sentences``, ``quantity``)."""

    @property
    def ruleset(self) -> str: ...

    @property
    def position(self) -> str: ...

    @property
    def convention(self) -> str: ...

    @property
    def to_move(self) -> str: ...

    @property
    def goal(self) -> str: ...

    @property
    def extra(self) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Question:
    """A question about a position; two equal values ask the same. *extra* holds what only one goal
    needs."""

    ruleset: str
    position: str
    convention: str
    to_move: str
    goal: str
    extra: dict[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def of(cls, exercise: QuestionLike | QuestionRow) -> Question:
        """The question of *exercise*, as a value."""
        columns: dict[str, str] = {name: getattr(exercise, name) for name in COLUMNS}
        return cls(**columns, extra=dict(exercise.extra))

    @property
    def columns(self) -> dict[str, str]:
        """The question as the columns of a row."""
        return {name: getattr(self, name) for name in COLUMNS}


class QuestionRow(models.Model):
    """A row that describes a question by its position and goal alone."""

    extra: ClassVar[dict[str, Any]] = {}

    class Meta:
        abstract = True

    @property
    def asked(self) -> Question:
        """The question of the row, as a value."""
        return Question.of(self)
