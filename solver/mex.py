"""The least value that no option has, and whole rows of values added at once.

A row that splits has as many options as it is long. Their nim-values are not added one by one:
the smaller parts' values, one after the other in bytes, are one large number, the larger parts'
another, and a single exclusive or adds them all. Deleting the sums from the row of all bytes leaves
the values that are not among them. Values past 255 have a second byte, kept apart from the first.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache
from itertools import count

BYTE = 0x100
LAST = BYTE - 1
ALL = bytes(range(BYTE))

Met = list[bytes]
"""Values that were met: for each high byte, from 0 on, the low bytes beside it."""


def mex(values: Container[int]) -> int:
    """The least whole number that is not in *values*.

    >>> mex({0, 1, 3})
    2
    """
    least = 0
    while least in values:
        least += 1
    return least


class Values(list[int]):
    """Nim-values by size, all below 2^16; also as two rows of bytes, the *low* and the *high*.

    *places* is a power of 2 above every high byte, so that sums stay below it as well.
    """

    def __init__(self) -> None:
        super().__init__()
        self.low, self.high = bytearray(), bytearray()
        self.places = 1

    def append(self, value: int) -> None:
        high, low = divmod(value, BYTE)
        size = len(self)
        # The value comes last, and what an interruption left behind goes first.
        del self.low[size:], self.high[size:]
        self.low.append(low)
        self.high.append(high)
        if high >= self.places:
            self.places = 1 << high.bit_length()
        super().append(value)

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """The least nim-value that is reached neither by leaving one row, of a size in *wholes*,
        nor by leaving two that together have a size in *splits*."""
        return next(missing([self.at(wholes), *map(self.met_by_splitting, splits)]))

    def at(self, sizes: Sequence[int]) -> Met:
        """The values of *sizes*."""
        low = bytes([self.low[size] for size in sizes])
        high = bytes([self.high[size] for size in sizes]) if self.places > 1 else b""
        return by_place(low, high, self.places)

    def met_by_splitting(self, total: int) -> Met:
        """The sums of two rows that together have *total*."""
        half = total // 2
        low = added(self.low[half:0:-1], self.low[total - half : total])
        if self.places == 1:
            return [low]
        high = added(self.high[half:0:-1], self.high[total - half : total])
        return by_place(low, high, self.places)


def added(one: bytes | bytearray, other: bytes | bytearray) -> bytes:
    """Two rows of bytes of the same length, byte by byte with an exclusive or."""
    both = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")


def by_place(low: bytes, high: bytes, places: int) -> Met:
    """The *low* bytes beside each high byte below *places*."""
    return [low] if places == 1 else [_beside(place, low, high) for place in range(places)]


def missing(met: Sequence[Met]) -> Iterator[int]:
    """The values that are in none of *met*, from the least on, without end."""
    for place in count():
        row = b"".join([one[place] for one in met if place < len(one)])
        for low in ALL.translate(None, row):
            yield place * BYTE + low


def different(row: bytes) -> bytes:
    """The bytes of *row*, each once, in order."""
    return ALL.translate(None, ALL.translate(None, row))


def _beside(place: int, low: bytes, high: bytes) -> bytes:
    """The different bytes that *low* has where *high* has *place*."""
    values, others = (int.from_bytes(r, "little") for r in (low, high.translate(_others(place))))
    met = different((values | others).to_bytes(len(low), "little"))
    if met[-1:] == b"\xff" and LAST not in (values & ~others).to_bytes(len(low), "little"):
        return met[:-1]  # it was met in the mask alone
    return met


@cache
def _others(place: int) -> bytes:
    """The table that makes *place* 0 and every other byte 255."""
    return bytes(0 if byte == place else LAST for byte in range(BYTE))
