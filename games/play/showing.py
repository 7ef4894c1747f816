"""The page of a match: its board, the opponent's face, the messages, and the end.

A face gives nothing away. It is made of what everybody at the table can see: whose turn it is, how
many pieces the last moves took, whether a hint was asked for and, once the game is over, who won.
It asks the solver nothing, and so does not change with what a move was worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.boards.board_view import view
from games.boards.bounds import MAX_PIECES
from games.boards.games import game_of
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.lenses import theories_of
from games.boards.rules import rule_of
from games.people.browsers import owner_of
from games.people.models import Owner
from games.play import protocol as service
from games.play.again import next_game
from games.play.friends.friends import may_challenge, score_of
from games.play.models import Match, Seat
from games.play.origins import MatchPlace, origin_of
from games.play.programs.arena import program_of
from games.play.reviews.game_ends import GameEnd
from games.play.reviews.review import Review, judged
from games.play.table import Table
from games.questions.hints import TIERS, Hint, hints
from games.web.codes import qr_code
from games.web.requests import page_or_fragment
from solver.teaching import get_opponent

FRAMES = "safe-harbors"
"""The theory that teaches what a frame is."""
MATCH_PAGE = "play/match.html"


NEXT_HINT = ("Hint", *["Another hint"] * (TIERS - 2), "Show the answer", "")
"""The label of the hint button, by the number of hints already given; the last hint is the
answer."""


MANY = 4
"""An opponent comments on a move that takes at least this many pieces."""
TOOK_MANY = "I took {count} at once."
SAW_MANY = "You took {count} at once."
TAKE_YOUR_TIME = "Take your time."


def asked_hints(table: Table, owner: Owner | None) -> list[Hint]:
    """The hints that the player has asked for, while it is their turn."""
    if not (table.match.hints and table.may_move):
        return []
    return hints(table.question(), table.board, table.match.hints, theories_of(owner))


def hinted(hint: Hint | None) -> list[Ghost]:
    """The move that a hint names, to draw on the board."""
    return [Ghost(hint.placed, MoveOutline.HINT, hint)] if hint and hint.placed else []


def shows_frames(table: Table, owner: Owner | None) -> bool:
    """Whether to draw the frames of the rows. They reveal how to play, so never in a lesson's game
    or for a player who has not learnt them."""
    match = table.match
    is_on = match.state != Match.State.FINISHED
    may_tell = is_on and bool(table.ruleset.divisor) and match.has_help and not match.origin
    return may_tell and FRAMES in theories_of(owner)


def last_move(table: Table) -> dict[str, Any] | None:
    """The verdict on the owner's last move, for a player who wants it during the game."""
    match, last = table.match, len(table.placed) - 1
    if match.opponent in (Match.PERSON, Match.FRIEND) or not table.turn:
        return None
    own = last if match.seat_at(last) == match.seat else last - 1
    return judged(table, own) if own >= 0 else None


class Mood(StrEnum):
    """The mood of a face; the style sheet and the drawings use these names."""

    CALM = "calm"
    LOOKING = "looking"
    GLAD = "glad"
    ANNOYED = "annoyed"


@dataclass(frozen=True)
class Face:
    """The opponent *name* with the drawing *key*. *says* is empty most of the time."""

    key: str
    name: str
    mood: Mood
    says: str = ""


def face_of(table: Table) -> Face | None:
    """The opponent's face; None if the opponent is a person or somebody's program."""
    match = table.match
    if match.opponent in Match.NOT_OURS:
        return None
    mood, says = _ended(match) if match.state == Match.State.FINISHED else _playing(table)
    return Face(match.opponent, match.opponent_name, mood, says)


def _ended(match: Match) -> tuple[Mood, str]:
    """The mood and words after the game: glad or annoyed, or calm if the owner resigned."""
    opponent = get_opponent(match.opponent)
    if match.resigned:
        return Mood.CALM, ""
    if match.winner == Seat.OTHER:
        return Mood.GLAD, opponent.won
    return Mood.ANNOYED, opponent.lost


def _playing(table: Table) -> tuple[Mood, str]:
    """The mood and words during the game: about a hint first, then about a large last move."""
    match, taken = table.match, _taken(table)
    if match.hints:
        return Mood.LOOKING, TAKE_YOUR_TIME
    if Seat.OWNER not in taken:
        return Mood.CALM, get_opponent(match.opponent).hello
    if taken.get(Seat.OTHER, 0) >= MANY:
        return Mood.GLAD, TOOK_MANY.format(count=taken[Seat.OTHER])
    if taken[Seat.OWNER] >= MANY:
        return Mood.ANNOYED, SAW_MANY.format(count=taken[Seat.OWNER])
    return Mood.LOOKING, ""


def _taken(table: Table) -> dict[str, int]:
    """The number of pieces that the last move of each side took."""
    return {table.match.seat_at(ply): placed.take for ply, placed in enumerate(table.placed)}


def invitation_of(request: HttpRequest, match: Match) -> dict[str, Any]:
    """The address by which a friend joins and both return, with a QR code until the friend has
    joined."""
    if not match.invitation or match.left_by or not match.is_with_friend:
        return {}
    address = request.build_absolute_uri(reverse("play:invited", args=[match.invitation]))
    is_waiting = match.state == Match.State.WAITING
    return {"address": address, "qr": qr_code(address) if is_waiting else None}


def table_page(
    request: HttpRequest,
    table: Table,
    *,
    problem: str = "",
    typed: str = "",
    status: int = 200,
    is_fresh: bool = False,
    tells_hint: bool = False,
    place: MatchPlace | None = None,
    begin_url: str = "",
) -> HttpResponse:
    """The page that contains the match, or only its board with the status line out of band.

    With *is_fresh*, the pieces that were just taken leave. With *tells_hint*, a screen
    reader announces the hint instead of the status. A match that is not stored yet posts to
    *begin_url*, inside its *place*.
    """
    match, origin = table.match, origin_of(table.match)
    finished = match.state == Match.State.FINISHED
    sealed = finished and origin.is_sealed(match)
    place = place or origin.place(match)
    owner = owner_of(request)
    review = Review(table, theories_of(owner)) if finished else None
    given = asked_hints(table, owner)
    newest = given[-1] if given else None
    return page_or_fragment(
        request,
        place.template if place else MATCH_PAGE,
        "",
        {
            **(place.around(request) if place else {}),
            "place": place,
            "begin_url": begin_url,
            "match": match,
            "table": table,
            "status": table.status(),
            "rule": rule_of(table.ruleset, table.convention, match.start),
            "board": view(
                table.board,
                table.player(table.turn or match.seat),
                playable=table.may_move,
                most=MAX_PIECES,
                ghosts=[*table.ghosts, *hinted(newest)],
                is_fresh=is_fresh,
                focus=newest.lanes if newest else (),
                won=match.is_won if finished else None,
            ),
            "shows_frames": partial(shows_frames, table, owner),  # asked by whole pages alone
            "problem": problem,
            "typed": typed,
            "sealed": sealed,
            "review": review,
            "end": GameEnd(review) if review else None,
            "next_game": next_game(match) if finished else None,
            "following": origin.following(match) if finished or place else None,
            "said": origin.said(match, review.lost_by) if review and not sealed else "",
            "plies": table.moves_said,
            "face": face_of(table),
            "program": partial(program_of, match),  # asked by whole pages alone
            "opponent": None if match.opponent in Match.NOT_OURS else get_opponent(match.opponent),
            "invitation": invitation_of(request, match),
            "may_challenge": finished and may_challenge(match),
            "score": score_of(match) if match.is_with_friend else None,
            "hints": given,
            "hint": newest,
            "tells_hint": tells_hint,
            "next_hint": NEXT_HINT[min(match.hints, TIERS)],
            "hint_dots": [True] * match.hints + [False] * (TIERS - match.hints),
            "game": game_of(table.ruleset),
            "last_move": last_move(table),
            "may_take_back": match.has_help and service.last_own_ply(table) is not None,
            "sides": table.sides,
        },
        status=status,
    )
