"""What is stored of a complaint."""

from __future__ import annotations

from typing import Self

from django.db import models

from games.lessons.models import Step
from games.people.models import OnePerOwner, Owned, one_per_owner
from games.puzzles.models import Puzzle


class Report(OnePerOwner):
    """What somebody thinks is wrong with a puzzle or a step; one for each person and subject."""

    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    step = models.ForeignKey(
        Step, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    text = models.TextField(max_length=1000)
    closed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    subject = ("puzzle_id", "step_id")

    class Meta(Owned.Meta):
        ordering = ("closed", "-created_at")
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("puzzle", name="report_puzzle"),
            *one_per_owner("step", name="report_step"),
            models.CheckConstraint(
                condition=models.Q(puzzle__isnull=True) ^ models.Q(step__isnull=True),
                name="report_has_one_subject",
            ),
        )

    def __str__(self) -> str:
        return self.text[:60]

    def better_than(self, other: Self) -> bool:
        return self.pk > other.pk
