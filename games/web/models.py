"""[('games.web.models', '*')]"""

from __future__ import annotations

from django.db import models


class Tally(models.Model):
    """How often something was done by somebody; worth nothing once *ends_at* has passed."""

    key = models.CharField(max_length=250, primary_key=True)
    count = models.PositiveIntegerField()
    ends_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.key}: {self.count}"
