"""What every theory is: a lens on a position that says whether it applies, and then answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from .conventions import Convention, Outcome, Player
from .errors import BudgetExceededError
from .explanation import Analysis, Facts, Step
from .positions import Move, Position
from .rulesets import Ruleset
from .search import DEFAULT_BUDGET


@dataclass(frozen=True)
class Question:
    """A position to be analysed. *budget* bounds what search or a table may cost."""

    ruleset: Ruleset
    position: Position
    convention: Convention
    to_move: Player | None = None
    budget: int = DEFAULT_BUDGET
    names: tuple[str, ...] = ()
    """What the board calls each component, if not by its place: ``row 4``."""

    def name(self, component: int) -> str:
        """What to call a component in a sentence: ``row 2``."""
        if self.names:
            return self.names[component]
        return f"{self.ruleset.component_word} {component + 1}"

    @cached_property
    def players(self) -> tuple[Player | None, ...]:
        """Whose moves are asked about: the one to move, or both; (None,) in an impartial game."""
        if not self.ruleset.partizan:
            return (None,)
        return (self.to_move,) if self.to_move else (Player.LEFT, Player.RIGHT)

    def after(self, move: Move) -> Question:
        """The question the other player faces after *move*."""
        return replace(
            self,
            position=move.apply(self.position),
            names=(),
            to_move=self.to_move.other if self.to_move else None,
        )


def check_listing(question: Question) -> None:
    """Refuse to list the moves of rows so long that they could be split in too many ways.

    Raises :class:`BudgetExceededError` past the question's budget.
    """
    ways = sum(question.position)
    if question.ruleset.splits and ways > question.budget:
        raise BudgetExceededError(
            f"Listing the moves of {ways} counters passes the budget of {question.budget}.",
            budget=question.budget,
            value=str(ways),
            accepted="shorter rows",
        )


def conclude(
    question: Question,
    theory: str,
    outcome: Outcome,
    winning: Iterable[Move],
    *,
    preferred: Move | None,
    components: Iterable[Facts],
    steps: Iterable[Step],
) -> Analysis:
    """The analysis of *question* by the theory whose key is *theory*."""
    return Analysis(
        ruleset=question.ruleset,
        position=question.position,
        convention=question.convention,
        to_move=question.to_move,
        theory=theory,
        outcome=outcome,
        winning_moves=tuple(winning),
        preferred=preferred,
        components=tuple(components),
        steps=tuple(steps),
    )


class Theory(ABC):
    """One way to decide and explain a position."""

    key: str
    """The name in the command line's contract."""
    name: str
    """The name a page shows."""

    @abstractmethod
    def refusal(self, question: Question) -> str | None:
        """Why the theory does not cover the question, as one sentence; None if it does."""

    @abstractmethod
    def analyse(self, question: Question) -> Analysis:
        """Answer a question that :meth:`refusal` lets pass.

        Raises :class:`~solver.errors.BudgetExceededError` when it would cost too much.
        """
