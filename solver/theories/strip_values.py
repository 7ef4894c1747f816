"""Partizan Kayles where the last one wins: what every strip is worth.

Let 1 be a move that Left alone has, and let the switch be {1/2 | -1/2}, which is {1 | 0} less a
half; two of them cancel. Then a strip of 4k is worth k, one of 4k + 1 is k + 1, one of 4k + 2 is
k + 1/2 and a switch, one of 4k + 3 is k + 3/2 and a switch. By induction: with these values the
moves of each player leave, up to those that are dominated,

* of 4k: Left {k + 1 | k}, Right {k | k - 1} or k + 1. In that less k whoever moves first loses.
* of 4k + 1: Left k or {k + 2 | k + 1}, Right {k + 1 | k}. The same holds of that less k + 1.
* of 4k + 2: Left k + 1, Right k. That is {k + 1 | k}.
* of 4k + 3: Left k + 2, Right k + 1. That is {k + 2 | k + 1}.

A sum is a number, with a switch on top if an odd number of strips has one. The number is at least
1 but for the empty table, which is 0, and a single strip of 2, which is {1 | 0}; with a switch on
top it is then at least {2 | 1}. So Left wins everything else, whoever begins.
"""

from __future__ import annotations

from fractions import Fraction

from ..conventions import Convention, Outcome
from ..positions import Position
from ..rulesets.rules import Ruleset

HALF = Fraction(1, 2)
WORTH = (Fraction(0), Fraction(1), HALF, 1 + HALF)
"""What is left of a strip after division by 4 is worth, a switch aside."""
DECIDED_BY_MOVE: Position = (2,)
"""The one position that whoever moves wins."""


def is_solved(ruleset: Ruleset, convention: Convention) -> bool:
    """Whether these values decide the game."""
    return ruleset.family == "partizan" and convention is Convention.NORMAL


def value(position: Position) -> tuple[Fraction, bool]:
    """How many moves Left is ahead, and whether a switch of a half comes on top.

    >>> value((7, 4))
    (Fraction(7, 2), True)
    """
    ahead = sum((size // 4 + WORTH[size % 4] for size in position), Fraction(0))
    return ahead, sum(size % 4 >= 2 for size in position) % 2 == 1


def outcome_of(position: Position) -> Outcome:
    """Who wins where the last one wins.

    >>> outcome_of((2,)), outcome_of((2, 2))
    (<Outcome.N: 'N'>, <Outcome.L: 'L'>)
    """
    if not position:
        return Outcome.P
    return Outcome.N if position == DECIDED_BY_MOVE else Outcome.L
