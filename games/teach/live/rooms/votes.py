"""The votes of a turn, counted. Moves that leave the same position count together; in a tie the
earliest vote decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from games.boards.looks.look import Placed
from games.teach.live.rooms.models import Answer, RoomQuestion
from games.teach.live.rooms.turns import TurnTask
from solver import Position


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
