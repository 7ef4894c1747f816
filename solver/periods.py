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

from collections.abc import Hashable, Sequence

from .heaps import Heaps
from .hexadecimal import Hexadecimal
from .octal import Octal
from .rulesets import Ruleset, Subtraction


def proved_period(values: Sequence[Hashable], rules: Ruleset) -> tuple[int, int] | None:
    """The preperiod and the smallest period that *values* prove for *rules*, if any.

    *values* [n] is the value of size n. Raises nothing; None means "not proved so far".
    """
    if isinstance(rules, Heaps):
        last = max(rules.rules, default=0)
        return (last + 1, 1) if len(values) > last + 1 else None
    if not isinstance(rules, Octal | Hexadecimal | Subtraction):
        return None
    for period in range(1, len(values) // 2):
        start = len(values) - period
        while start and values[start - 1] == values[start - 1 + period]:
            start -= 1
        if isinstance(rules, Subtraction):
            needed = start + period + rules.takes[-1]
        else:
            rows = 3 if isinstance(rules, Hexadecimal) else 2
            needed = rows * (max(start, 1) + period) + len(rules.digits) - 1
        if needed <= len(values):
            return start, period
    return None


def proof_steps(length: int) -> int:
    """What looking for a period of so many values costs at most: each length is tried on all."""
    return 1 + length * length // 128


def folded(size: int, preperiod: int, period: int) -> int:
    """The size within the first period that has the same value as *size*."""
    return size if size < preperiod else preperiod + (size - preperiod) % period
