"""The exact chance that a person who understands nothing passes.

A guesser answers every question in the same blind way. :func:`chance` is the probability of a right
answer to one question, and :func:`passing` that of enough right answers to several::

    >>> from games.questions.question import Question
    >>> asked = Question("nim", "1+2+4", "misere", "", "move")
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

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from games.questions.facts import is_guessed
from games.questions.goals import GoalKey
from games.questions.guessers import BY_LOT, GUESSERS, Believer, Guesser
from games.questions.question import Question, QuestionLike
from games.questions.shown_question import ShownQuestion
from solver import SolverError

BY_BELIEF = (GoalKey.PREDICT, GoalKey.MOVE, GoalKey.ALL, GoalKey.PLAY)
"""The questions that somebody answers who knows only who wins and by what."""


def chance(exercise: QuestionLike | ShownQuestion, guesser: Guesser = BY_LOT) -> Fraction:
    """The probability that *guesser* answers *exercise* right at the first try. For a game, it is
    the chance of a winning first move, which is greater than that of winning.

    Raises :class:`~solver.SolverError` if the solver cannot work out the right answer.
    """
    task = exercise if isinstance(exercise, ShownQuestion) else ShownQuestion(exercise)
    if isinstance(guesser, Believer) and task.exercise.goal not in BY_BELIEF:
        return Fraction(_knows(task, guesser))
    return task.asking.guessed(task, guesser)


def _knows(task: ShownQuestion, believer: Believer) -> bool:
    """Whether somebody who believes something wrong is right where it is not asked who wins: their
    answer is the right one, or that of the game with the ending they take for its own."""
    misread = believer.belief.misreads
    if misread is None or task.convention is misread:
        return True
    other = ShownQuestion(replace(Question.of(task.exercise), convention=misread.value))
    try:
        return task.asking.grade(task, task.asking.right(other)).correct
    except SolverError:  # there is no such question about the other game, so they answer this one
        return True


def best(exercise: QuestionLike) -> Fraction:
    """The highest chance of any guesser at one question."""
    task = ShownQuestion(exercise)
    return max(task.asking.guessed(task, guesser) for guesser in GUESSERS)


def is_free(exercise: QuestionLike) -> bool:
    """Whether half of the moves answer a question about moves (:func:`is_guessed`)."""
    return is_guessed(ShownQuestion(exercise).facts, exercise.goal)


def passing(chances: Iterable[Fraction], enough: int) -> Fraction:
    """The probability of at least *enough* right answers to independent questions, by
    convolution."""
    exactly = [Fraction(1)]
    for one in chances:
        more = [Fraction(0), *(share * one for share in exactly)]
        less = [*(share * (1 - one) for share in exactly), Fraction(0)]
        exactly = [up + down for up, down in zip(more, less, strict=True)]
    return sum(exactly[max(enough, 0) :], Fraction(0))
