"""The open questions that come with the site: ``content/questions/*.yaml``, in order."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.content.loading import read_mapping
from games.content.publishing import PublishedFiles
from games.content.reading import Finding
from games.content.shapes import Content, left_out, of_model
from games.explore.theory.models import OpenQuestion

QUESTION = of_model(
    OpenQuestion,
    OpenQuestion.CONTENT,
    ("status", "state"),
    asked={"lines": 3},
    known={"lines": 8},
    references={"lines": 4},
    still_open={"lines": 5},
)


class OpenQuestionFiles(PublishedFiles):
    """Questions, several to a file; their order in the file is their order on the page."""

    name = "Questions"
    summary = "{created} new, {updated} updated, {kept} kept, {unchanged} unchanged"
    files = "questions/*.yaml"
    noun = "question"
    goes = True
    model = OpenQuestion

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        content, findings = read_mapping(value, QUESTION, place)
        return content | ({} if findings else {"order": self.place_of(content, number)}), findings

    def check(self, content: Content, place: str) -> list[Finding]:
        OpenQuestion(**content).full_clean(validate_unique=False)
        return []

    def rows(self) -> models.QuerySet[OpenQuestion]:
        return OpenQuestion.objects.all()

    def file_name(self, row: OpenQuestion) -> str:
        return "questions"

    def as_file(self, content: Content) -> Content:
        return {name: value for name, value in content.items() if name != "order"}

    def size(self, content: Content) -> str:
        return f"checked on {content['checked_on']}"

    def put(self, row: OpenQuestion, content: Content) -> None:
        for name, value in (left_out(OpenQuestion, QUESTION) | content).items():
            setattr(row, name, value)
        row.full_clean(exclude=["slug"])
        row.save()
