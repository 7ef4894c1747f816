"""The stored course, and what people did in it.

The solver checks every fact about a position before a lesson is stored
(``games.learn.lessons.checks``). Answers are stored as given, and the level of a skill is computed
from them."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Self
from urllib.parse import urlencode

from django.db import models
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.rules import endings
from games.content.versions import Publishable, PublishedVersion
from games.people.models import OnePerOwner, Owned, one_per_owner
from games.play.models import Match
from games.questions.attempts import Attempt, AttemptsAt
from games.questions.goals import GOALS, GoalKey
from games.web.editions import Edited

TELL = "tell"
COURSE = "course"


def is_move(key: str) -> bool:
    """Whether the key of a reply is a move: ``2>1+3``."""
    return re.fullmatch(r"[0-9]{1,2}>[0-9]{1,6}(\+[0-9]{1,6})*", key) is not None


def step_kinds() -> list[tuple[str, str]]:
    """The choices for the kind of a step."""
    asked = [(goal.value, goal.label) for goal in GoalKey if GOALS[goal].for_lessons]
    return [(TELL, "tell"), *asked]


EXTRA_KEYS = ("scene", *(key for asking in GOALS.values() for key in asking.extras))
"""The keys in ``extra``: the scene on the board, and keys that only one kind of step has."""


class CoursePart(Edited):
    """A row of the course that is the same for everybody."""

    edition = COURSE

    class Meta:
        abstract = True


class Track(CoursePart):
    """Lessons that belong together."""

    slug = models.SlugField(unique=True)
    order = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=100)
    summary = models.TextField(blank=True)
    from_age = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The youngest students it is for."
    )

    class Meta:
        ordering = ("order",)

    def __str__(self) -> str:
        return self.title


class Route(CoursePart):
    """One way through the course, drawn as a line on its map. *lessons* holds slugs in order;
    missing lessons are not drawn."""

    slug = models.SlugField(unique=True)
    order = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=100)
    summary = models.TextField(blank=True)
    lessons = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("order",)

    def __str__(self) -> str:
        return self.title


class Skill(CoursePart):
    """An ability that lessons teach and tries count for. *requires* holds slugs of skills."""

    slug = models.SlugField(unique=True)
    order = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=100)
    theory = models.CharField(max_length=40, blank=True)
    requires = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("order",)

    def __str__(self) -> str:
        return self.title


class Lesson(CoursePart, Publishable):
    """One lesson of the course, with its steps."""

    CONTENT: ClassVar = (
        "slug",
        "number",
        "title",
        "track",
        "skills",
        "summary",
        "can",
        "picture",
        "trick",
        "source",
        "minutes",
        "state",
    )
    """The columns that a file has."""

    slug = models.SlugField(unique=True)
    number = models.PositiveSmallIntegerField(help_text="Place in the course.")
    title = models.CharField(max_length=100)
    track = models.ForeignKey(Track, on_delete=models.PROTECT, related_name="lessons")
    skills = models.JSONField(default=list, blank=True)
    summary = models.TextField(help_text="One sentence for the list of lessons.")
    can = models.TextField(blank=True, help_text="One sentence: what students can do afterwards.")
    picture = models.JSONField(
        default=dict, blank=True, help_text="The position shown at the end: a ruleset and its rows."
    )
    trick = models.TextField(
        blank=True, help_text="A card to print: how to try it on somebody, with things at hand."
    )
    source = models.TextField(blank=True, help_text="The book or paper behind the lesson.")
    minutes = models.PositiveSmallIntegerField(default=8, help_text="How long it really takes.")

    class Meta:
        ordering = ("number", "pk")

    def __str__(self) -> str:
        # A new lesson has no number before it is put into the course.
        return self.title if self.number is None else f"{self.number}. {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("lessons:lesson", args=[self.slug])

    @cached_property
    def address(self) -> str:
        """The same, looked up once for a lesson of the course that is kept."""
        return self.get_absolute_url()

    @property
    def friend_url(self) -> str:
        """Where a friend is invited to the game that the lesson begins with."""
        boards = self.steps.exclude(order=None).exclude(position="").order_by("order")
        game = boards.values("ruleset", "position", "convention").first()
        return f"{reverse('play:setup')}?{urlencode({'opponent': 'friend', **(game or {})})}"

    @property
    def live_steps(self) -> list[Step]:
        """The current steps of the lesson, in order."""
        return [step for step in self.steps.all() if step.order]

    @property
    def content(self) -> dict[str, Any]:
        """The lesson in the form of its file, in canonical form."""
        fields = {name: getattr(self, name) for name in self.CONTENT}
        fields |= {"track": self.track.slug, "state": str(self.state)}
        content = {key: value for key, value in fields.items() if value not in ("", [], {})}
        return content | {"steps": [step.content for step in self.live_steps]}


class Step(CoursePart):
    """One step of a lesson. *order* counts from 1; it is None for a step that is no longer part of
    the lesson but has answers. Every kind except ``tell`` is an exercise."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="steps")
    order = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=10, choices=step_kinds, default=TELL)
    title = models.CharField(max_length=100, blank=True)
    text = models.TextField(blank=True)
    ruleset = models.TextField(blank=True)
    position = models.TextField(blank=True)
    convention = models.CharField(max_length=6, blank=True, choices=endings)
    to_move = models.CharField(
        max_length=5, blank=True, choices=[("left", "Left"), ("right", "Right")]
    )
    diagram = models.CharField(max_length=40, blank=True)
    skill = models.CharField(max_length=50, blank=True)
    extra = models.JSONField(default=dict, blank=True)
    answer = models.JSONField(null=True, blank=True)
    hints = models.JSONField(default=list, blank=True)
    feedback = models.JSONField(default=dict, blank=True)
    otherwise = models.TextField(blank=True)
    after = models.TextField(blank=True)
    claims = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = (models.F("order").asc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint(fields=["lesson", "order"], name="step_order_unique_in_lesson"),
        )

    def __str__(self) -> str:
        return f"{self.order}. {self.title or self.kind}"

    def get_absolute_url(self) -> str:
        return reverse("lessons:step", args=[self.lesson.slug, self.order])

    @property
    def goal(self) -> str:
        """The goal of the question; empty if the step only tells."""
        return "" if self.kind == TELL else self.kind

    @property
    def content(self) -> dict[str, Any]:
        """The step in the form of its file, in canonical form."""
        names = ("kind", "title", "text", "ruleset", "position", "convention", "to_move")
        content = {key: getattr(self, key) for key in (*names, "diagram", "skill")}
        content |= {key: self.extra[key] for key in EXTRA_KEYS if key in self.extra}
        content["answer"] = self.answer
        content |= {key: getattr(self, key) for key in ("hints", "feedback", "otherwise", "after")}
        content["claims"] = self.claims
        return {
            key: value
            for key, value in content.items()
            if value is not None and (key == "answer" or value not in ("", [], {}))
        }

    @classmethod
    def of(cls, content: dict[str, Any]) -> Step:
        """An unsaved step from its canonical content."""
        fields = {key: value for key, value in content.items() if key not in EXTRA_KEYS}
        extra = {key: value for key, value in content.items() if key in EXTRA_KEYS}
        return cls(**fields, extra=extra)

    @property
    def identity(self) -> tuple[str, ...]:
        """Values that identify a step even if its words change. All steps that only tell are alike,
        whatever their board."""
        if self.kind == TELL:
            return (TELL,)
        return self.kind, self.ruleset, self.position, self.convention, self.to_move

    @property
    def counts_for(self) -> str:
        """The slug of the skill that tries count for."""
        return self.skill or next(iter(self.lesson.skills), "")


class LessonVersion(PublishedVersion):
    """The content of a lesson as it was published, by whom and why; it can be restored."""

    lesson = models.ForeignKey(Lesson, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(fields=["lesson", "version"], name="lesson_version_unique"),
        )


class StepRecord(OnePerOwner):
    """A person's progress with one step: the help taken, the game, and whether it is done."""

    step = models.ForeignKey(Step, on_delete=models.CASCADE, related_name="records")
    hint_tier = models.PositiveSmallIntegerField(default=0)
    answer_shown = models.BooleanField(default=False)
    match = models.ForeignKey(
        Match, on_delete=models.SET_NULL, null=True, blank=True, related_name="step_records"
    )
    done_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    subject = ("step_id",)

    class Meta(Owned.Meta):
        ordering = ("-changed_at",)
        constraints = (*Owned.Meta.constraints, *one_per_owner("step", name="step_record"))

    def __str__(self) -> str:
        return f"{self.step}: {'done' if self.done_at else 'open'}"

    def better_than(self, other: Self) -> bool:
        """Compare records: done is better, then without the answer shown, then with less help."""
        own, theirs = (
            (record.done_at is not None, not record.answer_shown, -record.hint_tier)
            for record in (self, other)
        )
        return own > theirs


class StepAttempt(Attempt):
    """One answer to a step, as given."""

    objects: ClassVar[AttemptsAt[Self]] = AttemptsAt("step")
    step: Step

    class Meta:
        proxy = True
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.step}: {self.answer}"
