"""People who pass without understanding, and how likely that is, exactly.

A guesser answers every question in the same blind way. :func:`chance` gives the probability that
one question is answered right, and :func:`passing` that so many of several are::

    >>> from games.exercises.asked import Asked
    >>> asked = Asked("nim", "1+2+4", "misere", "", "move")
    >>> chance(asked), chance(asked, CONSTANT[0])
    (Fraction(1, 7), Fraction(1, 7))
    >>> passing([Fraction(1, 2), Fraction(1, 2)], enough=1)
    Fraction(3, 4)

``chance(asked)`` is the guesser who answers by lot throughout; :data:`CONSTANT` holds the ones
who always say the same where they can, and otherwise make a move by lot; :func:`best` is the most
that any of them reaches, and is what a content check asks for. No question about moves is asked
where it counts if :func:`is_free` says so.
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
"""Sorts of move that anybody can spot at a glance."""


@dataclass(frozen=True)
class Guesser:
    """Somebody who always *says* one outcome, and where *says_none* that nothing does what is
    asked for: that no move wins, or that no company breaks a claim. They make a move of one sort,
    the one they look for at a *glance*, where there is one. Everything else is left to chance."""

    name: str
    says: Outcome | None = None
    says_none: bool = False
    glance: str = ""

    def outcome(self, task: Task) -> Outcome | None:
        """Who wins, if that is not said by lot."""
        return self.says

    def moves(self, task: Task) -> Sequence[Move]:
        """The different moves between which the lot decides."""
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
"""Whoever always gives the same answer, the player to move first."""
GUESSERS = (*CONSTANT, BY_LOT)
AT_A_GLANCE = tuple(Guesser(glance, glance=glance) for glance in GLANCES)
"""Whoever always makes one sort of move."""


def chance(exercise: Exercise, guesser: Guesser = BY_LOT) -> Fraction:
    """The probability that *guesser* answers *exercise* right at the first try. Of a game it is
    the chance of the first move, which is more than that of the game.

    Raises :class:`~solver.SolverError` where the solver cannot tell the right answer.
    """
    task = exercise if isinstance(exercise, Task) else Task(exercise)
    return task.asking.guessed(task, guesser)


def best(exercise: Exercise) -> Fraction:
    """The most that a guesser reaches at one question alone."""
    task = Task(exercise)
    return max(task.asking.guessed(task, guesser) for guesser in GUESSERS)


def is_free(exercise: Exercise) -> bool:
    """Whether half of the moves answer a question about moves (:func:`is_guessed`)."""
    return is_guessed(Task(exercise).facts, exercise.goal)


def passing(chances: Iterable[Fraction], enough: int) -> Fraction:
    """The probability that at least *enough* of independent questions are answered right, by
    convolution."""
    exactly = [Fraction(1)]
    for one in chances:
        more = [Fraction(0), *(share * one for share in exactly)]
        less = [*(share * (1 - one) for share in exactly), Fraction(0)]
        exactly = [up + down for up, down in zip(more, less, strict=True)]
    return sum(exactly[max(enough, 0) :], Fraction(0))
