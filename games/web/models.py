"""Counts for limits, workers and their jobs, and editions of cached data."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.db import models
from django.utils import timezone

SILENCE = timedelta(seconds=20)
"""A worker that has sent no heartbeat for this long counts as stopped."""

GONE = timedelta(hours=1)
"""After this time we delete the heartbeat of a stopped worker."""

PATIENCE = timedelta(minutes=1)
"""A job without progress for this long may be continued by the page that shows it."""


class Tally(models.Model):
    """How often a person or an address did something; the count expires at *ends_at*."""

    key = models.CharField(max_length=250, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "running limit"

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"


class Heartbeat(models.Model):
    """The latest sign of life of a background worker."""

    worker = models.CharField(max_length=64, primary_key=True)
    seen_at = models.DateTimeField()
    only_urgent = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.worker}, {self.seen_at}"

    @classmethod
    def fresh(cls) -> models.QuerySet[Heartbeat]:
        """The workers that are running now."""
        return cls.objects.filter(seen_at__gte=timezone.now() - SILENCE)


class Job(models.Model):
    """Background work that is done piece by piece, with its progress."""

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


class Edition(models.Model):
    """The current edition of cached data (``games.web.editions``), by its name."""

    of = models.CharField(max_length=20, primary_key=True)
    mark = models.UUIDField(default=uuid.uuid4)

    def __str__(self) -> str:
        return f"{self.of}: {self.mark}"
