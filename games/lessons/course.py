"""The course as it is the same for everybody. How far somebody is stands beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import cached_property

from games.lessons.models import Lesson, Route, Skill, Step, step_kinds


class StepOutline(NamedTuple):
    """A step of a lesson without what it says and asks: the *order*-th of *size*."""

    lesson: Lesson
    size: int
    key: int
    order: int
    kind: str
    title: str
    ruleset: str
    position: str

    def get_absolute_url(self) -> str:
        return reverse("lessons:step", args=[self.lesson.slug, self.order])

    @property
    def name(self) -> str:
        return self.title or dict(step_kinds())[self.kind]


OUTLINE = ("pk", "order", "kind", "title", "ruleset", "position")
"""What is read of a step for its outline, from *key* on."""


@dataclass(frozen=True, eq=False)
class Course:
    """*Every* lesson, drafts and retired ones too, with the *steps* of each by its key."""

    every: tuple[Lesson, ...]
    steps: Mapping[int, tuple[StepOutline, ...]]

    @cached_property
    def published(self) -> tuple[Lesson, ...]:
        return tuple(one for one in self.every if one.state == Lesson.State.PUBLISHED)


@dataclass(frozen=True, eq=False)
class Ways:
    """The *routes* through the course, and the *skills* it teaches, in their order."""

    routes: tuple[Route, ...]
    skills: tuple[Skill, ...]


def _lessons() -> QuerySet[Lesson]:
    return Lesson.objects.select_related("track")


def _outlines() -> QuerySet[Any]:
    live = Step.objects.filter(order__isnull=False).order_by("lesson", "order")
    return live.values_list("lesson", *OUTLINE)


def the_course() -> Course:
    """The course as it stands now."""
    every = tuple(_lessons())
    rows: dict[int, list[tuple[Any, ...]]] = {lesson.pk: [] for lesson in every}
    for lesson, *row in _outlines():
        rows.setdefault(lesson, []).append(tuple(row))
    steps = {
        lesson.pk: tuple(StepOutline(lesson, len(rows[lesson.pk]), *row) for row in rows[lesson.pk])
        for lesson in every
    }
    return Course(every, steps)


def the_ways() -> Ways:
    """The ways through it as they are now."""
    return Ways(tuple(Route.objects.all()), tuple(Skill.objects.all()))


def covered(builds_on: Mapping[str, tuple[Lesson, ...]], slugs: Iterable[str]) -> set[str]:
    """Everything that lessons build on, near or far, where each *builds_on* some."""
    found: set[str] = set()
    waiting = list(slugs)
    while waiting:
        new = [one.slug for one in builds_on.get(waiting.pop(), ()) if one.slug not in found]
        found.update(new)
        waiting += new
    return found


def needs(course: Course, ways: Ways) -> dict[str, tuple[Lesson, ...]]:
    """By slug, the lessons that each lesson of the course builds on.

    A lesson that goes on with a skill builds on the one that introduces it; the one that
    introduces it builds on those that introduce what the skill requires.
    """
    requires = {skill.slug: skill.requires for skill in ways.skills}
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
