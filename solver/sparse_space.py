"""Nim-values of long rows that split, by the sparse space phenomenon (*Winning Ways*, chapter 4).

Let a mask be a set of binary digits, and call a value *rare* if it has an even number of ones
there, else *common*. Two rare values add to a rare one, two common ones too, a rare and a common
one to a common one. So the common values that a split reaches are those of the splits with exactly
one rare part. In many games nearly all rows are common: the least common value that no option has
is then found by way of the few rare rows. The value of the row is this one, unless a rare value
below it is not reached either; that is looked for among the splits into two common parts, until
one is found. This is so for every mask: it decides what the value costs, not what it is.

Where more rows are rare, all splits are added. Rare rows longer than
:data:`SHORT` are added for many totals at once: the rows beside them are a slice, and adding a
value to a slice is a table of bytes. Every short part is added to its rest, rare or not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from .mex import BYTE, LAST, Met, Values, added, by_place, different, missing, place_of

SHORT = 256
"""Splits with a part of at most so many are looked at, whatever its value; and so many totals are
prepared at once."""
FROM = 1_024
"""The length of a table from which it is worth while."""
AT_ONCE = 1_024
"""Rare rows that are added together, splits that are looked through together, and values beyond
which each is kept once."""
FEW = 16
"""The values are sparse where a rare row comes with more than so many others."""
RECENT = 12
"""How many common parts that made a rare value are tried first for the next row."""


class SparseSpace:
    """The next values of a table that has at least :data:`FROM`, of a game whose rows split."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.mask = 0
        self.rare: list[int] = []
        """The rare rows longer than :data:`SHORT`, as far as they are noted."""
        self._first = self._next_mask = self._sorted = 0
        self._ahead: list[tuple[bytes, bytes, int]] = []
        self._met: dict[int, Met] = {}
        self._recent: defaultdict[int, list[int]] = defaultdict(list)
        rows = values.low, values.high
        self._short = [int.from_bytes(row[SHORT:0:-1], "little") for row in rows]

    @property
    def is_sparse(self) -> bool:
        """Whether so few rows are rare that going by way of them costs less."""
        return len(self.values) > FEW * len(self.rare)

    @property
    def breadth(self) -> int:
        """About how many splits are looked at for the next value."""
        return SHORT + len(self.rare) if self.is_sparse else len(self.values)

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """As :meth:`Values.least_not_reached`; *splits* are longer than twice :data:`SHORT`, and
        there are fewer between the shortest and the longest."""
        if len(self.values) >= self._next_mask:
            self._choose_mask()
        if not self.is_sparse:
            return self.values.least_not_reached(wholes, splits)
        if not self._ahead or max(splits) >= self._first + SHORT:
            self._look_ahead(min(splits))
        met = [self._met.get(total) or self._met_by(total) for total in splits]
        doubtful, free = [], missing([*met, self.values.at(wholes)])
        value = next(free)
        while not (value & self.mask).bit_count() & 1:
            doubtful.append(value)
            value = next(free)
        return min([value, *self._not_made(doubtful, splits)])

    def _choose_mask(self) -> None:
        """Look again which values are rare; what was met under another mask is forgotten."""
        self._ahead, self._met = [], {}
        self.mask, self.rare, self._sorted = best_mask(self.values), [], SHORT + 1
        self._sort(len(self.values))
        self._next_mask = len(self.values) + len(self.values) // 4

    def _sort(self, end: int) -> None:
        """Note which rows shorter than *end* are rare."""
        sizes = range(self._sorted, end)
        new = [size for size in sizes if not (self.values[size] & self.mask).bit_count() & 1]
        self.rare, self._sorted = self.rare + new, max(self._sorted, end)

    def _look_ahead(self, first: int) -> None:
        """Add the rare rows to the rows beside them, for the totals from *first* on."""
        self._sort(first)
        rare = self.rare[: bisect_left(self.rare, first)]
        self._ahead, self._first = [], first
        self._met = {total: met for total, met in self._met.items() if total >= first}
        self._ahead = [
            (*self._beside(rare[start : start + AT_ONCE]), self.values.places)
            for start in range(0, max(len(rare), 1), AT_ONCE)
        ]

    def _beside(self, rare: Sequence[int]) -> tuple[bytes, bytes]:
        """The sums of each *rare* row with the rows beside it, for one total after the other."""
        values, alike = self.values, defaultdict(list)
        for size in rare:
            alike[values[size]].append(self._first - size)
        low, high = [], []
        for value, starts in alike.items():
            slices = b"".join([values.low[start : start + SHORT] for start in starts])
            low.append(slices.translate(_adding(value & LAST)))
            if values.places > 1:
                slices = b"".join([values.high[start : start + SHORT] for start in starts])
                high.append(slices.translate(_adding(value >> 8)))
        return b"".join(low), b"".join(high)

    def _met_by(self, total: int) -> Met:
        """The values of the splits of *total* with a rare part or a short one."""
        values, place = self.values, total - self._first
        low = self._short_and_rest(values.low, total)
        if values.places == 1:
            rows = [low, *(row[place::SHORT] for row, _, _ in self._ahead)]
            met = [b"".join(rows)]
        else:
            high = self._short_and_rest(values.high, total)
            parts = [by_place(low, high, values.places)]
            for row, above, places in self._ahead:
                parts.append(by_place(row[place::SHORT], above[place::SHORT], places))
            met = [
                b"".join([part[at] for part in parts if at < len(part)])
                for at in range(values.places)
            ]
        if len(met[0]) > AT_ONCE:
            met = list(map(different, met))
        self._met[total] = met
        return met

    def _short_and_rest(self, row: bytearray, total: int) -> bytes:
        """The bytes of *row* at each short part, added to those at its rest of *total*."""
        rest = int.from_bytes(row[total - SHORT : total], "little")
        return (self._short[row is self.values.high] ^ rest).to_bytes(SHORT, "little")

    def _not_made(self, doubtful: Sequence[int], splits: Sequence[int]) -> list[int]:
        """The values among *doubtful* that no two rows longer than :data:`SHORT` make which
        together have one of *splits*."""
        values = self.values
        left = [value for value in doubtful if not self._is_made_again(value, splits)]
        for total in splits:
            for start in range(SHORT, total // 2, AT_ONCE):
                if not left:
                    return left
                end = min(start + AT_ONCE, total // 2)
                low, high = (
                    added(row[end:start:-1], row[total - end : total - start])
                    for row in (values.low, values.high)
                )
                places = {value: place_of(value, low, high) for value in left}
                for value, place in places.items():
                    if place >= 0:
                        self._recent[value].insert(0, end - place)
                        del self._recent[value][RECENT:]
                left = [value for value in left if places[value] < 0]
        return left

    def _is_made_again(self, value: int, splits: Sequence[int]) -> bool:
        """Whether a part that made *value* of a shorter row makes it of one of *splits*."""
        values, recent = self.values, self._recent[value]
        for total in splits:
            for one in recent:
                if values[one] ^ values[total - one] == value:
                    return True
        return False


def best_mask(values: Sequence[int]) -> int:
    """The mask with the fewest rare values among *values*.

    For every mask at once, rare values less common ones are the Walsh-Hadamard transform of how
    often each value occurs.

    >>> bin(best_mask([1, 2, 4, 7, 7, 4]))
    '0b111'
    """
    often = [0] * (2 << max(values).bit_length())
    for value in values:
        often[value] += 1
    half = 1
    while half < len(often):
        for start in range(0, len(often), 2 * half):
            for place in range(start, start + half):
                one, other = often[place], often[place + half]
                often[place], often[place + half] = one + other, one - other
        half *= 2
    return min(range(1, len(often)), key=often.__getitem__)


@cache
def _adding(value: int) -> bytes:
    """The table that adds *value* to a byte."""
    return bytes(byte ^ value for byte in range(BYTE))
