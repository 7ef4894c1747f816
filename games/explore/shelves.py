"""Results of long computations; each module that stores them registers a look-up here."""

from __future__ import annotations

from collections.abc import Callable

from solver import Known, shipped_quotient
from solver.teaching import Lost, Sequence

Places = tuple[tuple[Lost, ...], ...]
Found = tuple[Places, Sequence]
"""The solver's results for a map: its places and its single rows."""
MAPS: list[Callable[[str, int, int], Found | None]] = []
QUOTIENTS: list[Callable[[str], Known | None]] = [shipped_quotient]


def kept_map(ruleset: str, size: int, third: int) -> Found | None:
    """The stored map of a long computation, if there is one."""
    return next(filter(None, (look_up(ruleset, size, third) for look_up in MAPS)), None)


def kept_quotient(ruleset: str) -> Known | None:
    """The stored quotient of a long computation, if there is one."""
    return next(filter(None, (look_up(ruleset) for look_up in QUOTIENTS)), None)
