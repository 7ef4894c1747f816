"""The parts of a room's lesson, as they were when the room was opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.utils.functional import cached_property

from games.teach.live.lessons.kinds import lone_part
from games.teach.live.lessons.lesson_parts import LessonPart, PartKind
from games.teach.live.rooms.models import Room, RoomQuestion


class RoomPart(models.Model):
    """A part of a room's lesson. *content* is a copy of its entry in the lesson, so later changes
    to the lesson do not affect the room.

    A part that asks has its *question*; a film shows *frame*, counted from 1.
    """

    room = models.ForeignKey(Room, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveSmallIntegerField()
    content = models.JSONField()
    question = models.OneToOneField(
        RoomQuestion, on_delete=models.SET_NULL, null=True, blank=True, related_name="part"
    )
    frame = models.PositiveSmallIntegerField(default=1)
    begun_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["room", "number"], name="one_part_for_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}. {self.content['title']}"

    @cached_property
    def told(self) -> LessonPart:
        """The part with its notes and terms."""
        return lone_part(self.content, self.number)

    @property
    def kind(self) -> PartKind:
        return self.told.kind


def add_parts(
    room: Room, contents: Sequence[dict[str, Any] | None], questions: Sequence[RoomQuestion | None]
) -> None:
    """Store the parts of a lesson in a new room, each with its question if it asks one."""
    RoomPart.objects.bulk_create(
        RoomPart(room=room, number=number, content=content, question=question)
        for number, (content, question) in enumerate(
            ((one, asked) for one, asked in zip(contents, questions, strict=True) if one), 1
        )
    )
