"""How a match stands, for the pages that follow it."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import QuerySet

from games.play.models import Match
from games.web.polling import Now, current
from games.web.prepared import prepared


@current("match")
def match_now(match_id: uuid.UUID) -> Now | None:
    """Its version; something may happen at any moment while it is not finished."""
    for version, state in _stored(match_id):
        return Now(version, is_awaited=state != Match.State.FINISHED)
    return None


@prepared
def _stored(match_id: uuid.UUID) -> QuerySet[Any]:
    return Match.objects.filter(pk=match_id).values_list("version", "state")
