"""``python -m solver verify``: run every check and print what was looked at and what was found."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ..words import checks as words
from .checks import CHECKS, Check, Result

BAR = 30
"""Width of the progress bar, in characters."""


def verify(checks: tuple[Check, ...] = CHECKS, of: str = "positions") -> bool:
    """Run *checks*, print the table, and return whether every one came out as stated.

    *of* says what is counted.
    """
    results = [check.result() for check in _with_progress(checks)]
    rows = [
        (words.CHECKED, of, words.EXCEPTIONS, words.STATED, ""),
        *(_row(result) for result in results),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        name, *numbers, verdict = (
            cell.rjust(width) if 0 < place < 4 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((name, *numbers, verdict)).rstrip())
    return all(result.holds for result in results)


def _row(result: Result) -> tuple[str, ...]:
    numbers = (result.positions, result.exceptions, result.expected)
    verdict = words.AS_STATED if result.holds else words.DIFFERS
    return (result.name, *(f"{number:,}" for number in numbers), verdict)


def _with_progress(checks: tuple[Check, ...]) -> Iterator[Check]:
    """The checks, with a bar on standard error while somebody watches."""
    watched = sys.stderr.isatty()
    for done, check in enumerate(checks):
        if watched:
            filled = BAR * done // len(checks)
            bar = "█" * filled + "░" * (BAR - filled)
            sys.stderr.write(f"\r\033[K{bar} {done}/{len(checks)} {check.name}")
            sys.stderr.flush()
        yield check
    if watched:
        sys.stderr.write("\r\033[K")
