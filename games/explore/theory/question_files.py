"""The open questions that come with the site: ``content/questions/*.yaml``, in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import models

from games.content import shapes
from games.content.loading import ContentFiles, read_mapping
from games.content.reading import Finding
from games.content.shapes import Content, Reader
from games.explore.theory.models import OpenQuestion


def day(value: Any) -> str:
    """A date, as YAML reads it or as text: ``2026-11-25``."""
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError:
        raise ValueError("a day such as 2026-11-25 is expected") from None


QUESTION: dict[str, Reader] = {
    "slug": shapes.word,
    "title": shapes.line,
    "asked": shapes.text,
    "source": shapes.text,
    "asked_in": shapes.whole,
    "status": shapes.one_of(*OpenQuestion.Status.values),
    "known": shapes.text,
    "references": shapes.text,
    "still_open": shapes.text,
    "checked_on": day,
    "state": shapes.one_of(*OpenQuestion.State.values),
}
REQUIRED = ("slug", "title", "asked", "source", "status", "known", "references", "checked_on")
LEFT_OUT: Content = {"asked_in": None, "still_open": ""}
"""The defaults for missing keys."""


class OpenQuestionFiles(ContentFiles[Content]):
    """Questions, several to a file; their order in the file is their order on the page."""

    name = "Questions"
    summary = "{created} new, {updated} updated, {kept} kept, {unchanged} unchanged"
    files = "questions/*.yaml"
    noun = "question"
    goes = True

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, findings = read_mapping(value, QUESTION, place, (*REQUIRED, "state"))
        return content | {"order": number}, findings

    def check(self, content: Content, place: str) -> list[Finding]:
        OpenQuestion(**content).full_clean(validate_unique=False)
        return []

    def rows(self) -> models.QuerySet[OpenQuestion]:
        return OpenQuestion.objects.all()

    def size(self, content: Content) -> str:
        return f"checked on {content['checked_on']}"

    def store(self, changed: Sequence[tuple[Content, str]]) -> None:
        for content, mark in changed:
            OpenQuestion.objects.update_or_create(
                slug=content["slug"], defaults={**LEFT_OUT, **content, "loaded": mark}
            )
