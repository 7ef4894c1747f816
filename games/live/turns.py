"""The turn of the class in the room's game: a question that every legal move answers.

The class plays one side of a match. Nothing here grades a move.
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
from games.exercises.question_board import QuestionBoard
from games.exercises.tasks import Task
from games.live.models import Question
from games.play.models import Match, Seat
from games.play.table import Table

THE_CLASS = "The class"
WALL = "/projector/"
"""The end of the address of the page that such a game belongs to."""


def is_of_class(match: Match) -> bool:
    """Whether a match is the game of a whole room: its owner is a visitor without a browser."""
    return match.visitor_id is not None and match.origin.endswith(WALL)


class Vote(MakeMove):
    """A vote for any legal move; the move with the most votes is made."""

    label = "vote for a move"
    question = "Vote for a move."

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        is_typed = "move" not in post
        read = task.board.read_typed if is_typed else task.board.place
        return read(post.get("typed" if is_typed else "move", ""), task.player).text


class TurnTask(Task):
    """A turn on the board of its match, which keeps its gaps."""

    def __init__(self, turn: Question, table: Table | None = None) -> None:
        super().__init__(turn)
        self.turn = turn
        self.asking = Vote()
        self._table = table

    @cached_property
    def table(self) -> Table:
        """The room's match, with its boards."""
        match = self.turn.room.match
        assert match is not None
        return self._table or Table(match)

    @cached_property
    def ply(self) -> int:
        """The ply that the vote decides, from 0."""
        for ply, move in enumerate(self.table.moves):
            if move.version == self.turn.turn_version and move.seat == Seat.OWNER:
                return ply
        return len(self.table.moves)

    @property
    def is_played(self) -> bool:
        """Whether the move of this vote has been made."""
        return self.ply < len(self.table.moves)

    @cached_property
    def board(self) -> Board:
        """The board at the time of the vote."""
        return self.table.boards[self.ply]

    def drawn(self, *, is_open: bool = True, ghosts: Sequence[Ghost] = ()) -> BoardView:
        """The board for voting, with the last moves; after the vote, the board with the move
        made."""
        table = self.table
        return view(
            table.board,
            self.player,
            playable=is_open and not self.is_played,
            most=MAX_PIECES,
            ghosts=[*table.ghosts, *ghosts],
            is_fresh=not ghosts,  # people who have voted have already seen the pieces fade
        )


def task_of(question: Question, theories: Theories = EVERY) -> Task:
    """The task of a room's question: an ordinary one, or a turn of the room's game."""
    return Task(question, theories) if question.turn_version is None else TurnTask(question)
