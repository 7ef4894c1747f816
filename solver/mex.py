"""The least value that no option has, and whole rows of values added at once.

A row that splits has as many options as it is long. Their nim-values are not added one by one:
the values of all parts are one large number, and those from the last row back another. One shift
and an exclusive or add every part to its rest. Deleting some of the sums from the row of all bytes
leaves few values that might not be among them, and each is looked for in the other sums. Values
past 255 have a second byte, kept apart from the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import starmap
from operator import or_
from struct import pack
from typing import Protocol

BYTE = 0x100
LAST = BYTE - 1
ALL = bytes(range(BYTE))
SAMPLE = 4_096
"""How many sums are looked at for every value at once."""
SPARE = 64
"""How many rows beside those that are needed a number keeps when it is cut off."""

Met = list[bytes]
"""Values that were met: for each high byte, from 0 on, the low bytes beside it."""
Sums = tuple[bytes, bytes, Met]
"""The low bytes of some sums, the high ones, and the values of the first :data:`SAMPLE` of them."""


class AddedValues(Protocol):
    """Nim-values that are added to each other: those of a table, all or by the rare ones."""

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """The least nim-value that is reached neither by leaving one row, of a size in *wholes*,
        nor by leaving two that together have a size in *splits*."""
        ...

    def has_equal_parts(self, total: int) -> bool:
        """Whether two rows of different sizes, *total* together, have one nim-value."""
        ...


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
        self._sums: dict[int, Sums] = {}
        self._numbers = [(0, 0, 0, 0, 0), (0, 0, 0, 0, 0)]
        self._of_two: list[int] = []
        self._of_three: dict[int, int] = {}

    def append(self, value: int) -> None:
        high, low = divmod(value, BYTE)
        size = len(self)
        # The value comes last, and what an interruption left behind goes first.
        if len(self.low) > size:
            del self.low[size:], self.high[size:]
        self.low.append(low)
        self.high.append(high)
        if high >= self.places:
            self.places = 1 << high.bit_length()
        list.append(self, value)

    def extend(self, values: Iterable[int]) -> None:
        more = list(values)
        both = pack(f"<{len(more)}H", *more)
        size = len(self)
        self.low[size:], self.high[size:] = both[::2], both[1::2]
        self.places = max(self.places, 1 << max(self.high[size:], default=0).bit_length())
        list.extend(self, more)

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """As :meth:`AddedValues.least_not_reached`."""
        # The next rows ask for some of the same totals.
        kept = self._sums
        self._sums = {total: kept.get(total) or self._sums_of(total) for total in splits}
        sums = self._sums.values()
        free = missing([self.at(wholes), *[met for _, _, met in sums]])
        value = next(free)
        longer = [(low, high) for low, high, _ in sums if len(low) > SAMPLE]
        while longer and any(place_of(value, *row, SAMPLE) >= 0 for row in longer):
            value = next(free)
        return value

    def has_equal_parts(self, total: int) -> bool:
        """As :meth:`AddedValues.has_equal_parts`."""
        self._sums = {total: self._sums.get(total) or self._sums_of(total)}
        low, high, _ = self._sums[total]
        return 0 <= place_of(0, low, high) < (total - 1) // 2  # at last come equal sizes

    def of_two(self, total: int) -> int:
        """The nim-values of two rows that together have *total*, each as a bit of one number."""
        for known in range(len(self._of_two), total + 1):
            parts = zip(self[1 : known // 2 + 1], self[known - 1 : 0 : -1], strict=False)
            self._of_two.append(reduce(or_, (1 << value for value in {a ^ b for a, b in parts}), 0))
        return self._of_two[total]

    def of_three(self, total: int) -> int:
        """The same of three rows. The smallest has a third of them at most; what it is added to are
        the values of all two rows that have the rest, those with one value of it at once."""
        if total not in self._of_three:
            self.of_two(max(total - 1, 0))
            beside: defaultdict[int, int] = defaultdict(int)
            for one in range(1, total // 3 + 1):
                beside[self[one]] |= self._of_two[total - one]
            self._of_three[total] = reduce(or_, starmap(moved, beside.items()), 0)
        return self._of_three[total]

    def at(self, sizes: Sequence[int]) -> Met:
        """The values of *sizes*."""
        if self.places == 1:
            return [bytes([self.low[size] for size in sizes])]
        return [
            bytes([self.low[size] for size in sizes if self.high[size] == place])
            for place in range(self.places)
        ]

    def _sums_of(self, total: int) -> Sums:
        """The sums of any two rows that together have *total*."""
        low = self._added(0, self.low, total)
        high = self._added(1, self.high, total) if self.places > 1 else b""
        return low, high, by_place(low[:SAMPLE], high[:SAMPLE], self.places)

    def _added(self, kind: int, row: bytearray, total: int) -> bytes:
        """The bytes of the sums in one *row*. Its two numbers are kept: the values of rows 1 to
        *reach*, and those of the last *width* rows, the last one least. Half of the table is enough
        for each sum, so what lies beyond is cut off now and then."""
        known, forward, reach, backward, width = self._numbers[kind]
        size, half = len(self), total // 2
        needed = half + size - total
        if known + 1 == size:
            backward, width = backward << 8 | row[known], width + 1
        if known not in {size, size - 1} or width < needed:
            backward, width = int.from_bytes(row[:size], "big"), size
        if width > needed + 2 * SPARE:
            width = needed + SPARE
            backward &= (1 << 8 * width) - 1
        if reach < half:
            more = int.from_bytes(row[reach + 1 : half + 1], "little")
            forward, reach = forward | more << 8 * reach, half
        self._numbers[kind] = size, forward, reach, backward, width
        both = forward ^ backward >> 8 * (size - total)
        return both.to_bytes(max(reach, width - size + total), "little")[:half]


def moved(value: int, met: int) -> int:
    """The sums of *value* with each of the values that *met* has as bits.

    >>> bin(moved(3, 0b10001))
    '0b10001000'
    """
    last = max(value, met.bit_length() - 1).bit_length()
    for place in range(value.bit_length()):
        if value >> place & 1:
            without = _without(place, last)
            met = (met & without) << (1 << place) | met >> (1 << place) & without
    return met


@lru_cache(maxsize=16)  # as many as a nim-value has digits: the largest so far have 14
def _without(place: int, last: int) -> int:
    """The numbers of *last* binary digits that have a 0 at *place*, as bits."""
    block = 1 << place
    return ((1 << (1 << last)) - 1) // ((1 << 2 * block) - 1) * ((1 << block) - 1)


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
