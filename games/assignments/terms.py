"""What an assignment says and asks apart from its class and its times: what a copy takes over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from games.assignments.outlines import Moment, Outline
from games.exercises.asked import Posed
from games.exercises.goals import asking_of, puzzle_goals
from games.lessons.models import Lesson
from games.puzzles.models import Puzzle

TITLE_LENGTH = 80
MAX_MINUTES = 600
MAX_WEIGHT = 100


@dataclass(frozen=True)
class Setting:
    """A field of an assignment that its instructor fills in: its *label* and *help* wherever it
    is filled in, the words for its *choices*, and whether publishing fixes it."""

    name: str
    label: str
    help: str = ""
    is_fixed: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)


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

    items: Any
    """What it asks: rows of :class:`PosedItem`, which call it their *assignment*."""

    class Mode(models.TextChoices):
        PRACTICE = "practice", "practice"
        CHECK = "check", "test"

    class Keeps(models.TextChoices):
        BEST = "best", "the best answer"
        LATEST = "latest", "the last answer"

    class HintCost(models.TextChoices):
        NONE = "none", "nothing"
        HALF = "half", "half the points"
        ALL = "all", "all the points"

    TERMS: ClassVar = (
        Setting("title", "Title"),
        Setting("about", "Message to the students"),
        Setting(
            "mode",
            "Kind of assignment",
            is_fixed=True,
            choices={
                Mode.PRACTICE: "Practice: students see at once whether they are right, "
                "and can try again",
                Mode.CHECK: "Test: students can change answers until they hand in, "
                "and see the results after it closes",
            },
        ),
        Setting("hints", "Allow hints (in practice)", is_fixed=True),
        Setting(
            "minutes",
            "Minutes (in a test)",
            "The clock starts when a student starts. A time factor gives a student longer. "
            "Leave it empty for no limit.",
            is_fixed=True,
        ),
        Setting(
            "weight",
            "Weight",
            "How much it counts towards the total. With 0 it does not count.",
        ),
        Setting(
            "keeps",
            "Which answer counts (in practice)",
            is_fixed=True,
            choices={
                Keeps.BEST: "The best answer",
                Keeps.LATEST: "The last answer, even a wrong one after a right one",
            },
        ),
        Setting(
            "hint_cost",
            "Cost of hints (in practice)",
            is_fixed=True,
            choices={
                HintCost.NONE: "Nothing",
                HintCost.HALF: "Half the points of the question",
                HintCost.ALL: "All points of the question",
            },
        ),
    )
    """What is filled in of them, in the order of a form."""

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
    def is_published(self) -> bool:
        """Whether students have it, which fixes what it asks. Nobody has what has no class."""
        return False

    @property
    def terms(self) -> dict[str, Any]:
        """The settings as columns, for another assignment."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.fields}

    @property
    def moments(self) -> dict[str, Moment]:
        """Its times as days from the first."""
        raise NotImplementedError

    def outline_of(self, asked: Iterable[PosedItem]) -> Outline:
        """It as a value, where this is *asked*."""
        return Outline(self.terms, tuple(item.what for item in asked), self.moments)


class PosedItem(Posed):
    """One thing that is asked: a lesson, or an exercise with its own copy of the position."""

    order = models.PositiveSmallIntegerField()
    lesson = models.ForeignKey(
        Lesson, on_delete=models.PROTECT, null=True, blank=True, related_name="%(class)ss"
    )
    puzzle = models.ForeignKey(
        Puzzle, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
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
        names = ("lesson_id", "puzzle_id", "points")
        return {**self.asked.columns, **{name: getattr(self, name) for name in names}}

    @property
    def same(self) -> tuple[object, ...]:
        """Equal where two items ask the same."""
        return self.lesson_id, self.asked
