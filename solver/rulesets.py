"""The rules of every game, as one abstraction: the options of a component, for a player.

A position is a sum of components; a move replaces one component by a tuple of components.
Nim, rows with a maximum take, any subtraction set, octal games, Kayles, partizan Kayles and
hand-written heaps differ in nothing but :meth:`Ruleset.options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import xor
from typing import Protocol, TypeVar

from .conventions import Player
from .errors import IllegalMoveError, InvalidInputError
from .positions import Move, Position, format_position

Option = tuple[int, ...]


class SupportsNimValue(Protocol):
    """Anything that gives the nim-value of a size by index: a list, or a growing table."""

    def __getitem__(self, size: int, /) -> int: ...


class Ruleset(ABC):
    """One set of rules. *key* is its text form, *name* what people call it."""

    key: str
    name: str
    partizan = False
    splits = False
    """Whether a move may split a component, so that a long one has many options."""
    component_word = "row"

    @property
    def last_is_taken(self) -> bool:
        """Whether every component has a move, for whoever is to move: then the last move takes
        the last piece. Elsewhere pieces may stay behind, and the game ends before."""
        return False

    @abstractmethod
    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        """Yield each distinct option of a component once, parts ascending and non-empty.

        Lazy, so that a heap of 10^12 can be asked about. *player* matters to partizan rules
        only, which raise :class:`InvalidInputError` without one.
        """

    def breadth(self, size: int) -> int:
        """About how many options must be listed to know a component's moves; at least 1."""
        return 1

    def option_nim_values(self, size: int, values: Sequence[int]) -> set[int]:
        """The nim-values of a component's options, given *values* of every smaller size."""
        return {reduce(xor, (values[part] for part in option), 0) for option in self.options(size)}

    def closed_nim_value(self, size: int) -> int | None:
        """The nim-value where a formula gives it at once, else None."""
        return None

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        """Yield the options of a component whose nim-value is *wanted*."""
        for option in self.options(size):
            if reduce(xor, (values[part] for part in option), 0) == wanted:
                yield option

    def legal_moves(self, position: Position, player: Player | None = None) -> Iterator[Move]:
        """Yield every legal move, component by component."""
        mover = player if self.partizan else None
        for index, size in enumerate(position):
            for option in self.options(size, player):
                yield Move(index, size, option, mover)

    def check_move(
        self, position: Position, component: int, becomes: Position, player: Player | None = None
    ) -> Move:
        """Return the move if it is legal, in the order given; raise :class:`IllegalMoveError`."""
        if not 0 <= component < len(position):
            raise IllegalMoveError(
                f"There is no {self.component_word} {component + 1}; "
                f"the position has {len(position)}.",
                value=str(component + 1),
            )
        size = position[component]
        mover = player if self.partizan else None
        move = Move(component, size, tuple(part for part in becomes if part), mover)
        if not self.allows(size, move.canonical.becomes, player):
            raise IllegalMoveError(
                f"A {self.component_word} of {size} cannot become "
                f"{format_position(move.becomes)} in one move"
                + (f" by {player.value.title()}." if self.partizan and player else "."),
                value=str(move),
            )
        return move

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        """Whether *option* (ascending) is an option of a component of *size*."""
        return option in self.options(size, player)

    def __repr__(self) -> str:
        return f"get_ruleset({self.key!r})"

    def __str__(self) -> str:
        return self.key


class Nim(Ruleset):
    """Take one or more from one heap."""

    key = "nim"
    name = "Nim"
    last_is_taken = True

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        if size:
            yield ()
        for left in range(1, size):
            yield (left,)

    def closed_nim_value(self, size: int) -> int:
        return size

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        if wanted < size:
            yield (wanted,) if wanted else ()

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        return len(option) <= 1 and sum(option) < size


class Subtraction(Ruleset):
    """Take a number in *takes* (ascending, distinct) from one row; a row never splits.

    *maximum* is k where the takes are exactly 1..k, the game S(1..k), else None.
    """

    def __init__(self, takes: Sequence[int]) -> None:
        self.takes = takes
        self.maximum = takes[-1] if takes[-1] == len(takes) else None
        if self.maximum:
            self.key = f"subtraction:{self.maximum}"
            self.name = f"Rows, take 1 to {self.maximum}" if len(takes) > 1 else "Rows, take 1"
        else:
            listed = ",".join(map(str, takes))
            self.key = f"subtraction:{{{listed}}}"
            self.name = f"Rows, take {listed}"

    @property
    def last_is_taken(self) -> bool:
        return self.takes[0] == 1

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        for take in self.takes:
            if take > size:
                return
            yield (size - take,) if size > take else ()

    def breadth(self, size: int) -> int:
        return 1 if self.maximum else len(self.takes)

    def closed_nim_value(self, size: int) -> int | None:
        return size % (self.maximum + 1) if self.maximum else None

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        if self.maximum is None:
            yield from super().options_of_nim_value(size, wanted, values)
            return
        take = (size - wanted) % (self.maximum + 1)
        if wanted <= self.maximum and 1 <= take <= size:
            yield (size - take,) if size > take else ()

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        take = size - sum(option)
        return len(option) <= 1 and (
            1 <= take <= self.maximum if self.maximum else take in self.takes
        )


Value = TypeVar("Value")


def halves(values: Sequence[Value], total: int) -> tuple[Sequence[Value], Sequence[Value]]:
    """The values of the two parts, for each way to split *total* into two, smaller part first."""
    half = total // 2
    return values[1 : half + 1], values[total - 1 : total - half - 1 : -1]


class Octal(Ruleset):
    """An octal game d0.d1d2…: digit dk says what removing k counters may leave.

    Bit 1: nothing; bit 2: one heap; bit 4: two heaps. *digits* holds d0, d1, d2, …
    """

    def __init__(self, digits: Sequence[int], key: str = "", name: str = "") -> None:
        self.digits = tuple(digits)
        code = f"{digits[0]}.{''.join(map(str, digits[1:]))}"
        self.key = key or f"octal:{code}"
        self.name = name or f"Octal game {code}"
        self.splits = any(digit & 4 for digit in self.digits)

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

    def leaves(self, size: int) -> tuple[list[int], list[int]]:
        """What a move may leave: the sizes of one heap (0 for none), the totals of two heaps."""
        one, two = [], []
        for take, digit in enumerate(self.digits[: size + 1]):
            left = size - take
            if (digit & 1 and left == 0 and size) or (digit & 2 and left):
                one.append(left)
            if digit & 4 and left > 1:
                two.append(left)
        return one, two

    def option_nim_values(self, size: int, values: Sequence[int]) -> set[int]:
        one, two = self.leaves(size)
        found = {values[left] for left in one}
        for left in two:
            found.update(map(xor, *halves(values, left)))
        return found

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        take = size - sum(option)
        if not 0 <= take < len(self.digits) or len(option) > 2:
            return False
        return bool(self.digits[take] >> len(option) & 1) and option != (size,)


class PartizanKayles(Ruleset):
    """Strips of squares: Left removes one square, Right two adjacent ones; strips may split."""

    key = "partizan-kayles"
    name = "Partizan Kayles"
    partizan = True
    splits = True
    component_word = "strip"

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        left = size - self.take(player)
        if left < 0:
            return
        yield (left,) if left else ()
        for part in range(1, left // 2 + 1):
            yield (part, left - part)

    def breadth(self, size: int) -> int:
        return 1 + size // 2

    @staticmethod
    def take(player: Player | None) -> int:
        """How many adjacent squares *player* removes."""
        if player is None:
            raise InvalidInputError.of("a player to move", "nobody", "say left or right")
        return 1 if player is Player.LEFT else 2

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        return len(option) <= 2 and size - sum(option) == self.take(player)


class Heaps(Ruleset):
    """Hand-written rules: for each heap size, the options it has. A size not listed has none."""

    name = "Hand-written heaps"
    component_word = "heap"

    def __init__(self, rules: Mapping[int, frozenset[Option]]) -> None:
        self.rules = {size: tuple(sorted(rules[size])) for size in sorted(rules)}
        listed = (
            f"{size}:[{','.join('[' + ','.join(map(str, o)) + ']' for o in options)}]"
            for size, options in self.rules.items()
        )
        self.key = f"heaps:{{{','.join(listed)}}}"

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        yield from self.rules.get(size, ())

    def breadth(self, size: int) -> int:
        return 1 + sum(1 + len(option) for option in self.rules.get(size, ()))
