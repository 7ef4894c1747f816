"""The open questions that come with the site: ``content/questions/*.yaml``, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models

from games.content.loading import ContentFiles, read_mapping
from games.content.reading import Finding
from games.content.shapes import Content, left_out, of_model
from games.explore.theory.models import OpenQuestion

QUESTION = of_model(OpenQuestion, OpenQuestion.CONTENT, ("status", "state"))


class OpenQuestionFiles(ContentFiles[Content]):
    """Questions, several to a file; their order in the file is their order on the page."""

    name = "Questions"
    summary = "{created} new, {updated} updated, {kept} kept, {unchanged} unchanged"
    files = "questions/*.yaml"
    noun = "question"
    goes = True

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, findings = read_mapping(value, QUESTION, place)
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
                slug=content["slug"],
                defaults={**left_out(OpenQuestion, QUESTION), **content, "loaded": mark},
            )
