"""Who may see a match."""

from __future__ import annotations

import uuid

from django.http import Http404
from django.urls import reverse

from games.people.models import Owner, owned_by
from games.play.models import Match
from games.play.origins import origin_of

NO_MATCH = "There is no such game, or it belongs to somebody else."


def get_match(owner: Owner | None, match_id: uuid.UUID) -> Match:
    """The match, seen from the owner's seat. Raises Http404 for anybody who does not play it."""
    match = owned_by(owner, Match.objects.filter(pk=match_id)).first()
    if match is None or owner is None:
        raise Http404(NO_MATCH)
    return match.seen_by(owner)


def invitation_behind(typed: str) -> str | None:
    """The address of the game that an invitation link opens."""
    is_there = Match.objects.filter(invitation=typed).exists()
    return reverse("play:invited", args=[typed]) if is_there else None


def get_match_to_review(owner: Owner | None, match_id: uuid.UUID) -> Match:
    """The match for its review, which the page that started it may also open to other people."""
    try:
        return get_match(owner, match_id)
    except Http404:
        match = Match.objects.filter(pk=match_id).first()
        if match is None or owner is None or not origin_of(match).may_look_back(owner, match):
            raise
        return match
