"""The least value that no option has, and whole rows of values added at once.

A row that splits has as many options as it is long. Their nim-values are not added one by one:
the values of all rows are one large number, and those from the last row back another. One shift and
an exclusive or add every part to its rest. Deleting some of the sums from the row of all bytes
leaves few values that might not be among them, and each is looked for in the other sums. Values
past 255 have a second byte, kept apart from the first.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache

BYTE = 0x100
LAST = BYTE - 1
ALL = bytes(range(BYTE))
SAMPLE = 4_096
"""How many sums are looked at for every value at once."""

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
        self._numbers = [(0, 0, 0), (0, 0, 0)]

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
        sums = [self._sums(total) for total in splits]
        met = [by_place(low[:SAMPLE], high[:SAMPLE], self.places) for low, high in sums]
        return next(
            value
            for value in missing([self.at(wholes), *met])
            if all(place_of(value, low, high, SAMPLE) < 0 for low, high in sums)
        )

    def at(self, sizes: Sequence[int]) -> Met:
        """The values of *sizes*."""
        low = bytes([self.low[size] for size in sizes])
        high = bytes([self.high[size] for size in sizes]) if self.places > 1 else b""
        return by_place(low, high, self.places)

    def _sums(self, total: int) -> tuple[bytes, bytes]:
        """The low and the high bytes of each sum of two rows that together have *total*."""
        low = self._sums_of(0, self.low, total)
        return low, self._sums_of(1, self.high, total) if self.places > 1 else b""

    def _sums_of(self, kind: int, row: bytearray, total: int) -> bytes:
        """The same in one *row*, of which the numbers are kept."""
        known, forward, backward = self._numbers[kind]
        if known + 1 == len(self):
            forward |= row[known] << 8 * known
            backward = backward << 8 | row[known]
        elif known != len(self):
            used = row[: len(self)]
            forward, backward = int.from_bytes(used, "little"), int.from_bytes(used, "big")
        self._numbers[kind] = len(self), forward, backward
        half = total // 2
        both = forward >> 8 ^ backward >> 8 * (len(self) - total)
        return (both & (1 << 8 * half) - 1).to_bytes(half, "little")


def place_of(value: int, low: bytes, high: bytes, start: int = 0) -> int:
    """The first place from *start* on where *value* stands in bytes, *high* ones being left out
    where all are 0; -1 if there is none."""
    above, below = divmod(value, BYTE)
    if above and not high:
        return -1
    place = low.find(below, start)
    while high and place >= 0 and high[place] != above:
        place = low.find(below, place + 1)
    return place


def added(one: bytes | bytearray, other: bytes | bytearray) -> bytes:
    """Two rows of bytes of the same length, byte by byte with an exclusive or."""
    both = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    return both.to_bytes(len(one), "little")


def by_place(low: bytes, high: bytes, places: int) -> Met:
    """The *low* bytes beside each high byte below *places*."""
    return [low] if places == 1 else [_beside(place, low, high) for place in range(places)]


def missing(met: Sequence[Met]) -> Iterator[int]:
    """The values that are in none of *met*, from the least on, without end."""
    place = 0
    while True:
        row = b"".join([one[place] for one in met if place < len(one)])
        for low in ALL.translate(None, row):
            yield place * BYTE + low
        place += 1


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
