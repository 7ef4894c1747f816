"""The course, which is the same for everybody. Each person's progress is kept apart from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.db.models.functions import Length
from django.urls import reverse
from django.utils.functional import cached_property

from games.learn.lessons.models import COURSE, TELL, Lesson, Route, Skill, Step, step_kinds
from games.questions.played_theorems import usable_on
from games.web.editions import kept


class StepOutline(NamedTuple):
    """A step of a lesson without its text and question: number *order* of *size*."""

    lesson: Lesson
    size: int
    key: int
    order: int
    kind: str
    title: str
    ruleset: str
    position: str
    letters: int
    """The length of its text."""
    convention: str
    cancels: bool | None
    """Of strips: whether squares and dominoes cancel."""

    @property
    def to_move(self) -> str:
        """Nobody: an outline does not tell."""
        return ""

    @property
    def goal(self) -> str:
        return "" if self.kind == TELL else self.kind

    @property
    def extra(self) -> dict[str, Any]:
        return {"cancel": self.cancels}

    def get_absolute_url(self) -> str:
        return reverse("lessons:step", args=[self.lesson.slug, self.order])

    @property
    def name(self) -> str:
        return self.title or dict(step_kinds())[self.kind]


OUTLINE: tuple[Any, ...] = (
    *("pk", "order", "kind", "title", "ruleset", "position"),
    *(Length("text"), "convention", "extra__cancel"),
)
"""The columns of a step in its outline, from *key* on."""


@dataclass(frozen=True, eq=False)
class Course:
    """*Every* lesson, drafts and retired ones too; the *steps* of each, by the lesson's key; the
    *routes* through the course, and its *skills* in order. *counts_for* maps the key of each step,
    even one that is set aside, to the slug of the skill that its answers count for."""

    every: tuple[Lesson, ...]
    steps: Mapping[int, tuple[StepOutline, ...]]
    routes: tuple[Route, ...]
    skills: tuple[Skill, ...]
    counts_for: Mapping[int, str]

    @cached_property
    def published(self) -> tuple[Lesson, ...]:
        return tuple(one for one in self.every if one.state == Lesson.State.PUBLISHED)

    @cached_property
    def usable(self) -> Mapping[int, frozenset[str]]:
        """The theorems that can be used on the boards of each lesson, by the lesson's key."""
        return {
            lesson: frozenset(key for step in steps for key in usable_on(step))
            for lesson, steps in self.steps.items()
        }


@kept(COURSE)
def the_course() -> Course:
    """The current course."""
    every = tuple(Lesson.objects.select_related("track"))
    usual = {lesson.pk: next(iter(lesson.skills), "") for lesson in every}
    rows: dict[int, list[tuple[Any, ...]]] = {lesson.pk: [] for lesson in every}
    counts_for = {}
    for key, lesson, skill, *row in _steps():
        order, kind, *_ = row
        if kind != TELL:
            counts_for[key] = skill or usual[lesson]
        if order is not None:
            rows[lesson].append((key, *row))
    steps = {
        lesson.pk: tuple(StepOutline(lesson, len(rows[lesson.pk]), *row) for row in rows[lesson.pk])
        for lesson in every
    }
    routes, skills = tuple(Route.objects.all()), tuple(Skill.objects.all())
    return Course(every, steps, routes, skills, counts_for)


def _steps() -> QuerySet[Any]:
    key, *outline = OUTLINE
    steps = Step.objects.order_by("lesson", "order")
    return steps.values_list(key, "lesson_id", "skill", *outline)


def covered(builds_on: Mapping[str, tuple[Lesson, ...]], slugs: Iterable[str]) -> set[str]:
    """All lessons that the lessons *slugs* build on, directly or indirectly."""
    found: set[str] = set()
    waiting = list(slugs)
    while waiting:
        new = [one.slug for one in builds_on.get(waiting.pop(), ()) if one.slug not in found]
        found.update(new)
        waiting += new
    return found


def needs(course: Course) -> dict[str, tuple[Lesson, ...]]:
    """For each slug, the lessons that this lesson builds on.

    A lesson that continues a skill builds on the lesson that introduces it. The lesson that
    introduces a skill builds on those that introduce the skills it requires.
    """
    requires = {skill.slug: skill.requires for skill in course.skills}
    introducing: dict[str, Lesson] = {}
    found: dict[str, tuple[Lesson, ...]] = {}
    for lesson in course.published:
        wanted: dict[str, Lesson] = {}
        for skill in lesson.skills:
            for slug in [skill] if skill in introducing else requires.get(skill, ()):
                if slug in introducing:
                    wanted[introducing[slug].slug] = introducing[slug]
        found[lesson.slug] = tuple(sorted(wanted.values(), key=lambda one: one.number))
        for skill in lesson.skills:
            introducing.setdefault(skill, lesson)
    return found
