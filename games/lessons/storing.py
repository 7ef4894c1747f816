"""Writing a lesson that has been checked: its row, its steps, a version if it is published."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from games.content.shapes import Content
from games.lessons.finishes import keep_finishes
from games.lessons.models import Lesson, LessonVersion, Track
from games.lessons.step_rows import move_steps, store_steps
from games.people.models import User
from games.web.audit import What
from games.web.audit import note as audit

LOADED_NOTE = "Loaded from the content files."


def store(
    content: Content, *, note: str, by: User | None = None, rows: Sequence[int | None] = ()
) -> Lesson:
    """Write a lesson that has been checked; published, it gets a new version with *note*.

    *rows* names for each step the stored step it was edited in, if any.
    """
    with transaction.atomic():
        lesson = _store_fields(content)
        _store_rest(lesson, content["steps"], note=note, by=by, rows=rows)
    return lesson


def store_loaded(changed: Sequence[tuple[Content, str]]) -> None:
    """Write lessons that were read from files, each with its digest. All of them stand before
    their steps are written, so that a step can go from one to another and take along what people
    did."""
    lessons = [(_store_fields(content, mark), content["steps"]) for content, mark in changed]
    move_steps(lessons)
    for lesson, steps in lessons:
        _store_rest(lesson, steps, note=LOADED_NOTE)


def _store_fields(content: Content, loaded: str | None = None) -> Lesson:
    """Write what a lesson says of itself, and who has finished it as it stands."""
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
    """Write a lesson's steps, and keep the version of a published one."""
    store_steps(lesson, steps, rows)
    if lesson.state == Lesson.State.PUBLISHED:
        keep_version(lesson, note, by)


def keep_version(lesson: Lesson, note: str, by: User | None = None) -> LessonVersion:
    """Count the version up and keep its content."""
    lesson.version += 1
    lesson.save(update_fields=["version"])
    lessons = Lesson.objects.select_related("track").prefetch_related("steps")
    fresh = lessons.get(pk=lesson.pk)
    if by is not None:
        audit(What.PUBLISHED, lesson, f"version {lesson.version}: {note}")
    return LessonVersion.objects.create(
        lesson=lesson, version=lesson.version, content=fresh.content, note=note, by=by
    )
