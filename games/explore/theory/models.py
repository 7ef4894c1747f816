"""Questions that the sources asked, and what is known today, as a curator maintains it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.content.versions import Publishable, PublishedVersion, whole

CHECK_AGAIN = timedelta(days=365)
"""How long a check stays valid."""


class OpenQuestion(Publishable):
    """A question with its source, the answers so far, and what is still open. *references* has one
    line for each."""

    class Status(models.TextChoices):
        OPEN = "open", "open"
        PARTLY = "partly", "answered in part"
        ANSWERED = "answered", "answered"

    CONTENT: ClassVar = (
        "slug",
        "title",
        "asked",
        "source",
        "asked_in",
        "status",
        "known",
        "references",
        "still_open",
        "checked_on",
        "state",
    )
    """The columns that a file has."""

    slug = models.SlugField(unique=True, help_text="The last part of its address.")
    order = models.FloatField(default=0)
    title = models.CharField(max_length=100)
    asked = models.TextField(max_length=1000, help_text="The question itself.")
    source = models.CharField(max_length=200, help_text="Who asked it, and where.")
    asked_in = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The year; empty where the source has no date."
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    known = models.TextField(max_length=2000, help_text="What is known today.")
    references = models.TextField(
        max_length=2000, help_text="One to a line, each with its year and its address."
    )
    still_open = models.TextField(max_length=2000, blank=True, help_text="What is left of it.")
    checked_on = models.DateField(help_text="The day on which somebody last looked it up.")

    class Meta:
        ordering = ("order", "pk")

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"{reverse('explore:questions')}#{self.slug}"

    @staticmethod
    def last_fresh_day() -> date:
        """The first day of checking that is still valid."""
        return timezone.localdate() - CHECK_AGAIN

    @property
    def is_stale(self) -> bool:
        """Whether the question was checked more than a year ago."""
        return self.checked_on < self.last_fresh_day()

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT

    @property
    def content(self) -> dict[str, Any]:
        """The question in the form of its file, in canonical form."""
        content = {name: getattr(self, name) for name in ("order", *self.CONTENT)}
        content |= {"checked_on": self.checked_on.isoformat(), "state": str(self.state)}
        content |= {"status": str(self.status), "order": whole(self.order)}
        return {name: value for name, value in content.items() if value not in ("", None)}


class OpenQuestionVersion(PublishedVersion):
    """A published version of an open question."""

    subject = "question"
    question = models.ForeignKey(OpenQuestion, on_delete=models.CASCADE, related_name="versions")

    class Meta(PublishedVersion.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=["question", "version"], name="open_question_version_unique"
            ),
        )
