"""The one protocol for attempts at steps of lessons, puzzles and questions of assignments.

The token of its form identifies a try. A try stores the help that the student took and accepts one
answer; a request that arrives twice counts once.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from games.people.models import Owner
from games.questions.grading import grade
from games.questions.hints import TIERS
from games.questions.question import QuestionLike
from games.questions.verdicts import Verdict
from solver import InvalidInputError

LATEST = 10
"""The number of latest tries at one skill that a page considers."""
ENOUGH = 6
"""Fewer tries than this say too little."""


@contextmanager
def one_at_a_time(owner: Owner) -> Iterator[None]:
    """A transaction that handles simultaneous requests of one person one after the other.

    Reads inside it see what the previous request wrote, so a double click starts one game.
    """
    with transaction.atomic():
        rows = owner._meta.model._base_manager.select_for_update(no_key=True)
        rows.filter(pk=owner.pk).first()
        yield


@dataclass(frozen=True)
class GradedAnswer:
    """An answer and its verdict."""

    text: str
    verdict: Verdict

    @classmethod
    def to(cls, exercise: QuestionLike, text: str) -> Self:
        """Judge an answer. Raises :class:`~solver.SolverError` if it cannot be read."""
        return cls(text, grade(exercise, text))

    @property
    def fields(self) -> dict[str, Any]:
        """The answer as the fields of an attempt's row."""
        return {"answer": self.text, "solved": self.verdict.correct}


class Attempt(models.Model):
    """A try, which may have help or a game before its answer. *solved* is None until then. *token*
    comes from the form; each token counts once."""

    token = models.UUIDField(default=uuid.uuid4)
    answer = models.TextField(blank=True)
    solved = models.BooleanField(null=True, blank=True)
    hint_tier = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def settle(self, answer: GradedAnswer, **more: Any) -> bool:
        """Store the answer unless there is one; return whether it was stored."""
        waiting = type(self)._default_manager.filter(pk=self.pk, solved=None)
        return bool(waiting.update(**answer.fields, answered_at=timezone.now(), **more))

    def take_help(self, tier: int) -> None:
        """Record help up to *tier*, unless the try has been answered."""
        take_help(self, tier, type(self)._default_manager.filter(solved=None))


@dataclass(frozen=True)
class LatestTries:
    """A person's latest tries at one skill, oldest first: whether each went well. *well* says that
    in words."""

    well: ClassVar[str]

    marks: tuple[bool, ...]

    @property
    def is_known(self) -> bool:
        """Whether there are enough tries to say something."""
        return len(self.marks) >= ENOUGH

    @property
    def words(self) -> str:
        if not self.is_known:
            tries = "1 try" if len(self.marks) == 1 else f"{len(self.marks)} tries"
            return f"{tries}: too little data"
        return f"{sum(self.marks)} of the last {len(self.marks)} {self.well}"


Row = TypeVar("Row", bound=models.Model)


def take_help(
    row: Any, tier: int, rows: models.QuerySet[Any], *, most: int = TIERS, **more: Any
) -> None:
    """Record help up to *tier* in *row*, which must be one of *rows*. The recorded tier never
    drops."""
    asked = min(max(tier, 1), most)
    if rows.filter(pk=row.pk, hint_tier__lt=asked).update(hint_tier=asked, **more):
        row.hint_tier = asked


class Attempts(Generic[Row]):
    """One person's tries at one exercise. *owner* has the fields that identify the person,
    *exercise* the field that identifies the exercise."""

    def __init__(
        self, model: type[Row], owner: Mapping[str, Any], **exercise: models.Model
    ) -> None:
        [(self.name, self.exercise)] = exercise.items()
        self.fields = {**owner, **exercise}
        self.everywhere = model._default_manager.filter(**owner)
        self.rows = self.everywhere.filter(**exercise)

    def named(self, token: uuid.UUID) -> Row | None:
        """The try with this token, or None. Raises an error if it belongs to another exercise."""
        attempt = self.everywhere.filter(token=token).first()
        if attempt is not None and getattr(attempt, f"{self.name}_id") != self.exercise.pk:
            raise InvalidInputError.of(
                f"a try at this {self.name}", token, "reload the page and try again"
            )
        return attempt

    def waiting(self) -> Row | None:
        """The unfinished try with hints or a game, or None."""
        return self.rows.filter(solved=None).select_related("match").first()

    def store(self, token: uuid.UUID, **values: Any) -> Row:
        """A new try with this token, created at most once."""
        try:
            with transaction.atomic():
                return self.rows.model._default_manager.create(token=token, **self.fields, **values)
        except IntegrityError:  # the same form arrived twice at the same time
            return self.everywhere.get(token=token)

    def open(self, token: uuid.UUID) -> Row:
        """The try with this token, created if necessary."""
        return self.named(token) or self.store(token)
