"""What a winning move leaves, by the name of the idea: equal rows, a remainder, a nim-sum.

The plainest idea that covers a board names it: what can be seen comes before what has to be
counted, and a count of rows before a theory.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .analysis import answer
from .conventions import Convention
from .films.below import BELOW, pairs
from .theories.nim_sum import Columns, takes_from_rows
from .theories.r1 import Cases
from .theories.reduction import balance_of
from .theory import Inquiry
from .words import by_number, joined, plural, position_words, signed
from .words import ideas as words

ONES, HARBORS = "ones", "safe-harbors"


@dataclass(frozen=True)
class Idea:
    """Why a board is lost for the player who faces it. *key* is the theory it comes from,
    :data:`~solver.films.below.BELOW` for equal rows, or ``ones``; *leaves* says what is left."""

    key: str
    leaves: str

    @property
    def is_plain(self) -> bool:
        """Whether it can be seen on the board, without a theory."""
        return self.key in (ONES, BELOW)


def idea_of(lost: Inquiry) -> Idea | None:
    """The idea that decides a *lost* board; None where the player to move can win or cannot move,
    and where only search knows. Raises as :func:`~solver.analysis.answer` does.

    >>> from solver import ask
    >>> idea_of(ask("nim", "1+1+1")).leaves
    '3 rows of 1, an odd number'
    >>> idea_of(ask("kayles", "4+4", "normal")).leaves
    'two equal rows'
    >>> idea_of(ask("subtraction:3", "9")).leaves
    '9, one more than a multiple of 4'
    """
    if next(lost.legal_moves(), None) is None:
        return None
    known = answer(lost)
    if known.to_move_wins is not False:
        return None
    seen = _ones(lost) or _pairs(lost) or _remainders(lost)
    if seen:
        return seen
    said = SAID.get(known.theory)
    return Idea(known.theory, said(lost)) if said else None


def _nim_sum(lost: Inquiry) -> str:
    text = by_number(len(lost.position), words.NIM_VALUE, words.NIM_SUM)
    return text.format(position=position_words(lost.position))


def _kinds(lost: Inquiry) -> str:
    text = words.FIRM if Cases(lost).firm else words.ODD_INVERTERS
    return text.format(position=position_words(lost.position))


def _product(lost: Inquiry) -> str:
    return words.PRODUCT.format(position=position_words(lost.position))


def _balance(lost: Inquiry) -> str:
    balance = signed(balance_of(lost.position))
    return words.BALANCE.format(position=position_words(lost.position), balance=balance)


SAID: dict[str, Callable[[Inquiry], str]] = {
    "nim-sum": _nim_sum,
    "r1": _kinds,
    "misere-quotient": _product,
    "reduction": _balance,
}
"""What each theory says of a board that is lost."""


def _ones(lost: Inquiry) -> Idea | None:
    """Rows of 1 that go one after another, where the last one loses."""
    is_misere = lost.convention is Convention.MISERE
    rules, ones = lost.ruleset, set(lost.position)
    goes = set(map(int, ones)) == {1} and not rules.partizan
    if not (is_misere and goes and all(list(rules.options(one)) == [()] for one in ones)):
        return None
    number, row = len(lost.position), rules.component_word
    return Idea(ONES, by_number(number, words.ONE, words.ONES).format(**_rows(row), ones=number))


def _pairs(lost: Inquiry) -> Idea | None:
    """Equal rows, in which every move is copied."""
    paired = pairs(lost)
    if paired is None or not paired.copied:
        return None
    count = len(paired.couples)
    text = by_number(count, words.TWO_EQUAL, words.IN_PAIRS)
    return Idea(BELOW, text.format(**_rows(lost.ruleset.component_word), pairs=count))


def _remainders(lost: Inquiry) -> Idea | None:
    """Rows with a maximum take, of which only the remainders count."""
    rules = lost.ruleset
    if not (rules.divisor and takes_from_rows(rules)):
        return None
    values = Columns(lost).values
    if len(values) > 1:
        return Idea(HARBORS, words.HARBOR.format(remainders=joined(values)))
    text = words.ONE_MORE if values[0] else words.MULTIPLE
    return Idea(HARBORS, text.format(size=lost.position[0], divisor=rules.divisor))


def _rows(row: str) -> dict[str, str]:
    return {"row": row, "rows": plural(row)}
