"""The exact chance that a person who understands nothing passes.

A guesser answers every question in the same blind way. :func:`chance` is the probability of a right
answer to one question, and :func:`passing` that of enough right answers to several::

    >>> from games.exercises.asked import Asked
    >>> asked = Asked("nim", "1+2+4", "misere", "", "move")
    >>> chance(asked), chance(asked, CONSTANT[0])
    (Fraction(1, 7), Fraction(1, 7))
    >>> passing([Fraction(1, 2), Fraction(1, 2)], enough=1)
    Fraction(3, 4)

By default, the guesser answers everything at random. Those in :data:`CONSTANT` always give the same
answer, and make a random move if the question asks for one. :func:`best` is the highest chance of
any guesser; content checks use it. A question about moves for which :func:`is_free` holds is not
asked where the answer counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.exercises.facts import is_guessed
from games.exercises.goals import Exercise
from games.exercises.tasks import Task
from solver import Move, Outcome, Position


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

    def outcome(self, task: Task) -> Outcome | None:
        """The outcome that the guesser names; None if it is random."""
        return self.says

    def moves(self, task: Task) -> Sequence[Move]:
        """The moves from which the guesser chooses at random."""
        legal, position = task.facts.legal, task.question.position
        if not self.glance:
            return legal
        return [move for move in legal if GLANCES[self.glance](move, position)] or legal


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


def chance(exercise: Exercise, guesser: Guesser = BY_LOT) -> Fraction:
    """The probability that *guesser* answers *exercise* right at the first try. For a game, it is
    the chance of a winning first move, which is greater than that of winning.

    Raises :class:`~solver.SolverError` if the solver cannot work out the right answer.
    """
    task = exercise if isinstance(exercise, Task) else Task(exercise)
    return task.asking.guessed(task, guesser)


def best(exercise: Exercise) -> Fraction:
    """The highest chance of any guesser at one question."""
    task = Task(exercise)
    return max(task.asking.guessed(task, guesser) for guesser in GUESSERS)


def is_free(exercise: Exercise) -> bool:
    """Whether half of the moves answer a question about moves (:func:`is_guessed`)."""
    return is_guessed(Task(exercise).facts, exercise.goal)


def passing(chances: Iterable[Fraction], enough: int) -> Fraction:
    """The probability of at least *enough* right answers to independent questions, by
    convolution."""
    exactly = [Fraction(1)]
    for one in chances:
        more = [Fraction(0), *(share * one for share in exactly)]
        less = [*(share * (1 - one) for share in exactly), Fraction(0)]
        exactly = [up + down for up, down in zip(more, less, strict=True)]
    return sum(exactly[max(enough, 0) :], Fraction(0))
