"""The course as files: ``tracks.yaml``, ``skills.yaml`` and one file a lesson.

Reading gives canonical content and everything that is wrong with it; writing gives back files
that read as the same content.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from games.lessons.checks import check_lesson
from games.lessons.schema import SKILL, TRACK, Content, Finding, read_lesson, read_list, repeated

FOLDER = Path(__file__).resolve().parent.parent / "content"
MAX_FILE = 200_000
"""Characters; the longest lesson has a tenth of that."""


class ContentError(ValueError):
    """Content that cannot be loaded. *findings* says where and why."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = list(findings)
        super().__init__("\n".join(map(str, self.findings)))


@dataclass
class Course:
    """Everything the files say, in canonical form, and what is wrong with it."""

    tracks: list[Content] = field(default_factory=list)
    skills: list[Content] = field(default_factory=list)
    lessons: dict[str, Content] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


class _Loader(yaml.SafeLoader):
    """YAML without aliases, which can make a short text endlessly long, and without tags."""

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.YAMLError("anchors and aliases are not used here")
        if getattr(event, "tag", None):
            raise yaml.YAMLError("tags are not used here")
        return super().compose_node(parent, index)


def parse(text: str, file: str) -> tuple[Any, list[Finding]]:
    """The data of one YAML text."""
    if len(text) > MAX_FILE:
        return None, [Finding(file, 0, f"the file is longer than {MAX_FILE} characters")]
    try:
        return yaml.load(text, Loader=_Loader), []  # noqa: S506 - a SafeLoader
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        problem, mark = (getattr(error, name, None) for name in ("problem", "problem_mark"))
        told = f"{problem}, line {mark.line + 1}" if problem and mark else str(error)
        told = " ".join(told.split())[:200]
        return None, [Finding(file, 0, f"this is not YAML: {told}")]


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
    for name, readers in (("tracks", TRACK), ("skills", SKILL)):
        file = f"{name}.yaml"
        value, findings = parse((folder / file).read_text(encoding="utf-8"), file)
        entries, wrong = read_list(value, readers, file) if not findings else ([], findings)
        setattr(course, name, entries)
        course.findings += wrong
    slugs = [[entry.get("slug", "") for entry in found] for found in (course.tracks, course.skills)]
    for path in sorted((folder / "lessons").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        content, wrong = read_text(text, path.name, tracks=slugs[0], skills=slugs[1])
        course.lessons[path.name] = content
        course.findings += wrong
    for name in ("slug", "number"):
        values = [content.get(name) for content in course.lessons.values()]
        course.findings += [
            Finding("lessons", 0, f"{name} {value} is there twice") for value in repeated(values)
        ]
    return course


class _Dumper(yaml.SafeDumper):
    """Long texts as blocks, short lists on one line."""


def _text(dumper: _Dumper, value: str) -> yaml.Node:
    style = "|" if "\n" in value else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=style)


_Dumper.add_representer(str, _text)


def as_yaml(content: Any) -> str:
    """Canonical content as YAML text."""
    return yaml.dump(
        content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100, indent=2
    )


def file_name(content: Content) -> str:
    """The name a lesson's file goes by."""
    return f"{content['number']:02}-{content['slug']}.yaml"
