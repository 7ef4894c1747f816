"""Opponents: who sits on the other side of the board, and how they choose.

Every choice depends only on the position and the random source handed in, so that a match
with a stored seed replays exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from random import Random

from ..analysis import answer
from ..conventions import Convention
from ..errors import BudgetExceededError, IllegalMoveError, InvalidInputError
from ..positions import Move, format_position
from ..profiles import is_same_move
from ..rulesets.rules import Ruleset
from ..theory import Inquiry
from ..words import joined, unreadable
from ..words import opponents as words
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

MAX_REPLIES = 200
"""How many moves of a lost position are weighed against each other."""

UNKNOWN = 10**6
"""How many answers a move counts as having where they cannot be listed in time."""


class Opponent(ABC):
    """Somebody who chooses a move: one of a plan, or any move at all."""

    key: str
    name: str
    about: str
    """One sentence for a player who chooses an opponent."""
    hello: str
    """What it says before the first move. Like the other lines, it tells no more than *about*."""
    won: str
    lost: str
    """What it says after a game that it has won, or lost, by the last move."""
    skill = Fraction(1)
    """How often they follow their plan; otherwise they make any move."""
    habit: Misconception | None = None
    """The mistaken habit of a character."""
    example: tuple[str, str] | None = None
    """A ruleset and a position, won in misère play, in which every move of the habit loses."""

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        """Why this opponent makes no sense in a game, as one sentence; None if it does."""
        return None

    @abstractmethod
    def plan(self, question: Inquiry) -> list[Move]:
        """The moves between which they choose, all equally good in their eyes; none where any
        move will do.

        Raises :class:`IllegalMoveError` where there is no move, :class:`BudgetExceededError`
        where the position cannot be decided.
        """

    def choose(self, question: Inquiry, chance: Random) -> Move:
        """A legal move; raises as :meth:`plan`."""
        sees = self.skill == 1 or chance.random() < self.skill
        return chance.choice((self.plan(question) if sees else []) or some_moves(question))


class Perfect(Opponent):
    """Wins wherever there is a win, and is as hard to answer as can be where there is none: any
    of the replies that are equally hard, so that every answer must be learnt."""

    key = "perfect"
    name = "Perfect"
    about = words.PERFECT
    hello, won, lost = words.PERFECT_HELLO, words.PERFECT_WON, words.PERFECT_LOST

    def plan(self, question: Inquiry) -> list[Move]:
        preferred = answer(question).preferred
        return [preferred] if preferred else hardest_replies(question)


class Learner(Opponent):
    """Sees the winning move two times in three, and otherwise moves at random."""

    key = "learner"
    name = "Learner"
    about = words.LEARNER
    hello, won, lost = words.LEARNER_HELLO, words.LEARNER_WON, words.LEARNER_LOST
    skill = Fraction(2, 3)

    def plan(self, question: Inquiry) -> list[Move]:
        preferred = answer(question).preferred
        return [preferred] if preferred else []


class Chance(Opponent):
    """Any legal move, each as likely as the others."""

    key = "random"
    name = "Random"
    about = words.RANDOM
    hello, won, lost = words.RANDOM_HELLO, words.RANDOM_WON, words.RANDOM_LOST

    def plan(self, question: Inquiry) -> list[Move]:
        return []


class Character(Opponent):
    """Plays perfectly except for one habit: where the habit has a move, that move is played."""

    habit: Misconception
    lost_by_habit: str
    """That the habit gave a win away at move ``{number}``."""

    def plan(self, question: Inquiry) -> list[Move]:
        return self.tempted(question) or Perfect().plan(question)

    def tempted(self, question: Inquiry) -> list[Move]:
        """The moves of the habit; none where it takes too long to follow."""
        try:
            return self.habit.choices(question.within(2))
        except BudgetExceededError:
            return []

    def is_tempted(self, question: Inquiry, move: Move) -> bool:
        """Whether *move* is one of them, or its mirror image."""
        return any(is_same_move(move, other) for other in self.tempted(question))


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
    hello, won, lost = words.NORMA_HELLO, words.NORMA_WON, words.NORMA_LOST
    lost_by_habit = words.NORMA_HABIT
    habit = NORMAL_HABIT
    example = ("nim", "1+3")


class MissEre(MisereCharacter):
    key = "miss-ere"
    name = "Miss Ère"
    about = words.MISS_ERE
    hello, won, lost = words.MISS_ERE_HELLO, words.MISS_ERE_WON, words.MISS_ERE_LOST
    lost_by_habit = words.MISS_ERE_HABIT
    habit = FLIP_EVERYTHING
    example = ("nim", "1+4")


class Evan(MisereCharacter):
    key = "evan"
    name = "Evan"
    about = words.EVAN
    hello, won, lost = words.EVAN_HELLO, words.EVAN_WON, words.EVAN_LOST
    lost_by_habit = words.EVAN_HABIT
    habit = EVEN_ONES
    example = ("nim", "1+1+3")


class Mira(MisereCharacter):
    key = "mira"
    name = "Mira"
    about = words.MIRA
    hello, won, lost = words.MIRA_HELLO, words.MIRA_WON, words.MIRA_LOST
    lost_by_habit = words.MIRA_HABIT
    habit = MIRROR
    example = ("kayles", "4+6")


class Greta(Character):
    key = "greta"
    name = "Greta"
    about = words.GRETA
    hello, won, lost = words.GRETA_HELLO, words.GRETA_WON, words.GRETA_LOST
    lost_by_habit = words.GRETA_HABIT
    habit = GRAB
    example = ("nim", "2+4")


class Max(Character):
    key = "max"
    name = "Max"
    about = words.MAX
    hello, won, lost = words.MAX_HELLO, words.MAX_WON, words.MAX_LOST
    lost_by_habit = words.MAX_HABIT
    habit = NO_REMAINDER
    example = ("subtraction:3", "4+6")

    def mismatch(self, ruleset: Ruleset, convention: Convention) -> str | None:
        if ruleset.maximum:
            return None
        return words.NEEDS_MAXIMUM


OPPONENTS: tuple[Opponent, ...] = (
    Learner(),
    Chance(),
    Norma(),
    MissEre(),
    Evan(),
    Mira(),
    Greta(),
    Max(),
    Perfect(),
)


def get_opponent(key: str) -> Opponent:
    """The opponent called *key*; raises :class:`InvalidInputError` if there is none.

    >>> get_opponent("perfect").key
    'perfect'
    """
    for opponent in OPPONENTS:
        if opponent.key == key:
            return opponent
    known = joined([opponent.key for opponent in OPPONENTS], "or")
    raise InvalidInputError.because(unreadable.OPPONENT, key, known=known)


def some_moves(question: Inquiry) -> list[Move]:
    """The legal moves of the player to move; raises :class:`IllegalMoveError` if none is left."""
    moves = legal_moves(question)
    if not moves:
        raise IllegalMoveError(words.NO_MOVE, value=format_position(question.position))
    return moves


def hardest_replies(question: Inquiry) -> list[Move]:
    """The moves of a lost position that leave the fewest winning answers.

    The first of them takes least, which makes the game longest. The budget of the question is
    shared among the moves.
    """
    moves = some_moves(question)[:MAX_REPLIES]
    answers = []
    for left in range(len(moves), 0, -1):
        share = question.within(left)
        if not share.budget.remaining:  # what begins without any still costs its first step
            answers.append(UNKNOWN)
            continue
        try:
            answers.append(len(answer(share.after(moves[-left])).moves))
        except BudgetExceededError:
            answers.append(UNKNOWN)
    fewest = min(answers)
    hardest = [move for move, number in zip(moves, answers, strict=True) if number == fewest]
    return sorted(hardest, key=lambda move: move.removed)
