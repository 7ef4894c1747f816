"""Puzzles and sets of puzzles, and the tries, ratings and rounds of people who solve them.

A puzzle is a position and a goal. Its answer is never stored: the solver computes it. The facts
stored with it (tags, difficulty) are computed too, whenever it is saved."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar, Self

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils.formats import date_format

from games.boards.rules import endings, rule_of
from games.content.versions import Publishable, PublishedVersion
from games.learn.puzzles.ratings import MAX_DEVIATION, Strength, rounded
from games.people.models import OnePerOwner, Owned, one_per_owner
from games.questions.attempts import Attempt, AttemptsAt
from games.questions.facts import check_puzzle
from games.questions.goals import puzzle_goals
from games.questions.question import QuestionRow
from solver import FAMILIES, Budget, Convention, Player, SolverError, SumOfGames, get_ruleset

NAMESPACE = uuid.UUID("6a1f3a0e-6d2e-5f0c-9c57-0d9f7c1f2a31")
SKILLS = {family.key: family.name for family in FAMILIES} | {
    SumOfGames.family: "Games side by side"
}


def skills() -> list[tuple[str, str]]:
    """The skills that puzzles practise: one for each family of games."""
    return list(SKILLS.items())


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    """Queries for puzzles."""

    def published(self) -> Self:
        return self.filter(state=Puzzle.State.PUBLISHED)

    def with_theme(self, slug: str) -> Self:
        return self.filter(themes__contains=f" {slug} ")


class Puzzle(QuestionRow):
    """A position with a goal, unique by its canonical form, with rows in ascending order.

    *themes* holds tags with a space on each side, so that a query can search for one.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        RETIRED = "retired", "retired"
        TRAINING = "training", "made by the trainer"

    id = models.UUIDField(primary_key=True, editable=False)
    ruleset = models.CharField(max_length=300)
    position = models.CharField(max_length=100)
    convention = models.CharField(max_length=6, choices=endings)
    to_move = models.CharField(
        max_length=5, blank=True, choices=[(p.value, p.value.title()) for p in Player]
    )
    goal = models.CharField(max_length=10, choices=puzzle_goals)
    state = models.CharField(max_length=9, choices=State, default=State.PUBLISHED)
    shipped = models.BooleanField(default=False, editable=False)
    skill = models.CharField(max_length=10, choices=skills, editable=False)
    themes = models.TextField(editable=False, default=" ")
    difficulty = models.PositiveSmallIntegerField(editable=False, default=1)
    facts = models.JSONField(editable=False, default=dict)
    rating = models.FloatField(editable=False, default=1500)
    deviation = models.FloatField(editable=False, default=MAX_DEVIATION)
    volatility = models.FloatField(editable=False, default=0.06)
    created_at = models.DateTimeField(auto_now_add=True)

    is_guessed = False
    """Whether a random move is right at least half of the time; set by :meth:`compute`."""

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        ordering = ("difficulty", "ruleset", "position", "goal")
        constraints = (
            models.UniqueConstraint(
                fields=["ruleset", "position", "convention", "to_move", "goal"],
                name="puzzle_unique_on_its_canonical_form",
                violation_error_message="This puzzle already exists.",
            ),
        )

    def __str__(self) -> str:
        who = f" {self.to_move}" if self.to_move else ""
        return f"{self.ruleset} {self.position} {self.convention}{who}: {self.get_goal_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the puzzle after computing its facts. Raises an error if the position contradicts
        the goal."""
        if not kwargs.get("update_fields"):
            self.compute()
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("puzzles:puzzle", args=[self.pk])

    def clean(self) -> None:
        """Check the puzzle with the solver. Raises :class:`ValidationError` with its objection."""
        try:
            self.compute()
        except SolverError as error:
            raise ValidationError(str(error)) from None

    def compute(self, budget: Budget | None = None) -> None:
        """Bring the position to its canonical form and fill in the facts.

        Raises a solver error if the position cannot be read or contradicts the goal.
        """
        asked = (self.ruleset, self.position, self.convention, self.to_move, self.goal)
        facts = check_puzzle(*asked, budget=budget)
        self.ruleset, self.position = facts.ruleset, facts.position
        self.convention, self.to_move = facts.convention, facts.to_move
        self.skill, self.difficulty = facts.skill, facts.difficulty
        self.themes = f" {' '.join(facts.themes)} "
        self.facts, self.is_guessed = facts.numbers, facts.is_guessed
        if self.pk is None:
            self.pk = self.identity
            self.rating, self.deviation = 1000 + 200.0 * self.difficulty, 250.0

    @property
    def identity(self) -> uuid.UUID:
        """The key of this puzzle, the same on every installation."""
        return uuid.uuid5(NAMESPACE, "|".join(self.asked.columns.values()))

    @property
    def columns(self) -> dict[str, Any]:
        """All stored values, by column."""
        return {field.attname: getattr(self, field.attname) for field in self._meta.fields}

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @property
    def ends(self) -> Convention:
        return Convention(self.convention)

    @property
    def game_name(self) -> str:
        return get_ruleset(self.ruleset).name

    @property
    def ending_words(self) -> str:
        """How the game ends, in words."""
        return rule_of(self.ruleset, self.convention).ends

    @property
    def dots(self) -> str:
        """The difficulty as five dots."""
        return "●" * self.difficulty + "○" * (5 - self.difficulty)


class PuzzleSet(Publishable):
    """Puzzles in an order that teaches something; *note* says what, in one sentence. *former* are
    puzzles that were in the set before it changed and that someone solved there."""

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=80)
    note = models.CharField(max_length=200)
    lesson = models.PositiveSmallIntegerField(null=True, blank=True)
    order = models.FloatField(default=0)
    puzzles: models.ManyToManyField[Puzzle, PuzzleSetItem] = models.ManyToManyField(
        Puzzle, through="PuzzleSetItem", related_name="sets"
    )
    former = models.ManyToManyField(Puzzle, related_name="former_sets", blank=True, editable=False)

    class Meta:
        ordering = ("order", "title")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("puzzles:set", args=[self.slug])


class PuzzleSetItem(models.Model):
    """A puzzle's place in a set."""

    set = models.ForeignKey(PuzzleSet, on_delete=models.CASCADE, related_name="items")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="items")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("order", "pk")
        constraints = (
            models.UniqueConstraint(fields=["set", "puzzle"], name="puzzle_once_in_a_set"),
        )

    def __str__(self) -> str:
        return f"{self.set}: {self.puzzle}"


class PuzzleSetVersion(PublishedVersion):
    """A published version of a set, with the columns of its puzzles."""

    subject = "set"
    set = models.ForeignKey(PuzzleSet, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(fields=["set", "version"], name="puzzle_set_version_unique"),
        )


class Daily(Publishable):
    """The hard puzzle of one day, the same for everybody. A puzzle chosen *by_hand* stays."""

    day = models.DateField(unique=True)
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="days")
    by_hand = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ("-day",)
        verbose_name_plural = "dailies"

    def __str__(self) -> str:
        return f"{self.day}"

    @property
    def title(self) -> str:
        return f"The puzzle of {date_format(self.day, 'j F Y')}"


class DailyVersion(PublishedVersion):
    """A published version of the puzzle of a day."""

    subject = "daily"
    daily = models.ForeignKey(Daily, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(fields=["daily", "version"], name="daily_version_unique"),
        )


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
