"""Octal games that are the same game with rows of another length (first cousins).

Where a row of 1 has no move, a counter is of no use by itself: every row may as well be called one
shorter. Then leaving a row of 1 is leaving nothing, and leaving a row of 1 beside another is
leaving one row. So digit k of the shorter game lets a move leave

* nothing, if digit k + 1 lets it leave nothing, digit k one row, or digit k - 1 two;
* one row, if digit k lets it leave one row, or digit k - 1 two;
* two rows, if digit k - 1 lets it leave two.

Repeated until a row of 1 has a move, this is the standard form of Guy and Smith (1956). Rows that
belong together have the same options, move for move, so that every theory says the same of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import InvalidInputError
from ..words import unreadable as words
from .keys import get_ruleset
from .octal import Octal
from .rules import Ruleset

NOTHING, ONE, TWO = 1, 2, 4
EXAMPLE = "octal:0.07"


def standard_form(rules: Ruleset | str) -> tuple[str, int]:
    """The code of an octal game's standard form, and by how much its rows are shorter.

    A game without a move is its own. Raises :class:`InvalidInputError` for any other game.

    >>> standard_form("octal:0.07")
    ('0.137', 1)
    """
    game = get_ruleset(rules)
    if not isinstance(game, Octal):
        raise InvalidInputError.because(words.OCTAL_GAME, game.key, example=EXAMPLE)
    digits, shorter = game.digits, 0
    while any(digits) and not digits[1] & NOTHING:
        digits, shorter = _one_shorter(digits), shorter + 1
    return f"{digits[0]}.{''.join(map(str, digits[1:]))}", shorter


def _one_shorter(digits: Sequence[int]) -> tuple[int, ...]:
    padded = (0, *digits, 0, 0)  # digit k stands at k + 1
    made = [0]
    for place in range(1, len(digits) + 1):
        before, here, after = padded[place : place + 3]
        made.append(
            NOTHING * bool(after & NOTHING or here & ONE or before & TWO)
            | ONE * bool(here & ONE or before & TWO)
            | before & TWO
        )
    while len(made) > 2 and not made[-1]:
        made.pop()
    return tuple(made)
