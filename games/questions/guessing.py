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

So that a guess between two outcomes is not enough, “Who wins?” is followed by another question: the
winning move, or the reply to a move of the losing player. A reply is asked on the board of the
question before: the move of the losing player is drawn there, so that every row keeps the name
under which the words speak of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

from games.questions.facts import is_guessed
from games.questions.goals import GoalKey
from games.questions.guessers import BY_LOT, GUESSERS, Believer, Guesser
from games.questions.question import BEFORE, Question, QuestionLike
from games.questions.shown_question import ShownQuestion
from solver import Player, SolverError, format_position
from solver.teaching import position_words

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


LOOKED_AT = 4
"""The number of replies to try in search of one that a random move does not answer."""


def follow_up(asked: Question, chance: Random) -> Question | None:
    """The question that follows “who wins” in *asked*, at random.

    For a starting player who wins, it asks for the winning move; otherwise for the reply to one of
    that player's moves. It never asks what a random move answers half of the time. On strips, where
    most moves win, it asks for all winning moves instead. None if there is no such question. Raises
    :class:`~solver.SolverError` if the solver would need too long.
    """
    is_partizan = ShownQuestion(asked).ruleset.partizan
    starters = [player.value for player in Player] if is_partizan else [""]
    for starter in chance.sample(starters, len(starters)):
        for one in islice(_after(asked, starter, chance), LOOKED_AT):
            if not is_free(one):
                return one
            every = replace(one, goal=GoalKey.ALL.value)
            if is_partizan and len(ShownQuestion(every).facts.winning) > 1 and not is_free(every):
                return every
    return None


def _after(asked: Question, starter: str, chance: Random) -> Iterator[Question]:
    """The winning move of the player who starts, or else replies to their moves in random order."""
    start = replace(asked, goal=GoalKey.MOVE.value, to_move=starter, extra={})
    task = ShownQuestion(start)
    if task.facts.winning:
        yield start
        return
    for move in chance.sample(task.facts.legal, len(task.facts.legal)):
        left = format_position(task.question.after(move).position)
        other = Player(starter).other.value if starter else ""
        reply = replace(start, position=left, to_move=other)
        try:
            if not ShownQuestion(reply).facts.winning:
                continue
        except SolverError:
            continue
        yield reply


def following(first: Question, then: Question) -> Question:
    """The question *then* as a page poses it after *first*: with the board of *first*, on which
    the move between the two is drawn."""
    if first.position == then.position:
        return then
    return replace(then, extra={**then.extra, BEFORE: first.position})


def lead_to(task: ShownQuestion, *, is_drawn: bool = True) -> str:
    """A follow-up in words, which connect it to the question before. They name the position from
    which the other player moved. *is_drawn*: the board shows that move."""
    is_every = task.goal is GoalKey.ALL
    mover = task.player.value.title() if task.player else ""
    if task.made is None:
        wins = f"{mover} can win by starting" if mover else "The player to move wins here"
        return f"{wins}. {'Mark every winning move.' if is_every else 'By which move?'}"
    board, placed = task.earlier, task.made
    start = position_words(board.position)
    if not board.position[1:]:
        start = f"a {board.row_word} of {start}"
    did = board.recalled(placed)
    seen = " (outlined)" if is_drawn and task.ghosts[0].places else ""
    if task.player:
        other = task.player.other.value.title()
        told = f"If {other} starts from {start}, {other} loses. {other} started and {did}{seen}."
        return f"{told} {'Mark every winning answer.' if is_every else f'How does {mover} answer?'}"
    told = f"From {start}, the player who starts loses. Your opponent started and {did}{seen}."
    return f"{told} How do you answer?"
