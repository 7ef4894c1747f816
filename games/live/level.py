"""The theories that explain questions in a room: the one of its lesson, or those that its class has
learnt."""

from __future__ import annotations

from uuid import UUID

from django.utils.functional import SimpleLazyObject

from games.assignments.models import Item
from games.boards.learnt import Theories
from games.lessons.learnt import learnt_by
from games.lessons.models import Lesson
from games.live.models import Question, Room


def theories_for(question: Question) -> Theories:
    """The theories that explain a question of a room, looked up when needed."""
    return SimpleLazyObject(lambda: theories_in(question.room))


def theories_in(room: Room) -> Theories:
    """The theory that the room's lesson names, or those that its class has learnt in the lessons
    set so far. Nobody knows what guests have learnt, so their rooms use no theory."""
    named = named_by(room)
    return frozenset([named]) if named else _had_by(room.classroom_id)


def named_by(room: Room) -> str:
    """The theory that the current part or its lesson names; empty if neither does."""
    part = room.part.content if room.part else {}
    return str(part.get("theory") or room.theory)


def _had_by(classroom_id: UUID | None) -> Theories:
    was_set = Item.objects.filter(
        assignment__classroom=classroom_id, assignment__published_at__isnull=False
    )
    lessons = Lesson.objects.filter(pk__in=was_set.values("lesson")).order_by("number")
    furthest = lessons.last() if classroom_id else None
    return learnt_by(furthest) if furthest else frozenset()
