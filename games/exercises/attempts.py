"""The one protocol of attempts, at steps of lessons, puzzles and items of assignments.

A try is found by the token of its form, holds the help taken for it, and is answered once:
what arrives twice is recorded once.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import IntegrityError, models, transaction
from django.utils import timezone

from games.exercises.goals import Exercise
from games.exercises.grading import grade
from games.exercises.hints import TIERS
from games.exercises.verdicts import Verdict
from games.people.models import Owner
from solver import InvalidInputError

LATEST = 10
"""How many of somebody's tries at one skill are looked at."""
ENOUGH = 6
"""Tries below which they say too little."""


@contextmanager
def one_at_a_time(owner: Owner) -> Iterator[None]:
    """A transaction in which whatever one person sends at once is done one after the other.

    What is read inside is what the one before wrote: a double click starts one game.
    """
    with transaction.atomic():
        rows = owner._meta.model._base_manager.select_for_update(no_key=True)
        rows.filter(pk=owner.pk).first()
        yield


@dataclass(frozen=True)
class GradedAnswer:
    """An answer as it was given, and what it was worth."""

    text: str
    verdict: Verdict

    @classmethod
    def to(cls, exercise: Exercise, text: str) -> Self:
        """Judge an answer. Raises :class:`~solver.SolverError` for one that cannot be read."""
        return cls(text, grade(exercise, text))

    @property
    def fields(self) -> dict[str, Any]:
        """The answer as a row of attempts holds it."""
        return {"answer": self.text, "solved": self.verdict.correct}


class Attempt(models.Model):
    """A try that may hold help and a game before it is answered. *solved* is None until then;
    *token* comes from the form: the same one counts once."""

    token = models.UUIDField(default=uuid.uuid4)
    answer = models.TextField(blank=True)
    solved = models.BooleanField(null=True, blank=True)
    hint_tier = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    def settle(self, answer: GradedAnswer, **more: Any) -> bool:
        """Write the answer down, unless there is one; whether it was written."""
        waiting = type(self)._default_manager.filter(pk=self.pk, solved=None)
        return bool(waiting.update(**answer.fields, answered_at=timezone.now(), **more))

    def take_help(self, tier: int) -> None:
        """Write down that help up to *tier* was asked for, while no answer is given."""
        take_help(self, tier, type(self)._default_manager.filter(solved=None))


@dataclass(frozen=True)
class LatestTries:
    """Somebody's last tries at one skill, the oldest first: whether each went well, which *well*
    puts in words."""

    well: ClassVar[str]

    marks: tuple[bool, ...]

    @property
    def is_known(self) -> bool:
        """Whether there are tries enough to say something."""
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
    """Write down at *row*, one of *rows*, that help up to *tier* was asked for; never less."""
    asked = min(max(tier, 1), most)
    if rows.filter(pk=row.pk, hint_tier__lt=asked).update(hint_tier=asked, **more):
        row.hint_tier = asked


class Attempts(Generic[Row]):
    """One person's tries at one exercise. *owner* holds the fields that say whose a row is,
    *exercise* the one that says what is tried."""

    def __init__(
        self, model: type[Row], owner: Mapping[str, Any], **exercise: models.Model
    ) -> None:
        [(self.name, self.exercise)] = exercise.items()
        self.fields = {**owner, **exercise}
        self.everywhere = model._default_manager.filter(**owner)
        self.rows = self.everywhere.filter(**exercise)

    def named(self, token: uuid.UUID) -> Row | None:
        """The try with this token; one at something else is refused."""
        attempt = self.everywhere.filter(token=token).first()
        if attempt is not None and getattr(attempt, f"{self.name}_id") != self.exercise.pk:
            raise InvalidInputError.of(
                f"a try at this {self.name}", token, "reload the page and try again"
            )
        return attempt

    def waiting(self) -> Row | None:
        """The try that holds hints or a game and waits for its answer."""
        return self.rows.filter(solved=None).select_related("match").first()

    def store(self, token: uuid.UUID, **values: Any) -> Row:
        """A new try with this token, made once."""
        try:
            with transaction.atomic():
                return self.rows.model._default_manager.create(token=token, **self.fields, **values)
        except IntegrityError:  # the same form arrived twice at once
            return self.everywhere.get(token=token)

    def open(self, token: uuid.UUID) -> Row:
        """The try with this token, made now if there is none."""
        return self.named(token) or self.store(token)
