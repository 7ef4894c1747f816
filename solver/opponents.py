"""Opponents: who sits on the other side of the board, and how they choose.

Every choice depends only on the position and the random source handed in, so that a match
with a stored seed replays exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
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
    is_symmetric,
    leaves_even_ones,
    normal_play,
)
from .positions import Move, Position, format_position
from .rulesets import Nim, Ruleset, Subtraction
from .theory import Question

MAX_REPLIES = 200
"""How many moves of a lost position are weighed against each other."""

UNKNOWN = 10**6
"""How many answers a move counts as having where they cannot be listed in time."""


class Opponent(ABC):
    """Somebody who chooses a move."""

    key: str
    name: str
    about: str
    """One sentence for whoever chooses an opponent."""
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


class Chance(Opponent):
    """Any legal move, each as likely as the others."""

    key = "random"
    name = "Random"
    about = "Moves without looking."

    def choose(self, question: Question, chance: Random) -> Move:
        return chance.choice(legal_moves(question))


class Character(Opponent):
    """Plays perfectly except for one habit: where the habit has a move, that move is played."""

    habit: Misconception

    def choose(self, question: Question, chance: Random) -> Move:
        tempting = self.temptations(question)
        if tempting:
            return chance.choice(tempting)
        return Perfect().choose(question, chance)

    @abstractmethod
    def temptations(self, question: Question) -> list[Move]:
        """The moves the habit would like to make, all equally good in its eyes."""


class MisereCharacter(Character):
    """A character whose habit only goes wrong where the last one loses."""

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        if convention is Convention.MISERE:
            return None
        return f"{self.name} is right where the last one wins; choose that the last one loses."


class Norma(MisereCharacter):
    key = "norma"
    name = "Norma"
    about = "Has only ever played for the last one."
    habit = NORMAL_HABIT

    def temptations(self, question: Question) -> list[Move]:
        best = answer(normal_play(question)).preferred
        return [best] if best else []


class MissEre(MisereCharacter):
    key = "miss-ere"
    name = "Miss Ère"
    about = "Does the opposite of what used to win."
    habit = FLIP_EVERYTHING

    def temptations(self, question: Question) -> list[Move]:
        winning = set(answer(normal_play(question)).moves)
        return [move for move in legal_moves(question)[:MAX_REPLIES] if move not in winning]


class Evan(MisereCharacter):
    key = "evan"
    name = "Evan"
    about = "Likes things even, down to the end."
    habit = EVEN_ONES

    def temptations(self, question: Question) -> list[Move]:
        return _leading_to(leaves_even_ones, question)


class Mira(MisereCharacter):
    key = "mira"
    name = "Mira"
    about = "Makes pairs wherever she can."
    habit = MIRROR

    def temptations(self, question: Question) -> list[Move]:
        return _leading_to(is_symmetric, question)


class Greta(Character):
    key = "greta"
    name = "Greta"
    about = "Takes what she can get."
    habit = GRAB

    def temptations(self, question: Question) -> list[Move]:
        moves = legal_moves(question)
        most = max(move.removed for move in moves)
        return [move for move in moves if move.removed == most]


class Max(Character):
    key = "max"
    name = "Max"
    about = "Balances whole rows, however many may be taken."
    habit = NO_REMAINDER

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        if isinstance(ruleset, Subtraction) and ruleset.maximum is not None:
            return None
        return "Max needs a game with a maximum take, such as subtraction:3."

    def temptations(self, question: Question) -> list[Move]:
        whole = answer(replace(question, ruleset=Nim()))
        legal = set(legal_moves(question))
        return [move for move in whole.moves if move in legal]


def _leading_to(wanted: Callable[[Position], bool], question: Question) -> list[Move]:
    return [
        move
        for move in legal_moves(question)[:MAX_REPLIES]
        if wanted(move.apply(question.position))
    ]


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

    Among equals the one that takes least, which makes the game longest. The budget of the
    question is shared among the moves.
    """

    moves = legal_moves(question)[:MAX_REPLIES]
    share = replace(question, budget=question.budget // len(moves))

    def ease(move: Move) -> tuple[int, int]:
        try:
            answers = len(answer(share.after(move)).moves)
        except BudgetExceededError:
            answers = UNKNOWN
        return answers, move.removed

    return min(moves, key=ease)
