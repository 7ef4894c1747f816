"""How content with drafts and versions is stored: from the form of a curator, from a file, and from
an earlier version, all through the reader of its files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from django.db import models, transaction

from games.content.loading import ContentFiles, difference
from games.content.reading import as_yaml
from games.content.shapes import Content
from games.content.versions import (
    LOADED_NOTE,
    Publishable,
    VersionEntry,
    add_version,
    entries_of,
    whole,
)
from games.people.models import User

BEFORE_NOTE = "As it was before its first change here."


class PublishedFiles(ContentFiles[Content]):
    """A kind of content whose rows are :class:`~games.content.versions.Publishable`. A restored
    version leaves the columns in *stays* as they are now."""

    model: ClassVar[type[Any]]
    stays: ClassVar[tuple[str, ...]] = ("slug",)

    def every(self) -> models.QuerySet[Any]:
        """All rows, also those that no file of the site has."""
        return self.rows()

    def as_file(self, content: Content) -> Content:
        """The content of one entry as a file of its own."""
        return content

    def file_of(self, row: Any) -> Content:
        """A row as a file of its own, which a version keeps."""
        return self.as_file(self.content_of(row))

    def file_name(self, row: Any) -> str:
        """The name of the file for a row, without its end. Several rows may share one if a file of
        this kind lists several."""
        return str(getattr(row, self.key))

    def to_export(self) -> models.QuerySet[Any]:
        """The rows that belong into files."""
        return self.rows()

    def export(self, folder: Path) -> int:
        """Write the rows into files that :meth:`load` can read; return the number of rows."""
        files: dict[Path, list[Content]] = defaultdict(list)
        for row in self.to_export():
            path = folder / self.files.replace("*", self.file_name(row))
            files[path].append(self.file_of(row))
        for path, entries in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(as_yaml(entries if self.noun else entries[0]), encoding="utf-8")
        return sum(map(len, files.values()))

    def put(self, row: Any, content: Content) -> None:
        """Save the columns and the parts of a row."""
        raise NotImplementedError

    def find(self, content: Content) -> Any:
        """The stored row of an entry; None if it is new."""
        return self.rows().filter(**{self.key: content[self.key]}).first()

    def compared(self, text: str, file: str) -> tuple[Content, str]:
        """Read one entry from text; return it and its changes. Raises :class:`ContentError`."""
        content = self.read_text(text, file)
        stored = self.find(content)
        before = self.file_of(stored) if stored else {}
        after = self.as_file(content)
        return content, "" if before == after else difference(before, after, file)

    def place_of(self, content: Content, number: int) -> float:
        """The place of an entry in its list: its *number* in a file of several. An entry alone
        stays where it is, and a new one comes last."""
        if number:
            return number
        stored = self.find(content)
        last = self.rows().aggregate(last=models.Max("order"))["last"] or 0
        return whole(stored.order if stored else last // 1 + 1)

    # --- storing --------------------------------------------------------------------------

    def write(
        self,
        content: Content,
        *,
        note: str,
        by: User | None = None,
        row: Any = None,
        loaded: str | None = None,
    ) -> Any:
        """Store checked content, in *row* if it is given. Published content gets a version. Content
        from before there were versions is kept as the first one."""
        with transaction.atomic():
            row = row or self.find(content) or self.model()
            if row.is_published and not row.version and not row._state.adding:
                add_version(row, self.file_of(row), BEFORE_NOTE)
            if loaded is not None:
                row.loaded = loaded
            row.state = content.get("state", Publishable.State.PUBLISHED)
            self.put(row, content)
            row = self.every().get(pk=row.pk)
            if row.is_published:
                add_version(row, self.file_of(row), note, by)
        return row

    def restore(self, row: Any, version: Any, by: User) -> Any:
        """Restore the content of an earlier version, as a new version.

        Raises :class:`ContentError` if the solver no longer accepts it.
        """
        now = {name: getattr(row, name) for name in self.stays}
        content = self.read_one(version.content | now, f"{row}.yaml")
        return self.write(content, note=f"Restored version {version.version}.", by=by, row=row)

    def store(self, changed: Sequence[tuple[Content, str]]) -> None:
        """Store content from files. What a curator has made a draft stays one."""
        for content, mark in changed:
            before = self.find(content)
            state = {"state": before.state} if before and "state" not in content else {}
            self.write(content | state, note=LOADED_NOTE, loaded=mark)

    def versions_of(self, row: Any) -> list[VersionEntry]:
        """The versions of a row, the latest first."""
        return entries_of(row, self.file_of(row))
