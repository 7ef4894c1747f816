"""Where each character's habit goes wrong: what there is, what is left, and how it is answered."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.limits import example_budget
from solver import Convention, Question, answer, ask, format_position


@dataclass(frozen=True)
class Example:
    """A won position in which the habit leaves *left*, which loses; the last one loses."""

    ruleset: str
    position: str
    left: str

    @property
    def refuted(self) -> Question:
        """What the habit leaves, for the player who faces it."""
        return ask(self.ruleset, self.left, Convention.MISERE, budget=example_budget())

    @property
    def answered(self) -> str:
        """The position after a move that wins against the habit."""
        move = answer(self.refuted).preferred
        assert move is not None
        return format_position(move.apply(self.refuted.position))


EXAMPLES = {
    "norma": Example("nim", "1+3", "1+1"),
    "miss-ere": Example("nim", "1+4", "1+2"),
    "evan": Example("nim", "1+1+3", "1+1"),
    "mira": Example("kayles", "4+6", "4+4"),
    "greta": Example("nim", "2+4", "2"),
    "max": Example("subtraction:3", "4+6", "4+4"),
}
"""By the keys of the opponents."""
