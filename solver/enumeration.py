"""Positions one after the other, for a search through all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from .positions import Position


def sums(rows: int, largest: int) -> Iterator[Position]:
    """Every position of up to *rows* rows of up to *largest*, the order left aside."""
    for number in range(rows + 1):
        yield from combinations_with_replacement(range(1, largest + 1), number)


def strips(total: int) -> Iterator[Position]:
    """Every position of strips with up to *total* squares."""

    def parts(left: int, largest: int) -> Iterator[Position]:
        yield ()
        for first in range(min(left, largest), 0, -1):
            for rest in parts(left - first, first):
                yield (first, *rest)

    return parts(total, total)


def totals(largest: int, rows: int) -> Iterator[Position]:
    """Every position of up to *rows* rows with up to *largest* pieces, those with the fewest pieces
    first, and then those with the fewest rows."""
    for total in range(1, largest + 1):
        parts = (position for position in strips(total) if sum(position) == total)
        yield from sorted((one for one in parts if len(one) <= rows), key=len)


def partitions(total: int, rows: int, largest: int) -> Iterator[Position]:
    """Every way to write *total* as at most *rows* numbers, ascending."""
    if not total:
        yield ()
    elif rows:
        for last in range(1, min(total, largest) + 1):
            for rest in partitions(total - last, rows - 1, last):
                yield (*rest, last)
