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


def enough_of(size: int) -> int:
    """How many of *size* questions have to be right to pass: all, or all but one."""
    return size - (size >= FORGIVING)


class Quiz(OnePerOwner):
    """One go at a lesson's test, a track's checkpoint or a review; *slug* names the lesson or the
    track, *number* counts the goes. *questions* hold what is asked, in *skill* the key of the
    topic it counts for, the *step* it comes from, if it comes from one, and a *lead* where it
    follows from the one before, so that both are one question; *answers* what was said, whether
    it was right, and when."""

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
        """How many questions there are; one that follows from another is a part of it."""
        return sum("lead" not in one for one in self.questions)

    @property
    def place(self) -> int:
        """The place of what is to be answered next, from 1."""
        return len(self.answers) + 1

    @property
    def number_now(self) -> int:
        """The number of the question that this belongs to, from 1."""
        return sum("lead" not in one for one in self.questions[: self.place])

    @property
    def lead(self) -> str:
        """How what is to be answered next follows from the part before; empty where it does not."""
        return str(self.questions[self.place - 1].get("lead", ""))

    @property
    def enough(self) -> int:
        """How many right answers pass it: all, or all but one."""
        return enough_of(self.size)

    @property
    def right(self) -> int:
        """How many questions are right in every part."""
        return sum(solved for _, _, solved in self.tries)

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    def posing(self, place: int) -> Asked:
        """One question, from 1."""
        return Asked(**self.questions[place - 1]["asked"])

    @property
    def tries(self) -> list[tuple[datetime, str, bool]]:
        """Each question that is answered to its end as a try at a topic: when, which, and whether
        every part was right."""
        asked: list[tuple[dict[str, Any], dict[str, Any]]] = list(
            zip(self.questions, self.answers, strict=False)
        )
        tries: list[tuple[datetime, str, bool]] = []
        for one, answer in asked:
            solved = answer["solved"]
            if "lead" in one:
                solved = tries.pop()[2] and solved
            tries.append((datetime.fromisoformat(answer["at"]), one["skill"], solved))
        is_halfway = self.place <= len(self.questions) and bool(self.lead)
        return tries[: len(tries) - is_halfway]


@practised("finished_at")
def _quizzes(owner: Owner) -> models.QuerySet[Quiz]:
    return owned_by(owner, Quiz.objects.all())
