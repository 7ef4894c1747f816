"""The place of a lesson in the course, between two others; numbers adjust automatically."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.learn.lessons.models import Lesson
from games.learn.lessons.storing import keep_version
from games.learn.puzzles.models import PuzzleSet
from games.people.models import User

FIRST = "first"
"""The choice for a lesson that comes before all others."""


def place_now(lesson: Lesson) -> str:
    """The slug of the lesson before this one, or :data:`FIRST`; a new lesson comes last."""
    others = Lesson.objects.exclude(pk=lesson.pk)
    if lesson.pk:
        others = others.filter(number__lt=lesson.number)
    before = others.order_by("number", "pk").last()
    return before.slug if before else FIRST


def numbers_with(lesson: Lesson | None, after: str) -> dict[str, int]:
    """The number of every lesson, by slug, if *lesson* comes after the one with slug *after*. A new
    lesson has an empty slug. Numbers in use are dealt out again."""
    others = [one for one in Lesson.objects.all() if lesson is None or one.pk != lesson.pk]
    numbers = [one.number for one in others]
    numbers.append(lesson.number if lesson else max(numbers, default=0) + 1)
    slugs = [one.slug for one in others]
    here = slugs.index(after) + 1 if after in slugs else 0
    slugs.insert(here, lesson.slug if lesson else "")
    return dict(zip(slugs, _ascending(numbers), strict=True))


def _ascending(numbers: Sequence[int]) -> list[int]:
    """The numbers in ascending order, increased where necessary to be distinct."""
    dealt: list[int] = []
    for number in sorted(numbers):
        dealt.append(max(number, dealt[-1] + 1) if dealt else number)
    return dealt


def make_room(numbers: dict[str, int], *, note: str, by: User | None) -> int:
    """Give every stored lesson its number, and change the numbers of the puzzle sets in the same
    way. Published lessons get a version with *note*. Returns the number of lessons that moved."""
    moved = 0
    with transaction.atomic():
        lessons = Lesson.objects.select_for_update().filter(slug__in=numbers)
        stored = {one.number: numbers[one.slug] for one in lessons}
        for lesson in lessons:
            if lesson.number == numbers[lesson.slug]:
                continue
            lesson.number = numbers[lesson.slug]
            lesson.save(update_fields=["number"])
            if lesson.state == Lesson.State.PUBLISHED:
                keep_version(lesson, note, by)
            moved += 1
        for puzzles in PuzzleSet.objects.filter(lesson__in=stored):
            if puzzles.lesson is not None and stored[puzzles.lesson] != puzzles.lesson:
                puzzles.lesson = stored[puzzles.lesson]
                puzzles.save(update_fields=["lesson"])
    return moved
