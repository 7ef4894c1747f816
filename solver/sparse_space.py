"""Nim-values of long rows that split, by the sparse space phenomenon (*Winning Ways*, chapter 4).

A mask is a set of binary digits. A value is *rare* if an even number of these digits are ones in
it, else *common*. The sum of two rare values is rare, and so is the sum of two common ones; the sum
of a rare and a common value is common. So a split has a common value only if exactly one of its
parts is rare. In many games nearly all rows are common, and the few rare rows give the least common
value that no option has. This is the value of the row, unless a smaller rare value is missing among
the options too. To exclude that, the splits into two common parts are searched for each smaller
rare value until one has it. The argument holds for every mask: the mask decides how long a value
takes, not what it is.

Where too many rows are rare, every split is added. Rare rows longer than :data:`SHORT` are added
for many totals at once: the rows beside them are a slice of the table, and adding a value to a
slice is one translation of its bytes. A short part is always added to its rest, rare or not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from .mex import BYTE, LAST, Met, Values, added, by_place, different, missing, place_of

SHORT = 256
"""The longest part that is added to its rest whatever its value; also the number of totals that are
prepared at once."""
FROM = 1_024
"""The length of a table from which the phenomenon saves time."""
AT_ONCE = 1_024
"""The number of rare rows, or of splits, that one step adds; sums longer than this lose their
duplicates."""
FEW = 16
"""A table is sparse if it has more than this many rows for each rare one."""
RECENT = 12
"""The number of common parts, the last ones that gave a rare value, to try first in a new row."""


class SparseSpace:
    """Extends a table of at least :data:`FROM` nim-values of a game whose rows split."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.mask = 0
        self.rare: list[int] = []
        """The rare rows longer than :data:`SHORT`, among those shorter than ``_sorted``."""
        self._first = self._next_mask = self._sorted = 0
        self._ahead: list[tuple[bytes, bytes, int]] = []
        self._met: dict[int, Met] = {}
        self._recent: defaultdict[int, list[int]] = defaultdict(list)
        rows = values.low, values.high
        self._short = [int.from_bytes(row[SHORT:0:-1], "little") for row in rows]

    @property
    def is_sparse(self) -> bool:
        """Whether rare rows are few enough to save time."""
        return len(self.values) > FEW * len(self.rare)

    @property
    def breadth(self) -> int:
        """About how many splits the next value takes."""
        return SHORT + len(self.rare) if self.is_sparse else len(self.values)

    def has_equal_parts(self, total: int) -> bool:
        """The same as :meth:`Values.has_equal_parts`."""
        if not self.is_sparse:
            return self.values.has_equal_parts(total)
        middle = (total + 1) // 2
        for start in range(1, middle, AT_ONCE):
            end = min(start + AT_ONCE, middle)
            low, high = (
                added(row[start:end], row[total - start : total - end : -1])
                for row in (self.values.low, self.values.high)
            )
            if place_of(0, low, high) >= 0:
                return True
        return False

    def least_not_reached(self, wholes: Sequence[int], splits: Sequence[int]) -> int:
        """The same as :meth:`Values.least_not_reached`. Each of *splits* must be longer than twice
        :data:`SHORT`, so that a short part has a long rest, and no two may differ by as much as
        :data:`SHORT`, so that all are among the totals prepared at once."""
        assert min(splits) > 2 * SHORT
        assert max(splits) - min(splits) < SHORT
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
        """Take the best mask for the values so far, and drop what another mask prepared."""
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
        """The sums of each *rare* row with the rows beside it, for one total after the other.

        Beside a row of *size* the totals from ``_first`` on have the rests from ``_first - size``
        on, a slice of the table. Since the row is longer than :data:`SHORT` and shorter than
        ``_first``, all :data:`SHORT` of them are in it. A rare row from ``_first`` on has a short
        rest in each of these totals, and is added with that.
        """
        assert all(SHORT < size < self._first <= len(self.values) for size in rare)
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
        """The values of the splits of *total*, one of those prepared, with a rare part or a short
        one. Each row in ``_ahead`` has a sum for every total by turns."""
        values, place = self.values, total - self._first
        assert 0 <= place < SHORT
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
        """The bytes of *row* at each short part, added to those at its rest of *total*: the parts
        from :data:`SHORT` down to 1, as their rests go up."""
        rest = int.from_bytes(row[total - SHORT : total], "little")
        return (self._short[row is self.values.high] ^ rest).to_bytes(SHORT, "little")

    def _not_made(self, doubtful: Sequence[int], splits: Sequence[int]) -> list[int]:
        """The values in *doubtful* that no two rows have whose lengths add up to one of *splits*,
        both longer than :data:`SHORT`. The parts from *start* to *end* go down as their rests go
        up."""
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
        """Whether a part that gave *value* in a shorter row gives it again in one of *splits*."""
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
