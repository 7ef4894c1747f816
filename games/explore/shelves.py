"""What took longer than a page may: whoever keeps it registers how it is looked up."""

from __future__ import annotations

from collections.abc import Callable

from solver import Known, Lost, Sequence, shipped_quotient

Places = tuple[tuple[Lost, ...], ...]
Found = tuple[Places, Sequence]
"""What the solver says of a map: of its places, and of rows one by one."""
MAPS: list[Callable[[str, int, int], Found | None]] = []
QUOTIENTS: list[Callable[[str], Known | None]] = [shipped_quotient]


def kept_map(ruleset: str, size: int, third: int) -> Found | None:
    """A map that was computed at length, if there is one."""
    return next(filter(None, (look_up(ruleset, size, third) for look_up in MAPS)), None)


def kept_quotient(ruleset: str) -> Known | None:
    """A quotient that was computed at length, if there is one."""
    return next(filter(None, (look_up(ruleset) for look_up in QUOTIENTS)), None)
