"""The losing sums of Daisies, 4.7, and of 4.71, for rows of every length (misère play).

Rows of 1 and 3 are *small*. The *count* of a row is 0 if it is small, 1 for a row of 2, and n - 3
for a longer row of n. The *lead* of a sum is twice its largest count less the counts of all rows.
A sum is losing exactly if

(A) all rows are small, and their number is odd; or
(B) at least two rows are not small, the lead is at most 2, and the nim-value is 0; or
(C) the lead is at least 5, and the nim-value is 3.

Odd rows have nim-value 1 and even ones 2. A count is odd exactly if its row is even, so the lead
is odd exactly if the number of even rows is, which is if the nim-value is 2 or 3. A move changes
the nim-value by exclusive or with

* 1: remove a row of 1; take one and split the rest, of an odd row into parts of equal parity, of
  an even one into parts of different parity;
* 2: split an even row into parts of equal parity, an odd one into parts of different parity;
* 3: take one and leave one row.

*No move leads from a losing sum to a losing one.* From (A) it leaves an even number of small
rows, or one row that is not small and is 2. Every move changes the nim-value, so none stays in
(B) or in (C). Between these only a move of sort 3 could lead, which changes the lead by 1, and
not from 2 to 5. It cannot lead to (A): in (B) a second row is not small, and in (C) the largest
row is at least 8 and leaves one of at least 4.

*Every other sum with a row has a move to a losing one.* Say k rows are small, and let n be the
largest of the others, M its count and R the counts of the rest. *Halves* are parts that differ by
at most 2, of the parities that the sort of move allows.

*No other row.* Then k is even. Remove a 1, or make a 3 two rows of 1: (A).

*One other row.* A row of 2 becomes 1 or 1 + 1, and 4 becomes 3 or 1 + 3: one of them makes the
number of small rows odd, (A). If k is odd, so do 1 + 3 for a 5, 3 + 3 for a 6 and, with one
taken, for a 7. An even n from 8 on is (C) itself, and an odd one from 9 on becomes n - 1: (C). If
k is even, make even parts: 2 + 2 of a 5, 2 + 4 of a 6 or 7, even halves of a longer row. The
nim-value is 0 and the lead at most 2: (B).

*Two or more, lead 5 or more.* The row that is changed is not n unless it is named.

* Nim-value 0: the lead is even, at least 6. Make n n - 1: (C).
* Nim-value 1: the lead is even, at least 6. Make a 2 1 + 1, or split a 1 off a longer row that is
  not small. Its count falls by 1: (C).
* Nim-value 2: remove a 1, make a 3 1 + 1 or a 4 1 + 2, or take one of a longer row and split off
  a 1: no count grows, (C). If all others are 2s, n is even. Split it into halves: (B).

*Lead 3 or 4.* Halves of n, or of n - 1 if the lead is 4, count R together: no row leads by more
than 2. A lead of 3 has nim-value 3: make n n - 1, (B); or 2: split n into halves, (B). A lead of
4 has nim-value 0: take one of another row that is not small, whose count falls by 1, (C); or 1:
take one of n and split the rest into halves, (B).

*Lead 2 or less.* All of these are (B).

* Nim-value 3: the lead is at most 1, and grows by at most 1. Make n n - 1, if n is at least 5.
  Else the rows that are not small are even, so there are three, of which one may become 1 or 3.
* Nim-value 1: remove a 1, or make a 3 1 + 1. If no row is small, there is an odd one from 5 on.
  With a lead of 0 or less, make a 5 2 + 2, or take one of a longer row and split off a 1: the
  lead grows by at most 2. With a lead of 2, n is at least 6. Take one and leave 2 + 3 of a 6, 2 +
  4 of a 7 and halves of a longer row. They count M - 2 or M - 4, where R is M - 2. So no row
  leads by more than 2.
* Nim-value 2: the lead is at most 1. Split a 1 off an even row from 6 on, make a 4 2 + 2, or a 2
  1 + 1 if two more rows are not small. Else there are a 2 and a 5: make the 5 1 + 4.

The same holds for 4.71, where a row of 2 may vanish as well: that is a move of sort 2, it leaves
no fewer rows that are not small than making it 1 + 1 does, and the moves above are all there.

That play is solved was shown by Plambeck (*Daisies, Kayles, and the Sibert–Conway decomposition
in misère octal games*, Theoretical Computer Science 96, 1992). ``solver verify`` compares the
rule with search, and the tests check both claims directly on sums of long rows.

The quotient is infinite: an equal row tells each row from 4 on from those that are longer by 4, 8,
12 and so on. It has infinitely many generators. Say a row of n, 8 or more, is alike to some
sum. Beside longer and longer rows, both must have the same counts in all; beside more and more
2s, the same lead. So in that sum only one row is not small, and it is n.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.positions import Position

DIGITS = ((4, 7), (4, 7, 1))
"""The octal digits of the games with these losing sums."""
SMALL = (1, 3)
FAR, NEAR = 5, 2
"""The least lead of (C), and the largest of (B)."""


class DaisySum(NamedTuple):
    """What decides a sum: how many rows are *large*, that is not small, its *lead* and its
    *nim_value*."""

    large: int
    lead: int
    nim_value: int


class DaisySums:
    """The losing sums of Daisies."""

    def read(self, position: Position) -> DaisySum:
        """What decides a sum.

        >>> DaisySums().read((3, 9, 4))
        DaisySum(large=2, lead=5, nim_value=2)
        """
        rows = [size for size in position if size]
        counts = [count_of(size) for size in rows if size not in SMALL]
        even = sum(size % 2 == 0 for size in rows)
        value = (len(rows) - even) % 2 + 2 * (even % 2)
        return DaisySum(len(counts), 2 * max(counts, default=0) - sum(counts), value)

    def is_lost(self, position: Position) -> bool:
        """Whether the player to move loses.

        >>> [n for n in range(30) if DaisySums().is_lost((n,))]
        [1, 3]
        """
        large, lead, value = self.read(position)
        if not large:
            return value == 1
        if lead >= FAR:
            return value == 3
        return large > 1 and lead <= NEAR and value == 0


def count_of(size: int) -> int:
    """The count of a row.

    >>> [count_of(size) for size in range(1, 9)]
    [0, 1, 0, 1, 2, 3, 4, 5]
    """
    return 1 if size == 2 else max(size - 3, 0)


class EveryFourth:
    """Rows of 4, 8, 12 and so on, each with itself for company. Two equal rows have no lead and
    nim-value 0. Beside a row of n, one of n + 4 k has the lead 4 k and nim-value 0: winning."""

    def member(self, number: int) -> Position:
        return (4 + 4 * number,)

    company = member
