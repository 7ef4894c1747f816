"""Mistaken habits that can be told from a position and a losing move.

Each habit has an identifier, a sentence, and a detector. A habit is only looked for where
there was a win to lose; of the habits that fit, the most particular one is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor

from .analysis import answer
from .conventions import Convention
from .errors import BudgetExceededError
from .explanation import Analysis
from .positions import Move, Position
from .rulesets import Subtraction
from .theory import Question


@dataclass(frozen=True)
class Misconception:
    """A mistaken habit: *key* for programs, *name* as a heading, *text* as one sentence."""

    key: str
    name: str
    text: str


@dataclass(frozen=True)
class Slip:
    """A losing move in a won position, with what the detectors look at."""

    question: Question
    analysis: Analysis
    move: Move

    @property
    def result(self) -> Position:
        return self.move.apply(self.question.position)

    @property
    def is_misere(self) -> bool:
        return self.question.convention is Convention.MISERE


def leaves_even_ones(position: Position) -> bool:
    """Whether only rows of 1 are left, an even number of them and at least two."""
    return bool(position) and set(position) == {1} and len(position) % 2 == 0


def is_symmetric(position: Position) -> bool:
    """Whether the rows come in equal pairs, at least one pair larger than 1."""
    pairs = all(count % 2 == 0 for count in Counter(position).values())
    return bool(position) and pairs and max(position) > 1


def normal_play(question: Question) -> Question:
    """The same position with the last move winning."""
    return replace(question, convention=Convention.NORMAL)


def _even_ones(slip: Slip) -> bool:
    return slip.is_misere and leaves_even_ones(slip.result)


def _mirror(slip: Slip) -> bool:
    return slip.is_misere and is_symmetric(slip.result)


def _no_remainder(slip: Slip) -> bool:
    rules = slip.question.ruleset
    if not isinstance(rules, Subtraction) or rules.maximum is None:
        return False
    beyond = max(slip.question.position) > rules.maximum
    return beyond and reduce(xor, slip.result, 0) == 0


def _normal_habit(slip: Slip) -> bool:
    return slip.is_misere and not answer(normal_play(slip.question.after(slip.move))).to_move_wins


def _missed_split(slip: Slip) -> bool:
    return len(slip.move.becomes) < 2 and all(len(m.becomes) > 1 for m in slip.analysis.moves)


def _grab(slip: Slip) -> bool:
    question, taken = slip.question, slip.move.removed
    return taken > 2 and all(
        move.removed <= taken
        for move in question.ruleset.legal_moves(question.position, question.to_move)
    )


def _right_row_wrong_count(slip: Slip) -> bool:
    return any(move.component == slip.move.component for move in slip.analysis.moves)


def _right_sum_wrong_row(slip: Slip) -> bool:
    return any(move.removed == slip.move.removed for move in slip.analysis.moves)


def _flip_everything(slip: Slip) -> bool:
    if not slip.is_misere:
        return False
    normal = answer(normal_play(slip.question))
    return set(normal.moves) == set(slip.analysis.moves)


NORMAL_HABIT = Misconception(
    "normal-habit",
    "The habit of the other game",
    "That move would win if the last one won; here the last one loses.",
)
FLIP_EVERYTHING = Misconception(
    "flip-everything",
    "Doing the opposite",
    "Here both endings want the same move; turning the rule round does not turn the moves round.",
)
EVEN_ONES = Misconception(
    "even-ones",
    "An even number of ones",
    "Only rows of 1 are left, and an even number: you will have to take the last.",
)
MIRROR = Misconception(
    "mirror",
    "Trusting the mirror",
    "Equal pairs look safe, but where the last one loses a pair is not always a lost position.",
)
GRAB = Misconception("grab", "Taking as much as you can", "The largest take is not the best take.")
NO_REMAINDER = Misconception(
    "no-remainder",
    "Forgetting the maximum",
    "Only remainders count: you balanced the whole rows instead.",
)
MISSED_SPLIT = Misconception(
    "missed-split",
    "Not splitting",
    "Only a move that splits a row wins here.",
)
RIGHT_ROW = Misconception(
    "right-row-wrong-count",
    "The right row, the wrong move in it",
    "The row was right; another move in it wins.",
)
RIGHT_SUM = Misconception(
    "right-sum-wrong-row",
    "The right number, the wrong row",
    "The number was right, but in another row.",
)

_DETECTORS: tuple[tuple[Misconception, Callable[[Slip], bool]], ...] = (
    (EVEN_ONES, _even_ones),
    (MIRROR, _mirror),
    (NO_REMAINDER, _no_remainder),
    (MISSED_SPLIT, _missed_split),
    (NORMAL_HABIT, _normal_habit),
    (GRAB, _grab),
    (RIGHT_ROW, _right_row_wrong_count),
    (RIGHT_SUM, _right_sum_wrong_row),
    (FLIP_EVERYTHING, _flip_everything),
)

MISCONCEPTIONS = tuple(misconception for misconception, _ in _DETECTORS)


def habits(question: Question, move: Move) -> tuple[Misconception, ...]:
    """Every habit that *move* shows, the most particular first.

    Empty where the move wins, where nothing could be won, and where the position is too large
    to be decided within the question's budget.
    """
    try:
        analysis = answer(question)
        if not analysis.moves or move.canonical in {won.canonical for won in analysis.moves}:
            return ()
        slip = Slip(question, analysis, move)
        return tuple(habit for habit, is_shown in _DETECTORS if is_shown(slip))
    except BudgetExceededError:
        return ()


def misconception(question: Question, move: Move) -> Misconception | None:
    """The one habit to show for *move*, or None."""
    return next(iter(habits(question, move)), None)
