"""Opponents: who sits on the other side of the board, and how they choose.

Every choice depends only on the position and the random source handed in, so that a match
with a stored seed replays exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random

from .analysis import answer
from .conventions import Convention
from .errors import BudgetExceededError, IllegalMoveError, InvalidInputError
from .misconceptions import (
    EVEN_ONES,
    FLIP_EVERYTHING,
    GRAB,
    MIRROR,
    NO_REMAINDER,
    NORMAL_HABIT,
    Misconception,
    legal_moves,
)
from .positions import Move, format_position
from .rulesets import Ruleset
from .theory import Question
from .words import opponents as words

MAX_REPLIES = 200
"""How many moves of a lost position are weighed against each other."""

UNKNOWN = 10**6
"""How many answers a move counts as having where they cannot be listed in time."""


class Opponent(ABC):
    """Somebody who chooses a move."""

    key: str
    name: str
    about: str
    """One sentence for a player who chooses an opponent."""
    habit: Misconception | None = None
    """The mistaken habit of a character."""

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        """Why this opponent makes no sense in a game, as one sentence; None if it does."""
        return None

    @abstractmethod
    def choose(self, question: Question, chance: Random) -> Move:
        """A legal move; raises :class:`IllegalMoveError` where there is none.

        Raises :class:`BudgetExceededError` where the position cannot be decided.
        """


class Perfect(Opponent):
    """Wins wherever there is a win, and is as hard to answer as can be where there is none."""

    key = "perfect"
    name = "Perfect"
    about = words.PERFECT

    def choose(self, question: Question, chance: Random) -> Move:
        return answer(question).preferred or hardest_reply(question)


class Learner(Opponent):
    """Sees the winning move two times in three, and otherwise moves at random."""

    key = "learner"
    name = "Learner"
    about = words.LEARNER
    skill = 2 / 3

    def choose(self, question: Question, chance: Random) -> Move:
        legal = some_moves(question)
        if chance.random() < self.skill:
            return answer(question).preferred or chance.choice(legal)
        return chance.choice(legal)


class Chance(Opponent):
    """Any legal move, each as likely as the others."""

    key = "random"
    name = "Random"
    about = words.RANDOM

    def choose(self, question: Question, chance: Random) -> Move:
        return chance.choice(some_moves(question))


class Character(Opponent):
    """Plays perfectly except for one habit: where the habit has a move, that move is played."""

    habit: Misconception

    def choose(self, question: Question, chance: Random) -> Move:
        try:
            tempting = self.temptations(question.within(2))
        except BudgetExceededError:
            tempting = []  # a habit that takes too long to follow is not followed
        if tempting:
            return chance.choice(tempting)
        return Perfect().choose(question, chance)

    def temptations(self, question: Question) -> list[Move]:
        """The moves the habit would like to make, all equally good in its eyes."""
        return self.habit.choices(question)


class MisereCharacter(Character):
    """A character whose habit only goes wrong where the last one loses."""

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        if convention is Convention.MISERE:
            return None
        return words.ONLY_MISERE.format(name=self.name)


class Norma(MisereCharacter):
    key = "norma"
    name = "Norma"
    about = words.NORMA
    habit = NORMAL_HABIT


class MissEre(MisereCharacter):
    key = "miss-ere"
    name = "Miss Ère"
    about = words.MISS_ERE
    habit = FLIP_EVERYTHING


class Evan(MisereCharacter):
    key = "evan"
    name = "Evan"
    about = words.EVAN
    habit = EVEN_ONES


class Mira(MisereCharacter):
    key = "mira"
    name = "Mira"
    about = words.MIRA
    habit = MIRROR


class Greta(Character):
    key = "greta"
    name = "Greta"
    about = words.GRETA
    habit = GRAB


class Max(Character):
    key = "max"
    name = "Max"
    about = words.MAX
    habit = NO_REMAINDER

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        if ruleset.maximum:
            return None
        return words.NEEDS_MAXIMUM


OPPONENTS: tuple[Opponent, ...] = (
    Learner(),
    Perfect(),
    Chance(),
    Norma(),
    MissEre(),
    Evan(),
    Mira(),
    Greta(),
    Max(),
)


def get_opponent(key: str) -> Opponent:
    """The opponent called *key*; raises :class:`InvalidInputError` if there is none.

    >>> get_opponent("perfect").key
    'perfect'
    """
    for opponent in OPPONENTS:
        if opponent.key == key:
            return opponent
    keys = ", ".join(opponent.key for opponent in OPPONENTS)
    raise InvalidInputError.of("an opponent", key, f"known are {keys}")


def some_moves(question: Question) -> list[Move]:
    """The legal moves of the player to move; raises :class:`IllegalMoveError` if none is left."""
    moves = legal_moves(question)
    if not moves:
        raise IllegalMoveError(words.NO_MOVE, value=format_position(question.position))
    return moves


def hardest_reply(question: Question) -> Move:
    """The move of a lost position that leaves the fewest winning answers.

    Among equals the one that takes least, which makes the game longest. The budget of the
    question is shared among the moves.
    """

    moves = some_moves(question)[:MAX_REPLIES]
    left = len(moves)

    def ease(move: Move) -> tuple[int, int]:
        nonlocal left
        share, left = question.within(left), left - 1
        try:
            answers = len(answer(share.after(move)).moves)
        except BudgetExceededError:
            answers = UNKNOWN
        return answers, move.removed

    return min(moves, key=ease)
