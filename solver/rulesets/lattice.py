"""Positions with many equal components: counted, not listed, and decided all at once.

How a position is won depends on how many components of each sort it has. Three facts make few
sorts, whoever wins at the end:

- Components with the same options are the same game. So a component whose options are Nim heaps of
  0 to k - 1 is a Nim heap of k, and one without options is nothing.
- Two heaps of 1 are nothing. Whoever wins the rest plays it as before and answers the one with the
  other. If they are stuck in the rest, and win by that, they take the one; the other has to be
  taken next, and they are stuck again.
- A heap of 2k and one of 1 are a heap of 2k + 1. By induction a smaller heap and the 1 are those
  below 2k in another order, so both have the options 0 to 2k.

What is left is how many there are of all other sorts, heaps of 2 the first of them: the counts of a
point. It has two positions, without a heap of 1 and with one, of which one at most is lost, since a
move leads from one to the other. A move from a point lowers one count and may raise those of
smaller sorts.

So each sort has another number as well: how many there are, and how many all larger components may
become at most. No move raises such a number, and none lowers it by more than one component may
become. So if a block of points is as long as that in each direction, its losing positions follow
from those of the blocks that touch it from below. The same is true of blocks twice as long, which
are made of the former, and so on. Equal blocks are kept once, and what follows from equal blocks
is found once. Losing positions make patterns that repeat, so few blocks differ, and twice as many
components hardly cost more. Gosper found the method for cellular automata (*Exploiting regularities
in large cellular spaces*, Physica D 10, 1984).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from math import prod
from operator import add, floordiv, gt, lt, mod, mul, ne, sub

from ..budget import Budget
from ..conventions import Convention
from ..positions import Position
from .rules import Option, Ruleset

MOST_SORTS = 6
"""How many sorts other than Nim heaps of 1 and 2 are counted: a block is made of twice as many for
each of them."""
MOST_SIZES = 200
"""How many different components play may lead to."""
CHILD_STEPS = 8
"""What a smaller block costs, beside half a step for each one that touches it."""
MOST_POINTS = 2_000
"""How many points the smallest block may have: as many as are decided in 20 milliseconds."""

Parts = tuple[int, ...]
"""The sorts of which a component is a sum, ascending: 0 for a Nim heap of 1, at most once; 1 for
one of 2; every other sort from 2 on."""
Point = tuple[int, ...]
"""A number for each sort from 1 on."""
NOTHING, WITHOUT, WITH = range(3)
"""Which position of a point is lost: none, that without a heap of 1, or that with one. Also the
number of the block of any size in which none is, or is asked for."""


def added(parts: Iterable[int]) -> Parts:
    """The sum of components of these sorts."""
    ordered = sorted(parts)
    ones = ordered.count(0)
    return tuple(ordered[ones - ones % 2 :])


class Sorts:
    """The sorts of components that play from some *sizes* leads to.

    Raises :class:`BudgetExceededError` where they are too dear to look at.
    """

    def __init__(self, rules: Ruleset, sizes: Iterable[int], budget: Budget) -> None:
        self.of: dict[int, Parts] = {}
        self.options: list[list[Parts]] = [[()], [(), (0,)]]
        """The options of each sort, the shortest first."""
        self._alike: dict[frozenset[Parts], Parts] = {}
        self._heaps: list[Parts] = [(), (0,), (1,), (0, 1)]
        for size, options in sorted(_options(rules, sizes, budget).items()):  # smaller ones first
            self.of[size] = self._sort(frozenset(map(self.parts, options)))

    def has(self, position: Iterable[int]) -> bool:
        """Whether the sorts of all components of a position are known."""
        return all(size in self.of for size in position)

    def parts(self, position: Iterable[int]) -> Parts:
        """The sorts of which a position is a sum."""
        return added(part for size in position for part in self.of[size])

    def _sort(self, options: frozenset[Parts]) -> Parts:
        """What a component with these options is a sum of."""
        if options not in self._alike:
            heap = len(options)
            is_heap = options == {*self._heaps[:heap]}
            if not is_heap or heap == len(self._heaps):
                new = (len(self.options),)
                self.options.append(sorted(options, key=lambda parts: (len(parts), parts)))
                self._heaps += [new, (0, *new)] if is_heap else []
            self._alike[options] = self._heaps[heap] if is_heap else new
        return self._alike[options]


def _options(rules: Ruleset, sizes: Iterable[int], budget: Budget) -> dict[int, list[Option]]:
    """The options of the components that play may lead to."""
    options: dict[int, list[Option]] = {}
    queue = [*{*sizes}]
    for size in queue:  # grows while it is gone through
        if size not in options:
            options[size] = [*budget.each(rules.options(size))]
            queue.extend({part for option in options[size] for part in option} - options.keys())
        if len(options) > MOST_SIZES:
            budget.refuse()
    return options


class _Size:
    """The blocks of one size: *side* of the smallest ones, of some *shape*, in each direction.

    *forms* says how many there are of each sort at a point, by its numbers, and *corners* where
    blocks of this size are in one of twice the size.
    """

    def __init__(
        self, side: int, shape: Point, forms: list[Point], corners: list[tuple[Point, Point]]
    ) -> None:
        self.last = side - 1
        ends = [
            [factor * (length * side - 1) for factor, length in zip(form, shape, strict=True)]
            for form in forms
        ]
        self.inside = [1 - sum(min(0, end) for end in of) for of in ends]
        """From which counts on at its lowest point no point is empty or has too few of a sort."""
        self.outside = [-sum(max(0, end) for end in of) for of in ends]
        """Below which counts at its lowest point each point has too few of a sort."""
        self.corners = [
            (tuple(side * one for one in corner), tuple(side * one for one in counts))
            for corner, counts in corners
        ]
        self.contents: list[tuple[int, ...]] = []
        self._numbers: dict[tuple[int, ...], int] = {}

    def number(self, content: tuple[int, ...]) -> int:
        """The number of the block with this content: its points, or its smaller blocks."""
        number = self._numbers.setdefault(content, len(self.contents))
        if number == len(self.contents):
            self.contents.append(content)
        return number


class Lattice:
    """All positions that play from one *position* may lead to, by counts of sorts.

    Raises :class:`BudgetExceededError` where the game has too many sorts.
    """

    def __init__(
        self, sorts: Sorts, convention: Convention, position: Position, budget: Budget
    ) -> None:
        self.position = position
        self.decided = 0
        """How many positions were decided one by one."""
        self._stuck_wins = convention.stuck_player_wins
        self._sorts = sorts
        options = sorts.options[1:]
        places = range(len(options))
        units = [tuple(int(place == sort) for place in places) for sort in places]
        self._worth = [*units]
        """How many of each sort a component of a sort is, or may become at most."""
        for sort, own in enumerate(options):
            self._worth[sort] = tuple(map(max, units[sort], *map(self._point, own)))
        self._shape = tuple(map(max, zip(*self._worth, strict=True)))
        if len(options) > MOST_SORTS + 1 or prod(self._shape) > MOST_POINTS:
            budget.refuse()
        corners = [*product((0, 1), repeat=len(options))]
        points = [*product(*map(range, self._shape))]
        self._corner = {corner: number for number, corner in enumerate(corners)}
        self._inner = {point: number for number, point in enumerate(points)}
        moves = [
            (tuple(map(sub, self._point(option), self._worth[sort])), 0 in option)
            for sort, own in enumerate(options)
            for option in own
        ]
        self._points = [
            (self._counts(point), [(*self._after(point, step), one) for step, one in moves])
            for point in points
        ]
        """The points of a smallest block: the counts above those of its lowest point, and of each
        move to which block and point it leads, and whether it makes a heap of 1."""
        self._below = [
            [
                (
                    self._corner[tuple(map(gt, low, corner))],
                    self._corner[tuple(map(ne, low, corner))],
                )
                for low in corners[1:]
            ]
            for corner in corners
        ]
        """For each corner of a block, the smaller blocks that touch it from below: in which block
        each is, and at which corner."""
        self._limits = self._point(self._sorts.parts(position))
        self._last = tuple(map(floordiv, self._limits, self._shape))
        forms = [*zip(*map(self._counts, units), strict=True)]
        steps = [(corner, self._counts(map(mul, corner, self._shape))) for corner in corners]
        self._sizes = [
            _Size(1 << level, self._shape, forms, steps)
            for level in range(1 + max(self._last).bit_length())
        ]
        for size in self._sizes:
            size.number((NOTHING,) * len(corners if size.last else points))
        self._known: dict[tuple[int, Point, Point, tuple[int, ...]], int] = {}
        self._whole: int | None = None

    def solve(self, budget: Budget) -> None:
        """Decide them all. Past the *budget* it raises :class:`BudgetExceededError`, and may be
        asked to go on."""
        nothing = (0,) * len(self._shape)
        lower = (NOTHING,) * (len(self._below) - 1)
        self._whole = self._block(len(self._sizes) - 1, nothing, self._last, lower, budget)

    def is_lost(self, position: Position) -> bool | None:
        """Whether the player to move loses; None for a position that play does not lead to, and
        before all are decided."""
        if self._whole is None or not self._sorts.has(position):
            return None
        parts = self._sorts.parts(position)
        point = self._point(parts)
        if any(map(gt, point, self._limits)):
            return None
        number, block = self._whole, tuple(map(floordiv, point, self._shape))
        for level in range(len(self._sizes) - 1, 0, -1):
            corner = tuple(place >> level - 1 & 1 for place in block)
            number = self._sizes[level].contents[number][self._corner[corner]]
        inner = self._inner[tuple(map(mod, point, self._shape))]
        return self._sizes[0].contents[number][inner] == (WITH if 0 in parts else WITHOUT)

    def _point(self, parts: Iterable[int]) -> Point:
        """How many there are of each sort with these *parts*, or may be at most."""
        counted = Counter(part - 1 for part in parts if part).items()
        return tuple(
            sum(count * self._worth[sort][place] for sort, count in counted)
            for place in range(len(self._worth))
        )

    def _counts(self, point: Iterable[int]) -> Point:
        """How many there are of each sort at a point."""
        counts = [*point]
        for sort in reversed(range(len(counts))):
            for smaller in range(sort):
                counts[smaller] -= counts[sort] * self._worth[sort][smaller]
        return tuple(counts)

    def _after(self, point: Point, step: Point) -> tuple[int, int]:
        """Which smallest block a step from a *point* of one leads to, and which point of that."""
        after = tuple(map(add, point, step))
        block = self._corner[tuple(int(number < 0) for number in after)]
        return block, self._inner[tuple(map(mod, after, self._shape))]

    def _block(
        self, level: int, counts: Point, left: Point, lower: tuple[int, ...], budget: Budget
    ) -> int:
        """The block of a *level* with some *counts* at its lowest point, which *lower* ones touch.
        After its first smallest block, so many are *left* until the last one that is asked for."""
        size = self._sizes[level]
        if min(left) < 0 or any(map(lt, counts, size.outside)):
            return NOTHING
        # All blocks that are wholly inside are alike, wherever they are.
        counts = tuple(map(min, counts, size.inside))
        left = tuple([min(size.last, more) for more in left])
        key = level, counts, left, lower
        if key not in self._known:
            if level:
                content = self._made(level, counts, left, lower, budget)
            else:
                content = self._decided(counts, lower, budget)
            self._known[key] = size.number(content)
        return self._known[key]

    def _made(
        self, level: int, counts: Point, left: Point, lower: tuple[int, ...], budget: Budget
    ) -> tuple[int, ...]:
        """The smaller blocks of which a block is made."""
        budget.spend(len(self._below) * (CHILD_STEPS + len(lower) // 2))
        contents = self._sizes[level].contents
        own: list[int] = []
        blocks = [own, *(contents[number] for number in lower)]
        corners = self._sizes[level - 1].corners
        for (corner, more), below in zip(corners, self._below, strict=True):
            touching = tuple([blocks[block][part] for block, part in below])
            here, beyond = tuple(map(add, counts, more)), tuple(map(sub, left, corner))
            own.append(self._block(level - 1, here, beyond, touching, budget))
        return tuple(own)

    def _decided(self, counts: Point, lower: tuple[int, ...], budget: Budget) -> tuple[int, ...]:
        """The points of a smallest block."""
        budget.spend(len(self._points) * len(self._points[0][1]))
        contents = self._sizes[0].contents
        own: list[int] = []
        blocks = [own, *(contents[number] for number in lower)]
        for more, moves in self._points:
            here = tuple(map(add, counts, more))
            won = {WITHOUT} if self._stuck_wins and not any(here) else set()
            for block, point, makes_one in moves:
                lost = blocks[block][point]
                won.add((NOTHING, WITH, WITHOUT)[lost] if makes_one else lost)
            is_point = min(here) >= 0
            self.decided += 2 * is_point
            if not is_point or won >= {WITHOUT, WITH}:
                own.append(NOTHING)
            else:
                own.append(WITH if WITHOUT in won else WITHOUT)
        return tuple(own)
