"""Stored results of long computations: requested once, and kept for everybody."""

from __future__ import annotations

import uuid
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.db import models
from django.urls import reverse
from django.utils import timezone

import solver
from games.web.models import Job


@cache
def solver_version() -> str:
    """The version of the solver: a digest of its source."""
    digest = sha256()
    for file in sorted(Path(solver.__file__).parent.rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


class Study(models.Model):
    """A computation about a game that takes too long for a page.

    *result* is set once it is found, and *why* if it cannot be found; until then, *job* computes
    it. Results of an older solver are not used.
    """

    class What(models.TextChoices):
        QUOTIENT = "quotient", "quotient"
        MAP = "map", "map"
        POSITION = "position", "position"
        KINDS = "kinds", "kinds"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    what = models.CharField(max_length=8, choices=What.choices)
    ruleset = models.CharField(max_length=600)
    about = models.CharField(max_length=120, blank=True)
    version = models.CharField(max_length=16)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, null=True, related_name="study")
    result = models.JSONField(null=True)
    why = models.CharField(max_length=400, blank=True)
    stopped = models.BooleanField(default=False)
    asker = models.CharField(max_length=64, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["what", "ruleset", "about", "version"], name="a_study_of_each"
            ),
        )

    def __str__(self) -> str:
        return f"{self.what} of {self.ruleset} {self.about}".strip()

    def get_absolute_url(self) -> str:
        return reverse("lab:study", args=[self.pk])

    @property
    def is_open(self) -> bool:
        return bool(self.job and self.job.is_open and not self.stopped)

    @property
    def has_failed(self) -> bool:
        """Whether it ended with neither a result nor a reason."""
        return self.result is None and not self.why and not self.is_open

    @property
    def may_be_asked_again(self) -> bool:
        return self.stopped or self.has_failed
