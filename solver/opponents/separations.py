"""Positions that tell one mistaken habit from the others.

A position separates a habit where a move wins, every move the habit would make loses, chance
would hardly make one of them, and every neighbouring habit would make another move. So whoever
plays the habit's move at several of them has it, and whoever never does has it no more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ..analysis import ask
from ..budget import Budget
from ..errors import BudgetExceededError, InvalidInputError
from ..positions import Move, Position
from ..profiles import distinct, is_same_move, profile
from ..selection import Spec
from ..theory import Inquiry
from ..words import joined
from ..words import unreadable as words
from .misconceptions import EVEN_ONES, HABITS, MIRROR, NORMAL_HABIT, Misconception, Seen

WIDER = {EVEN_ONES.key: NORMAL_HABIT, MIRROR.key: NORMAL_HABIT}
"""Habits that are a case of another: equal pairs, and an even number of ones, are lost where the
last one wins, so no position tells them from the habit of that game."""
PATIENCE = 20_000
"""The work of one choice, in positions."""


@dataclass(frozen=True)
class Separation:
    """A position that separates a habit: the *moves* it would make; the *others*, neighbours
    that would make another move; the *vague* ones, which may make the same move: neighbours with so
    many moves here that nobody could be told to have them, and habits that are a case of this one;
    the *wider* ones, of which it is a case itself."""

    question: Inquiry
    moves: tuple[Move, ...]
    others: tuple[Misconception, ...]
    vague: tuple[Misconception, ...]
    wider: tuple[Misconception, ...] = ()

    @property
    def alike(self) -> tuple[Misconception, ...]:
        """The neighbours that may make the same move here."""
        return self.wider + self.vague

    @property
    def difficulty(self) -> tuple[int, Position]:
        """The easiest comes first."""
        return profile(self.question).difficulty, self.question.position


def separation(habit: Misconception, question: Inquiry) -> Separation | None:
    """How a position separates a habit; None where it does not.

    Raises :class:`BudgetExceededError` where it is too large to tell.

    >>> from solver.opponents.misconceptions import GRAB
    >>> separation(GRAB, ask("nim", "2+4+5")) is None
    False
    """
    seen = Seen(question)
    analysis, legal = seen.analysis, seen.different
    moves = distinct(habit.moves(seen))
    if not analysis.moves or not moves or len(moves) * habit.rare > len(legal):
        return None
    if any(analysis.keeps_win(move) for move in moves):
        return None
    others, vague = [], []
    wider = tuple(other for other in HABITS if other == WIDER.get(habit.key))
    for other in HABITS:
        theirs = distinct(other.moves(seen))
        if not theirs or other in (habit, *wider):
            continue
        if not any(is_same_move(move, their) for move in moves for their in theirs):
            others.append(other)
        elif len(theirs) * other.rare > len(legal) or WIDER.get(other.key) == habit:
            vague.append(other)
        else:
            return None
    return Separation(question, moves, tuple(others), tuple(vague), wider)


def separate(
    habit: Misconception, spec: Spec, count: int, *, without: frozenset[Position] = frozenset()
) -> list[Separation]:
    """*count* positions within *spec* that separate a habit, none of those in *without*, in an
    order that depends on the habit alone; the easiest first, and fewer where there are no more.
    One with a vague neighbour is taken only where others are lacking. Raises
    :class:`InvalidInputError` for what is no habit or no :class:`Spec`.

    >>> from .misconceptions import GRAB
    >>> [found] = separate(GRAB, Spec("nim", rows=(3, 3), sizes=(2, 5)), 1)
    >>> found.question.position, [str(move) for move in found.moves]
    ((4, 5, 5), ['2>0'])
    """
    if not isinstance(habit, Misconception):
        raise InvalidInputError.because(
            words.HABIT, habit, known=joined([each.key for each in HABITS], "or")
        )
    if not isinstance(spec, Spec):
        raise InvalidInputError.because(words.SPEC, spec)
    candidates = [position for position in spec.positions() if position not in without]
    Random(f"separation:{habit.key}").shuffle(candidates)
    budget = Budget(PATIENCE)
    strict: list[Separation] = []
    spare: list[Separation] = []
    for position in candidates:
        question = ask(spec.ruleset, position, spec.convention, spec.to_move, budget=budget)
        try:
            found = separation(habit, question)
        except BudgetExceededError:
            break
        if found:
            # What is kept has a budget of its own again.
            kept = replace(found, question=replace(question, budget=Budget(PATIENCE)))
            (spare if found.vague else strict).append(kept)
        if len(strict) == count:
            break
    return sorted([*strict, *spare][:count], key=lambda found: found.difficulty)
