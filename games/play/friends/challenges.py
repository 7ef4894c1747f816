"""A challenge: somebody who won a game against the computer gives the same board to a friend.

The link is the *invitation* of the game that was won. Each game of a friend has that address as its
origin, so nothing else is stored: its end is the result, and its owner's name the first name that
the challenger reads.
"""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import reverse

from games.people.models import Owner, owned_by
from games.play.models import Match, Seat
from games.play.origins import Origin, origin_of, register
from games.play.protocol import start_match
from games.play.setup import Setup
from games.web.written_once import written_once
from solver import InvalidInputError

SHOWN, LATEST = 40, 6
"""How many friends a page lists, a class and a half, and how many challenges a person's page."""


def may_challenge(match: Match) -> bool:
    """Whether the player who looks at the match may pass its board on: they won it against the
    computer, and no class counts it or hides it."""
    is_over = match.state == Match.State.FINISHED and match.is_won
    return is_over and match.opponent not in Match.NOT_OURS and origin_of(match).may_be_passed_on


def address_of_challenge(match: Match) -> str:
    """The address of the challenge, which opens the game for whoever has it."""
    return reverse("play:invited", args=[match.invitation])


def challenge(match: Match, name: str) -> Match:
    """Make the link of a match, once; *name* is the first name that friends read."""
    if not may_challenge(match):
        raise InvalidInputError("Win a game against the computer first.", value=str(match.pk))
    match.owner_name = name
    match.invitation = match.invitation or secrets.token_urlsafe(16)
    match.save(update_fields=["owner_name", "invitation"])
    return match


def take_up(owner: Owner, match: Match, name: str, key: uuid.UUID | None) -> Match:
    """The same game for a friend, at most one for each *key* of a form."""
    made = start_match(
        owner,
        Setup(
            ruleset=match.ruleset,
            position=match.start,
            convention=match.convention,
            opponent=match.opponent,
            starter=match.starter,
            owner_player=match.owner_player,
            origin=address_of_challenge(match),
        ),
        key,
    )
    if made.owner_name != name:
        made.owner_name = name
        made.save(update_fields=["owner_name"])
    return made


@dataclass(frozen=True)
class Taker:
    """How a friend fared: their *name*, which may be empty, how many games they finished, and
    whether they won one."""

    name: str
    games: int
    won: bool

    @property
    def words(self) -> str:
        """``Ana won, after 2 games.``"""
        who = self.name or "Somebody"
        if self.won:
            return f"{who} won." if self.games == 1 else f"{who} won, after {self.games} games."
        return f"{who} lost." if self.games == 1 else f"{who} lost {self.games} games."


def takers(match: Match) -> list[Taker]:
    """The friends who have finished a game, the latest first."""
    return _fared([match])[address_of_challenge(match)]


def _fared(matches: Iterable[Match]) -> dict[str, list[Taker]]:
    """How friends fared, by the address of each challenge. Games after the first win do not
    count."""
    addresses = [address_of_challenge(match) for match in matches]
    ended = Match.objects.filter(origin__in=addresses, state=Match.State.FINISHED)
    people: dict[str, dict[tuple[object, object], Taker]] = {one: {} for one in addresses}
    for one in ended.order_by("finished_at"):
        by_person, sitter = people[one.origin], one.sitter(Seat.OWNER)
        before = by_person.pop(sitter, Taker("", 0, won=False))
        if not before.won:
            is_won = one.winner == Seat.OWNER
            before = Taker(one.owner_name or before.name, before.games + 1, is_won)
        by_person[sitter] = before
    return {one: [*reversed(found.values())][:SHOWN] for one, found in people.items()}


def own_games(owner: Owner | None, match: Match) -> Iterable[Match]:
    """The person's games of a challenge, newest first."""
    games = owned_by(owner, Match.objects.filter(origin=address_of_challenge(match)))
    return [one.seen_from(Seat.OWNER) for one in games.order_by("-created_at")]


def challenges_of(owner: Owner | None) -> list[tuple[Match, list[Taker]]]:
    """A person's latest challenges, with how friends fared."""
    matches = [one.seen_from(Seat.OWNER) for one in _passed_on(owner)] if owner else []
    fared = _fared(matches) if matches else {}
    return [(one, fared[address_of_challenge(one)]) for one in matches]


@written_once
def _passed_on(owner: Owner) -> QuerySet[Match]:
    mine = Match.objects.exclude(invitation=None).exclude(opponent__in=Match.NOT_OURS)
    return owned_by(owner, mine).order_by("-finished_at")[:LATEST]


@register
class ChallengeOrigin(Origin):
    """A game that a friend passed on."""

    label = "the challenge"
    address = "/play/with/"
