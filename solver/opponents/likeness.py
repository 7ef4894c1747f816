"""What makes two positions the same exercise with other numbers."""

from __future__ import annotations

from dataclasses import dataclass

from ..conventions import Outcome
from ..profiles import Profile, distinct, is_same_move
from .misconceptions import HABITS, Seen


@dataclass(frozen=True)
class Likeness:
    """Equal where two positions of one game ask the same of a student: the *outcome*, how many
    distinct moves are *winning*, the *theory* that decides and its *case* (of R1; None where R1
    has nothing to say), and the keys of the habits that are *failing* there.
    """

    outcome: Outcome
    winning: int
    theory: str
    case: int | None
    failing: frozenset[str]

    @classmethod
    def of(cls, facts: Profile) -> Likeness:
        """The likeness of a position; raises :class:`BudgetExceededError` where it costs too much.

        >>> from solver import ask, profile
        >>> nim = [Likeness.of(profile(ask("nim", rows))) for rows in ("1+2+4", "1+4+4", "2+4")]
        >>> nim[0] == nim[1], nim[0] == nim[2], sorted(nim[0].failing)
        (True, False, ['grab'])
        """
        return cls(
            facts.outcome,
            len(facts.winning),
            facts.analysis.theory,
            facts.case,
            failing(facts),
        )


def failing(facts: Profile) -> frozenset[str]:
    """The keys of the habits that would move, and whose every move loses, where the player to move
    wins. A character with such a habit throws the game away there, whichever of its moves it makes.

    >>> from solver import ask, profile
    >>> sorted(failing(profile(ask("nim", "1+3"))))
    ['even-ones', 'flip-everything', 'normal-habit']
    >>> sorted(failing(profile(ask("nim", "2+2"))))
    []
    """
    if not facts.mover_wins:
        return frozenset()
    keys, seen = set(), Seen(facts.question, facts)
    for habit in HABITS:
        moves = distinct(habit.moves(seen))
        if moves and not any(is_same_move(m, win) for m in moves for win in facts.winning):
            keys.add(habit.key)
    return frozenset(keys)
