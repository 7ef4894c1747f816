"""People who finished a lesson before it was rewritten; its skills stay learnt."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Count, Max

from games.learn.lessons.models import Lesson, StepRecord
from games.people.models import OnePerOwner, Owned, one_per_owner


class LessonFinish(OnePerOwner):
    """A person did every step that the lesson had then, the last one at *finished_at*."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="finishes")
    finished_at = models.DateTimeField()

    subject = ("lesson_id",)

    class Meta(Owned.Meta):
        ordering = ("finished_at",)
        verbose_name_plural = "lesson finishes"
        constraints = (*Owned.Meta.constraints, *one_per_owner("lesson", name="lesson_finish"))

    def __str__(self) -> str:
        return f"{self.lesson}: finished"

    def better_than(self, other: Self) -> bool:
        return self.finished_at < other.finished_at


def keep_finishes(lesson: Lesson) -> None:
    """Record who has done every current step of *lesson*; call it before the lesson changes."""
    steps = lesson.steps.filter(order__isnull=False)
    done = StepRecord.objects.filter(step__in=steps, done_at__isnull=False).order_by()
    through = done.values("user_id", "visitor_id").annotate(steps=Count("pk"), at=Max("done_at"))
    LessonFinish.objects.bulk_create(
        [
            LessonFinish(
                lesson=lesson,
                user_id=who["user_id"],
                visitor_id=who["visitor_id"],
                finished_at=who["at"],
            )
            for who in through.filter(steps=steps.count())
        ],
        ignore_conflicts=True,
    )
