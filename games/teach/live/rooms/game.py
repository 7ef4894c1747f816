"""The current state of a room's game, for the wall, the desk and a phone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import cached_property

from games.boards.rules import RuleText, rule_of
from games.boards.walls import WallBoard, wall_board
from games.play.models import Match, Seat
from games.play.reviews.game_ends import GameEnd
from games.play.reviews.review import Ply, Review
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.turns import THE_CLASS, TurnTask, VotedMove, counted, last_vote, left_by
from solver.teaching import capitalised

MOST_BARS = 3
"""The number of moves with a separate bar."""


@dataclass(frozen=True)
class VoteBar:
    """The *votes* for a move."""

    label: str
    votes: int
    is_played: bool


class ClassGame:
    """The game of the class against an opponent, at the room's current turn."""

    def __init__(self, task: TurnTask) -> None:
        self.task = task
        self.turn = task.turn
        self.table = task.table
        self.match = task.table.match

    @classmethod
    def of(cls, room: Room) -> ClassGame | None:
        """The game that a room is playing; None if it does something else."""
        turn = room.current
        if turn is None or turn.turn_version is None or room.match is None:
            return None
        turn.room = room
        return cls(TurnTask(turn))

    @property
    def title(self) -> str:
        return f"{THE_CLASS} against {self.match.opponent_name}"

    @property
    def rule(self) -> RuleText:
        return rule_of(self.match.ruleset, self.match.convention, self.match.start)

    @property
    def told(self) -> str:
        """The last moves in words; empty before the first."""
        return " ".join(self.table.moves_said[-2:])

    @property
    def is_over(self) -> bool:
        return self.match.state == Match.State.FINISHED

    @property
    def is_won(self) -> bool:
        """Whether the class has won."""
        return self.match.winner == Seat.OWNER

    # --- the vote -------------------------------------------------------------------------

    @property
    def voted(self) -> int:
        """The number of votes, but never who voted or for which move."""
        return self.turn.answers.counting().count()

    @property
    def ends(self) -> datetime | None:
        """When the time of the turn ends, until its votes are counted; None during a break."""
        is_running = self.turn.state == RoomQuestion.State.ASKED and not self.turn.room.is_paused
        return self.turn.ends_at if is_running else None

    @property
    def is_counting(self) -> bool:
        """Whether voting has ended, but the move is not made yet."""
        return not self.is_over and not self.turn.is_open

    @property
    def was_missed(self) -> bool:
        """Whether the turn is open without a clock, because nobody voted in time."""
        has_clock = self.turn.room.turn_seconds and self.turn.state == RoomQuestion.State.ASKED
        return bool(has_clock) and self.turn.ends_at is None

    # --- the previous vote ------------------------------------------------------------------

    @cached_property
    def last(self) -> TurnTask | None:
        """The last turn whose vote was played."""
        return last_vote(self.task)

    @cached_property
    def told_about(self) -> TurnTask | None:
        """The turn whose votes to show: the last one, or, at the end of a lost game, the one where
        the class gave the win away."""
        point = self.turning_point
        if self.last is None or point is None or point.seat != Seat.OWNER:
            return self.last
        turns = RoomQuestion.objects.filter(room=self.turn.room_id, number__lte=self.turn.number)
        turn = turns.filter(turn_version=self.table.moves[point.number - 1].version).last()
        return TurnTask(turn, self.table) if turn else self.last

    @cached_property
    def chosen(self) -> list[VotedMove]:
        """The moves that people chose at that turn."""
        return counted(self.told_about) if self.told_about else []

    @property
    def was_tie(self) -> bool:
        """Whether another move had as many votes as the one that was played."""
        votes = [choice.votes for choice in self.chosen[:2]]
        return len(votes) == 2 and votes[0] == votes[1]

    @property
    def last_number(self) -> int:
        """The number of that turn among the turns of the class, counted from 1."""
        return number_of(self.told_about) if self.told_about else 0

    @property
    def most(self) -> int:
        """The votes of the longest bar."""
        return max((bar.votes for bar in self.bars), default=1)

    @cached_property
    def bars(self) -> list[VoteBar]:
        """The bars of the votes: the played move first, and the rarest moves together at the
        end."""
        fits = len(self.chosen) <= MOST_BARS
        own = self.chosen if fits else self.chosen[: MOST_BARS - 1]
        rest = self.chosen[len(own) :]
        bars = [
            VoteBar(capitalised(choice.placed.phrase()), choice.votes, choice.is_played)
            for choice in own
        ]
        if rest:
            bars.append(VoteBar(f"{len(rest)} other moves", sum(one.votes for one in rest), False))
        return bars

    def told_to(self, participant: Participant) -> str:
        """What happened to this participant's last vote, in words."""
        if self.last is None:
            return ""
        answer = Answer.objects.filter(question=self.last.turn, participant=participant).first()
        if answer is None:
            return "You didn't vote on that move."
        voted = self.last.board.place(answer.text, self.last.player)
        played = self.table.placed[self.last.ply]
        if left_by(self.last, voted) == left_by(self.last, played):
            return "The class made the move you voted for."
        return f"The class chose another move. You voted to {voted.phrase()}."

    # --- the end ------------------------------------------------------------------------------

    @property
    def verdict(self) -> str:
        """Who won: ``The class wins.``"""
        return self.table.verdict

    @cached_property
    def end(self) -> GameEnd:
        """The end of the game in words that need no theory."""
        return GameEnd(Review(self.table, theories=()))

    @property
    def reason(self) -> str:
        """The move that the class missed, or else the winner's good move."""
        return self.end.missed or self.end.sentences[0]

    @property
    def turning_point(self) -> Ply | None:
        """The move that gave the win away, once the game is over."""
        return self.end.point if self.is_over else None

    @cached_property
    def wall(self) -> WallBoard:
        """The board for the wall, with the last moves, or, at the end, the turning point."""
        point, is_alone = self.turning_point, not self.chosen
        if point is not None:
            return wall_board(point.board, ghosts=point.ghosts, is_alone=is_alone)
        return wall_board(self.table.board, ghosts=self.table.ghosts, is_alone=is_alone)


def number_of(task: TurnTask) -> int:
    """The number of this turn among the turns of the class, counted from 1."""
    return sum(move.seat == Seat.OWNER for move in task.table.moves[: task.ply]) + 1
