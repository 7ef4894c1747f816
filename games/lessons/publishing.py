"""The course in the database: loading its files, publishing, going back, writing files.

Nothing is stored that the solver contradicts. Loading the same files twice changes nothing, and
what a curator has changed since is kept.
"""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.db import transaction

from games.content.reading import FOLDER, ContentError, Finding, as_yaml, parse
from games.content.shapes import Content
from games.lessons.checks import check_lesson
from games.lessons.files import file_name, read_course
from games.lessons.finishes import keep_finishes
from games.lessons.models import Lesson, LessonVersion, Route, Skill, Track
from games.lessons.schema import LISTS, read_lesson
from games.lessons.step_rows import move_steps, store_steps
from games.people.models import User
from games.web.audit import What
from games.web.audit import note as audit

LOADED_NOTE = "Loaded from the content files."
MODELS = {"tracks": Track, "routes": Route, "skills": Skill}
USUAL: dict[str, Content] = {
    "tracks": {"summary": ""},
    "routes": {"summary": "", "lessons": []},
    "skills": {"theory": "", "requires": []},
}
"""What an entry of these files that does not say it means."""


@dataclass
class Report:
    """What loading did or would do: one line a lesson, and the differences."""

    lines: list[str] = field(default_factory=list)
    diffs: list[str] = field(default_factory=list)
    created: int = 0
    updated: int = 0
    unchanged: int = 0
    kept: int = 0


def digest(content: Content) -> str:
    """A fingerprint of canonical content."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def load(folder: Path = FOLDER, *, overwrite: bool = False) -> Report:
    """Load the files of the course.

    A lesson that was changed here since it was loaded is kept unless *overwrite*. Raises
    :class:`ContentError` with everything that is wrong, and then stores nothing.
    """
    course = read_course(folder)
    if course.findings:
        raise ContentError(course.findings)
    report = Report()
    with transaction.atomic():
        for name, usual in USUAL.items():
            for order, entry in enumerate(getattr(course, name), 1):
                MODELS[name]._default_manager.update_or_create(
                    slug=entry["slug"], defaults={"order": order, **usual, **entry}
                )
        _load_lessons(course.lessons.values(), report, overwrite=overwrite)
    return report


def _load_lessons(contents: Iterable[Content], report: Report, *, overwrite: bool) -> None:
    """Store the lessons that the files change. All of them stand before their steps are written,
    so that a step can go from one to another and take along what people did."""
    changed = [content for content in contents if _is_changed(content, report, overwrite)]
    lessons = [(_store_fields(content, digest(content)), content["steps"]) for content in changed]
    move_steps(lessons)
    for lesson, steps in lessons:
        _store_rest(lesson, steps, note=LOADED_NOTE)


def _is_changed(content: Content, report: Report, overwrite: bool) -> bool:
    """Whether a file's lesson is to be stored; the report says why or why not."""
    name, mark = file_name(content), digest(content)
    stored = _find(content["slug"])
    if stored is None:
        report.created += 1
        report.lines.append(f"{name}: new, {len(content['steps'])} steps")
        return True
    before = stored.content
    if before == content:
        report.unchanged += 1
        if stored.loaded != mark:
            Lesson.objects.filter(pk=stored.pk).update(loaded=mark)
        return False
    changed_here = digest(before) != stored.loaded
    if changed_here and not overwrite:
        report.kept += 1
        report.lines.append(f"{name}: changed on this site after loading, so left as it is")
        return False
    report.updated += 1
    report.lines.append(f"{name}: updated")
    report.diffs.append(difference(before, content, name))
    return True


def _find(slug: str) -> Lesson | None:
    lessons = Lesson.objects.select_related("track").prefetch_related("steps")
    return lessons.filter(slug=slug).first()


def difference(before: Content, after: Content, name: str) -> str:
    """What changes, as a unified diff of the YAML texts."""
    lines = difflib.unified_diff(
        as_yaml(before).splitlines() if before else [],
        as_yaml(after).splitlines(),
        f"{name} before",
        f"{name} after",
        lineterm="",
    )
    return "\n".join(lines)


def store(
    content: Content, *, note: str, by: User | None = None, rows: Sequence[int | None] = ()
) -> Lesson:
    """Write a lesson that has been checked; published, it gets a new version with *note*.

    *rows* names for each step the stored step it was edited in, if any.
    """
    with transaction.atomic():
        lesson = _store_fields(content)
        _store_rest(lesson, content["steps"], note=note, by=by, rows=rows)
    return lesson


def _store_fields(content: Content, loaded: str | None = None) -> Lesson:
    """Write what a lesson says of itself, and who has finished it as it stands."""
    fields = {key: value for key, value in content.items() if key not in ("steps", "track")}
    usual = {"source": "", "skills": [], "can": "", "picture": {}}
    defaults = {**usual, **fields, "track": Track.objects.get(slug=content["track"])}
    if loaded is not None:
        defaults["loaded"] = loaded
    lesson, _ = Lesson.objects.update_or_create(slug=content["slug"], defaults=defaults)
    keep_finishes(lesson)
    return lesson


def _store_rest(
    lesson: Lesson,
    steps: list[Content],
    *,
    note: str,
    by: User | None = None,
    rows: Sequence[int | None] = (),
) -> None:
    """Write a lesson's steps, and keep the version of a published one."""
    store_steps(lesson, steps, rows)
    if lesson.state == Lesson.State.PUBLISHED:
        keep_version(lesson, note, by)


def check(content: Content) -> list[Finding]:
    """Everything the solver, the skills, the tracks and the other lessons say against a lesson
    in canonical form."""
    file = file_name(content)
    findings = check_lesson(
        content,
        file,
        skills=list(Skill.objects.values_list("slug", flat=True)),
        tracks=list(Track.objects.values_list("slug", flat=True)),
    )
    twin = Lesson.objects.filter(number=content["number"]).exclude(slug=content["slug"]).first()
    if twin is not None:
        findings.insert(0, Finding(file, 0, f"number {twin.number} belongs to {twin.title!r}"))
    return findings


def read_checked(written: Any, file: str) -> Content:
    """A lesson that was written, or stored before, read and checked now.

    Raises :class:`ContentError` with everything that is wrong with it.
    """
    content, wrong = read_lesson(written, file)
    wrong = wrong or check(content)
    if wrong:
        raise ContentError(wrong)
    return content


def findings(lesson: Lesson) -> list[Finding]:
    """Everything wrong with a stored lesson, in shape or by the solver."""
    try:
        read_checked(lesson.content, f"{lesson.slug}.yaml")
    except ContentError as error:
        return error.findings
    return []


def keep_version(lesson: Lesson, note: str, by: User | None = None) -> LessonVersion:
    """Count the version up and keep its content."""
    lesson.version += 1
    lesson.save(update_fields=["version"])
    fresh = _find(lesson.slug)
    assert fresh is not None
    if by is not None:
        audit(What.PUBLISHED, lesson, f"version {lesson.version}: {note}")
    return LessonVersion.objects.create(
        lesson=lesson, version=lesson.version, content=fresh.content, note=note, by=by
    )


def publish(lesson: Lesson, note: str, by: User) -> LessonVersion:
    """Publish a lesson as it stands.

    Raises :class:`ContentError` if the solver finds anything wrong; nothing is changed then.
    """
    read_checked(lesson.content, f"{lesson.slug}.yaml")
    with transaction.atomic():
        lesson.state = Lesson.State.PUBLISHED
        lesson.save(update_fields=["state"])
        return keep_version(lesson, note, by)


def revert(lesson: Lesson, version: LessonVersion, by: User) -> Lesson:
    """Bring the content of an earlier version back, as a new version, where the lesson stands now.

    Raises :class:`ContentError` if the solver no longer agrees with it.
    """
    now = {"slug": lesson.slug, "number": lesson.number}
    content = read_checked(version.content | now, f"{lesson.slug}.yaml")
    return store(content, note=f"Restored version {version.version}.", by=by)


def preview_import(text: str, name: str) -> tuple[Content, str]:
    """Read one lesson's YAML; its content and how it differs from what is stored.

    Raises :class:`ContentError` with everything that is wrong.
    """
    value, wrong = parse(text, name)
    if wrong:
        raise ContentError(wrong)
    content = read_checked(value, name)
    stored = _find(content["slug"])
    before = stored.content if stored else {}
    return content, difference(before, content, file_name(content)) if before != content else ""


def export(folder: Path) -> int:
    """Write the course as files; returns the number of lessons."""
    (folder / "lessons").mkdir(parents=True, exist_ok=True)
    for name, keys in LISTS.items():
        rows = MODELS[name]._default_manager.all()
        entries = [{k: getattr(row, k) for k in keys if getattr(row, k)} for row in rows]
        (folder / f"{name}.yaml").write_text(as_yaml(entries), encoding="utf-8")
    lessons = Lesson.objects.select_related("track").prefetch_related("steps")
    for lesson in lessons:
        content = lesson.content
        file = folder / "lessons" / file_name(content)
        file.write_text(as_yaml(content), encoding="utf-8")
    return len(lessons)


def export_zip() -> bytes:
    """The course as one file, laid out as ``load_content`` reads it."""
    packed = BytesIO()
    with TemporaryDirectory() as name:
        folder = Path(name)
        export(folder)
        with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
            for file in sorted(folder.rglob("*.yaml")):
                archive.write(file, file.relative_to(folder))
    return packed.getvalue()
