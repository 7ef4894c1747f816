"""The class against an opponent: a match of the room in which every turn is put to the vote.

The class plays as a visitor of its own: the game is in nobody's lists, nobody moves in it but by
the vote, and it goes with the visitors who are kept no longer.

The turn is closed first, so that no vote comes after the counting; then the opponent thinks; then
the room goes on. Whatever ends in between, the same step takes up where it stopped.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Max
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from games.exercises.goals import Goal
from games.exercises.tasks import Task
from games.live.doing import RoomOverError, step
from games.live.game_form import GameForm
from games.live.models import Question, Room
from games.live.turns import TurnTask
from games.live.votes import counted
from games.people.models import Visitor
from games.play import protocol
from games.play.models import Match, Seat, other_seat
from games.play.setup import Setup
from games.play.table import Table
from solver import InvalidInputError, Player, get_ruleset, parse_position

NO_GAME = "The room is not playing a game."
NOTHING_TO_PLAY = "There is no position to play here; go to a question that has one."
NO_MOVE = "The class would have no move to vote on here; let the opponent start."


def start(room: Room, version: int, post: QueryDict) -> None:
    """Play the position of the room's question out, as a :class:`GameForm` says."""
    question = room.current
    if question is None or not question.position:
        raise InvalidInputError(NOTHING_TO_PLAY, value="")
    form = GameForm(Task(question).question, post)
    if not form.is_valid():
        field = next(iter(form.errors))
        raise InvalidInputError(str(form.errors[field][0]), value=post.get(field, ""))
    _begin(room, version, form.setup(reverse("live:projector", args=[room.code])), form.seconds)


def start_again(room: Room, version: int, post: QueryDict) -> None:
    """Play the game of the room once more, with *swap* the other way round."""
    match = room.match
    if match is None:
        raise InvalidInputError(NO_GAME, value="")
    player, is_swapped = Player(match.owner_player), "swap" in post
    setup = Setup(
        ruleset=match.ruleset,
        position=match.start,
        convention=match.convention,
        opponent=match.opponent,
        starter=other_seat(match.starter) if is_swapped else match.starter,
        owner_player=player.other if is_swapped else player,
        origin=match.origin,
        has_help=False,
    )
    _begin(room, version, setup, room.turn_seconds)


def _begin(room: Room, version: int, setup: Setup, seconds: int) -> None:
    the_class = Visitor()
    opening = protocol.open_match(the_class, setup)
    if not _can_move(opening.match):
        raise InvalidInputError(NO_MOVE, value=setup.starter)
    with step(room, version, match=opening.match, round=None, turn_seconds=seconds):
        the_class.save(force_insert=True)
        room.turn_seconds = seconds
        _ask_turn(room, opening.store())


def _can_move(match: Match) -> bool:
    """Whether there is something to vote for."""
    table = Table(match)
    player = table.player(Seat.OWNER)
    moves = table.ruleset.legal_moves(parse_position(match.position), player)
    return match.state == Match.State.RUNNING and next(moves, None) is not None


def play_vote(room: Room, version: int, post: QueryDict) -> None:
    """Make the move that most have voted for, let the opponent answer, and ask the next turn.

    Where nobody has voted, nothing is made: a turn whose time is over stays open without a clock.
    """
    turn, match = room.current, room.match
    if turn is None or match is None or turn.turn_version is None:
        raise InvalidInputError(NO_GAME, value="")
    if room.is_over:
        raise RoomOverError
    if match.version == turn.turn_version:
        if not turn.answers.counting().exists():
            _wait_for_votes(room, version, turn)
            return
        Question.objects.filter(pk=turn.pk).update(state=Question.State.SHOWN)
        vote = counted(TurnTask(turn))[0]
        try:
            table = protocol.make_move(match, version=turn.turn_version, text=vote.placed.text)
            match = table.match
        except (protocol.StaleMoveError, protocol.MatchOverError):
            match = Match.objects.get(pk=match.pk)  # it has been played from another page
    with step(room, version):
        _ask_turn(room, match)
    room.match = match


def _wait_for_votes(room: Room, version: int, turn: Question) -> None:
    if turn.is_open and turn.ends_at is None:
        raise InvalidInputError("Nobody has voted yet.", value="")
    with step(room, version):
        _change(turn, state=Question.State.ASKED, ends_at=None)


def restart_clock(room: Room) -> None:
    """Give a turn its whole time again, after a break."""
    turn = room.current
    if turn and turn.turn_version is not None and turn.state == Question.State.ASKED:
        _change(turn, ends_at=turn.ends_at and turn_ends(room))


def _change(turn: Question, **columns: object) -> None:
    Question.objects.filter(pk=turn.pk).update(**columns)
    for name, value in columns.items():
        setattr(turn, name, value)


def leave(room: Room, version: int, post: QueryDict) -> None:
    """Go back to the question that the room was at before the game, or to the lobby."""
    turn = room.current
    if turn is None or turn.turn_version is None:
        raise InvalidInputError(NO_GAME, value="")
    asked = room.questions.filter(turn_version=None).exclude(state=Question.State.WAITING)
    with step(room, version, current=asked.last()):
        Question.objects.filter(pk=turn.pk).update(state=Question.State.SHOWN)


def _ask_turn(room: Room, match: Match) -> None:
    """Put the next turn of *match* to the vote; after its last move the room stays where it is."""
    if match.state == Match.State.FINISHED:
        return
    is_partizan = get_ruleset(match.ruleset).partizan
    last = room.questions.aggregate(last=Max("number"))["last"] or 0
    turn = Question.objects.create(
        room=room,
        number=last + 1,
        state=Question.State.ASKED,
        ruleset=match.ruleset,
        position=match.position,
        convention=match.convention,
        to_move=match.owner_player if is_partizan else "",
        goal=Goal.MOVE,
        turn_version=match.version,
        ends_at=turn_ends(room),
    )
    Room.objects.filter(pk=room.pk).update(current=turn)
    room.current = turn


def turn_ends(room: Room) -> datetime | None:
    """When a turn that is asked now is over; None without a clock."""
    return timezone.now() + timedelta(seconds=room.turn_seconds) if room.turn_seconds else None


STEPS = {"play": start, "again": start_again, "vote": play_vote, "leave": leave}
