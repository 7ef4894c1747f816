"""Periods that are proved, not observed.

Let each size of heap have a value, such that the value of a sum is made from the values of its
heaps, and the value of a heap from the set of its options' values.

Octal games: if the value of n + p equals that of n for all n with n0 <= n < 2 n0 + p + k, k the
place of the last digit, it does for all n >= n0 (Guy and Smith 1956 for nim-values; the same
induction serves quotients, Plambeck 2005, and kinds). There n0 is at least 1: the induction takes
a period off one of two rows, and where two rows have to be left none of them may be 0. Where three
rows may be left, the longest has a period to spare from 3 n0 + 2 p + k on. Subtraction
sets: the options of a size lie in the window of the largest take before it, so a window that
occurs twice fixes all that follows. Hand-written heaps: sizes that are not listed have no move.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from .rulesets.heaps import Heaps
from .rulesets.hexadecimal import Hexadecimal
from .rulesets.octal import Octal
from .rulesets.rules import Ruleset, Subtraction


def proved_period(values: Sequence[Hashable], rules: Ruleset) -> tuple[int, int] | None:
    """The preperiod and the smallest period that *values* prove for *rules*, if any.

    *values* [n] is the value of size n. Raises nothing; None means "not proved so far".
    """
    if isinstance(rules, Heaps):
        last = max(rules.rules, default=0)
        return (last + 1, 1) if len(values) > last + 1 else None
    if not isinstance(rules, Octal | Hexadecimal | Subtraction):
        return None
    for period, repeated in enumerate(_repeated(values), 1):
        start = len(values) - period - repeated
        if isinstance(rules, Subtraction):
            needed = start + period + rules.takes[-1]
        else:
            rows = 3 if isinstance(rules, Hexadecimal) else 2
            needed = rows * (max(start, 1) + period) + len(rules.digits) - 1
        if needed <= len(values):
            return start, period
    return None


def _repeated(values: Sequence[Hashable]) -> Iterator[int]:
    """For each length from 1 on, how many of the last *values* equal those so much before them.

    This is the Z-function of the values from the last to the first, which costs no more steps than
    there are values, twice (Gusfield, *Algorithms on Strings, Trees and Sequences*, chapter 1).
    """
    turned, number = values[::-1], len(values)
    known = [number]
    left = right = 0
    for place in range(1, number):
        equal = min(known[place - left], right - place) if place < right else 0
        if place + equal >= right:
            while place + equal < number and turned[equal] == turned[place + equal]:
                equal += 1
            left, right = place, place + equal
        known.append(equal)
        yield equal


def proof_steps(length: int) -> int:
    """What looking for a period of so many values costs."""
    return 1 + length // 8


def folded(size: int, preperiod: int, period: int) -> int:
    """The size within the first period that has the same value as *size*."""
    return size if size < preperiod else preperiod + (size - preperiod) % period
