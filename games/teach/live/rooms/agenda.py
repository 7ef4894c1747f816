"""The parts of a room's lesson, as they were when the room was opened: the current one, those
before and after it, and the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

from games.teach.live.lessons.kinds import lone_part, parts_of
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


MINUTE = 60


class Agenda:
    """The parts of a room's lesson, and the questions that were added to it."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @cached_property
    def parts(self) -> list[RoomPart]:
        """All parts of the lesson, in order; empty in a room without a lesson."""
        return list(self.room.parts.select_related("question"))

    @cached_property
    def told(self) -> list[LessonPart]:
        """The parts with their notes for the instructor."""
        return parts_of([part.content for part in self.parts])

    @cached_property
    def _place(self) -> int:
        """The index of the current part; -1 before the first."""
        keys = [part.pk for part in self.parts]
        return keys.index(self.room.part_id) if self.room.part_id in keys else -1

    @property
    def at(self) -> RoomPart | None:
        """The current part, even while the room answers an additional question."""
        return self.parts[self._place] if self._place >= 0 else None

    @property
    def is_beside(self) -> bool:
        """Whether the current question is not part of the lesson."""
        question = self.room.current
        if question is None or question.turn_version is not None or self.at is None:
            return False
        return self.at.question_id != question.pk

    @property
    def now(self) -> LessonPart | None:
        """The current part with its notes; None during an additional question."""
        return None if self.at is None or self.is_beside else self.told[self._place]

    @cached_property
    def following(self) -> RoomPart | RoomQuestion | None:
        """The next part, or, after the last part, the first additional question not asked yet."""
        later = self.parts[self._place + 1 :]
        if later:
            return later[0]
        waiting = self.room.questions.filter(state=RoomQuestion.State.WAITING, turn_version=None)
        return waiting.filter(part__isnull=True).first()

    @property
    def coming(self) -> LessonPart | None:
        """The next part with its notes."""
        later = self.told[self._place + 1 :]
        return later[0] if later else None

    @cached_property
    def earlier(self) -> RoomPart | RoomQuestion | None:
        """The previous part, or, in a room without a lesson, the previous question."""
        if self.at is not None:
            if self.is_beside:
                return self.at
            return self.parts[self._place - 1] if self._place else None
        question = self.room.current
        if question is None or question.turn_version is not None:
            return None
        asked = self.room.questions.filter(turn_version=None, number__lt=question.number)
        return asked.exclude(state=RoomQuestion.State.WAITING).last()

    # --- the clock ------------------------------------------------------------------------

    @property
    def place(self) -> str:
        """The number of the part: ``Part 3 of 8``; empty in the lobby."""
        return f"Part {self._place + 1} of {len(self.parts)}" if self.at else ""

    @property
    def clock(self) -> str:
        """The minute of the lesson and of its part; empty before the lesson starts."""
        now = self.told[self._place] if self.at else None
        if now is None or self.at is None or self.room.begun_at is None:
            return ""
        whole = f"minute {minute_since(self.room.begun_at)} of {self.told[-1].ends}"
        if self.at.begun_at is None:
            return whole
        return f"{whole}, this part {minute_since(self.at.begun_at)} of {now.minutes}"


def minute_since(begun: datetime) -> int:
    """The number of the current minute since then, counted from 1."""
    return int((timezone.now() - begun).total_seconds() // MINUTE) + 1
