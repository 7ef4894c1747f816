"""Nim-values of long rows that split, by the sparse space phenomenon (*Winning Ways*, chapter 4).

Let a mask be a set of binary digits, and call a value *rare* if it has an even number of ones
there, else *common*. Two rare values add to a rare one, two common ones too, a rare and a common
one to a common one. So the common values that a split reaches are those of the splits with exactly
one rare part. In many games nearly all rows are common: the least common value that no option has
is then found by way of the few rare rows. The value of the row is this one, unless a rare value
below it is not reached either; that is looked for among the splits into two common parts, until
one is found. This is so for every mask: it decides what the value costs, not what it is.

Rare rows longer than :data:`SHORT` are added for many totals at once: the rows beside them are a
slice, and adding a value to a slice is a table of bytes. Every short part is added to its rest,
rare or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from .mex import BYTE, LAST, Met, Values, added, by_place, different, missing

SHORT = 256
"""Splits with a part of at most so many are looked at, whatever its value; and so many totals are
prepared at once."""
FROM = 1_024
"""The length of a table from which it is worth while."""
AT_ONCE = 1_024
"""Rare rows that are added together, splits that are looked through together, and values beyond
which each is kept once."""
RECENT = 12
"""How many common parts that made a rare value are tried first for the next row."""


class SparseSpace:
    """The next values of a table that has at least :data:`FROM`, of a game whose rows split."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.mask = 1
        self.rare: list[int] = []
        """The rare rows longer than :data:`SHORT` and shorter than the totals prepared."""
        self._first = self._next_mask = SHORT + 1
        self._ahead: list[tuple[bytes, bytes, int]] = []
        self._met: dict[int, Met] = {}
        self._recent: defaultdict[int, list[int]] = defaultdict(list)
        rows = values.low, values.high
        self._short = [int.from_bytes(row[SHORT:0:-1], "little") for row in rows]

    @property
    def breadth(self) -> int:
        """About how many splits are looked at for the next value."""
        return SHORT + len(self.rare)

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """As :meth:`Values.least_not_reached`; *splits* are longer than twice :data:`SHORT`."""
        if not self._ahead or max(splits) >= self._first + SHORT:
            self._look_ahead(min(splits))
        met = [self._met.get(total) or self._met_by(total) for total in splits]
        doubtful = []
        for value in missing([*met, self.values.at(wholes)]):
            if (value & self.mask).bit_count() & 1:
                break
            doubtful.append(value)
        for rare in doubtful:
            if not any(self._is_made(rare, total) for total in splits):
                return rare
        return value

    def _look_ahead(self, first: int) -> None:
        """Add the rare rows to the rows beside them, for the totals from *first* on."""
        values, rare, counted = self.values, self.rare, self._first
        mask = before = self.mask
        if first >= self._next_mask:
            mask, rare, counted = best_mask(values), [], SHORT + 1
        rare = rare + [
            size for size in range(counted, first) if not (values[size] & mask).bit_count() & 1
        ]
        # All of it, or none: nothing is looked at before what lies ahead is there again.
        self._ahead = []
        self.mask, self.rare, self._first = mask, rare, first
        self._next_mask = 2 * first if counted <= SHORT + 1 else self._next_mask
        # What was met before a change of the mask is not all that is common now.
        self._met = {t: met for t, met in self._met.items() if t >= first and mask == before}
        self._ahead = [
            (*self._beside(rare[start : start + AT_ONCE]), values.places)
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

    def _is_made(self, value: int, total: int) -> bool:
        """Whether two rows longer than :data:`SHORT` that together have *total* make *value*."""
        values, recent = self.values, self._recent[value]
        for one in recent:
            if values[one] ^ values[total - one] == value:
                return True
        low = value & LAST
        for start in range(SHORT, total // 2, AT_ONCE):
            end = min(start + AT_ONCE, total // 2)
            row = added(values.low[end:start:-1], values.low[total - end : total - start])
            place = row.find(low)
            while place >= 0:
                one = end - place
                if values[one] ^ values[total - one] == value:
                    recent.insert(0, one)
                    del recent[RECENT:]
                    return True
                place = row.find(low, place + 1)
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
