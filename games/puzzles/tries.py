"""What is stored of somebody's work on puzzles."""

from __future__ import annotations

import uuid
from typing import Self

from django.db import models
from django.urls import reverse

from games.exercises.attempts import Attempt
from games.exercises.goals import puzzle_goals
from games.exercises.practice import practised
from games.people.models import OnePerOwner, Owned, one_per_owner, owned_by
from games.play.models import Match
from games.puzzles.models import Puzzle, skills
from games.puzzles.ratings import MAX_DEVIATION, Strength
from games.web.prepared import Slot
from solver import Convention, convention_words


class PuzzleAttempt(Attempt, OnePerOwner):
    """One try at a puzzle. *match* is the game of one that is played out; *rating_before* and
    *rating_after* are the person's at its skill, where the try rated."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    first = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    rating_before = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)
    match = models.OneToOneField(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="puzzle_attempt"
    )
    card = models.ForeignKey(
        "ReviewCard", on_delete=models.SET_NULL, null=True, blank=True, related_name="attempts"
    )

    subject = ("token",)

    class Meta(Owned.Meta):
        ordering = ("-created_at",)
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("token", name="attempt_token"),
        )

    def __str__(self) -> str:
        return f"{self.puzzle_id}: {self.answer or 'not answered'}"

    @property
    def rating_change(self) -> str:
        """What the try did to the rating, as ``+12``; empty where it did not rate."""
        if self.rating_before is None or self.rating_after is None:
            return ""
        return f"{round(self.rating_after) - round(self.rating_before):+d}".replace("-", "−")

    def better_than(self, other: Self) -> bool:
        return self.solved is not None and not other.solved

    def get_absolute_url(self) -> str:
        return reverse("puzzles:attempt", args=[self.puzzle_id, self.pk])


class Rating(OnePerOwner):
    """How strong somebody is at one skill (Glicko-2)."""

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
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)


class Round(Owned):
    """Three minutes of the trainer; the tries within them are its tries. *training* is a skill, or
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


class ReviewCard(OnePerOwner):
    """A kind of puzzle somebody got wrong, and when a new one of that kind is due.

    *step* counts the reviews passed, up to the length of the intervals; then it is done.
    """

    skill = models.CharField(max_length=10, choices=skills)
    goal = models.CharField(max_length=10, choices=puzzle_goals)
    convention = models.CharField(max_length=6)
    source = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="cards")
    step = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(db_index=True)
    resolved_at = models.DateTimeField(null=True, blank=True)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    subject = ("skill", "goal", "convention")

    class Meta(Owned.Meta):
        ordering = ("due_at",)
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("skill", "goal", "convention", name="card_kind"),
        )

    def __str__(self) -> str:
        return f"{self.skill} {self.convention}: {self.get_goal_display()}"

    def better_than(self, other: Self) -> bool:
        """The one that asks for more work: still open, then the earlier step."""
        return (self.resolved_at is None, -self.step) > (other.resolved_at is None, -other.step)

    def get_absolute_url(self) -> str:
        return reverse("puzzles:review-card", args=[self.pk])

    @property
    def ending_words(self) -> str:
        """The convention in words."""
        return convention_words(Convention(self.convention))


@practised("answered_at")
def _attempts(owner: Slot) -> models.QuerySet[PuzzleAttempt]:
    return owned_by(owner, PuzzleAttempt.objects.all())
