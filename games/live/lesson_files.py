"""The room lessons that come with the site: ``content/live/*.yaml``, solved as they are read.

Loading twice changes nothing, and a lesson that was changed here since is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from games.content import shapes
from games.content.reading import FOLDER, ContentError, Finding, parse
from games.content.shapes import Content, Problem, Reader
from games.lessons.publishing import digest
from games.live.lesson_parts import check_part, read_part
from games.live.lessons import RoomLesson

MAX_PARTS = 30
LESSON: dict[str, Reader] = {
    "slug": shapes.word,
    "order": shapes.whole,
    "title": shapes.line,
    "about": shapes.text,
    "audience": shapes.text,
    "needs": shapes.text,
    "minutes": shapes.whole,
    "source": shapes.text,
}
REQUIRED = ("slug", "order", "title", "about", "audience", "needs", "minutes")


@dataclass
class Loaded:
    """What loading did."""

    lessons: int = 0
    created: int = 0
    updated: int = 0
    kept: int = 0


def read_files(folder: Path = FOLDER) -> list[Content]:
    """Every room lesson of the files, solved. Raises :class:`ContentError` with all that is
    wrong."""
    lessons: list[Content] = []
    findings: list[Finding] = []
    for path in sorted((folder / "live").glob("*.yaml")):
        value, wrong = parse(path.read_text(encoding="utf-8"), path.name)
        content, shape = ({}, wrong) if wrong else read_room_lesson(value, path.name)
        findings += shape or check_room_lesson(content, path.name)
        if content.get("slug") in [lesson["slug"] for lesson in lessons]:
            findings.append(Finding(path.name, 0, f"the slug {content['slug']} is taken"))
        if not findings:
            lessons.append(content)
    if findings:
        raise ContentError(findings)
    return lessons


def read_room_lesson(value: Any, file: str) -> tuple[Content, list[Finding]]:
    """A room lesson in canonical form, and what is wrong with its shape."""
    problems: list[Problem] = []
    rest = {k: v for k, v in value.items() if k != "parts"} if isinstance(value, dict) else value
    content = shapes.lenient(rest, LESSON, problems)
    problems += [Problem(f"{key} is missing", key) for key in REQUIRED if key not in content]
    findings = [Finding(file, 0, problem) for problem in problems]
    parts = value.get("parts") if isinstance(value, dict) else None
    if not isinstance(parts, list) or not 1 <= len(parts) <= MAX_PARTS:
        findings.append(Finding(file, 0, f"parts: a list of 1 to {MAX_PARTS} parts is expected"))
        parts = []
    content["parts"] = []
    for number, part in enumerate(parts, 1):
        wrong: list[Problem] = []
        content["parts"].append(read_part(part, wrong))
        findings += [Finding(file, number, problem) for problem in wrong]
    return content, findings


def check_room_lesson(content: Content, file: str) -> list[Finding]:
    """Everything the solver and the clock say against a room lesson in canonical form."""
    findings = [
        Finding(file, 0, problem) for problem in (*_length_wrong(content), *clock_wrong(content))
    ]
    for number, part in enumerate(content["parts"], 1):
        findings += [Finding(file, number, problem) for problem in check_part(part)]
    return findings


def _length_wrong(content: Content) -> list[str]:
    """What is longer than the database keeps."""
    try:
        RoomLesson(**content).full_clean(validate_unique=False)
    except ValidationError as error:
        return [f"{name}: {' '.join(said)}" for name, said in error.message_dict.items()]
    return []


def clock_wrong(content: Content) -> Iterable[str]:
    """What is wrong with its minutes."""
    taken = sum(part["minutes"] for part in content["parts"])
    if taken != content["minutes"]:
        yield f"the parts take {taken} minutes, but the lesson says {content['minutes']}"


def problems(lesson: RoomLesson) -> list[Finding]:
    """All that is wrong with a stored room lesson."""
    content, wrong = read_room_lesson(lesson.content, f"{lesson.slug}.yaml")
    return wrong or check_room_lesson(content, f"{lesson.slug}.yaml")


def load(folder: Path = FOLDER, *, overwrite: bool = False) -> Loaded:
    """Load the room lessons of the files. What was changed here since is kept unless
    *overwrite*; what is no longer in the files goes. Raises :class:`ContentError`, and then stores
    nothing."""
    loaded = Loaded()
    with transaction.atomic():
        stored = {lesson.slug: lesson for lesson in RoomLesson.objects.all()}
        for content in read_files(folder):
            _store(content, stored.pop(content["slug"], None), loaded, overwrite=overwrite)
        for gone in stored.values():
            if gone.loaded and digest(gone.content) == gone.loaded:
                gone.delete()
    return loaded


def _store(content: Content, stored: RoomLesson | None, loaded: Loaded, *, overwrite: bool) -> None:
    mark, loaded.lessons = digest(content), loaded.lessons + 1
    if stored is None:
        loaded.created += 1
    else:
        before = digest(stored.content)
        if before == mark:
            return
        if before != stored.loaded and not overwrite:
            loaded.kept += 1
            return
        loaded.updated += 1
    RoomLesson.objects.update_or_create(
        slug=content["slug"], defaults={"source": "", **content, "loaded": mark}
    )
