"""Who may see a match."""

from __future__ import annotations

import uuid

from django.http import Http404

from games.people.models import User, Visitor, owned_by
from games.play.models import Match


def get_match(owner: User | Visitor | None, match_id: uuid.UUID) -> Match:
    """The match as who plays it looks at it; a stranger is told that it does not exist."""
    match = owned_by(owner, Match.objects.filter(pk=match_id)).first()
    if match is None or owner is None:
        raise Http404("There is no such match, or it is somebody else's.")
    return match.seen_by(owner)
