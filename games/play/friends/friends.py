"""Games between two people by a link: their score, and their open games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, prefetch_related_objects

from games.people.models import Owner, owned_by
from games.play.models import Match, Seat, other_seat
from games.web.written_once import written_once

SHOWN = 12
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
    return matches[:SHOWN]


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
