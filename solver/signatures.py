"""What a position comes to: two positions of one signature are one puzzle in disguise."""

from __future__ import annotations

from collections.abc import Hashable

from .conventions import Convention
from .nim_values import nim_values
from .quotients import KAYLES, quotient_of
from .search import Search
from .theories.nim_sum import takes_from_rows
from .theories.reduction import tiles_of
from .theories.safe_harbors import divisor_of
from .theory import Inquiry


def signature(question: Inquiry) -> Hashable:
    """What is left of a position when what counts alike is taken to be the same.

    Rows with a maximum are their remainders (a single one is itself), strips their squares and
    dominoes, misère Kayles its element; any other row is its nim-value and, where the last one
    loses, who wins it alone.

    >>> from solver import ask
    >>> signature(ask("subtraction:3", "5+2+4"))
    (1, 2)
    """
    rules, position = question.ruleset, question.position
    if rules.partizan:
        return tiles_of(position)
    if takes_from_rows(rules) and len(position) == 1:
        return position
    if takes_from_rows(rules):
        divisor = divisor_of(rules, position)
        return tuple(sorted(size % divisor for size in position if size % divisor))
    misere = question.convention is Convention.MISERE
    if misere and quotient_of(rules, question.budget) is KAYLES:
        return KAYLES.product(position, question.budget)
    table = nim_values(rules).within(question.budget)
    search = Search(rules, Convention.MISERE, question.budget)
    counts = ((table[size], misere and search.wins((size,))) for size in position)
    return tuple(sorted(count for count in counts if any(count)))
