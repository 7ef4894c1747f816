"""Data that is the same for everybody and seldom changes: each process caches it.

Each kind of data has an edition with a mark, which every change renews in its own transaction. A
reader compares the mark with one small query, so no other process has to be notified, and a change
that is rolled back leaves no stale copy.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, ClassVar, TypeVar

from django.db import models
from django.db.models.signals import post_delete, post_save

from games.web.models import Edition
from games.web.written_once import written_once

Read = TypeVar("Read")
Row = TypeVar("Row", bound="Edited")


class EditedQuerySet(models.QuerySet[Row]):
    """Rows of cached data: changes to many rows at once renew their edition too."""

    def update(self, **fields: Any) -> int:
        changed = super().update(**fields)
        renew(self.model.edition)
        return changed

    def bulk_create(self, *rows: Any, **how: Any) -> list[Row]:
        made = super().bulk_create(*rows, **how)
        renew(self.model.edition)
        return made


class Edited(models.Model):
    """A row of data that each process caches under the name of its *edition*."""

    edition: ClassVar[str]

    objects = EditedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        for changed in (post_save, post_delete):
            changed.connect(_renew, sender=cls)


def renew(edition: str) -> None:
    """Make every process read the data of *edition* again."""
    Edition.objects.filter(pk=edition).update(mark=uuid.uuid4())


@written_once
def _marks(edition: str) -> models.QuerySet[Edition, uuid.UUID]:
    return Edition.objects.filter(pk=edition).values_list("mark", flat=True)


def _renew(sender: type[Edited], **_: Any) -> None:
    renew(sender.edition)


def kept(edition: str) -> Callable[[Callable[[], Read]], Callable[[], Read]]:
    """Make a function read only once for each mark of *edition*. Everybody shares the value that it
    returns, so nobody may change it."""

    def keep(read: Callable[[], Read]) -> Callable[[], Read]:
        newest: dict[uuid.UUID, Read] = {}

        @wraps(read)
        def current() -> Read:
            mark = next(iter(_marks(edition)), None)
            if mark is None:
                return read()
            if mark not in newest:
                value = read()
                newest.clear()
                newest[mark] = value
                return value
            return newest[mark]

        return current

    return keep
