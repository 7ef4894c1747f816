"""Games in which a heap may be split without taking anything: Grundy's game and Lasker's Nim."""

from __future__ import annotations

from collections.abc import Iterator

from ..conventions import Player
from ..mex import AddedValues, Values
from ..words import games as words
from .rules import Option, Ruleset


class GrundysGame(Ruleset):
    """Split one heap into two of different sizes (Grundy 1939).

    Heaps of 1 and 2 have no move. Whether the nim-values ever repeat is not known.
    """

    key = family = "grundy"
    name = words.GRUNDY
    component_word = "heap"
    takes_pieces = False
    splits = adds_parts = True

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        for part in range(1, (size + 1) // 2):
            yield (part, size - part)

    def breadth(self, size: int) -> int:
        return 1 + size // 2

    def nim_value_from(self, size: int, values: Values) -> int:
        return self.nim_value_by_parts(size, values)

    def nim_value_by_parts(self, size: int, values: AddedValues) -> int:
        """Two equal heaps have the nim-value 0. So they may be left in as well where two unequal
        ones reach 0; where none do, 0 is the value."""
        if size % 2 == 0 and not values.has_equal_parts(size):
            return 0
        return values.least_not_reached([], [size])

    def ways(self, largest: int) -> Iterator[str]:
        yield words.GRUNDY_MOVE

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        return len(option) == 2 and sum(option) == size and option[0] != option[1]


class LaskersNim(Ruleset):
    """Take one or more from one heap, or split it into two (Lasker 1931).

    A heap of n has nim-value n, but 4k + 3 and 4k + 4 change places. From 6 on it is not equal to
    the Nim heap of that value: 6 may become 3+3, which has nim-value 0 and no move to a Nim heap
    of 6.
    """

    key = family = "lasker"
    name = words.LASKER
    component_word = "heap"
    takes_pieces = False
    splits = True
    last_is_taken = has_each_value_once = True

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        if size:
            yield ()
        for left in range(1, size):
            yield (left,)
        for part in range(1, size // 2 + 1):
            yield (part, size - part)

    def breadth(self, size: int) -> int:
        return 1 + size + size // 2

    def ways(self, largest: int) -> Iterator[str]:
        yield words.LASKER_MOVE

    def closed_nim_value(self, size: int) -> int:
        return size + {3: 1, 0: -1}.get(size % 4, 0) if size else 0

    def closed_code(self, size: int) -> tuple[int, bool]:
        """Heaps of 2 or more have a nim-value above 1. Taking all but one counter leaves an
        inverter, which is lost, so they are won: they are higher switches, and no heap is a higher
        inverter. Their option to vanish is the null that R1 asks for. A heap of 1 is an inverter,
        the empty heap a null without options, and a heap that is a gremlin there is none."""
        value = self.closed_nim_value(size)
        return value, value > 1

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        left = sum(option)
        return left < size if len(option) < 2 else len(option) == 2 and left == size
