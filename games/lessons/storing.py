"""Store a checked lesson: its row, its steps, and a version if it is published."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.content.shapes import Content
from games.desks.versions import LOADED_NOTE, add_version
from games.lessons.finishes import keep_finishes
from games.lessons.models import Lesson, LessonVersion, Track
from games.lessons.step_rows import move_steps, store_steps
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
    usual = {"source": "", "skills": [], "can": "", "picture": {}}
    defaults = {**usual, **fields, "track": Track.objects.get(slug=content["track"])}
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
