"""Load content of any kind: read the files, check their shape and let the solver check them; then
store what differs from the database, unless an editor has changed it there.

Each kind of content is a subclass of :class:`ContentFiles`. It says where its files are, what they
may contain, and how to store one.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db import models, transaction

from games.content.reading import FOLDER, ContentError, Finding, as_yaml, parse, read_file
from games.content.shapes import Content, PartReader, Problem, Shape, lenient
from solver import SolverError

C = TypeVar("C")
"""The content of one entry in canonical form."""


@dataclass
class LoadedContent:
    """The result of loading: how many entries were *read*, and how many of them are new, updated,
    *kept* as an editor left them, or unchanged. *lines* name all that are not unchanged, *diffs*
    show the updates, and *more* has counts of a single kind."""

    read: int = 0
    created: int = 0
    updated: int = 0
    kept: int = 0
    unchanged: int = 0
    lines: list[str] = field(default_factory=list)
    diffs: list[str] = field(default_factory=list)
    more: dict[str, int] = field(default_factory=dict)


class ContentFiles(Generic[C]):
    """One kind of content in a *folder*, and its rows in the database. A row has a ``slug``, and in
    ``loaded`` the digest of the latest file."""

    name: ClassVar[str]
    summary: ClassVar[str] = "{read} solved, {created} new, {updated} updated, {kept} kept"
    """The summary of a load, with places for the numbers."""
    files: ClassVar[str]
    """The pattern of the files in the folder."""
    noun: ClassVar[str] = ""
    """The noun for one entry, if a file lists several."""
    goes: ClassVar[bool] = False
    """Whether to delete an unchanged row when its file is gone."""
    adopts: ClassVar[bool] = False
    """Whether a row without a digest counts as loaded: it is older than the digests."""
    key: ClassVar[str] = "slug"
    """The key and the column that name one entry."""
    is_ascii: ClassVar[bool] = False
    """Whether digests use ASCII text, to match digests stored earlier."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.folder = folder
        self.loaded = LoadedContent()

    # --- what a kind says of itself -------------------------------------------------------

    def shape(self, value: Any, place: str, number: int) -> tuple[C, list[Finding]]:
        """Read the value at *place*, entry *number* of its file, or 0 for one alone; return the
        content and the errors in its shape."""
        raise NotImplementedError

    def check(self, content: C, place: str) -> list[Finding]:
        """The errors that the solver and the stored data find."""
        return []

    def rows(self) -> models.QuerySet[Any]:
        """The stored rows."""
        raise NotImplementedError

    def content_of(self, row: Any) -> C:
        """A row in the form of its file."""
        return row.content  # type: ignore[no-any-return]

    def written(self, content: C) -> Any:
        """The content as lists, mappings, texts and numbers, from which we make the digest."""
        return content

    def slug(self, content: C) -> str:
        return str(content[self.key])  # type: ignore[index]

    def file_of(self, row: Any) -> Any:
        """A row in the form of a file that can be read again."""
        return self.content_of(row)

    def size(self, content: C) -> str:
        """The size of an entry: “5 steps”."""
        raise NotImplementedError

    def prepare(self, contents: Collection[C]) -> None:
        """Store common data that belongs to no single file."""

    def store(self, changed: Sequence[tuple[C, str]]) -> None:
        """Store these contents, each with its digest."""
        raise NotImplementedError

    def finish(self, contents: Collection[C]) -> None:
        """Update everything that depends on all contents together."""

    # --- reading --------------------------------------------------------------------------

    @property
    def is_there(self) -> bool:
        """Whether the folder has content of this kind."""
        return (self.folder / self.files.partition("/")[0]).exists()

    def read(self) -> dict[str, C]:
        """The content of all files, by place. Raises :class:`ContentError` with all errors."""
        contents: dict[str, C] = {}
        findings: list[Finding] = []
        slugs = set[str]()
        for place, number, value in self._entries(findings):
            try:
                content = self.read_one(value, place, number)
            except ContentError as error:
                findings += error.findings
                continue
            if self.slug(content) in slugs:
                findings.append(Finding(place, 0, f"the slug {self.slug(content)} appears twice"))
            slugs.add(self.slug(content))
            contents[place] = content
        if findings:
            raise ContentError(findings)
        return contents

    def _entries(self, findings: list[Finding]) -> Iterator[tuple[str, int, Any]]:
        """Yield each entry: its place, its number in the file, and its value."""
        for path in sorted(self.folder.glob(self.files)):
            value, wrong = read_file(path)
            if self.noun and not wrong and not isinstance(value, list):
                wrong = [Finding(path.name, 0, "a list is expected")]
            findings += wrong
            if not wrong:
                for number, entry in enumerate(value if self.noun else [value], 1):
                    place = f"{path.name}, {self.noun} {number}" if self.noun else path.name
                    yield place, number, entry

    def read_text(self, text: str, file: str) -> C:
        """Read one entry from text. Raises :class:`ContentError`."""
        value, wrong = parse(text, file)
        if wrong:
            raise ContentError(wrong)
        return self.read_one(value, file)

    def read_one(self, value: Any, place: str, number: int = 0) -> C:
        """Read and check one entry. Raises :class:`ContentError` with all its errors."""
        try:
            content, wrong = self.shape(value, place, number)
            wrong = wrong or self.check(content, place)
        except ValidationError as error:
            raise ContentError(validation_findings(error, place)) from error
        except ContentError:
            raise
        except (SolverError, ValueError) as error:
            raise ContentError([Finding(place, 0, str(error))]) from error
        if wrong:
            raise ContentError(wrong)
        return content

    def findings(self, row: Any) -> list[Finding]:
        """The current errors in a stored row."""
        try:
            self.read_one(self.file_of(row), f"{getattr(row, self.key)}.yaml")
        except ContentError as error:
            return error.findings
        return []

    # --- storing --------------------------------------------------------------------------

    @classmethod
    def load(cls, folder: Path = FOLDER, *, overwrite: bool = False) -> LoadedContent:
        """Load the files of a folder. A second load changes nothing. A row that was changed on the
        site after loading stays, unless *overwrite* is set.

        Raises :class:`ContentError` with all errors, and then stores nothing.
        """
        kind = cls(folder)
        with transaction.atomic():
            contents = kind.read()
            kind.prepare(contents.values())
            rows = {str(getattr(row, kind.key)): row for row in kind.rows()}
            changed = [
                (content, kind.digest(content))
                for place, content in contents.items()
                if kind._is_changed(content, place, rows.pop(kind.slug(content), None), overwrite)
            ]
            kind.store(changed)
            for row in rows.values():
                if kind.goes and kind.is_as_loaded(row):
                    row.delete()
            kind.finish(contents.values())
        kind.loaded.read = len(contents)
        return kind.loaded

    def _is_changed(self, content: C, place: str, row: Any, overwrite: bool) -> bool:
        """Whether to store the content of a file; record the reason in the result."""
        loaded, mark = self.loaded, self.digest(content)
        if row is None:
            loaded.created += 1
            loaded.lines.append(f"{place}: new, {self.size(content)}")
            return True
        before = self.content_of(row)
        if self.digest(before) == mark:
            loaded.unchanged += 1
            if row.loaded != mark:
                self.rows().filter(pk=row.pk).update(loaded=mark)
            return False
        is_ours = self.is_as_loaded(row) or (self.adopts and not row.loaded)
        if not is_ours and not overwrite:
            loaded.kept += 1
            loaded.lines.append(f"{place}: changed on this site after loading, so left as it is")
            return False
        loaded.updated += 1
        loaded.lines.append(f"{place}: updated")
        loaded.diffs.append(difference(self.written(before), self.written(content), place))
        return True

    def is_as_loaded(self, row: Any) -> bool:
        """Whether a row still matches the latest file."""
        return bool(row.loaded == self.digest(self.content_of(row)))

    def digest(self, content: C) -> str:
        return digest(self.written(content), is_ascii=self.is_ascii)


def digest(written: Any, *, is_ascii: bool = False) -> str:
    """A fingerprint of content that does not depend on the order of keys."""
    text = json.dumps(written, sort_keys=True, ensure_ascii=is_ascii, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def difference(before: Any, after: Any, name: str) -> str:
    """The change of content as a unified diff of YAML texts."""
    was, now = (
        as_yaml(json.loads(json.dumps(written, default=str))).splitlines() if written else []
        for written in (before, after)
    )
    lines = difflib.unified_diff(was, now, f"{name} before", f"{name} after", lineterm="")
    return "\n".join(lines)


def validation_findings(error: ValidationError, place: str) -> list[Finding]:
    """The errors of a model's validation, field by field."""
    return [
        Finding(place, 0, f"{name}: {' '.join(said)}" if name != "__all__" else " ".join(said))
        for name, said in error.message_dict.items()
    ]


def read_mapping(
    value: Any, shapes: Mapping[str, Shape], place: str
) -> tuple[Content, list[Finding]]:
    """A mapping in canonical form, and all errors in its shape."""
    problems: list[Problem] = []
    content = lenient(value, shapes, problems)
    return content, [Finding(place, 0, problem) for problem in problems]


def read_in_parts(
    value: Any,
    shapes: Mapping[str, Shape],
    place: str,
    *,
    parts: str,
    most: int,
    reader: PartReader,
) -> tuple[Content, list[Finding]]:
    """A mapping whose key *parts* holds a list; *reader* reads each part."""
    if not isinstance(value, dict):
        return read_mapping(value, shapes, place)
    listed = value.get(parts)
    rest = {key: written for key, written in value.items() if key != parts}
    content, findings = read_mapping(rest, shapes, place)
    if not isinstance(listed, list) or not 1 <= len(listed) <= most:
        findings.append(Finding(place, 0, f"{parts}: a list of 1 to {most} {parts} is expected"))
        listed = []
    content[parts] = []
    for number, part in enumerate(listed, 1):
        wrong: list[Problem] = []
        content[parts].append(reader(part, wrong))
        findings += [Finding(place, number, problem) for problem in wrong]
    return content, findings
