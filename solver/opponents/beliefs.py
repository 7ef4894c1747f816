"""What somebody believes about a whole game who has one mistaken habit: who wins, and by what.

A habit (:mod:`.misconceptions`) says which move somebody would make. A belief says as well which
positions they take for lost, so that it answers every question about winning, and a test can be
held against it. Two of them are no habits yet: no losing move alone would show them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor

from ..analysis import answer
from ..conventions import Convention, Outcome
from ..positions import Move
from ..theory import Inquiry
from ..words.habits import LONGEST_ROW, ODD_TOTAL
from .misconceptions import (
    EVEN_ONES,
    FLIP_EVERYTHING,
    GRAB,
    MIRROR,
    MISSED_SPLIT,
    NO_REMAINDER,
    NORMAL_HABIT,
    Misconception,
    Seen,
    normal_play,
)


@dataclass(frozen=True)
class Belief:
    """A belief, by *key* for programs and *name* as a heading.

    *chooses* gives the moves that somebody makes who believes it, none where it says none. *loses*
    says whether they take a position for lost; without it, or where it gives None, they toss a
    coin. *misreads* is the ending that they take for the game's in every other question.
    """

    key: str
    name: str
    chooses: Callable[[Seen], list[Move]] = field(repr=False)
    loses: Callable[[Inquiry], bool | None] = field(default=lambda question: None, repr=False)
    misreads: Convention | None = None

    def moves(self, question: Inquiry) -> list[Move]:
        """The moves; raises :class:`BudgetExceededError` where that is too dear."""
        return self.chooses(Seen(question))

    def outcome(self, question: Inquiry) -> Outcome | None:
        """Who wins, as they believe it; None for a coin.

        >>> from solver import ask
        >>> str(BELIEFS[0].outcome(ask("nim", "1+1+1"))), str(answer(ask("nim", "1+1+1")).outcome)
        ('N', 'P')
        """
        if self.misreads:
            return answer(normal_play(question)).outcome
        # Players with moves of their own have four outcomes, of which these beliefs name none.
        loses = None if question.ruleset.partizan else self.loses(question)
        return None if loses is None else Outcome.P if loses else Outcome.N


def _of(
    habit: Misconception,
    loses: Callable[[Inquiry], bool | None] = lambda question: None,
    misreads: Convention | None = None,
) -> Belief:
    return Belief(habit.key, habit.name, habit.moves, loses, misreads)


def _as_if_normal(seen: Seen) -> list[Move]:
    """What would win if the last one won, whatever wins."""
    return list(answer(normal_play(seen.question)).moves)


def _comes_in_pairs(question: Inquiry) -> bool:
    return all(count % 2 == 0 for count in Counter(question.position).values())


def _leaves_pairs(seen: Seen) -> list[Move]:
    rows = seen.question.position
    return [
        move
        for move in seen.legal
        if all(count % 2 == 0 for count in Counter(move.apply(rows)).values())
    ]


def _is_even_ones(question: Inquiry) -> bool | None:
    """Where only rows of 1 are left, an even number of them is taken for lost."""
    rows = question.position
    return len(rows) % 2 == 0 if rows and max(rows) == 1 else None


def _is_balanced(question: Inquiry) -> bool | None:
    """Where a row is longer than the greatest take, whole rows are balanced."""
    most = question.ruleset.maximum
    if most is None or max(question.position, default=0) <= most:
        return None
    return reduce(xor, question.position) == 0


def _has_even_total(question: Inquiry) -> bool:
    return sum(question.position) % 2 == 0


def _leaves_even_total(seen: Seen) -> list[Move]:
    rows = seen.question.position
    return [move for move in seen.legal if sum(move.apply(rows)) % 2 == 0]


def _in_longest_row(seen: Seen) -> list[Move]:
    longest = max(seen.question.position, default=0)
    return [move for move in seen.legal if move.size == longest]


BELIEFS = (
    Belief(
        NORMAL_HABIT.key,
        NORMAL_HABIT.name,
        _as_if_normal,
        misreads=Convention.NORMAL,
    ),
    Belief(MIRROR.key, MIRROR.name, _leaves_pairs, _comes_in_pairs),
    _of(EVEN_ONES, _is_even_ones),
    _of(NO_REMAINDER, _is_balanced),
    _of(MISSED_SPLIT),
    _of(GRAB),
    _of(FLIP_EVERYTHING),
    Belief("odd-total", ODD_TOTAL, _leaves_even_total, _has_even_total),
    Belief("longest-row", LONGEST_ROW, _in_longest_row),
)
"""The one that misère play is about comes first."""
