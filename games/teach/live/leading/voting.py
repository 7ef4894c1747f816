"""The class against an opponent: a match of the room in which votes decide every turn.

The class plays as a visitor of its own. So the game is in nobody's lists, only votes move in it,
and it is deleted with old visitors.

A step first closes the turn, so that no vote arrives after the count; then the opponent moves; then
the room moves on. If it is interrupted, the same step continues where it stopped.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.db.models import Max
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from games.people.models import Visitor
from games.play import protocol
from games.play.models import Match, Seat, other_seat
from games.play.origins import Setup
from games.play.table import Table
from games.questions.goals import GoalKey
from games.questions.shown_question import ShownQuestion
from games.teach.live.lessons.lesson_parts import CLOCKS
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.steps import RoomOverError, step
from games.teach.live.rooms.turns import TurnTask, counted
from games.teach.live.rounds.pairs import end_rounds
from solver import Inquiry, InvalidInputError, Player, format_position, get_ruleset, parse_position
from solver.teaching import OPPONENTS, Opponent


def fitting(question: Inquiry) -> list[Opponent]:
    """The opponents that can play this game, the perfect one first."""
    fit = [one for one in OPPONENTS if not one.mismatch(question.ruleset, question.convention)]
    return sorted(fit, key=lambda opponent: opponent.key != "perfect")


class GameForm(forms.Form):
    """The settings of a room's game. By default the class starts against Perfect, without a
    clock."""

    opponent = forms.ChoiceField(label="Opponent", required=False)
    starter = forms.ChoiceField(
        label="Who starts",
        choices=[(Seat.OWNER.value, "The class starts"), (Seat.OTHER.value, "The opponent starts")],
        required=False,
    )
    clock = forms.ChoiceField(label="Clock", choices=list(CLOCKS.items()), required=False)

    def __init__(self, question: Inquiry, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.question = question
        opponents = self.fields["opponent"]
        assert isinstance(opponents, forms.ChoiceField)
        opponents.choices = [(opponent.key, opponent.name) for opponent in fitting(question)]

    @property
    def seconds(self) -> int:
        """The seconds of a turn; 0 without a clock."""
        return int(self.cleaned_data["clock"] or 0)

    def setup(self, origin: str) -> Setup:
        """The setup of a match that is part of the page *origin*."""
        question = self.question
        starter = self.cleaned_data["starter"] or Seat.OWNER
        mover = question.to_move or Player.LEFT
        return Setup(
            ruleset=question.ruleset.key,
            position=format_position(question.position),
            convention=question.convention.value,
            opponent=self.cleaned_data["opponent"] or "perfect",
            starter=starter,
            # the question's player to move is the one who starts
            owner_player=mover if starter == Seat.OWNER else mover.other,
            origin=origin,
            has_help=False,
        )


COUNTDOWN = timedelta(seconds=10)
NO_GAME = "The room is not playing a game."
NOTHING_TO_PLAY = "There is no position to play here; go to a question that has one."
NO_MOVE = "The class would have no move to vote on here; let the opponent start."


def start(room: Room, version: int, post: QueryDict) -> None:
    """Play out the position of the room's question, with the settings of a :class:`GameForm`."""
    question = room.current
    if question is None or not question.position:
        raise InvalidInputError(NOTHING_TO_PLAY, value="")
    form = GameForm(ShownQuestion(question).question, post)
    if not form.is_valid():
        field = next(iter(form.errors))
        raise InvalidInputError(str(form.errors[field][0]), value=post.get(field, ""))
    _begin(room, version, form.setup(reverse("live:projector", args=[room.code])), form.seconds)


def can_begin(part: RoomPart) -> bool:
    """Whether the class would have a move to vote on in the game of a *part*."""
    return _can_move(protocol.open_match(Visitor(), setup_of(part)).match)


def begin_part(room: Room, version: int, part: RoomPart, /, **columns: Any) -> None:
    """Start the game of a *part* of the lesson, with its terms, and set *columns* of the room."""
    setup = replace(setup_of(part), origin=reverse("live:projector", args=[room.code]))
    _begin(room, version, setup, part.told.seconds, **columns)


def setup_of(part: RoomPart) -> Setup:
    """The setup of a *part*'s game; the class starts."""
    asked = part.told.asked
    return Setup(
        ruleset=asked.ruleset,
        position=asked.position,
        convention=asked.convention,
        opponent=part.told.opponent,
        starter=Seat.OWNER,
        owner_player=asked.to_move or Player.LEFT.value,
        has_help=False,
    )


def start_again(room: Room, version: int, post: QueryDict) -> None:
    """Play the room's game again; with *swap*, the two sides change places."""
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


def _begin(room: Room, version: int, setup: Setup, seconds: int, **columns: Any) -> None:
    the_class = Visitor()
    opening = protocol.open_match(the_class, setup)
    if not _can_move(opening.match):
        raise InvalidInputError(NO_MOVE, value=setup.starter)
    columns |= {"match": opening.match, "round": None, "turn_seconds": seconds}
    with step(room, version, **columns):
        end_rounds(room)
        the_class.save(force_insert=True)
        room.turn_seconds = seconds
        _ask_turn(room, opening.store())


def begin(room: Room, version: int, setup: Setup) -> None:
    """Start a game with this *setup* and without a clock."""
    _begin(room, version, setup, 0)


def _can_move(match: Match) -> bool:
    """Whether the class has a move to vote on."""
    table = Table(match)
    player = table.player(Seat.OWNER)
    moves = table.ruleset.legal_moves(parse_position(match.position), player)
    return match.state == Match.State.RUNNING and next(moves, None) is not None


def play_vote(room: Room, version: int, post: QueryDict) -> None:
    """Make the move with the most votes, let the opponent reply, and start the next turn.

    Without votes no move is made: if the time was up, the turn stays open without a clock.
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
        RoomQuestion.objects.filter(pk=turn.pk).update(state=RoomQuestion.State.SHOWN)
        vote = counted(TurnTask(turn))[0]
        try:
            table = protocol.make_move(match, version=turn.turn_version, text=vote.placed.text)
            match = table.match
        except (protocol.StaleMoveError, protocol.MatchOverError):
            match = Match.objects.get(pk=match.pk)  # another page has already made the move
    with step(room, version):
        _ask_turn(room, match)
    room.match = match


def _wait_for_votes(room: Room, version: int, turn: RoomQuestion) -> None:
    if turn.is_open and turn.ends_at is None:
        raise InvalidInputError("Nobody has voted yet.", value="")
    with step(room, version):
        _change(turn, state=RoomQuestion.State.ASKED, ends_at=None)


def restart_clock(room: Room) -> None:
    """After a break, restart the clock of a turn or of a countdown."""
    asked = room.current
    if asked and asked.ends_at and asked.state == RoomQuestion.State.ASKED:
        is_turn = asked.turn_version is not None
        _change(asked, ends_at=turn_ends(room) if is_turn else countdown_ends())


def _change(turn: RoomQuestion, **columns: object) -> None:
    RoomQuestion.objects.filter(pk=turn.pk).update(**columns)
    for name, value in columns.items():
        setattr(turn, name, value)


def leave(room: Room, version: int, post: QueryDict) -> None:
    """Go back to where the room was before the game: a question, a part of the lesson, or the
    lobby."""
    turn = room.current
    if turn is None or turn.turn_version is None:
        raise InvalidInputError(NO_GAME, value="")
    asked = room.questions.filter(turn_version=None).exclude(state=RoomQuestion.State.WAITING)
    before = room.part.question if room.part else asked.last()
    with step(room, version, current=before):
        RoomQuestion.objects.filter(pk=turn.pk).update(state=RoomQuestion.State.SHOWN)


def _ask_turn(room: Room, match: Match) -> None:
    """Start the vote on the next move of *match*; after the last move nothing happens."""
    if match.state == Match.State.FINISHED:
        return
    last = room.questions.aggregate(last=Max("number"))["last"] or 0
    turn = next_turn(room, match, number=last + 1, ends_at=turn_ends(room))
    turn.save()
    Room.objects.filter(pk=room.pk).update(current=turn)
    room.current = turn


def next_turn(room: Room, match: Match, **columns: Any) -> RoomQuestion:
    """The vote on the next move of *match*, not stored yet."""
    is_partizan = get_ruleset(match.ruleset).partizan
    return RoomQuestion(
        room=room,
        state=RoomQuestion.State.ASKED,
        ruleset=match.ruleset,
        position=match.position,
        convention=match.convention,
        to_move=match.owner_player if is_partizan else "",
        goal=GoalKey.MOVE,
        turn_version=match.version,
        **columns,
    )


def turn_ends(room: Room) -> datetime | None:
    """When a turn that starts now ends; None without a clock."""
    return timezone.now() + timedelta(seconds=room.turn_seconds) if room.turn_seconds else None


def countdown_ends() -> datetime:
    """When a countdown that starts now ends."""
    return timezone.now() + COUNTDOWN


STEPS = {"play": start, "again": start_again, "vote": play_vote, "leave": leave}
