"""How often somebody did something, how far work in the background is, what took long."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import models
from django.utils import timezone

SILENCE = timedelta(seconds=20)
"""A worker that has not been heard of for so long is no longer there."""

GONE = timedelta(hours=1)
"""After so long nobody remembers that it was there."""

PATIENCE = timedelta(minutes=1)
"""A job on which nothing has been done for so long waits for nobody in particular."""


class Tally(models.Model):
    """How often something was done by somebody; worth nothing once *ends_at* has passed."""

    key = models.CharField(max_length=250, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class Heartbeat(models.Model):
    """A background worker that is there, as it said itself a moment ago."""

    worker = models.CharField(max_length=64, primary_key=True)
    seen_at = models.DateTimeField()
    only_urgent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.worker}, {self.seen_at}"

    @classmethod
    def fresh(cls) -> models.QuerySet[Heartbeat]:
        """The workers that are there now."""
        return cls.objects.filter(seen_at__gte=timezone.now() - SILENCE)


class Job(models.Model):
    """Work that is done piece by piece in the background, and how far it is."""

    class State(models.TextChoices):
        OPEN = "open", "open"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField()
    result = models.JSONField(null=True)
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.kind}: {self.done} of {self.total}, {self.state}"

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def has_failed(self) -> bool:
        return self.state == self.State.FAILED


class Trouble(models.Model):
    """A request that took long or failed, and why; not who asked, nor about what."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    page = models.CharField(max_length=80)
    status = models.PositiveSmallIntegerField()
    ms = models.PositiveIntegerField()
    cpu_ms = models.PositiveIntegerField()
    queries = models.PositiveIntegerField()
    cause = models.TextField()
    request_id = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.page}: {self.status} after {self.ms} ms"
