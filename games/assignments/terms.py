"""What an assignment says and asks apart from its class and its times: what a copy takes over."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from games.exercises.asked import Posed
from games.exercises.goals import asking_of, puzzle_goals
from games.lessons.models import Lesson

TITLE_LENGTH = 80
MAX_MINUTES = 600
MAX_WEIGHT = 100


class Terms(models.Model):
    """The settings of an assignment that hold in any class.

    In *practice* an answer is judged at once and may be given again; in a *check* it can be
    changed until it is handed in or time is over, the last one counts, and what was right is
    shown when nobody can write any more. *hints* says whether help is there; *minutes* is the
    time a check takes from its start, stretched by a student's time factor.

    *weight* is what it counts beside the others of its class. *keeps* says which answer of
    practice counts, the best or the last, which may be wrong after a right one; *hint_cost* how
    much of its points an exercise loses that was solved once help was taken.
    """

    class Mode(models.TextChoices):
        PRACTICE = "practice", "practice"
        CHECK = "check", "test"

    class Keeps(models.TextChoices):
        BEST = "best", "the best answer"
        LATEST = "latest", "the last answer"

    class HintCost(models.TextChoices):
        NONE = "none", "nothing"
        HALF = "half", "half of the points"
        ALL = "all", "all points"

    title = models.CharField(max_length=TITLE_LENGTH)
    about = models.TextField(max_length=2000, blank=True)
    mode = models.CharField(max_length=8, choices=Mode, default=Mode.PRACTICE)
    hints = models.BooleanField(default=True)
    minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_MINUTES)],
    )
    weight = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(MAX_WEIGHT)])
    keeps = models.CharField(max_length=6, choices=Keeps, default=Keeps.BEST)
    hint_cost = models.CharField(max_length=4, choices=HintCost, default=HintCost.NONE)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title

    @property
    def is_check(self) -> bool:
        return self.mode == self.Mode.CHECK

    @property
    def terms(self) -> dict[str, Any]:
        """The settings as columns, for another assignment."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.fields}


class Asking(Posed):
    """One thing that is asked: a lesson, or an exercise with its own copy of the position."""

    order = models.PositiveSmallIntegerField()
    lesson = models.ForeignKey(
        Lesson, on_delete=models.PROTECT, null=True, blank=True, related_name="%(class)ss"
    )
    ruleset = models.CharField(max_length=300, blank=True)
    position = models.CharField(max_length=100, blank=True)
    convention = models.CharField(max_length=6, blank=True)
    to_move = models.CharField(max_length=5, blank=True)
    goal = models.CharField(max_length=10, blank=True, choices=puzzle_goals)
    points = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(100)])

    class Meta:
        abstract = True
        ordering = ("order", "pk")
        constraints: ClassVar = (
            models.CheckConstraint(
                condition=models.Q(lesson__isnull=False) ^ ~models.Q(goal=""),
                name="%(class)s_is_a_lesson_or_an_exercise",
            ),
        )

    def __str__(self) -> str:
        return self.lesson.title if self.lesson else f"{self.ruleset} {self.position}"

    @property
    def is_lesson(self) -> bool:
        return self.lesson_id is not None

    @property
    def is_game(self) -> bool:
        return not self.is_lesson and asking_of(self.goal).is_game

    @property
    def what(self) -> dict[str, Any]:
        """What is asked and what it is worth as columns, for another assignment."""
        return {**self.asked.columns, "lesson_id": self.lesson_id, "points": self.points}
