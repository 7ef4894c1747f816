"""The course as files: ``tracks.yaml``, ``routes.yaml``, ``skills.yaml`` and one file for each
lesson.

Reading returns canonical content, or all errors; writing creates files with the same content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import models

from games.content.loading import read_mapping
from games.content.publishing import PublishedFiles
from games.content.reading import FOLDER, ContentError, Finding, as_yaml, read_file
from games.content.shapes import Content, left_out
from games.learn.lessons.checks import check_lesson
from games.learn.lessons.models import Lesson, Route, Skill, Track
from games.learn.lessons.schema import LISTS, read_lesson
from games.learn.lessons.storing import store, store_loaded
from games.people.models import User
from solver.teaching import counted

MODELS: dict[str, Any] = {"tracks": Track, "routes": Route, "skills": Skill}
OPTIONAL = ("routes",)
"""Files that a course may lack: it needs no map."""


class LessonFiles(PublishedFiles):
    """The lessons, and in :attr:`lists` the tracks, routes and skills once they are read."""

    name = "Lessons"
    summary = "{created} new, {updated} updated, {kept} kept, {unchanged} unchanged"
    files = "lessons/*.yaml"
    model = Lesson
    stays = ("slug", "number")

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(folder)
        self.lists: dict[str, list[Content]] = {}

    @property
    def is_there(self) -> bool:
        return True

    def read(self) -> dict[str, Content]:
        findings = self._read_lists()
        try:
            lessons = super().read()
        except ContentError as error:
            raise ContentError([*findings, *error.findings]) from None
        numbers = Counter(content["number"] for content in lessons.values())
        findings += [
            Finding("lessons", 0, f"the number {number} appears twice")
            for number, times in numbers.items()
            if times > 1
        ]
        if findings:
            raise ContentError(findings)
        return lessons

    def _read_lists(self) -> list[Finding]:
        """Read the files beside the lessons, such as the tracks; return the errors."""
        findings: list[Finding] = []
        for name, shapes in LISTS.items():
            path = self.folder / f"{name}.yaml"
            self.lists[name] = []
            if name in OPTIONAL and not path.exists():
                continue
            value, wrong = read_file(path)
            if not wrong and not isinstance(value, list):
                wrong = [Finding(path.name, 0, "a list is expected")]
            findings += wrong
            for number, written in enumerate([] if wrong else value, 1):
                place = f"{path.name}, entry {number}"
                entry, wrong_here = read_mapping(written, shapes, place)
                self.lists[name].append(entry)
                findings += wrong_here
        return findings

    def known(self, name: str) -> list[str]:
        """The slugs of the tracks or skills, from the files if they were read, or from the site."""
        if name in self.lists:
            return [entry.get("slug", "") for entry in self.lists[name]]
        return list(MODELS[name]._default_manager.values_list("slug", flat=True))

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        return read_lesson(value, place)

    def check(self, content: Content, place: str) -> list[Finding]:
        known = {name: self.known(name) for name in ("skills", "tracks")}
        return [*self._twins(content, place), *check_lesson(content, place, **known)]

    def _twins(self, content: Content, place: str) -> list[Finding]:
        """An error if another lesson on the site has this number; files are compared elsewhere."""
        if self.lists:
            return []
        twins = Lesson.objects.filter(number=content["number"]).exclude(slug=content["slug"])
        return [
            Finding(place, 0, f"number {twin.number} belongs to {twin.title!r}")
            for twin in twins[:1]
        ]

    def rows(self) -> models.QuerySet[Lesson]:
        return Lesson.objects.select_related("track").prefetch_related("steps")

    def size(self, content: Content) -> str:
        return counted(len(content["steps"]), "step")

    def prepare(self, contents: Collection[Content]) -> None:
        for name, entries in self.lists.items():
            usual = left_out(MODELS[name], LISTS[name])
            for order, entry in enumerate(entries, 1):
                MODELS[name]._default_manager.update_or_create(
                    slug=entry["slug"], defaults={"order": order, **usual, **entry}
                )

    def file_name(self, row: Lesson) -> str:
        return file_name(row.content).removesuffix(".yaml")

    def export(self, folder: Path) -> int:
        """Write the lessons, and the lists beside them; return the number of lessons."""
        folder.mkdir(parents=True, exist_ok=True)
        for name, keys in LISTS.items():
            rows = MODELS[name]._default_manager.all()
            entries = [{k: getattr(row, k) for k in keys if getattr(row, k)} for row in rows]
            (folder / f"{name}.yaml").write_text(as_yaml(entries), encoding="utf-8")
        return super().export(folder)

    def write(self, content: Content, *, note: str, by: User | None = None, **_: Any) -> Lesson:
        return store(content, note=note, by=by)

    def store(self, changed: Sequence[tuple[Content, str]]) -> None:
        store_loaded(changed)


def read_checked(written: Any, file: str) -> Content:
    """Check a lesson, as written or as stored earlier, against the site.

    Raises :class:`ContentError` with all errors.
    """
    return LessonFiles().read_one(written, file)


def file_name(content: Content) -> str:
    """The name of a lesson's file."""
    return f"{content['number']:02}-{content['slug']}.yaml"


def export_zip() -> bytes:
    """The course as one zip file, in the layout that ``load_content`` reads."""
    packed = BytesIO()
    with TemporaryDirectory() as name:
        folder = Path(name)
        LessonFiles().export(folder)
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for file in sorted(folder.rglob("*.yaml")):
                archive.write(file, file.relative_to(folder))
    return packed.getvalue()
