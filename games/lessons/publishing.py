"""Publish a lesson or restore an earlier version, unless the solver contradicts it."""

from __future__ import annotations

from django.db import transaction

from games.lessons.files import read_checked
from games.lessons.models import Lesson, LessonVersion
from games.lessons.storing import keep_version, store
from games.people.models import User


def publish(lesson: Lesson, note: str, by: User) -> LessonVersion:
    """Publish a lesson in its current state.

    Raises :class:`ContentError` if the solver finds an error; then nothing changes.
    """
    read_checked(lesson.content, f"{lesson.slug}.yaml")
    with transaction.atomic():
        lesson.state = Lesson.State.PUBLISHED
        lesson.save(update_fields=["state"])
        return keep_version(lesson, note, by)


def revert(lesson: Lesson, version: LessonVersion, by: User) -> Lesson:
    """Restore the content of an earlier version as a new version, at the lesson's current place.

    Raises :class:`ContentError` if the solver no longer accepts it.
    """
    now = {"slug": lesson.slug, "number": lesson.number}
    content = read_checked(version.content | now, f"{lesson.slug}.yaml")
    return store(content, note=f"Restored version {version.version}.", by=by)
