"""Store a checked lesson: its row, its steps, a version if it is published, and its place in the
course."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.db import transaction

from games.content.shapes import Content, left_out
from games.content.versions import LOADED_NOTE, add_version
from games.learn.lessons.finishes import keep_finishes
from games.learn.lessons.models import Lesson, LessonVersion, Step, Track
from games.learn.puzzles.models import PuzzleSet
from games.people.models import User


def store(
    content: Content, *, note: str, by: User | None = None, rows: Sequence[int | None] = ()
) -> Lesson:
    """Store a checked lesson; if it is published, create a version with *note*.

    *rows* names for each step the row in which it was edited, if any.
    """
    with transaction.atomic():
        lesson = _store_fields(content)
        _store_rest(lesson, content["steps"], note=note, by=by, rows=rows)
    return lesson


def store_loaded(changed: Sequence[tuple[Content, str]]) -> None:
    """Store lessons that were read from files, each with its digest. All lessons are stored before
    their steps, so that a step can move to another lesson with its answers."""
    lessons = [(_store_fields(content, mark), content["steps"]) for content, mark in changed]
    move_steps(lessons)
    for lesson, steps in lessons:
        _store_rest(lesson, steps, note=LOADED_NOTE)


def _store_fields(content: Content, loaded: str | None = None) -> Lesson:
    """Store a lesson's own fields, and record who has finished its current steps."""
    fields = {key: value for key, value in content.items() if key not in ("steps", "track")}
    defaults = {
        **left_out(Lesson, Lesson.CONTENT),
        **fields,
        "track": Track.objects.get(slug=content["track"]),
    }
    if loaded is not None:
        defaults["loaded"] = loaded
    lesson, _ = Lesson.objects.update_or_create(slug=content["slug"], defaults=defaults)
    keep_finishes(lesson)
    return lesson


def _store_rest(
    lesson: Lesson,
    steps: list[Content],
    *,
    note: str,
    by: User | None = None,
    rows: Sequence[int | None] = (),
) -> None:
    """Store a lesson's steps and, if it is published, a version."""
    store_steps(lesson, steps, rows)
    if lesson.state == Lesson.State.PUBLISHED:
        keep_version(lesson, note, by)


def keep_version(lesson: Lesson, note: str, by: User | None = None) -> LessonVersion:
    """Increase the version and store the content."""
    lessons = Lesson.objects.select_related("track").prefetch_related("steps")
    version: LessonVersion = add_version(lesson, lessons.get(pk=lesson.pk).content, note, by)
    return version


def store_steps(lesson: Lesson, contents: list[Content], rows: Sequence[int | None] = ()) -> None:
    """Write the steps in order. A step keeps its row if its exercise is unchanged; a step that is
    no longer used is deleted, or set aside if people have answered it.

    *rows* names for each step the row in which it was edited, if any.
    """
    before = list(lesson.steps.all())
    steps = [Step.of(content) for content in contents]
    kept = _matching_rows(steps, before, rows)
    lesson.steps.update(order=None)
    for order, step in enumerate(steps, 1):
        old = kept.get(order)
        step.lesson, step.order = lesson, order
        step.pk = old.pk if old else None
        step.save(force_insert=old is None, force_update=old is not None)
    for old in before:
        is_gone = old not in kept.values()
        if is_gone and not old.records.exists() and not old.attempts.exists():
            old.delete()


def move_steps(lessons: list[tuple[Lesson, list[Content]]]) -> None:
    """Move rows from lessons that no longer have a step to the lessons that have it now.

    Each of *lessons* is paired with its new steps. A moved row has no place until
    :func:`store_steps` gives it one.
    """
    changed = [lesson for lesson, _ in lessons]
    free = list(Step.objects.filter(order=None).exclude(lesson__in=changed))
    wanted: list[tuple[Lesson, Step]] = []
    for lesson, contents in lessons:
        before = list(lesson.steps.all())
        steps = [Step.of(content) for content in contents]
        kept = _matching_rows(steps, before, ())
        free += [old for old in before if old not in kept.values()]
        wanted += [(lesson, step) for order, step in enumerate(steps, 1) if order not in kept]
    for lesson, step in wanted:
        twins = [old for old in free if old.identity == step.identity]
        titled = [old for old in twins if old.title == step.title]
        # Without a question about a position, only the title identifies a step.
        usable = titled or twins if step.goal and step.position else titled
        if usable:
            old = usable[0]
            free.remove(old)
            old.lesson, old.order = lesson, None
            old.save(update_fields=["lesson", "order"])


def _matching_rows(
    steps: list[Step], before: list[Step], rows: Sequence[int | None]
) -> dict[int, Step]:
    """The stored step for each new one, by place. Among equal steps, prefer the one that was
    edited, then the one with the same title, then the one at this place, then any."""
    named = dict(enumerate(rows, 1))
    same: tuple[Callable[[int, Step, Step], bool], ...] = (
        lambda order, step, old: old.pk == named.get(order),
        lambda order, step, old: old.title == step.title,
        lambda order, step, old: old.order == order,
        lambda order, step, old: True,
    )
    free, kept = list(before), dict[int, Step]()
    for fits in same:
        for order, step in enumerate(steps, 1):
            twins = [old for old in free if old.identity == step.identity]
            twin = next((old for old in twins if fits(order, step, old)), None)
            if order not in kept and twin is not None:
                kept[order] = twin
                free.remove(twin)
    return kept


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
