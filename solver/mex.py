"""The least value that no option has, and whole rows of values added at once.

A row that splits has as many options as it is long. Their nim-values are not added one by one:
the smaller parts' values, one after the other in bytes, are one large number, the larger parts'
another, and a single exclusive or adds them all. Whether a value is among the sums is then one
search in bytes. Values past 255 have a second byte, kept apart from the first.
"""

from __future__ import annotations

from collections.abc import Container

BYTE = 0x100


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
    """Nim-values by size, all below 2^16; also as two rows of bytes, the *low* and the *high*."""

    def __init__(self) -> None:
        super().__init__()
        self.low, self.high = bytearray(), bytearray()
        self.is_wide = False

    def append(self, value: int) -> None:
        high, low = divmod(value, BYTE)
        size = len(self)
        # By place, and the value last: an interruption leaves the row as it was.
        self.low[size:] = (low,)
        self.high[size:] = (high,)
        self.is_wide = self.is_wide or high > 0
        super().append(value)

    def least_not_reached(self, wholes: list[int], splits: list[int]) -> int:
        """The least nim-value that is reached neither by leaving one row, of a size in *wholes*,
        nor by leaving two that together have a size in *splits*."""
        low = _reached(self.low, wholes, splits)
        if not self.is_wide:
            return _least_byte(low)
        high = _reached(self.high, wholes, splits)
        place = 0
        while (least := _least_byte_beside(place, low, high)) == BYTE:
            place += 1
        return place * BYTE + least


def _reached(row: bytearray, wholes: list[int], splits: list[int]) -> bytes:
    """The bytes of *row* at the sizes in *wholes*, and the sums of two whose sizes make one of
    *splits*."""
    sums = (_sums_of_halves(row, total) for total in splits)
    return bytes(row[size] for size in wholes) + b"".join(sums)


def _sums_of_halves(row: bytearray, total: int) -> bytes:
    half = total // 2
    smaller = int.from_bytes(row[1 : half + 1], "little")
    larger = int.from_bytes(row[total - 1 : total - half - 1 : -1], "little")
    return (smaller ^ larger).to_bytes(half, "little")


def _least_byte(row: bytes) -> int:
    """The least byte that does not occur; 256 where all do."""
    return next((byte for byte in range(BYTE) if byte not in row), BYTE)


def _least_byte_beside(place: int, low: bytes, high: bytes) -> int:
    """The least byte that *low* does not have anywhere where *high* has *place*."""
    masked = high.translate(bytes(0 if byte == place else 0xFF for byte in range(BYTE)))
    values, others = int.from_bytes(low, "little"), int.from_bytes(masked, "little")
    least = _least_byte((values | others).to_bytes(len(low), "little"))
    if least < BYTE or 0xFF in (values & ~others).to_bytes(len(low), "little"):
        return least
    return 0xFF  # it was met in the mask alone
