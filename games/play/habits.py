"""An example of each character's habit: a position, what the habit leaves, and the winning
reply."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.limits import example_budget
from solver import Convention, Inquiry, answer, ask, format_position
from solver.teaching import Opponent


@dataclass(frozen=True)
class HabitExample:
    """A winning position where the habit *leaves* a losing one, in misère play."""

    ruleset: str
    position: str
    leaves: str

    @property
    def refuted(self) -> Inquiry:
        """The position that the habit leaves, as a question for the other player."""
        return ask(self.ruleset, self.leaves, Convention.MISERE, budget=example_budget())

    @property
    def answered(self) -> str:
        """The position after a winning reply to the habit."""
        move = answer(self.refuted).preferred
        assert move is not None
        return format_position(move.apply(self.refuted.position))


def example_of(opponent: Opponent) -> HabitExample | None:
    """The example of this opponent's habit; None if the opponent has none."""
    if opponent.habit is None or opponent.example is None:
        return None
    ruleset, position = opponent.example
    question = ask(ruleset, position, Convention.MISERE, budget=example_budget())
    move = opponent.habit.choices(question)[0]
    return HabitExample(ruleset, position, format_position(move.apply(question.position)))
