"""The course as files: ``tracks.yaml``, ``routes.yaml``, ``skills.yaml`` and one file a lesson.

Reading gives canonical content and everything that is wrong with it; writing gives back files
that read as the same content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from games.content.reading import FOLDER, Finding, parse
from games.content.shapes import Content
from games.lessons.checks import check_lesson
from games.lessons.schema import LISTS, read_lesson, read_list, repeated


@dataclass
class Course:
    """Everything the files say, in canonical form, and what is wrong with it."""

    tracks: list[Content] = field(default_factory=list)
    routes: list[Content] = field(default_factory=list)
    skills: list[Content] = field(default_factory=list)
    lessons: dict[str, Content] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def read_text(
    text: str, file: str, *, skills: Iterable[str], tracks: Iterable[str]
) -> tuple[Content, list[Finding]]:
    """One lesson from its text, checked in shape and by the solver."""
    value, findings = parse(text, file)
    if findings:
        return {}, findings
    content, findings = read_lesson(value, file)
    if not findings:
        findings = check_lesson(content, file, skills=list(skills), tracks=list(tracks))
    return content, findings


def read_course(folder: Path = FOLDER) -> Course:
    """Read every file of the course and check it."""
    course = Course()
    for name, readers in LISTS.items():
        file = f"{name}.yaml"
        if name == "routes" and not (folder / file).exists():
            continue  # a course need not be drawn
        value, findings = parse((folder / file).read_text(encoding="utf-8"), file)
        entries, wrong = read_list(value, readers, file) if not findings else ([], findings)
        setattr(course, name, entries)
        course.findings += wrong
    tracks, skills = (
        [entry.get("slug", "") for entry in part] for part in (course.tracks, course.skills)
    )
    for path in sorted((folder / "lessons").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        content, wrong = read_text(text, path.name, tracks=tracks, skills=skills)
        course.lessons[path.name] = content
        course.findings += wrong
    for name in ("slug", "number"):
        values = [content.get(name) for content in course.lessons.values()]
        course.findings += [
            Finding("lessons", 0, f"{name} {value} appears twice") for value in repeated(values)
        ]
    return course


def file_name(content: Content) -> str:
    """The name a lesson's file goes by."""
    return f"{content['number']:02}-{content['slug']}.yaml"
