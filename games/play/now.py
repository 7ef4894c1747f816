"""How a match stands, for the pages that follow it."""

from __future__ import annotations

import uuid

from games.play.models import Match
from games.web.polling import Now, current


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """Its version; something may happen at any moment while it is not finished."""
    row = Match.objects.filter(pk=match_id).values_list("version", "state").first()
    return Now(row[0], is_awaited=row[1] != Match.State.FINISHED) if row else None
