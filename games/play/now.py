"""The current version of a match, for the pages that poll it."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.utils import timezone

from games.play.models import Match
from games.web.polling import Now, current

AFTERWARDS = timedelta(minutes=5)
"""The time after a game in which a player is likely to ask for another."""


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """The version of the match. Pages expect changes until shortly after the end."""
    match = Match.objects.filter(pk=match_id).only("version", "finished_at", "left_by").first()
    if match is None:
        return None
    is_late = match.finished_at is not None and match.finished_at < timezone.now() - AFTERWARDS
    return Now(match.version, is_awaited=not match.left_by and not is_late)
