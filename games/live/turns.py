"""The class's turn in the game of a room: a question that any legal move answers.

The class plays as one side of a match. Nothing here judges a move.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.ghosts import Ghost
from games.boards.learnt import EVERY, Theories
from games.boards.limits import MAX_PIECES
from games.exercises.goals.move import MakeMove
from games.exercises.tasks import Task
from games.live.models import Question
from games.play.models import Match, Seat
from games.play.table import Table

THE_CLASS = "The class"
WALL = "/projector/"
"""How the address ends of the page that such a game is part of."""


def is_of_class(match: Match) -> bool:
    """Whether it is a game of everybody in a room: it belongs to a visitor who is nobody."""
    return match.visitor_id is not None and match.origin.endswith(WALL)


class Vote(MakeMove):
    """Any legal move: what most choose is made."""

    label = "vote for a move"
    question = "Vote for a move."

    def read(self, task: Task, post: QueryDict) -> str:
        is_typed = "move" not in post
        read = task.board.read_typed if is_typed else task.board.place
        return read(post.get("typed" if is_typed else "move", ""), task.player).text


class TurnTask(Task):
    """A turn on the board of its match, whose gaps stay where they are."""

    def __init__(self, turn: Question, table: Table | None = None) -> None:
        super().__init__(turn)
        self.turn = turn
        self.asking = Vote()
        self._table = table

    @cached_property
    def table(self) -> Table:
        """The match as it stands."""
        match = self.turn.room.match
        assert match is not None
        return self._table or Table(match)

    @cached_property
    def ply(self) -> int:
        """Which move of the match the turn decides, counted from 0."""
        for ply, move in enumerate(self.table.moves):
            if move.version == self.turn.turn_version and move.seat == Seat.OWNER:
                return ply
        return len(self.table.moves)

    @property
    def is_played(self) -> bool:
        """Whether the vote has been played."""
        return self.ply < len(self.table.moves)

    @cached_property
    def board(self) -> Board:
        """The board of the vote."""
        return self.table.boards[self.ply]

    def drawn(self, *, is_open: bool = True, ghosts: Sequence[Ghost] = ()) -> BoardView:
        """The board to vote on with the last moves; once the vote is played, what became of it."""
        table = self.table
        return view(
            table.board,
            self.player,
            playable=is_open and not self.is_played,
            most=MAX_PIECES,
            ghosts=[*table.ghosts, *ghosts],
            is_fresh=not ghosts,  # who has voted has seen the moves go
        )


def task_of(question: Question, theories: Theories = EVERY) -> Task:
    """What a question of a room is to a person: a task as everywhere, or a turn of its game."""
    return Task(question, theories) if question.turn_version is None else TurnTask(question)
