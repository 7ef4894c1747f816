"""Where each character's habit goes wrong: what there is, what is left, and how it is answered."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.limits import example_budget
from solver import Convention, Opponent, Question, answer, ask, format_position


@dataclass(frozen=True)
class HabitExample:
    """A won position in which the habit *leaves* a losing one; the last one loses."""

    ruleset: str
    position: str
    leaves: str

    @property
    def refuted(self) -> Question:
        """What the habit leaves, for the player who faces it."""
        return ask(self.ruleset, self.leaves, Convention.MISERE, budget=example_budget())

    @property
    def answered(self) -> str:
        """The position after a move that wins against the habit."""
        move = answer(self.refuted).preferred
        assert move is not None
        return format_position(move.apply(self.refuted.position))


def example_of(opponent: Opponent) -> HabitExample | None:
    """The example of the opponent's habit; None for an opponent without one."""
    if opponent.habit is None or opponent.example is None:
        return None
    ruleset, position = opponent.example
    question = ask(ruleset, position, Convention.MISERE, budget=example_budget())
    move = opponent.habit.choices(question)[0]
    return HabitExample(ruleset, position, format_position(move.apply(question.position)))
