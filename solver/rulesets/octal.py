"""Octal games, in which a digit says what taking so many pieces may leave; Kayles is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import xor
from typing import TypeVar

from ..conventions import Player
from ..mex import AddedValues, Values
from ..words import games as words
from ..words import joined
from .rules import Option, Ruleset

DAWSONS_CHESS, DAWSONS_KAYLES, TREBLECROSS = (0, 1, 3, 7), (0, 0, 7), (0, 0, 0, 7)
NAMES: dict[tuple[int, ...], str] = {
    DAWSONS_CHESS: words.DAWSONS_CHESS,
    DAWSONS_KAYLES: words.DAWSONS_KAYLES,
    TREBLECROSS: words.TREBLECROSS,
}
"""Octal games that are known by a name. In Treblecross, on a strip of two squares less, whoever
crosses next to a cross or next but one loses to a third."""

Value = TypeVar("Value")


def halves(values: Sequence[Value], total: int) -> tuple[Sequence[Value], Sequence[Value]]:
    """The values of the two parts, for each way to split *total* into two, smaller part first."""
    half = total // 2
    return values[1 : half + 1], values[total - 1 : total - half - 1 : -1]


class Octal(Ruleset):
    """An octal game d0.d1d2…: digit dk says what removing k counters may leave.

    Bit 1: nothing; bit 2: one heap; bit 4: two heaps. *digits* holds d0, d1, d2, …
    """

    family = "octal"
    tells_leaves = True

    def __init__(self, digits: Sequence[int]) -> None:
        self.digits = tuple(digits)
        code = f"{digits[0]}.{''.join(map(str, digits[1:]))}"
        self.key = f"octal:{code}"
        self.name = NAMES.get(self.digits, words.OCTAL.format(code=code))
        self.splits = self.adds_parts = any(digit & 4 for digit in self.digits)
        self._wholes = [take for take, digit in enumerate(self.digits) if digit & 2]
        self._halved = [take for take, digit in enumerate(self.digits) if digit & 4]

    @property
    def last_is_taken(self) -> bool:
        # A row longer than the code can move exactly if the next longer ones can.
        return all(any(self.leaves(size)) for size in range(1, len(self.digits) + 2))

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        for take, digit in enumerate(self.digits):
            left = size - take
            if left < 0:
                return
            if left == 0:
                if digit & 1 and size:
                    yield ()
                continue
            if digit & 2:
                yield (left,)
            if digit & 4:
                for part in range(1, left // 2 + 1):
                    yield (part, left - part)

    def breadth(self, size: int) -> int:
        return 1 + sum(1 + (size // 2 if digit & 4 else 0) for digit in self.digits[: size + 1])

    def leaves(self, size: int, player: Player | None = None) -> tuple[list[int], list[int]]:
        if size > len(self.digits):  # every digit finds counters enough
            return [size - take for take in self._wholes], [size - take for take in self._halved]
        whole, split = [], []
        for take, digit in enumerate(self.digits[: size + 1]):
            left = size - take
            if (digit & 1 and left == 0 and size) or (digit & 2 and left):
                whole.append(left)
            if digit & 4 and left > 1:
                split.append(left)
        return whole, split

    def option_nim_values(self, size: int, values: Sequence[int]) -> set[int]:
        whole, split = self.leaves(size)
        reached = {values[left] for left in whole}
        for left in split:
            reached.update(map(xor, *halves(values, left)))
        return reached

    def nim_value_from(self, size: int, values: Values) -> int:
        return self.nim_value_by_parts(size, values)

    def nim_value_by_parts(self, size: int, values: AddedValues) -> int:
        return values.least_not_reached(*self.leaves(size))

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        take = size - sum(option)
        if not 0 <= take < len(self.digits) or len(option) > 2:
            return False
        return bool(self.digits[take] >> len(option) & 1) and option != (size,)

    def ways(self, largest: int) -> Iterator[str]:
        """One sentence for each digit that occurs: what may be taken, and what it may leave."""
        yield from takes_in_words(self.digits)


def takes_in_words(digits: Sequence[int]) -> Iterator[str]:
    """A sentence for each of *digits* that occurs."""
    whole, *taking = digits
    if whole:
        yield words.SPLIT.format(rows=_left_by(whole))
    for digit in dict.fromkeys(filter(None, taking)):
        takes = [take for take, other in enumerate(taking, 1) if other == digit]
        number = joined(takes, "or")
        counters = (words.A_COUNTER if takes == [1] else words.COUNTERS).format(number=number)
        if digit & 8:
            yield words.LEAVE.format(counters=counters, rows=_left_by(digit))
            continue
        if digit in (4, 6, 7) and takes != [1]:
            counters = words.SIDE_BY_SIDE.format(counters=counters)
        yield words.WAYS[digit].format(counters=counters, number=number)
    if not any(digits):
        yield words.NO_MOVE


def _left_by(digit: int) -> str:
    """What a digit allows to leave: ``nothing or one row``."""
    return joined([said for bit, said in words.LEFT_OVER.items() if digit & bit], "or")


class DawsonsChess(Octal):
    """Rows of files with two facing pawns each: a pawn that is pushed is exchanged, and neither of
    its neighbours can move again. It is 0.137 on its own board (Dawson 1935)."""

    family = "chess"
    keeps_places = True

    def __init__(self) -> None:
        super().__init__(DAWSONS_CHESS)

    def ways(self, largest: int) -> Iterator[str]:
        yield words.CHESS_MOVE


class Kayles(Octal):
    """Knock down one pin or two adjacent pins of a row: 0.77 under its own name."""

    family = "kayles"
    keeps_places = True

    def __init__(self) -> None:
        super().__init__((0, 7, 7))
        self.key, self.name = "kayles", words.KAYLES

    def ways(self, largest: int) -> Iterator[str]:
        return iter(())
