"""The room lessons that come with the site: ``content/live/*.yaml``, solved as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import models

from games.content import shapes
from games.content.loading import ContentFiles, read_in_parts
from games.content.reading import Finding
from games.content.shapes import Content, Reader
from games.live.lesson_parts import check_part, read_part
from games.live.lessons import RoomLesson
from solver import counted

MAX_PARTS = 30
LESSON: dict[str, Reader] = {
    "slug": shapes.word,
    "order": shapes.whole,
    "title": shapes.line,
    "about": shapes.text,
    "audience": shapes.text,
    "needs": shapes.text,
    "minutes": shapes.whole,
    "source": shapes.text,
}
REQUIRED = ("slug", "order", "title", "about", "audience", "needs", "minutes")


class RoomLessonFiles(ContentFiles[Content]):
    """Each in a file of its own."""

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
        return RoomLesson.objects.all()

    def size(self, content: Content) -> str:
        return counted(len(content["parts"]), "part")

    def store(self, changed: Sequence[tuple[Content, str]]) -> None:
        for content, mark in changed:
            RoomLesson.objects.update_or_create(
                slug=content["slug"], defaults={"source": "", **content, "loaded": mark}
            )


def clock_wrong(content: Content) -> Iterable[str]:
    """What is wrong with its minutes."""
    taken = sum(part["minutes"] for part in content["parts"])
    if taken != content["minutes"]:
        yield f"the parts take {taken} minutes, but the lesson says {content['minutes']}"
