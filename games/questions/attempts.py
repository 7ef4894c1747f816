"""The one protocol for attempts at steps of lessons, puzzles and questions of assignments.

The token of its form identifies a try. A try stores the help that the student took and accepts one
answer; a request that arrives twice counts once.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import DatabaseError, IntegrityError, models, transaction
from django.utils import timezone
from django.utils.safestring import SafeString

from games.boards.lenses import EVERY, Theories
from games.people.models import OnePerOwner, Owner, one_per_owner
from games.questions.goals import goal_of
from games.questions.grading import grade, not_known
from games.questions.hints import TIERS
from games.questions.marks import silent_strip
from games.questions.question import COLUMNS, Question, QuestionLike
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict, read_verdict, written_verdict
from games.web.transactions import is_unavailable
from solver import InvalidInputError, SolverError

LATEST = 10
"""The number of latest tries at one skill that a page considers."""
ENOUGH = 6
"""Fewer tries than this say too little."""


@contextmanager
def one_at_a_time(owner: Owner) -> Iterator[None]:
    """A transaction that handles simultaneous requests of one person one after the other.

    Reads inside it see what the previous request wrote, so a double click starts one game.
    """
    with transaction.atomic():
        rows = owner._meta.model._base_manager.select_for_update(no_key=True)
        rows.filter(pk=owner.pk).first()
        yield


@dataclass(frozen=True)
class GradedAnswer:
    """An answer and its verdict."""

    text: str
    verdict: Verdict

    @classmethod
    def to(cls, exercise: QuestionLike, text: str, theories: Theories = EVERY) -> Self:
        """Judge an answer, with reasons in terms of the *theories* that its reader knows. Raises
        :class:`~solver.SolverError` if it cannot be read."""
        return cls(text, grade(exercise, text, theories))

    @classmethod
    def unknown(cls, exercise: QuestionLike, theories: Theories = EVERY) -> Self:
        """No answer, of somebody who does not know it."""
        return cls("", not_known(ShownQuestion(exercise, theories)))

    @property
    def fields(self) -> dict[str, Any]:
        """The answer and its verdict as the fields of an attempt's row."""
        verdict = self.verdict
        return {"answer": self.text, "solved": verdict.correct, "judged": written_verdict(verdict)}


PLACES: dict[str, tuple[str, ...]] = {
    "step": ("user", "visitor"),
    "puzzle": ("user", "visitor"),
    "item": ("membership",),
    "taken_test": ("user", "visitor"),
}
"""Where a question can be asked, each with the fields that can say who answered it there."""


def _asked_once() -> models.Q:
    """The condition that a try was asked in one place, and answered by one who can answer there."""
    people = sorted({who for able in PLACES.values() for who in able})
    found = models.Q()
    for place, able in PLACES.items():
        for answered_by in able:
            absent = [*(one for one in PLACES if one != place)]
            absent += [one for one in people if one != answered_by]
            found |= models.Q(
                **{f"{place}__isnull": False, f"{answered_by}__isnull": False},
                **{f"{one}__isnull": True for one in absent},
            )
    return found


class Attempt(OnePerOwner):
    """One try at a question, wherever it was asked: at a *step*, a *puzzle*, an *item* of an
    assignment, or at a *place* of a *taken_test*. It belongs to a user or a visitor, or to a
    *membership* of a class.

    The question is stored as it was asked. A try may have help or a game (*match*) before its
    answer; *solved* is None until then. *token* comes from the form; each token counts once. Of
    puzzles: *rating_before* and *rating_after* are the person's rating in the skill, if the try
    *rated*. Of items: *set_aside_by* is the other try that was granted later; this one stays but no
    longer counts. *judged* is the verdict as it was given; it is empty for tries from before
    verdicts were kept, until they are shown.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    membership = models.ForeignKey(
        "games.Membership",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="attempts",
    )
    step = models.ForeignKey(
        "games.Step", on_delete=models.CASCADE, null=True, blank=True, related_name="attempts"
    )
    puzzle = models.ForeignKey(
        "games.Puzzle", on_delete=models.CASCADE, null=True, blank=True, related_name="attempts"
    )
    item = models.ForeignKey(
        "games.Item",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="attempts",
        db_index=False,  # the index of item and membership begins with it
    )
    ruleset = models.TextField(blank=True)
    position = models.TextField(blank=True)
    convention = models.CharField(max_length=6, blank=True)
    to_move = models.CharField(max_length=5, blank=True)
    goal = models.CharField(max_length=10, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    token = models.UUIDField(default=uuid.uuid4)
    answer = models.TextField(blank=True)
    solved = models.BooleanField(null=True, blank=True)
    hint_tier = models.PositiveSmallIntegerField(default=0)
    misconception = models.CharField(max_length=40, blank=True)
    match = models.OneToOneField(
        "games.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="attempt"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    lesson_version = models.PositiveIntegerField(null=True, blank=True)
    first = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    rating_before = models.FloatField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)
    set_aside_by = models.ForeignKey(
        "games.AnotherTry",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="set_aside",
    )
    judged = models.TextField(blank=True, editable=False)
    taken_test = models.ForeignKey(
        "games.TakenTest",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="attempts",
        db_index=False,  # the constraint of test and place begins with it
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    subject = ("token",)

    class Meta:
        indexes: ClassVar = (models.Index(fields=["item", "membership"], name="tries_at_an_item"),)
        constraints: ClassVar = (
            models.CheckConstraint(condition=_asked_once(), name="attempt_is_asked_once"),
            *one_per_owner("token", name="attempt_token"),
            models.UniqueConstraint(
                fields=["membership", "token"],
                condition=models.Q(membership__isnull=False),
                name="attempt_token_per_membership",
            ),
            models.UniqueConstraint(
                fields=["taken_test", "place"],
                condition=models.Q(taken_test__isnull=False),
                name="one_attempt_at_a_place",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ruleset} {self.position}: {self.answer or 'not answered'}"

    def better_than(self, other: Self) -> bool:
        own, theirs = ((one.solved is True, one.solved is not None) for one in (self, other))
        return own > theirs

    @property
    def asked(self) -> Question:
        """The question as it was asked."""
        return Question.of(self)

    def verdict(self, exercise: QuestionLike, theories: Theories) -> Verdict | None:
        """The verdict as it was given, if *exercise* still asks the same question. An older try,
        which has no verdict yet, is graded now, and its verdict is kept.

        None if there is no answer, or if the question has changed and cannot read it.
        """
        if self.solved is None:
            return None
        is_same = self.taken_test_id is not None or self._is_asked_by(exercise)
        kept = read_verdict(self.judged) if is_same else None
        if kept is None:
            try:
                kept = grade(exercise, self.answer, theories)
            except SolverError:
                if self.taken_test_id is None or self.answer:
                    return None
                kept = not_known(ShownQuestion(exercise, theories))
            if is_same:
                keep(type(self)._base_manager.filter(pk=self.pk), judged=written_verdict(kept))
        return kept

    def _is_asked_by(self, exercise: QuestionLike) -> bool:
        own = goal_of(exercise.goal).extras
        return all(getattr(self, name) == getattr(exercise, name) for name in COLUMNS) and all(
            self.extra.get(name) == exercise.extra.get(name) for name in own
        )

    def settle(self, answer: GradedAnswer, **more: Any) -> bool:
        """Store the answer unless there is one; return whether it was stored."""
        waiting = type(self)._default_manager.filter(pk=self.pk, solved=None)
        return bool(waiting.update(**answer.fields, answered_at=timezone.now(), **more))

    def take_help(self, tier: int) -> None:
        """Record help up to *tier*, unless the try has been answered."""
        take_help(self, tier, type(self)._default_manager.filter(solved=None))


AttemptRow = TypeVar("AttemptRow", bound=Attempt)


def keep(rows: models.QuerySet[Any], **columns: Any) -> None:
    """Keep what was worked out to be shown, unless the database cannot be written to just now."""
    try:
        with transaction.atomic():
            rows.update(**columns)
    except DatabaseError as error:
        if not is_unavailable(error):
            raise


class AttemptsAt(models.Manager[AttemptRow]):
    """The tries in one kind of place."""

    def __init__(self, place: str) -> None:
        super().__init__()
        self.place = place

    def get_queryset(self) -> models.QuerySet[AttemptRow]:
        return super().get_queryset().filter(**{f"{self.place}__isnull": False})


@dataclass(frozen=True)
class LatestTries:
    """A person's latest tries at one skill, oldest first: whether each went well. *well* says that
    in words."""

    well: ClassVar[str]

    marks: tuple[bool, ...]

    @property
    def is_known(self) -> bool:
        """Whether there are enough tries to say something."""
        return len(self.marks) >= ENOUGH

    @property
    def strip(self) -> SafeString:
        """The tries as a strip of marks, oldest first."""
        return silent_strip(self.marks)

    @property
    def words(self) -> str:
        if not self.is_known:
            tries = "1 try" if len(self.marks) == 1 else f"{len(self.marks)} tries"
            return f"{tries}: too little data"
        return f"{sum(self.marks)} of the last {len(self.marks)} {self.well}"


def take_help(
    row: Any, tier: int, rows: models.QuerySet[Any], *, most: int = TIERS, **more: Any
) -> None:
    """Record help up to *tier* in *row*, which must be one of *rows*. The recorded tier never
    drops."""
    asked = min(max(tier, 1), most)
    if rows.filter(pk=row.pk, hint_tier__lt=asked).update(hint_tier=asked, **more):
        row.hint_tier = asked


class Attempts(Generic[AttemptRow]):
    """One person's tries at one exercise. *owner* has the fields that identify the person,
    *exercise* the field that identifies the exercise."""

    def __init__(self, model: type[AttemptRow], owner: Mapping[str, Any], **exercise: Any) -> None:
        [(self.name, self.exercise)] = exercise.items()
        self.fields = {**owner, **exercise}
        everywhere: Any = model._base_manager
        here: Any = model._default_manager
        self.everywhere: models.QuerySet[AttemptRow] = everywhere.filter(**owner)
        self.rows: models.QuerySet[AttemptRow] = here.filter(**self.fields)

    def named(self, token: uuid.UUID) -> AttemptRow | None:
        """The try with this token, or None. Raises an error if it belongs to another exercise."""
        attempt = self.everywhere.filter(token=token).first()
        if attempt is not None and getattr(attempt, f"{self.name}_id") != self.exercise.pk:
            raise InvalidInputError.of(
                f"a try at this {self.name}", token, "reload the page and try again"
            )
        return attempt

    def waiting(self) -> AttemptRow | None:
        """The unfinished try with hints or a game, or None."""
        return self.rows.filter(solved=None).select_related("match").first()

    def store(self, token: uuid.UUID, asked: Question | None = None, **values: Any) -> AttemptRow:
        """A new try with this token, created at most once, at what the exercise asks or *asked*."""
        asked = asked or Question.of(self.exercise)
        values = {**asked.columns, "extra": asked.extra, **values}
        if "solved" in values:
            values["answered_at"] = timezone.now()
        try:
            with transaction.atomic():
                return self.rows.create(token=token, **self.fields, **values)
        except IntegrityError:  # the same form arrived twice at the same time
            return self.everywhere.get(token=token)

    def open(self, token: uuid.UUID) -> AttemptRow:
        """The try with this token, created if necessary."""
        return self.named(token) or self.store(token)
