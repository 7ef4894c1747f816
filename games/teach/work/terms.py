"""The settings and questions of an assignment apart from its class and times: what a copy takes
over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from games.learn.lessons.models import Lesson
from games.learn.puzzles.models import Puzzle
from games.questions.goals import goal_of, puzzle_goals
from games.questions.question import Question, QuestionRow
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import can_vary
from games.teach.work.outlines import Moment, Outline
from games.teach.work.shares import FALLING, FULL, Shares, check_shares
from solver import get_ruleset

TITLE_LENGTH = 80
MAX_MINUTES = 600
MAX_WEIGHT = 100


@dataclass(frozen=True)
class Setting:
    """A setting of an assignment: its *label* and *help* in forms, the words for its *choices*,
    whether publishing fixes it, and the only *mode* of assignment that has it (empty for both)."""

    name: str
    label: str
    help: str = ""
    is_fixed: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    mode: str = ""

    @property
    def whole_label(self) -> str:
        """The label for a list with the settings of both modes."""
        kind = {"practice": " (in practice)", "check": " (in a test)"}.get(self.mode, "")
        return f"{self.label}{kind}"


class Terms(models.Model):
    """The settings of an assignment that are independent of its class.

    In *practice*, an answer is judged at once and can be repeated. In a *test*, it can be
    changed until the test is handed in or time is over; the last one counts, and right answers are
    shown when no student can answer any more. *hints* says whether hints are offered; *minutes* is
    the time limit of a test from its start, multiplied by a student's time factor.

    *weight* is the weight among the assignments of the class. *keeps* says which answer of practice
    counts: the best, or the last, which may be wrong after a right one. *hint_cost* is the share of
    its points that an exercise loses if it was solved with help. *choice_tries* and *other_tries*
    are the :class:`~games.teach.work.shares.Shares` of the points that each try of practice earns,
    for questions with and without a list of options. *late_cost* is the percentage of its points
    that an answer loses for each late day, down to *late_least*. *is_mixed* gives each student the
    questions in another order.
    """

    items: Any
    """The questions: rows of :class:`ItemTerms`, whose field *assignment* points here."""

    class Mode(models.TextChoices):
        PRACTICE = "practice", "practice"
        TEST = "check", "test"  # as rows and files of plans have had it from the beginning

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
            "In practice, students see at once whether they are right, and can try again. In a "
            "test, they can change answers until they hand in, and see the results after it "
            "closes.",
            is_fixed=True,
            choices={Mode.PRACTICE: "Practice", Mode.TEST: "Test"},
        ),
        Setting("hints", "Allow hints", is_fixed=True, mode=Mode.PRACTICE),
        Setting(
            "minutes",
            "Minutes",
            "The clock starts when a student starts. A time factor gives a student longer. "
            "Leave it empty for no limit.",
            is_fixed=True,
            mode=Mode.TEST,
        ),
        Setting(
            "weight",
            "Weight",
            "How much it counts towards the total. With 0 it does not count.",
        ),
        Setting(
            "keeps",
            "Which answer counts",
            is_fixed=True,
            mode=Mode.PRACTICE,
            choices={
                Keeps.BEST: "The best answer",
                Keeps.LATEST: "The last answer, even a wrong one after a right one",
            },
        ),
        Setting(
            "hint_cost",
            "Cost of hints",
            is_fixed=True,
            mode=Mode.PRACTICE,
            choices={
                HintCost.NONE: "Nothing",
                HintCost.HALF: "Half the points of the question",
                HintCost.ALL: "All points of the question",
            },
        ),
        Setting(
            "choice_tries",
            "Points for each try at a question with a list of answers, in percent",
            "The last number counts for every later try. It also counts when only one answer is "
            f"left: with {FALLING}, the second of two answers earns nothing.",
            is_fixed=True,
            mode=Mode.PRACTICE,
        ),
        Setting(
            "other_tries",
            "Points for each try at any other question, in percent",
            f"With {FULL}, every try earns all points. Write {FALLING} for all, half and none.",
            is_fixed=True,
            mode=Mode.PRACTICE,
        ),
        Setting(
            "late_cost",
            "Cost of each late day, in percent",
            "An answer loses so much of its points for each day that it is late. With 0, it loses "
            "nothing. Lessons never do.",
            is_fixed=True,
        ),
        Setting(
            "late_least",
            "A late answer keeps at least, in percent",
            "It loses no more than that, however late it is.",
            is_fixed=True,
        ),
        Setting(
            "is_mixed",
            "Mix the order of the questions for each student",
            "Lessons stay in their places. Where the order of the answers means nothing, "
            "it is mixed too.",
            is_fixed=True,
        ),
    )
    """The settings in the order of a form."""

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
    choice_tries = models.CharField(max_length=40, default=FALLING, validators=[check_shares])
    other_tries = models.CharField(max_length=40, default=FULL, validators=[check_shares])
    late_cost = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(100)])
    late_least = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(100)])
    is_mixed = models.BooleanField(default=False)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.title

    @property
    def is_test(self) -> bool:
        return self.mode == self.Mode.TEST

    @property
    def is_published(self) -> bool:
        """Whether students have it, which fixes the questions. Without a class, nobody has."""
        return False

    @property
    def terms(self) -> dict[str, Any]:
        """The settings as columns, for another assignment."""
        return {field.name: getattr(self, field.name) for field in Terms._meta.fields}

    def tries(self, options: int) -> Shares:
        """The shares that tries earn at a question with this number of *options*, or 0 for none."""
        return Shares.read(self.choice_tries if options else self.other_tries)

    def kept_when_late(self, days: int) -> int:
        """The percentage of its points that an answer keeps if it is this many days late."""
        return max(self.late_least, 100 - self.late_cost * days) if self.late_cost else 100

    @property
    def late_words(self) -> str:
        """What a late answer loses, as a sentence; empty if nothing."""
        if not self.late_cost or self.late_least == 100:
            return ""
        least = f", and keeps at least {self.late_least}%" if self.late_least else ""
        return f"A late answer loses {self.late_cost}% of its points for each day{least}."

    @property
    def moments(self) -> dict[str, Moment]:
        """Its times as days from the first."""
        raise NotImplementedError

    def outline_of(self, asked: Iterable[ItemTerms]) -> Outline:
        """The assignment with these items as a value."""
        return Outline(self.terms, tuple(item.what for item in asked), self.moments)


def options_of(asked: Question) -> int:
    """The number of options that a question offers."""
    return len(ShownQuestion(asked).options)


class ItemTerms(QuestionRow):
    """A question, or a lesson; a question has its own copy of the position.

    *siblings* are positions of the same kind, of which each student gets a different one; empty if
    everybody gets the same (:mod:`games.teach.work.standings.own_positions`).
    """

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
    siblings = models.JSONField(default=list, blank=True, editable=False)

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
        return not self.is_lesson and goal_of(self.goal).is_game

    @property
    def wanted(self) -> str:
        """What the question asks for, in a few words."""
        return goal_of(self.goal).label

    @property
    def options(self) -> int:
        """The number of options; 0 if it has no list."""
        return 0 if self.is_lesson else options_of(self.asked)

    @property
    def can_vary(self) -> bool:
        """Whether each student can be asked about another position."""
        return not self.is_lesson and can_vary(self.goal, self.ruleset)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of a question in ascending order, in which two of one game can be compared."""
        return tuple(sorted(get_ruleset(self.ruleset).read_position(self.position)))

    def at(self, position: str) -> Self:
        """The same question about another position, as one student is asked it; never stored."""
        return self if position == self.position else self._with(position=position)

    def drawn_by(self, seed: str) -> Self:
        """The same question as one student is asked it whose part of it is drawn by lot; never
        stored."""
        return self._with(extra={"seed": seed})

    def _with(self, **own: Any) -> Self:
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, **own)
        return other

    @property
    def what(self) -> dict[str, Any]:
        """The question and its points as columns, for another assignment."""
        names = ("lesson_id", "puzzle_id", "points", "siblings")
        return {**self.asked.columns, **{name: getattr(self, name) for name in names}}

    @property
    def same(self) -> tuple[object, ...]:
        """A value that is equal for items with the same question."""
        return self.lesson_id, self.asked
