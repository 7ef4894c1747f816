"""How a match stands, for the pages that follow it."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from games.play.models import Match
from games.web.polling import Now, current
from games.web.prepared import prepared

AFTERWARDS = timedelta(minutes=5)
"""For how long somebody may soon ask for another game."""


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """Its version; something may happen at any moment until it is over and a little later."""
    for version, finished_at, left in _stored(match_id):
        is_late = finished_at is not None and finished_at < timezone.now() - AFTERWARDS
        return Now(version, is_awaited=not left and not is_late)
    return None


@prepared
def _stored(match_id: uuid.UUID) -> QuerySet[Any]:
    return Match.objects.filter(pk=match_id).values_list("version", "finished_at", "left")
