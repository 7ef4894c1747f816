"""Show one answer on the wall without a name, and continue the game from there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.boards import Board
from games.boards.ghosts import Ghost, MoveOutline
from games.boards.looks.look import Placed
from games.boards.walls import WallBoard, wall_board
from games.people.models import Visitor
from games.play.models import Match, Seat
from games.play.origins import Setup
from games.play.protocol import open_match
from games.questions.shown_question import ShownQuestion
from games.teach.live.leading import voting
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.live.rooms.steps import step
from games.teach.live.rooms.tally import AnswerTally
from games.teach.live.rooms.turns import task_of
from solver import InvalidInputError, Player, SolverError, format_position

MOST_ANSWERS = 12
"""The greatest number of answers to offer, most frequent first."""
THE_CLASS = "class"
NOT_SHOWN = "Show the class's answers first."
NOT_GIVEN = "Nobody here gave this answer."
NOTHING_PICKED = "Choose an answer first."
OVER = "This answer ends the game, so there is nothing to play on."
ENDS_AT_ONCE = "Perfect's reply ends the game here. Let the class reply."


class PickedAnswer:
    """A move that a participant answered, *placed* on the board of its question."""

    def __init__(self, task: ShownQuestion, placed: Placed) -> None:
        self.task, self.placed = task, placed

    @classmethod
    def of(cls, question: RoomQuestion | None) -> PickedAnswer | None:
        """The picked answer of a question, if there is one."""
        if question is None or not question.picked:
            return None
        task = task_of(question)
        placed = move_of(task, question.picked)
        return cls(task, placed) if placed else None

    @property
    def words(self) -> str:
        """The move, as part of a sentence."""
        return self.placed.phrase()

    @cached_property
    def after(self) -> Board:
        """The board after the move."""
        return self.task.board.after(self.placed)

    @property
    def wall(self) -> WallBoard:
        """The board after the move for the wall, with the move as an outline."""
        return wall_board(self.after, ghosts=[Ghost(self.placed, MoveOutline.MINE, self.words)])

    @property
    def player(self) -> Player:
        """The player of the move; in an impartial game, Left stands for the first player."""
        return self.task.player or Player.LEFT

    @property
    def is_over(self) -> bool:
        """Whether the other player has no move."""
        rules = self.task.ruleset
        other = self.player.other if rules.partizan else None
        return next(rules.legal_moves(self.after.position, other), None) is None

    def setup(self, room: Room, *, class_replies: bool) -> Setup:
        """The setup of the game from there: either the class replies to the move, or the class has
        made it and Perfect replies."""
        return Setup(
            ruleset=self.task.ruleset.key,
            position=format_position(self.after.position),
            convention=self.task.question.convention.value,
            opponent="perfect",
            starter=Seat.OWNER if class_replies else Seat.OTHER,
            owner_player=self.player.other if class_replies else self.player,
            origin=reverse("live:projector", args=[room.code]),
            has_help=False,
        )


def move_of(task: ShownQuestion, text: str) -> Placed | None:
    """The move that an answer names; None if it is not exactly one move."""
    try:
        named = task.asking.named(task, text)
    except (SolverError, ValueError, IndexError):
        return None
    return named[0] if len(named) == 1 else None


@dataclass(frozen=True)
class OfferedAnswer:
    """An answer in *words*, and the *number* of people who gave it."""

    text: str
    words: str
    number: int


class Picking:
    """The answers that the instructor can pick."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.question = room.current

    @property
    def is_shown(self) -> bool:
        """Whether the wall shows the answers."""
        return self.room.stage in (RoomQuestion.State.SHOWN, RoomQuestion.State.JUDGED)

    @cached_property
    def picked(self) -> PickedAnswer | None:
        """The answer on the wall."""
        return PickedAnswer.of(self.question) if self.is_shown else None

    @cached_property
    def answers(self) -> list[OfferedAnswer]:
        """The moves among the answers, most frequent first."""
        if self.question is None or not self.is_shown:
            return []
        tally = AnswerTally(self.question)
        moves = ((one, move_of(tally.task, one.text)) for one in tally.given)
        offered = [
            OfferedAnswer(one.text, placed.phrase(), one.number) for one, placed in moves if placed
        ]
        return offered[:MOST_ANSWERS]


def pick(room: Room, version: int, post: QueryDict) -> None:
    """Show an *answer* on the wall."""
    question, text = _shown_question(room), post.get("answer", "")
    given = question.answers.counting().filter(text=text).exists()
    if not given or move_of(task_of(question), text) is None:
        raise InvalidInputError(NOT_GIVEN, value=text)
    _store_pick(room, version, question, text)


def put_back(room: Room, version: int, post: QueryDict) -> None:
    """Show all answers again."""
    _store_pick(room, version, _shown_question(room), "")


def _store_pick(room: Room, version: int, question: RoomQuestion, text: str) -> None:
    with step(room, version):
        RoomQuestion.objects.filter(pk=question.pk).update(picked=text, frame=0)
    question.picked, question.frame = text, 0


def play_on(room: Room, version: int, post: QueryDict) -> None:
    """Continue the game from the answer on the wall; *reply* says whether the class or Perfect
    replies."""
    picked = PickedAnswer.of(_shown_question(room))
    if picked is None:
        raise InvalidInputError(NOTHING_PICKED, value="")
    if picked.is_over:
        raise InvalidInputError(OVER, value="")
    setup = picked.setup(room, class_replies=post.get("reply") == THE_CLASS)
    if open_match(Visitor(), setup).match.state == Match.State.FINISHED:
        raise InvalidInputError(ENDS_AT_ONCE, value="")
    voting.begin(room, version, setup)


def _shown_question(room: Room) -> RoomQuestion:
    question = room.current
    if question is None or not Picking(room).is_shown:
        raise InvalidInputError(NOT_SHOWN, value="")
    return question


STEPS = {"pick": pick, "unpick": put_back, "play-on": play_on}
