"""The stored tries, ratings and rounds of people who solve puzzles."""

from __future__ import annotations

import uuid
from typing import ClassVar, Self

from django.db import models
from django.urls import reverse

from games.learn.puzzles.models import Puzzle, skills
from games.learn.puzzles.ratings import MAX_DEVIATION, Strength, rounded
from games.people.models import OnePerOwner, Owned, one_per_owner
from games.questions.attempts import Attempt, AttemptsAt

HIDDEN_TRIES = 10
"""A rating first jumps and means little, so it is hidden until this many rated tries."""


class PuzzleAttempt(Attempt):
    """One try at a puzzle."""

    objects: ClassVar[AttemptsAt[Self]] = AttemptsAt("puzzle")
    puzzle: Puzzle

    class Meta:
        proxy = True
        ordering = ("-created_at",)

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.answer or 'not answered'}"

    @property
    def rating_shown(self) -> str:
        """The rating after the try with its change, as ``1420 (+10)``; empty if it did not rate."""
        if self.rating_before is None or self.rating_after is None:
            return ""
        after = rounded(self.rating_after)
        change = after - rounded(self.rating_before)
        return f"{after} ({change:+d})".replace("-", "−") if change else f"{after}, as before"

    def get_absolute_url(self) -> str:
        return reverse("puzzles:attempt", args=[self.puzzle_id, self.pk])


class Rating(OnePerOwner):
    """A person's Glicko-2 rating in one skill."""

    skill = models.CharField(max_length=10, choices=skills)
    rating = models.FloatField(default=1500)
    deviation = models.FloatField(default=MAX_DEVIATION)
    volatility = models.FloatField(default=0.06)
    tries = models.PositiveIntegerField(default=0)

    subject = ("skill",)

    class Meta(Owned.Meta):
        constraints = (*Owned.Meta.constraints, *one_per_owner("skill", name="rating_skill"))

    def __str__(self) -> str:
        return f"{self.skill} {self.rating:.0f}"

    def better_than(self, other: Self) -> bool:
        return self.tries > other.tries

    @property
    def tries_to_go(self) -> int:
        """The number of rated tries until the rating is shown."""
        return max(0, HIDDEN_TRIES - self.tries)

    @property
    def shown(self) -> str:
        """The rating with its deviation, as ``1420 ± 60``."""
        return f"{rounded(self.rating)} ± {rounded(self.deviation)}"

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)


class Round(Owned):
    """Three minutes of the trainer; tries within that time belong to it. *training* is a skill, or
    all of them mixed."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    training = models.CharField(max_length=10)
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta(Owned.Meta):
        ordering = ("-started_at",)

    def __str__(self) -> str:
        return f"{self.training}, {self.started_at:%Y-%m-%d %H:%M}"

    def get_absolute_url(self) -> str:
        return reverse("puzzles:round", args=[self.pk])
