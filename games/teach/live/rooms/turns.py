"""The turn of the class in the room's game: a question that every legal move answers by a vote.

The class plays one side of a match. Nothing here grades a move. Votes for moves that leave the same
position count together; in a tie the earliest vote decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import cached_property

from games.boards.board_view import BoardView, view
from games.boards.boards import Board
from games.boards.bounds import MAX_PIECES
from games.boards.ghosts import Ghost
from games.boards.lenses import EVERY, Theories
from games.boards.looks.look import Placed
from games.play.models import Match, Seat
from games.play.table import Table
from games.questions.goals.move import MakeMove
from games.questions.question import QuestionBoard
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.steps import leaders_now
from games.web.transactions import all_or_nothing
from solver import Position

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


class TurnTask(ShownQuestion):
    """A turn on the board of its match, which keeps its gaps."""

    def __init__(self, turn: RoomQuestion, table: Table | None = None) -> None:
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


def task_of(question: RoomQuestion, theories: Theories = EVERY) -> ShownQuestion:
    """The task of a room's question: an ordinary one, or a turn of the room's game."""
    return (
        ShownQuestion(question, theories) if question.turn_version is None else TurnTask(question)
    )


# --- answering ------------------------------------------------------------------------------------


class LateError(Exception):
    """The question takes no answers; nothing was stored. The message says why, in a few words."""


def check_open(room: Room, question: RoomQuestion) -> None:
    """Raise :class:`LateError` if an answer to *question* no longer counts."""
    if room.is_over:
        raise LateError("the room is closed")
    if room.current_id != question.pk:
        raise LateError("the class has moved on to another question")
    if room.is_paused:
        raise LateError("the room is paused")
    if question.state != RoomQuestion.State.ASKED:
        raise LateError("the answers are already on the big screen")
    if not question.is_open:
        raise LateError("time was up")


def give(participant: Participant, question: RoomQuestion, text: str) -> None:
    """Store a participant's answer in place of an earlier one, in one statement.

    Raises :class:`~solver.SolverError`, with one sentence, for an invalid answer, and
    :class:`LateError`.
    """
    task = task_of(question)
    task.asking.said(task, text)  # slow for a long list, so it runs before the lock
    _store(participant, question, text)


@all_or_nothing
def _store(participant: Participant, question: RoomQuestion, text: str) -> None:
    # The step that shows the answers waits for answers being written; later ones are too late.
    locked = RoomQuestion.objects.select_for_update(of=("self",)).select_related("room")
    question = locked.get(pk=question.pk)
    check_open(question.room, question)
    Answer.objects.bulk_create(
        [Answer(question=question, participant=participant, text=text, given_at=timezone.now())],
        update_conflicts=True,
        unique_fields=["question", "participant"],
        update_fields=["text", "given_at", "solved", "judged"],  # another answer has no verdict yet
    )
    leaders_now.changed(question.room.code)


@dataclass(frozen=True)
class VotedMove:
    """A move with its *votes*, which include those for moves that leave the same; *placed* is the
    most frequent of these."""

    placed: Placed
    votes: int
    leaves: Position
    is_played: bool = False


def left_by(task: TurnTask, placed: Placed) -> Position:
    """The position that a move leaves, the same for moves in equal rows."""
    return tuple(sorted(placed.move.apply(task.board.position)))


def counted(task: TurnTask) -> list[VotedMove]:
    """The moves with votes; the one to make comes first."""
    texts = Answer.objects.counting().filter(question=task.turn).order_by("given_at", "pk")
    return choices(task, texts.values_list("text", flat=True))


def choices(task: TurnTask, texts: Iterable[str]) -> list[VotedMove]:
    """The moves in *texts* (earliest first) with their votes, in descending order."""
    votes = Counter(texts)  # in the order of their first votes, which the sorts below keep
    alike: dict[Position, list[tuple[Placed, int]]] = {}
    for text, number in votes.items():
        placed = task.board.place(text, task.player)
        alike.setdefault(left_by(task, placed), []).append((placed, number))
    played = left_by(task, task.table.placed[task.ply]) if task.is_played else None
    chosen = [
        VotedMove(
            max(ways, key=lambda way: way[1])[0],
            sum(number for _, number in ways),
            leaves,
            leaves == played,
        )
        for leaves, ways in alike.items()
    ]
    return sorted(chosen, key=lambda choice: -choice.votes)


def last_vote(task: TurnTask) -> TurnTask | None:
    """The last turn whose move was made: this one, or the previous one in the same game."""
    if task.is_played:
        return task
    version = task.turn.turn_version or 0
    before = RoomQuestion.objects.filter(
        room=task.turn.room, turn_version=version - 1, number__lt=task.turn.number
    )
    turn = before.last() if version > 1 else None
    return TurnTask(turn, task.table) if turn else None
