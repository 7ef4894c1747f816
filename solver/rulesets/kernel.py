"""The plain recursion of nim-values, compiled: about as fast as a loop in C.

``pip install 'marienbad-solver[fast]'`` brings the compiler, numba. It is worth its size where many
values are rare, so that every split is added; elsewhere :mod:`solver.sparse_space` is faster. The
same values come from pure Python, which the tests compare.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from functools import cache
from typing import NamedTuple

from ..budget import Budget
from ..errors import SolverError
from ..mex import BYTE, Values
from ..words import command_line as words
from .hexadecimal import Hexadecimal
from .octal import Octal
from .rules import Ruleset
from .splitting import GrundysGame

AT_ONCE = 1_024
"""The most rows between two looks at the budget."""
VALUES = 1 << 16
"""No nim-value is as large."""

Row = MutableSequence[int]
"""A list of numbers, or a row of numpy in compiled code."""


class Loops(NamedTuple):
    """What the loops for a game go through: the *digits* of an octal or hexadecimal code, and
    whether the two parts that a split leaves are *unequal*."""

    rules: Ruleset
    digits: tuple[int, ...]
    unequal: bool = False


def loops_of(rules: Ruleset) -> Loops | None:
    """The loops for a game's nim-values; None where there is no compiled code.

    >>> from solver import get_ruleset
    >>> loops_of(get_ruleset("grundy")), loops_of(get_ruleset("nim"))
    (Loops(rules=get_ruleset('grundy'), digits=(4,), unequal=True), None)
    """
    if isinstance(rules, Octal | Hexadecimal):
        return Loops(rules, rules.digits)
    return Loops(rules, (4,), unequal=True) if isinstance(rules, GrundysGame) else None


def fill(digits: Row, unequal: bool, values: Row, start: int, marks: Row) -> None:
    """Write the *values* of the rows from *start* on into their places.

    *marks* has a place for each value, and holds no size from *start* on. Every option of a row
    marks its value with the row's size, and the first value that has another mark is the row's.
    """
    for size in range(start, len(values)):
        for take in range(min(len(digits), size + 1)):
            digit, rest = digits[take], size - take
            if digit & 1 and take and not rest:
                marks[0] = size
            if digit & 2 and rest:
                marks[values[rest]] = size
            if digit & 4:
                for part in range(1, (rest - unequal) // 2 + 1):
                    marks[values[part] ^ values[rest - part]] = size
            if digit & 8:
                for part in range(1, rest // 3 + 1):
                    others = rest - part
                    for other in range(part, others // 2 + 1):
                        marks[values[part] ^ values[other] ^ values[others - other]] = size
        value = 0
        while marks[value] == size:
            value += 1
        values[size] = value


@cache
def compiled() -> Callable[..., None]:
    """:func:`fill`, compiled when it is first called; numba keeps the outcome on the disk.

    Raises :class:`SolverError` where numba is missing.
    """
    try:
        from numba import njit  # noqa: PLC0415  an extra
    except ImportError:
        raise SolverError(words.NO_NUMBA) from None
    function: Callable[..., None] = njit(cache=True)(fill)
    return function


def further_values(loops: Loops, table: Values, end: int, budget: Budget) -> list[int]:
    """The nim-values that follow on *table*: those of the sizes below *end*, or of the next
    :data:`AT_ONCE` ones.

    Raises :class:`SolverError` where numba is missing, and :class:`BudgetExceededError`.
    """
    run = compiled()
    import numpy as np  # noqa: PLC0415  numba brings it

    start = len(table)
    end = min(end, start + AT_ONCE)
    budget.spend(loops.rules.breadth(end) * (end - start))
    values = np.zeros(end, np.uint16)
    values[:start] = np.frombuffer(bytes(table.high), np.uint8)
    values[:start] = values[:start] * BYTE + np.frombuffer(bytes(table.low), np.uint8)
    digits = np.array(loops.digits, np.uint8)
    run(digits, loops.unequal, values, start, np.full(VALUES, -1, np.int32))
    further: list[int] = values[start:].tolist()
    return further
