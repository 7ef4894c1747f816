"""The room lessons that come with the site: ``content/live/*.yaml``, checked by the solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models

from games.content import shapes
from games.content.loading import ContentFiles, read_in_parts
from games.content.reading import Finding
from games.content.shapes import Content, Reader
from games.content.versions import Publishable
from games.people.models import User
from games.teach.live.lessons.lesson_storing import store_loaded, store_room_lesson
from games.teach.live.lessons.models import RoomLesson, RoomLessonVersion
from games.teach.live.lessons.part_checks import check_part, read_part
from games.teach.live.lessons.part_terms import THEORY
from solver.teaching import counted

MAX_PARTS = 30
LESSON: dict[str, Reader] = {
    "slug": shapes.word,
    "order": shapes.whole,
    "title": shapes.line,
    "about": shapes.text,
    "audience": shapes.text,
    "from_age": shapes.whole,
    "needs": shapes.text,
    "minutes": shapes.whole,
    "source": shapes.text,
    **THEORY,
    "state": shapes.one_of(*Publishable.State.values),
}
REQUIRED = ("slug", "title", "about", "audience", "needs", "minutes")


class RoomLessonFiles(ContentFiles[Content]):
    """Room lessons, each in a file of its own."""

    name = "Room lessons"
    files = "live/*.yaml"
    goes = True

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        return read_in_parts(
            value, LESSON, place, REQUIRED, parts="parts", most=MAX_PARTS, reader=read_part
        )

    def check(self, content: Content, place: str) -> list[Finding]:
        RoomLesson(**content).full_clean(validate_unique=False)
        findings = [Finding(place, 0, problem) for problem in clock_wrong(content)]
        for number, part in enumerate(content["parts"], 1):
            findings += [Finding(place, number, problem) for problem in check_part(part)]
        return findings

    def rows(self) -> models.QuerySet[RoomLesson]:
        return RoomLesson.objects.of_site()

    def size(self, content: Content) -> str:
        return counted(len(content["parts"]), "part")

    def store(self, changed: Sequence[tuple[Content, str]]) -> None:
        for content, mark in changed:
            store_loaded(content, mark)


def clock_wrong(content: Content) -> Iterable[str]:
    """What is wrong with the minutes."""
    taken = sum(part["minutes"] for part in content["parts"])
    if taken != content["minutes"]:
        yield f"the parts take {taken} minutes, but the lesson says {content['minutes']}"


def restore_version(lesson: RoomLesson, version: RoomLessonVersion, by: User) -> RoomLesson:
    """Restore the content of an earlier version, as a new version.

    Raises :class:`ContentError` if the solver no longer accepts it.
    """
    now = {"slug": lesson.slug, "order": lesson.order}
    content = RoomLessonFiles().read_one(version.content | now, f"{lesson.slug}.yaml")
    note = f"Restored version {version.version}."
    return store_room_lesson(content, note=note, by=by, row=lesson)
