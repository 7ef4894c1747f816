"""Questions in a row, without hints: the test that opens a lesson, the checkpoint of a track, and
the review of what is due. What was asked is kept as it was asked."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any, Self

from django.db import models
from django.urls import reverse

from games.exercises.asked import Asked
from games.exercises.practice import practised
from games.people.models import OnePerOwner, Owned, Owner, one_per_owner, owned_by

FORGIVING = 3
"""How many questions a quiz has at least in which one may go wrong."""


class Quiz(OnePerOwner):
    """One go at a lesson's test, a track's checkpoint or a review; *slug* names the lesson or the
    track, *number* counts the goes. *questions* hold what is asked, in *skill* the key of the
    topic it counts for, and the *step* it comes from, if it comes from one; *answers* what was
    said, whether it was right, and when."""

    class Kind(models.TextChoices):
        TEST = "test", "test"
        CHECKPOINT = "checkpoint", "checkpoint"
        REVIEW = "review", "review"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    slug = models.SlugField(blank=True)
    number = models.PositiveSmallIntegerField(default=1)
    questions = models.JSONField()
    answers = models.JSONField(default=list)
    passed = models.BooleanField(null=True, blank=True)
    begun_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    subject = ("kind", "slug", "number")

    class Meta(Owned.Meta):
        ordering = ("-begun_at",)
        verbose_name_plural = "quizzes"
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("kind", "slug", "number", name="quiz_number"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.slug} {self.number}"

    def better_than(self, other: Self) -> bool:
        own, theirs = ((quiz.passed is True, len(quiz.answers)) for quiz in (self, other))
        return own > theirs

    def get_absolute_url(self) -> str:
        return reverse("lessons:quiz", args=[self.pk])

    @property
    def size(self) -> int:
        return len(self.questions)

    @property
    def place(self) -> int:
        """The number of the question to answer next, from 1."""
        return len(self.answers) + 1

    @property
    def enough(self) -> int:
        """How many right answers pass it: all, or all but one."""
        return self.size - (self.size >= FORGIVING)

    @property
    def right(self) -> int:
        return sum(answer["solved"] for answer in self.answers)

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    def posing(self, place: int) -> Asked:
        """One question, from 1."""
        return Asked(**self.questions[place - 1]["asked"])

    @property
    def tries(self) -> list[tuple[datetime, str, bool]]:
        """Each answer as a try at a topic: when, which, and whether it was right."""
        asked: list[tuple[dict[str, Any], dict[str, Any]]] = list(
            zip(self.questions, self.answers, strict=False)
        )
        return [
            (datetime.fromisoformat(answer["at"]), one["skill"], answer["solved"])
            for one, answer in asked
        ]


@practised("finished_at")
def _quizzes(owner: Owner) -> models.QuerySet[Quiz]:
    return owned_by(owner, Quiz.objects.all())
