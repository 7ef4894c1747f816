"""What somebody believes about a whole game who has one mistaken habit: who wins, and by what.

A habit (:mod:`.misconceptions`) says which move somebody would make. A belief says as well which
positions they take for lost, so that it answers every question about winning: a test can be held
against it, and so can what one person has answered so far. Two of them are no habits of
:data:`~.misconceptions.HABITS`: no losing move alone would show them.
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
from ..profiles import Profile, distinct
from ..theory import Inquiry
from ..words import habits as words
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
    """A belief, as a *habit* of moving.

    *chooses* gives the moves that somebody makes who believes it, none where it says none. *loses*
    says whether they take a position for lost; without it, or where it gives None, they toss a
    coin. *misreads* is the ending that they take for the game's in every other question. A belief
    that *knows_lost* names lost positions alone: who takes any other one for won shows nothing.
    """

    habit: Misconception
    chooses: Callable[[Seen], list[Move]] = field(repr=False)
    loses: Callable[[Inquiry], bool | None] = field(default=lambda question: None, repr=False)
    misreads: Convention | None = None
    knows_lost: bool = False

    @property
    def key(self) -> str:
        """For programs; the same as that of its habit."""
        return self.habit.key

    @property
    def name(self) -> str:
        """A heading."""
        return self.habit.name

    @property
    def done(self) -> str:
        """What somebody did who followed it: ``you trusted equal pairs``."""
        return words.AS_BELIEVED[self.key]

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
) -> Belief:
    return Belief(habit, habit.moves, loses)


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


ODD = Misconception("odd-total", *words.ODD_TOTAL, chooses=_leaves_even_total)
LONGEST = Misconception("longest-row", *words.LONGEST_ROW, chooses=_in_longest_row)

BELIEFS = (
    Belief(NORMAL_HABIT, _as_if_normal, misreads=Convention.NORMAL),
    Belief(MIRROR, _leaves_pairs, _comes_in_pairs, knows_lost=True),
    _of(EVEN_ONES, _is_even_ones),
    _of(NO_REMAINDER, _is_balanced),
    _of(MISSED_SPLIT),
    _of(GRAB),
    _of(FLIP_EVERYTHING),
    _of(ODD, _has_even_total),
    _of(LONGEST),
)
"""The one that misère play is about comes first."""


@dataclass(frozen=True)
class Misled:
    """A position where a belief misleads: the wrong *outcome* that somebody names who has it, and
    the *moves* they make, all of which lose where others win, with their *share* of the different
    moves. One of the two may be missing (None, or no moves).
    """

    belief: Belief
    outcome: Outcome | None
    moves: tuple[Move, ...] = ()
    share: float = 0.0


def misled(facts: Profile) -> tuple[Misled, ...]:
    """How each belief misleads in a position; those that do not are left out.

    Raises :class:`BudgetExceededError` where the position is too large to tell.

    >>> from solver import ask, profile
    >>> for one in misled(profile(ask("nim", "1+1+2"))):
    ...     print(one.belief.key, one.outcome, [str(move) for move in one.moves])
    normal-habit None ['3>0']
    mirror None ['3>0']
    even-ones None ['3>0']
    grab None ['3>0']
    odd-total P []
    """
    seen = Seen(facts.question, facts)
    found = []
    for belief in BELIEFS:
        named = belief.outcome(facts.question)
        is_clear = named is not facts.outcome and (named is Outcome.P or not belief.knows_lost)
        outcome = named if is_clear else None
        # Who takes a position for lost has no move to prefer.
        moves = distinct(belief.chooses(seen)) if facts.winning and named is not Outcome.P else ()
        if any(facts.analysis.keeps_win(move) for move in moves):
            moves = ()
        if outcome or moves:
            found.append(Misled(belief, outcome, moves, len(moves) / (len(facts.legal) or 1)))
    return tuple(found)
