"""Publishing a lesson, and going back to an earlier version. Nothing is published that the solver
contradicts."""

from __future__ import annotations

from django.db import transaction

from games.lessons.files import read_checked
from games.lessons.models import Lesson, LessonVersion
from games.lessons.storing import keep_version, store
from games.people.models import User


def publish(lesson: Lesson, note: str, by: User) -> LessonVersion:
    """Publish a lesson as it stands.

    Raises :class:`ContentError` if the solver finds anything wrong; nothing is changed then.
    """
    read_checked(lesson.content, f"{lesson.slug}.yaml")
    with transaction.atomic():
        lesson.state = Lesson.State.PUBLISHED
        lesson.save(update_fields=["state"])
        return keep_version(lesson, note, by)


def revert(lesson: Lesson, version: LessonVersion, by: User) -> Lesson:
    """Bring the content of an earlier version back, as a new version, where the lesson stands now.

    Raises :class:`ContentError` if the solver no longer agrees with it.
    """
    now = {"slug": lesson.slug, "number": lesson.number}
    content = read_checked(version.content | now, f"{lesson.slug}.yaml")
    return store(content, note=f"Restored version {version.version}.", by=by)
