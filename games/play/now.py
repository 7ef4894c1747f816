"""How a match stands, for the pages that follow it."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from games.play.models import Match
from games.web.polling import Now, current

AFTERWARDS = timedelta(minutes=5)
"""For how long somebody may soon ask for another game."""


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """Its version; something may happen at any moment until it is over and a little later."""
    match = Match.objects.filter(pk=match_id).only("version", "finished_at", "left_by").first()
    if match is None:
        return None
    is_late = match.finished_at is not None and match.finished_at < timezone.now() - AFTERWARDS
    return Now(match.version, is_awaited=not match.left_by and not is_late)
