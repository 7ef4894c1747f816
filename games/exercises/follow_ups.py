"""The question after “Who wins?”, so that a guess between two outcomes is not enough: the winning
move, or the reply to a move of the losing player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from random import Random

from games.exercises.asked import Asked
from games.exercises.goals import Goal
from games.exercises.guessing import is_free
from games.exercises.tasks import Task
from solver import Player, SolverError, format_position

MOVER = "the player to move"
LOOKED_AT = 4
"""The number of replies to try in search of one that a random move does not answer."""


@dataclass(frozen=True)
class FollowUp:
    """A question about moves, and the *lead*, which connects it to the question before."""

    asked: Asked
    lead: str


def follow_up(asked: Asked, chance: Random) -> FollowUp | None:
    """The question that follows “who wins” in *asked*, at random.

    For a starting player who wins, it asks for the winning move; otherwise for the reply to one of
    that player's moves. It never asks what a random move answers half of the time. On strips, where
    most moves win, it asks for all winning moves instead. None if there is no such question. Raises
    :class:`~solver.SolverError` if the solver would need too long.
    """
    is_partizan = Task(asked).ruleset.partizan
    starters = [player.value for player in Player] if is_partizan else [""]
    for starter in chance.sample(starters, len(starters)):
        for one in islice(_after(asked, starter, chance), LOOKED_AT):
            if not is_free(one.asked):
                return one
            every = replace(one.asked, goal=Goal.ALL.value)
            if is_partizan and len(Task(every).facts.winning) > 1 and not is_free(every):
                before, _, _ = one.lead.rpartition(". ")
                return FollowUp(every, f"{before}. Mark every winning move.")
    return None


def _after(asked: Asked, starter: str, chance: Random) -> Iterator[FollowUp]:
    """The winning move of the player who starts, or else replies to their moves in random order."""
    start = replace(asked, goal=Goal.MOVE.value, to_move=starter, extra={})
    task = Task(start)
    who = starter.title() if starter else MOVER
    if task.facts.winning:
        wins = f"{who} can win by starting" if starter else f"{who.capitalize()} wins here"
        yield FollowUp(start, f"{wins}. By which move?")
        return
    for move in chance.sample(task.facts.legal, len(task.facts.legal)):
        placed = task.placed(move)
        left = format_position(task.question.after(move).position)
        other = Player(starter).other.value if starter else ""
        reply = replace(start, position=left, to_move=other)
        try:
            if not Task(reply).facts.winning:
                continue
        except SolverError:
            continue
        loses = f"{who} loses by starting" if starter else f"{who.capitalize()} loses here"
        they = f"{who} {placed.told_of('').strip()}" if starter else f"they {placed.phrase()}"
        answer = f"What does {other.title()} answer?" if other else "What do you answer?"
        yield FollowUp(reply, f"{loses}. Suppose {they}. {answer}")
