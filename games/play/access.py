"""Who may see a match."""

from __future__ import annotations

import uuid

from django.http import Http404
from django.urls import reverse

from games.people.models import Owner, owned_by
from games.play.models import Match
from games.play.origins import origin_of
from games.web.codes import opens

NO_MATCH = "There is no such game, or it belongs to somebody else."


def get_match(owner: Owner | None, match_id: uuid.UUID) -> Match:
    """The match as who plays it looks at it; a stranger is told that it does not exist."""
    match = owned_by(owner, Match.objects.filter(pk=match_id)).first()
    if match is None or owner is None:
        raise Http404(NO_MATCH)
    return match.seen_by(owner)


@opens
def invitation_behind(typed: str) -> str | None:
    """The address of the game that a friend's link invites to."""
    is_there = Match.objects.filter(invitation=typed).exists()
    return reverse("play:invited", args=[typed]) if is_there else None


def get_match_to_review(owner: Owner | None, match_id: uuid.UUID) -> Match:
    """The match for looking back: also for others whom the page it is part of lets in."""
    try:
        return get_match(owner, match_id)
    except Http404:
        match = Match.objects.filter(pk=match_id).first()
        if match is None or owner is None or not origin_of(match).may_look_back(owner, match):
            raise
        return match
