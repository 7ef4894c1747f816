"""Tests, which ask questions without hints: the test of a lesson, the checkpoint of a track, the
review of due topics, and positions that tell whether somebody has a belief. The questions are
stored as they were asked."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Protocol, Self

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property

from games.people.models import OnePerOwner, Owned, one_per_owner
from games.questions.attempts import Attempt
from games.questions.guessing import following
from games.questions.question import Question

FOLLOWS = "follows"
"""The key of a part that continues the question before."""
FOLLOWED = "lead"
"""The same in tests that were stored earlier. They also hold its words, which spoke of another
board than the one that was drawn."""
FORGIVING = 3
"""The least number of questions in a test that allows one wrong answer."""


def follows(part: Mapping[str, Any]) -> bool:
    """Whether a stored part continues the question before."""
    return FOLLOWS in part or FOLLOWED in part


def enough_of(size: int) -> int:
    """The number of right answers needed to pass *size* questions: all, or all but one."""
    return size - (size >= FORGIVING)


class TakenTests(models.QuerySet["TakenTest"]):
    """Tests that people took."""

    def with_answers(self) -> TakenTests:
        """The tests with their answers, but without the verdicts."""
        answers = Attempt.objects.defer("judged", "extra")
        return self.prefetch_related(models.Prefetch("attempts", answers))

    def with_place(self) -> TakenTests:
        """The tests with the number of questions that were *answered*."""
        return self.annotate(answered=models.Count("attempts"))


class TestedAnswer(Protocol):
    """What counts of an answer."""

    @property
    def solved(self) -> bool | None: ...

    @property
    def created_at(self) -> datetime: ...


class TakenTest(OnePerOwner):
    """One attempt at a lesson's test, a track's checkpoint, a review or positions that tell. *slug*
    names the lesson, the track or the belief, and *number* counts the attempts. Each of *questions*
    holds the question, in *skill* the key of its topic, in *step* the key of its step or None, and
    *follows* if it continues the question before, so that both count as one."""

    class Kind(models.TextChoices):
        TEST = "test", "test"
        CHECKPOINT = "checkpoint", "checkpoint"
        REVIEW = "review", "review"
        TELLING = "telling", "positions that tell"

        @property
        def gives_way(self) -> bool:
            """Whether it counts for a lesson or a track, so that one can pass it."""
            return self in (self.TEST, self.CHECKPOINT)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=10, choices=Kind)
    slug = models.SlugField(blank=True)
    number = models.PositiveSmallIntegerField(default=1)
    questions = models.JSONField()
    passed = models.BooleanField(null=True, blank=True)
    begun_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = TakenTests.as_manager()

    subject = ("kind", "slug", "number")

    class Meta(Owned.Meta):
        ordering = ("-begun_at",)
        verbose_name_plural = "taken tests"
        constraints = (
            *Owned.Meta.constraints,
            *one_per_owner("kind", "slug", "number", name="quiz_number"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.slug} {self.number}"

    def better_than(self, other: Self) -> bool:
        own, theirs = ((taken.passed is True, len(taken.answers)) for taken in (self, other))
        return own > theirs

    def get_absolute_url(self) -> str:
        return reverse("lessons:taken", args=[self.pk])

    def refresh_from_db(self, *args: Any, **kwargs: Any) -> None:
        """Read the row again, and its answers when they are asked for."""
        super().refresh_from_db(*args, **kwargs)
        for name in ("answers", "place"):
            self.__dict__.pop(name, None)

    @property
    def gives_way(self) -> bool:
        """Whether one can pass it."""
        return self.Kind(self.kind).gives_way

    @property
    def size(self) -> int:
        """The number of questions; a follow-up is part of its question."""
        return sum(not follows(one) for one in self.questions)

    @cached_property
    def answers(self) -> Sequence[TestedAnswer]:
        """The answers so far, in the order of the questions."""
        answers: list[Attempt] = list(self.attempts.all())
        answers.sort(key=lambda answer: answer.place or 0)
        return answers

    @cached_property
    def place(self) -> int:
        """The place of the next part to answer, from 1."""
        return len(self.answers) + 1

    @property
    def number_now(self) -> int:
        """The number of the current question, from 1."""
        return sum(not follows(one) for one in self.questions[: self.place])

    @property
    def enough(self) -> int:
        """The number of right answers needed to pass: all, or all but one."""
        return enough_of(self.size)

    @property
    def right(self) -> int:
        """The number of questions with every part right."""
        return sum(solved for _, _, solved in self.tries)

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    def posing(self, place: int) -> Question:
        """The part of a question at *place*, from 1; a part that continues a question shows the
        board of that question."""
        asked = Question(**self.questions[place - 1]["asked"])
        return following(self.posing(place - 1), asked) if self.follows(place) else asked

    def follows(self, place: int) -> bool:
        """Whether the part at *place* continues the question before."""
        return follows(self.questions[place - 1])

    @property
    def tries(self) -> list[tuple[datetime, str, bool]]:
        """Each completely answered question as a try at its topic: the time, the topic, and whether
        every part was right."""
        tries: list[tuple[datetime, str, bool]] = []
        for one, answer in zip(self.questions, self.answers, strict=False):
            solved = bool(answer.solved)
            if follows(one):
                solved = tries.pop()[2] and solved
            tries.append((answer.created_at, one["skill"], solved))
        is_halfway = self.place <= len(self.questions) and self.follows(self.place)
        return tries[: len(tries) - is_halfway]

    @property
    def recalled(self) -> set[int]:
        """The keys of the steps about which every answer was right."""
        if not self.is_finished:
            return set()
        asked = list(zip(self.questions, self.answers, strict=True))
        wrong = {one["step"] for one, answer in asked if not answer.solved}
        return {one["step"] for one, _ in asked if one["step"]} - wrong
