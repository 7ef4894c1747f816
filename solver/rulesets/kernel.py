"""The plain recursion of nim-values, compiled: about as fast as a loop in C.

``pip install 'marienbad-solver[fast]'`` brings the compiler, numba. It is worth its size where many
values are rare, so that every split is added; elsewhere :mod:`solver.sparse_space` is faster. The
same values come from pure Python, which the tests compare.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from functools import cache

from ..budget import Budget
from ..errors import SolverError
from ..mex import BYTE, Values
from ..words import command_line as words
from .octal import Octal

AT_ONCE = 1_024
"""The most rows between two looks at the budget."""
VALUES = 1 << 16
"""No nim-value is as large."""

Row = MutableSequence[int]
"""A list of numbers, or a row of numpy in compiled code."""


def fill(digits: Row, values: Row, start: int, marks: Row) -> None:
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
                for part in range(1, rest // 2 + 1):
                    marks[values[part] ^ values[rest - part]] = size
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


def further_values(rules: Octal, table: Values, end: int, budget: Budget) -> list[int]:
    """The nim-values that follow on *table*: those of the sizes below *end*, or of the next
    :data:`AT_ONCE` ones.

    Raises :class:`SolverError` where numba is missing, and :class:`BudgetExceededError`.
    """
    run = compiled()
    import numpy as np  # noqa: PLC0415  numba brings it

    start = len(table)
    end = min(end, start + AT_ONCE)
    budget.spend(rules.breadth(end) * (end - start))
    values = np.zeros(end, np.uint16)
    values[:start] = np.frombuffer(bytes(table.high), np.uint8)
    values[:start] = values[:start] * BYTE + np.frombuffer(bytes(table.low), np.uint8)
    run(np.array(rules.digits, np.uint8), values, start, np.full(VALUES, -1, np.int32))
    further: list[int] = values[start:].tolist()
    return further
