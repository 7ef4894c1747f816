"""Hexadecimal games: octal games in which a move may also leave three rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..conventions import Player
from ..mex import Values
from ..words import games as words
from .octal import takes_in_words
from .rules import Option, Ruleset

DIGITS = "0123456789ABCDEF"


class Hexadecimal(Ruleset):
    """A game d0.d1d2…, in which digit dk says what removing k counters may leave.

    Bits 1, 2 and 4 as in octal games: nothing, one heap, two heaps. Bit 8: three heaps
    (*Winning Ways*, chapter 4). *digits* holds d0, d1, d2, … as numbers.
    """

    family = "hexa"
    splits = True

    def __init__(self, digits: Sequence[int]) -> None:
        self.digits = tuple(digits)
        code = f"{DIGITS[digits[0]]}.{''.join(DIGITS[digit] for digit in digits[1:])}"
        self.key = f"hexadecimal:{code}"
        self.name = words.HEXADECIMAL.format(code=code)

    @property
    def last_is_taken(self) -> bool:
        # A row longer than the code can move exactly if the next longer ones can.
        sizes = range(1, len(self.digits) + 3)
        return all(next(self.options(size), None) is not None for size in sizes)

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        for take, digit in enumerate(self.digits[: size + 1]):
            left = size - take
            if digit & 1 and size == take > 0:
                yield ()
            if digit & 2 and left:
                yield (left,)
            if digit & 4:
                yield from ((part, left - part) for part in range(1, left // 2 + 1))
            if digit & 8:
                for part in range(1, left // 3 + 1):
                    rest = left - part
                    yield from ((part, other, rest - other) for other in range(part, rest // 2 + 1))

    def nim_value_from(self, size: int, values: Values) -> int:
        reached = 0
        for take, digit in enumerate(self.digits[: size + 1]):
            left = size - take
            reached |= digit & 1 and size == take > 0
            reached |= bool(digit & 2 and left) << values[left] if left < size else 0
            reached |= values.of_two(left) if digit & 4 else 0
            reached |= values.of_three(left) if digit & 8 else 0
        return (~reached & reached + 1).bit_length() - 1

    def breadth(self, size: int) -> int:
        wide = any(digit & 8 for digit in self.digits)
        return len(self.digits) * (1 + size // 2 + wide * size * size // 12)

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        take = size - sum(option)
        if not 0 <= take < len(self.digits) or len(option) > 3 or option == (size,):
            return False
        return bool(self.digits[take] >> len(option) & 1)

    def ways(self, largest: int) -> Iterator[str]:
        """One sentence for each digit that occurs: what may be taken, and what it may leave."""
        yield from takes_in_words(self.digits)
