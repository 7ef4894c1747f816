"""Stored reports of mistakes."""

from __future__ import annotations

from typing import Self

from django.db import models

from games.learn.lessons.models import Step
from games.learn.puzzles.models import Puzzle
from games.people.models import OnePerOwner, Owned, User, one_per_owner


class Report(OnePerOwner):
    """A mistake that a person sees in a puzzle or a step, or what a person knows better about the
    *page* of a statement or an open question; one report for each person and subject.

    *answer* is a curator's reply to its author.
    """

    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    step = models.ForeignKey(
        Step, on_delete=models.CASCADE, null=True, blank=True, related_name="reports"
    )
    page = models.CharField(max_length=200, blank=True)
    page_title = models.CharField(max_length=200, blank=True)
    text = models.TextField(max_length=1000)
    closed = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    answer = models.TextField(max_length=1000, blank=True)
    answered_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports_answered"
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    subject = ("puzzle_id", "step_id", "page")

    class Meta(Owned.Meta):
        ordering = ("closed", "-created_at")
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("puzzle", name="report_puzzle"),
            *one_per_owner("step", name="report_step"),
            *one_per_owner("page", name="report_page", among=~models.Q(page="")),
            models.CheckConstraint(
                condition=models.Q(puzzle__isnull=False, step__isnull=True, page="")
                | models.Q(puzzle__isnull=True, step__isnull=False, page="")
                | (models.Q(puzzle__isnull=True, step__isnull=True) & ~models.Q(page="")),
                name="report_has_one_subject",
            ),
        )

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def about(self) -> str:
        """The subject in words."""
        if self.page:
            return self.page_title
        return f"{self.step.lesson}, step {self.step}" if self.step else str(self.puzzle)

    @property
    def address(self) -> str:
        """The address of the subject; empty if the step was removed from its lesson."""
        if self.step:
            return self.step.get_absolute_url() if self.step.order else ""
        return self.puzzle.get_absolute_url() if self.puzzle else self.page

    def better_than(self, other: Self) -> bool:
        return self.pk > other.pk
