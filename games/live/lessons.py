"""Room lessons: what a room is asked in a lesson, one thing after the other, with notes for
whoever teaches. They belong to nobody, and know no class and no room."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.http import Http404
from django.urls import reverse

from games.live.lesson_parts import LessonPart, parts_of

LINE_LENGTH = 200


class RoomLesson(models.Model):
    """A room lesson. *parts* holds what it consists of as its file says it, in order; *loaded* is
    the fingerprint of what a file last said of it."""

    slug = models.SlugField(unique=True)
    order = models.PositiveSmallIntegerField(default=0)
    title = models.CharField(max_length=100)
    about = models.TextField(max_length=2000)
    audience = models.CharField(max_length=LINE_LENGTH)
    needs = models.CharField(max_length=LINE_LENGTH)
    minutes = models.PositiveSmallIntegerField(default=40)
    source = models.TextField(max_length=1000, blank=True)
    parts = models.JSONField(default=list, blank=True)
    loaded = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        ordering = ("order", "pk")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("live:lesson", args=[self.slug])

    @property
    def content(self) -> dict[str, Any]:
        """The lesson as its file says it, in canonical form."""
        names = ("slug", "order", "title", "about", "audience", "needs", "minutes", "source")
        fields = {name: getattr(self, name) for name in names}
        return {name: value for name, value in fields.items() if value != ""} | {
            "parts": self.parts
        }

    @property
    def told(self) -> list[LessonPart]:
        """Its parts, each with the minute at which it begins."""
        return parts_of(self.parts)

    @property
    def covers(self) -> list[LessonPart]:
        """Three boards that show what it is about: its first, its last, and one between."""
        boards = {part.place: part for part in self.told if part.asked.position}
        parts = list(boards.values())
        return [parts[0], parts[len(parts) // 2], parts[-1]] if parts[2:] else parts

    @property
    def questions(self) -> int:
        """How many things the room is asked."""
        return sum(part.is_question for part in self.told)


def get_room_lesson(slug: str) -> RoomLesson:
    """A room lesson, which anybody may read."""
    lesson = RoomLesson.objects.filter(slug=slug[:50].replace("\x00", "")).first()
    if lesson is None:
        raise Http404("There is no such room lesson.")
    return lesson
