"""Those who answer without understanding: by lot, always the same, by a simple kind of move, or by
a mistaken belief."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.questions.question import QuestionBoard
from solver import Move, Outcome, Position, distinct
from solver.teaching import BELIEFS, Belief


def _left(move: Move, position: Position) -> list[int]:
    """What a move leaves, row by row."""
    rows = list(position)
    rows.remove(move.size)
    return [*rows, *move.becomes]


GLANCES: dict[str, Callable[[Move, Position], bool]] = {
    "a longest row": lambda move, rows: move.size == max(rows),
    "a whole row": lambda move, rows: not move.becomes,
    "one piece": lambda move, rows: sum(move.becomes) == move.size - 1,
    "leave one": lambda move, rows: move.becomes == (1,),
    "leave equal rows": lambda move, rows: max(Counter(_left(move, rows)).values(), default=0) > 1,
    "leave an even number of rows": lambda move, rows: len(_left(move, rows)) % 2 == 0,
    "leave an odd number of rows": lambda move, rows: len(_left(move, rows)) % 2 == 1,
    "leave an even total": lambda move, rows: sum(_left(move, rows)) % 2 == 0,
}
"""Simple kinds of move that need no understanding."""


@dataclass(frozen=True)
class Guesser:
    """A guesser, who always *says* one outcome and, if *says_none*, that no move wins or that no
    company breaks a claim. With a *glance*, they make a move of that simple kind if there is one.
    Everything else is random."""

    name: str
    says: Outcome | None = None
    says_none: bool = False
    glance: str = ""

    def outcome(self, task: QuestionBoard) -> Outcome | None:
        """The outcome that the guesser names; None if it is random."""
        return self.says

    def moves(self, task: QuestionBoard) -> Sequence[Move]:
        """The moves from which the guesser chooses at random."""
        legal, position = task.facts.legal, task.question.position
        if not self.glance:
            return legal
        return [move for move in legal if GLANCES[self.glance](move, position)] or legal

    def marks(self, task: QuestionBoard) -> Sequence[Move] | None:
        """The moves that they mark as all that win; None if they mark at random."""
        return None


@dataclass(frozen=True)
class Believer(Guesser):
    """Somebody who knows all but one thing, and says who wins and moves by a *belief* instead."""

    belief: Belief = BELIEFS[0]

    def outcome(self, task: QuestionBoard) -> Outcome | None:
        return self.belief.outcome(task.question)

    def moves(self, task: QuestionBoard) -> Sequence[Move]:
        return self.marks(task) or task.facts.legal

    def marks(self, task: QuestionBoard) -> Sequence[Move]:
        return distinct(self.belief.moves(task.question))


BY_LOT = Guesser("everything by lot")
CONSTANT = tuple(
    Guesser(f"“{outcome.value}”, “none”" if none else f"“{outcome.value}”", outcome, none)
    for outcome in Outcome
    for none in (False, True)
)
"""Guessers who always give the same answer. The first ones name the player to move."""
GUESSERS = (*CONSTANT, BY_LOT)
AT_A_GLANCE = tuple(Guesser(glance, glance=glance) for glance in GLANCES)
"""Guessers who always make the same simple kind of move."""
BELIEVERS = tuple(Believer(belief.name, belief=belief) for belief in BELIEFS)
"""One for each mistaken belief."""
