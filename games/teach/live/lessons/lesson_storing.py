"""Storing checked room lessons: the row, and a version if the lesson is published."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction

from games.content.shapes import Content
from games.content.versions import LOADED_NOTE, Publishable, add_version
from games.people.models import User
from games.teach.live.lessons.models import TITLE_LENGTH, RoomLesson, own_slug
from solver import InvalidInputError

MOST_OWN = 200
TOO_MANY = f"You have {MOST_OWN} room lessons. Delete one before you add another."
USUAL: Content = {
    "order": 0,
    "source": "",
    "theory": "",
    "from_age": None,
    "state": Publishable.State.PUBLISHED,
}
"""The defaults for fields that a file leaves out."""


def store_room_lesson(
    content: Content,
    *,
    note: str,
    by: User | None = None,
    row: RoomLesson | None = None,
    loaded: str | None = None,
) -> RoomLesson:
    """Store a room lesson of the site, or the one in *row*. A published lesson gets a new
    version."""
    fields: dict[str, Any] = USUAL | content
    if loaded is not None:
        fields["loaded"] = loaded
    with transaction.atomic():
        if row is None:
            row = RoomLesson.objects.of_site().filter(slug=content["slug"]).first() or RoomLesson()
        for name, value in fields.items():
            setattr(row, name, value)
        row.save()
        if row.is_published:
            add_version(row, row.content, note, by)
    return row


def store_loaded(content: Content, mark: str) -> None:
    """Store a room lesson from a file. If a curator has made it a draft, it stays one."""
    before = RoomLesson.objects.of_site().filter(slug=content["slug"]).first()
    state = {"state": before.state} if before and "state" not in content else {}
    store_room_lesson(content | state, note=LOADED_NOTE, loaded=mark)


def add_own(owner: User, content: Content, key: uuid.UUID | None = None) -> RoomLesson:
    """A new draft of *owner* with this content and its own address, at most one for each *key* of a
    form.

    Raises :class:`InvalidInputError` if the owner has too many.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        slug = own_slug(content["title"])
        if key is not None:
            slug = f"{slug.rpartition('-')[0]}-{key.hex[:9]}"
            made = owner.room_lessons.filter(slug__endswith=f"-{key.hex[:9]}").first()
            if made is not None:
                return made
        if owner.room_lessons.count() >= MOST_OWN:
            raise InvalidInputError(TOO_MANY, value="")
        fields = USUAL | content | {"slug": slug, "order": 0, "state": Publishable.State.DRAFT}
        return RoomLesson.objects.create(owner=owner, **fields)


def copied(lesson: RoomLesson) -> Content:
    """The content for a copy of a lesson, which says where it comes from."""
    content = {name: value for name, value in lesson.content.items() if name != "state"}
    source = content.get("source", "")
    origin = f"After the room lesson “{lesson.title}”"
    title = f"{lesson.title[: TITLE_LENGTH - 7]} (copy)"
    if origin not in source:
        source = f"{origin}. {source}".strip()[:1000]
    return content | {"title": title, "source": source}
