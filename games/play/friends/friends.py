"""Games between two people by a link: their score, and their open games.

A challenge: somebody who won a game against the computer gives the same board to a friend. The link
is the *invitation* of the game that was won. Each game of a friend has that address as its origin,
so nothing else is stored: its end is the result, and its owner's name the first name that the
challenger reads."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, prefetch_related_objects
from django.urls import reverse

from games.people.models import Owner, owned_by
from games.play.models import Match, Seat, other_seat
from games.play.origins import Origin, Setup, origin_of, register
from games.play.protocol import start_match
from games.web.written_once import written_once
from solver import InvalidInputError

OPEN_GAMES = 12
"""The number of open games that a page lists, newest first."""


@dataclass(frozen=True)
class FriendScore:
    """How many games you and your friend *name* have won against each other."""

    mine: int
    theirs: int
    name: str

    def __str__(self) -> str:
        return f"You {self.mine}, {self.name} {self.theirs}"


def score_of(match: Match) -> FriendScore | None:
    """The score of the two players, from all games by a link that they have finished. None before
    the first one, and if a seat is empty."""
    one, two = match.sitter(match.seat), match.sitter(other_seat(match.seat))
    if not match.is_with_friend or match.origin or not any(one) or not any(two):
        return None
    mine, theirs = _has_seat(Seat.OWNER, one), _has_seat(Seat.OTHER, one)
    ended = Match.objects.filter(
        (mine & _has_seat(Seat.OTHER, two)) | (theirs & _has_seat(Seat.OWNER, two)),
        opponent=Match.FRIEND,
        origin="",
        state=Match.State.FINISHED,
    )
    won = (mine & Q(winner=Seat.OWNER)) | (theirs & Q(winner=Seat.OTHER))
    count = ended.aggregate(all=Count("pk"), won=Count("pk", filter=won))
    if not count["all"]:
        return None
    lost = count["all"] - count["won"]
    return FriendScore(count["won"], lost, match.friend_name or "your friend")


def _has_seat(seat: str, sitter: tuple[object, object]) -> Q:
    """The condition that *sitter* has this *seat*."""
    across = "" if seat == Seat.OWNER else "other_"
    return Q(**{f"{across}user": sitter[0], f"{across}visitor": sitter[1]})


@dataclass(frozen=True)
class OpenGame:
    """An unfinished game with a friend: whether it is this person's turn, what the game waits for
    in *words*, and *since* when, if known."""

    match: Match
    is_mine: bool
    words: str
    since: datetime | None = None


def open_games(owner: Owner | None) -> list[OpenGame]:
    """A person's open games with friends: those that wait for them first, newest first. A finished
    game counts as open while one of the two asks for another."""
    if owner is None:
        return []
    matches = _going_on(owner)
    prefetch_related_objects(matches, "moves")
    games = (_open_game(match.seen_by(owner)) for match in matches)
    return sorted(games, key=lambda game: not game.is_mine)


@written_once
def _going_on(owner: Owner) -> QuerySet[Match]:
    going_on = ~Q(state=Match.State.FINISHED) | (Q(next=None) & ~Q(asked_again=""))
    matches = owned_by(
        owner, Match.objects.filter(going_on, opponent=Match.FRIEND, origin="", left_by="")
    )
    return matches[:OPEN_GAMES]


def _open_game(match: Match) -> OpenGame:
    """The open game with what it waits for."""
    name, is_owner = match.opponent_name, match.seat == Seat.OWNER
    if match.state == Match.State.WAITING:
        return OpenGame(match, False, "Nobody has joined yet")
    if match.state == Match.State.CHOOSING:
        chooser = "You choose" if is_owner else f"{name} chooses"
        return OpenGame(match, is_owner, f"{chooser} who starts")
    if match.state == Match.State.FINISHED:
        if match.asked_again == match.seat:
            return OpenGame(match, False, "You've asked for another game")
        return OpenGame(match, True, f"{name} wants to play again")
    moves = [move for move in match.moves.all() if move.undone_at is None]
    is_mine = match.seat_at(len(moves)) == match.seat
    since = moves[-1].made_at if moves else None
    return OpenGame(match, is_mine, "Your turn" if is_mine else f"{name}'s turn", since)


TAKERS, LATEST = 40, 6
"""How many friends a page lists, a class and a half, and how many challenges a person's page."""


def may_challenge(match: Match) -> bool:
    """Whether the player who looks at the match may pass its board on: they won it against the
    computer, and no class counts it or hides it."""
    is_over = match.state == Match.State.FINISHED and match.is_won
    return is_over and match.opponent not in Match.NOT_OURS and origin_of(match).may_be_passed_on


def address_of_challenge(match: Match) -> str:
    """The address of the challenge. Anybody who has it may sit down at the game."""
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
    return {one: [*reversed(found.values())][:TAKERS] for one, found in people.items()}


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
