"""Content that is a draft before it is published, and its published versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, ClassVar, Self

from django.db import models

from games.content.loading import difference
from games.content.shapes import Content
from games.people.models import User
from games.web.watch.audit import What
from games.web.watch.audit import note as audit

FIRST = "first"
"""The choice of a place before all others."""
LOADED_NOTE = "Loaded from the content files."


class Publishable(models.Model):
    """Content with a state. *version* counts publications; *loaded* is the digest of its file, so
    that loading the same file again does not overwrite a curator's changes. ``versions`` are its
    published versions."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        PUBLISHED = "published", "published"
        RETIRED = "retired", "retired"

    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    version = models.PositiveIntegerField(default=0, editable=False)
    loaded = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        abstract = True

    @property
    def is_published(self) -> bool:
        return bool(self.state == self.State.PUBLISHED)

    @classmethod
    def published(cls) -> models.QuerySet[Self]:
        """Those that everybody may see."""
        return cls._default_manager.filter(state=cls.State.PUBLISHED)


class PublishedVersion(models.Model):
    """Content as it was published, by whom and why; it can be restored. *subject* is the column
    with its row."""

    subject: ClassVar[str] = "lesson"

    version = models.PositiveIntegerField()
    content = models.JSONField()
    note = models.CharField(max_length=200)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True
        ordering = ("-version",)

    def __str__(self) -> str:
        return f"{getattr(self, self.subject)}, version {self.version}"


def whole(place: float) -> float:
    """A place in a list. One that a file gives is a whole number, also where it was stored as a
    fraction could be."""
    return int(place) if place == int(place) else place


def place_after(others: Sequence[Any], after: str) -> float:
    """A place between the row with the key *after*, or :data:`FIRST`, and the next of *others*,
    which are in order. None of them moves, so none counts as changed."""
    keys = [FIRST, *(str(row.pk) for row in others)]
    here = keys.index(after) if after in keys else len(others)
    before = others[here - 1].order if here else None
    behind = others[here].order if here < len(others) else None
    if before is None or behind is None:
        ends = [one for one in (before, behind) if one is not None]
        return whole(ends[0] + (1 if before is not None else -1)) if ends else 1
    return whole((before + behind) / 2)


def add_version(row: Any, content: Content, note: str, by: User | None = None) -> Any:
    """Increase the version of a published row and store its *content*."""
    row.version += 1
    row.save(update_fields=["version"])
    if by is not None:
        audit(What.PUBLISHED, row, f"version {row.version}: {note}")
    return row.versions.create(version=row.version, content=content, note=note, by=by)


@dataclass(frozen=True)
class ChangedLine:
    """One line of a difference; *kind* is added, removed, place or same."""

    kind: str
    text: str


def changed_lines(diff: str) -> list[ChangedLine]:
    """The lines of a unified diff, without the two lines of file names."""
    kinds = {"+": "added", "-": "removed", "@": "place"}
    return [ChangedLine(kinds.get(line[:1], "same"), line) for line in diff.split("\n")[2:]]


def changes(before: Content, after: Content) -> list[ChangedLine]:
    """The changes of content, line by line."""
    return changed_lines(difference(before, after, ""))


@dataclass(frozen=True)
class VersionEntry:
    """An entry in the list of versions: its changes, and whether it is the current content."""

    version: Any
    diff: list[ChangedLine]
    is_now: bool


def entries_of(row: Any, now: Content) -> list[VersionEntry]:
    """The versions of a row, the latest first; *now* is its current content."""
    versions = list(row.versions.select_related("by"))
    return [
        VersionEntry(
            version,
            changes(before.content if before else {}, version.content),
            version.content == now,
        )
        for version, before in zip_longest(versions, versions[1:])
    ]
