"""Opponents: who sits on the other side of the board, and how they choose.

Every choice depends only on the position and the random source handed in, so that a match
with a stored seed replays exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from random import Random

from .analysis import answer
from .errors import IllegalMoveError, InvalidInputError
from .positions import Move, format_position
from .theory import Question

MAX_REPLIES = 200
"""How many moves of a lost position are weighed against each other."""


class Opponent(ABC):
    """Somebody who chooses a move."""

    key: str
    name: str
    about: str
    """One sentence for whoever chooses an opponent."""

    @abstractmethod
    def choose(self, question: Question, chance: Random) -> Move:
        """A legal move; raises :class:`IllegalMoveError` where there is none.

        Raises :class:`BudgetExceededError` where the position cannot be decided.
        """


class Perfect(Opponent):
    """Wins wherever there is a win, and is as hard to answer as can be where there is none."""

    key = "perfect"
    name = "Perfect"
    about = "Never gives a win away."

    def choose(self, question: Question, chance: Random) -> Move:
        return answer(question).preferred or hardest_reply(question)


class Learner(Opponent):
    """Sees the winning move two times in three, and otherwise moves at random."""

    key = "learner"
    name = "Learner"
    about = "Knows the trick, but does not always see it."
    skill = 2 / 3

    def choose(self, question: Question, chance: Random) -> Move:
        legal = legal_moves(question)
        if chance.random() < self.skill:
            return answer(question).preferred or chance.choice(legal)
        return chance.choice(legal)


OPPONENTS: tuple[Opponent, ...] = (Learner(), Perfect())


def get_opponent(key: str) -> Opponent:
    """The opponent called *key*; raises :class:`InvalidInputError` if there is none."""
    for opponent in OPPONENTS:
        if opponent.key == key:
            return opponent
    known = ", ".join(opponent.key for opponent in OPPONENTS)
    raise InvalidInputError.of("an opponent", key, f"known are {known}")


def legal_moves(question: Question) -> list[Move]:
    """The legal moves of the player to move; raises :class:`IllegalMoveError` if none is left."""
    moves = list(
        islice(question.ruleset.legal_moves(question.position, question.to_move), MAX_REPLIES * 50)
    )
    if not moves:
        raise IllegalMoveError(
            "There is no move to make.", value=format_position(question.position)
        )
    return moves


def hardest_reply(question: Question) -> Move:
    """The move of a lost position that leaves the fewest winning answers.

    Among equals the one that takes least, which makes the game longest.
    """

    def ease(move: Move) -> tuple[int, int]:
        return len(answer(question.after(move)).moves), move.removed

    return min(legal_moves(question)[:MAX_REPLIES], key=ease)
