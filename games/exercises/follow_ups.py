"""What follows “Who wins?”, so that two answers to choose from do not come to a coin: the winning
move, or the answer to a move of whoever loses."""

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
"""How many replies are looked at for one that is not a matter of luck."""


@dataclass(frozen=True)
class FollowUp:
    """A question about moves, and the *lead* that says how it follows from the one before."""

    asked: Asked
    lead: str


def follow_up(asked: Asked, chance: Random) -> FollowUp | None:
    """What follows from who wins in *asked*: for each player who may start the winning move where
    they win, else the reply to one of their moves. By lot among those that luck does not find;
    of strips, where most moves win, all winning moves are asked for instead. None if there is none.

    Raises :class:`~solver.SolverError` where it costs too much to tell.
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
    """The winning move of who starts, else the replies to their moves in an order by lot."""
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
