"""The rules of every game, as one abstraction: the options of a component, for a player.

A position is a sum of components; a move replaces one component by a tuple of components.
Nim, rows with a maximum take, any subtraction set, octal games, Kayles, partizan Kayles and
hand-written heaps differ in nothing but :meth:`Ruleset.options`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import count
from operator import xor
from typing import Protocol

from ..conventions import Player
from ..errors import IllegalMoveError, InvalidInputError
from ..mex import AddedValues, Values, mex
from ..positions import Move, Position, as_position, format_parts
from ..words import games, joined, plural, unreadable
from ..words import refusals as words

Option = tuple[int, ...]
_NUMBERS = count(1)


class SupportsNimValue(Protocol):
    """Anything that gives the nim-value of a size by index: a list, or a growing table."""

    def __getitem__(self, size: int, /) -> int: ...


def of_player(player: Player | None) -> Player:
    """Whose moves are asked for; raises :class:`InvalidInputError` where nobody is named."""
    if player is None:
        raise InvalidInputError.because(unreadable.MOVER, unreadable.NOBODY)
    return player


class Ruleset(ABC):
    """One set of rules, which answers for itself.

    *key* is its text form, *name* what people call it, *family* the games it is one of (see
    :data:`solver.rulesets.keys.FAMILIES`).
    """

    key: str
    name: str
    family: str
    maximum: int | None = None
    """The k of rows from which 1 to k may be taken, else None."""
    amount = ""
    """How many pieces may be taken, in words, where the rules are no more than that."""
    takes_pieces = True
    """Whether a move takes a number of pieces, so that the number can be spoken of."""
    partizan = False
    splits = False
    """Whether a move may split a component, so that a long one has many options."""
    tells_leaves = False
    """Whether a split is told by what is left in all: :meth:`leaves` says it."""
    adds_parts = False
    """Whether the nim-value of a component comes from adding the values of parts that it may leave:
    :meth:`nim_value_by_parts` says how."""
    keeps_places = False
    """Whether what is left of a row stays at its places, so that mirror images are two moves."""
    component_word = "row"
    is_sum = False
    """Whether its rows follow rules of different games, so that a size alone does not tell a row
    (:class:`solver.rulesets.sums.SumOfGames`)."""
    largest = 0
    """The largest size there is; 0 where sizes have no end."""
    has_each_value_once = False
    """Whether it is proved that the nim-values of all sizes from 0 on are all whole numbers, each
    once. Then they have no bound, and never repeat."""

    @cached_property
    def identity(self) -> str:
        """The name under which tables of these rules are shared: the key, and for rules of
        somebody else's class a number, since nobody can tell what a key of theirs stands for."""
        is_ours = type(self).__module__.partition(".")[0] == __name__.partition(".")[0]
        return self.key if is_ours else f"{self.key} (number {next(_NUMBERS)})"

    @property
    def divisor(self) -> int:
        """The maximum take plus 1, by which rows are divided; 0 where there is no maximum."""
        return self.maximum + 1 if self.maximum else 0

    @property
    def closed_fold(self) -> tuple[int, int] | None:
        """From which size components repeat by formula, and how often: rows from which 1 to k may
        be taken do from 0 on, every k + 1 (see :meth:`Subtraction.closed_heap`)."""
        return (0, self.divisor) if self.divisor else None

    def alone(self, size: int) -> tuple[Ruleset, int]:
        """The rules of a component by itself and its size in them; in a sum of different games
        those of its own game."""
        return self, size

    def positions_of(self, sizes: Position) -> Iterator[Position]:
        """Each position whose components have these *sizes*, ascending: one, but in a sum of games,
        where a size is that of a row of any game."""
        yield sizes

    def facts_of(self, size: int) -> Mapping[str, str]:
        """What JSON says of a component, besides its size and what a theory knows of it."""
        return {}

    def splitting(self, size: int) -> int:
        """The size of a component that moves may split, and 0 of any other."""
        return size if self.splits else 0

    def resized(self, size: int, to: int) -> int:
        """A component of another size; in a sum of different games one of the same game."""
        return to

    def ways(self, largest: int) -> Iterator[str]:
        """Each way to change a row of at most *largest*, in a sentence, where the name of the
        game does not tell."""
        return iter(())

    def read_position(self, value: str | int | Iterable[int]) -> Position:
        """Take a position as text, as one size or as sizes.

        Raises :class:`InvalidInputError` if it is none of them.
        """
        return as_position(value)

    def row_words(self, size: int) -> str:
        """A component in a sentence: ``a row of 3``."""
        return games.ROW.format(row=self.component_word, size=size)

    def rows_up_to(self, largest: int) -> str:
        """The components up to a size in a sentence: ``rows of up to 3``."""
        return games.ROWS_UP_TO.format(rows=plural(self.component_word), largest=largest)

    @property
    def all_rows(self) -> str:
        """The components of all sizes in a sentence: ``rows of every length``."""
        text = games.EVERY_SIZE if self.component_word == "heap" else games.EVERY_LENGTH
        return text.format(rows=plural(self.component_word))

    def names(self, position: Iterable[int]) -> Mapping[str, str]:
        """The board for which each number stands that play from *position* may lead to, where
        sizes are numbers of boards."""
        return {}

    @property
    def last_is_taken(self) -> bool:
        """Whether every component has a move, for either player: then the last move takes
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

    def nim_value_from(self, size: int, values: Values) -> int:
        """The nim-value of a component, given *values* of every smaller size."""
        return mex(self.option_nim_values(size, values))

    def closed_nim_value(self, size: int) -> int | None:
        """The nim-value where a formula gives it at once, else None.

        It speaks of play in which the last one wins, and of nothing else: a right formula says
        neither that a component is a Nim heap nor that R1 covers the game.
        """
        return None

    def closed_heap(self, size: int) -> int | None:
        """The Nim heap that a component is *equal* to, so that the one may stand for the other in
        every sum, whoever wins at the end; None where that is not proved for every size."""
        return None

    def closed_code(self, size: int) -> tuple[int, bool] | None:
        """The nim-value of a component, and whether it is firm (:data:`solver.r1.Code`), where it
        is proved that components of every size keep R1's conditions; else None.

        Here it follows from :meth:`closed_heap`. A component equal to a Nim heap is of its kind: 0
        is a null, 1 an inverter, any other a higher switch. None is a higher inverter or a gremlin.
        Equal positions have equal options but for reversible ones. So the switch has an option
        equal to 0, the null that it needs; and each option of a null has a move to 0. A gremlin
        has none, because two or more of its heaps are above 1. So no null has one for an option.
        """
        heap = self.closed_heap(size)
        return None if heap is None else (heap, heap > 1)

    def nim_value_by_parts(self, size: int, values: AddedValues) -> int:
        """The nim-value of a long component by adding the values of its parts. Only where
        :attr:`adds_parts`."""
        raise NotImplementedError

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        """Yield the options of a component whose nim-value is *wanted*."""
        for option in self.options(size):
            if reduce(xor, (values[part] for part in option), 0) == wanted:
                yield option

    def leaves(self, size: int, player: Player | None = None) -> tuple[list[int], list[int]]:
        """What a move may leave: the sizes of one component (0 for none), and the totals of two,
        which may be any two of that total. Only where :attr:`tells_leaves`."""
        raise NotImplementedError

    def legal_moves(self, position: Position, player: Player | None = None) -> Iterator[Move]:
        """Yield every legal move, component by component."""
        mover = player if self.partizan else None
        for index, size in enumerate(position):
            for option in self.options(size, player):
                yield Move(index, size, option, mover)

    def count(self, moves: Iterable[Move]) -> int:
        """How many moves there are on the table, where *moves* has each change of a component
        once: a change that has a mirror image is made at two places.

        >>> from solver import get_ruleset
        >>> kayles = get_ruleset("kayles")
        >>> kayles.count(kayles.legal_moves((10,))), get_ruleset("nim").count([])
        (19, 0)
        """
        return sum(2 if self.keeps_places and move.is_lopsided else 1 for move in moves)

    def check_move(
        self, position: Position, component: int, becomes: Position, player: Player | None = None
    ) -> Move:
        """Return the move if it is legal, in the order given; raise :class:`IllegalMoveError`."""
        if not 0 <= component < len(position):
            raise IllegalMoveError(
                words.NO_SUCH_ROW.format(
                    row=self.component_word, number=component + 1, many=len(position)
                ),
                value=str(component + 1),
            )
        size = position[component]
        mover = player if self.partizan else None
        move = Move(component, size, tuple(filter(None, becomes)), mover)
        if not self.allows(size, move.canonical.becomes, player):
            text = words.NO_SUCH_MOVE_OF if mover else words.NO_SUCH_MOVE
            raise IllegalMoveError(
                text.format(
                    player=mover.value.title() if mover else "",
                    row=self.row_words(size),
                    parts=format_parts(move.becomes),
                ),
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

    key = family = "nim"
    name = games.NIM
    last_is_taken = has_each_value_once = True

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        if size:
            yield ()
        for left in range(1, size):
            yield (left,)

    def closed_nim_value(self, size: int) -> int:
        return size

    def closed_heap(self, size: int) -> int:
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
        self.family = "rows" if self.maximum else "takes"
        numbers = joined(takes, "or")
        if self.maximum:
            self.key = f"subtraction:{self.maximum}"
            if self.maximum > 2:
                numbers = games.UP_TO.format(most=self.maximum)
        else:
            self.key = f"subtraction:{{{','.join(map(str, takes))}}}"
        self.name = games.TAKE.format(numbers=numbers)
        self.amount = games.ONE if self.maximum == 1 else numbers

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
        return size % self.divisor if self.maximum else None

    def closed_heap(self, size: int) -> int | None:
        """Where 1 to k may be taken, the remainder r of the size by k + 1.

        By induction the options are equal to heaps of the k other remainders, or to those below r
        if the row has no more than k. Each above r has a move to r, and what remains are the
        options of a heap of r. So the larger ones are reversible, and the row is equal to r. If r
        is 0 misère play asks for more: that the row be won. It is, by the move to a heap of 1.
        """
        return self.closed_nim_value(size)

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        if self.maximum is None:
            yield from super().options_of_nim_value(size, wanted, values)
            return
        take = (size - wanted) % self.divisor
        if wanted <= self.maximum and 1 <= take <= size:
            yield (size - take,) if size > take else ()

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        take = size - sum(option)
        return len(option) <= 1 and (
            1 <= take <= self.maximum if self.maximum else take in self.takes
        )


class PartizanKayles(Ruleset):
    """Strips of squares: Left removes one square, Right two adjacent ones; strips may split."""

    key = "partizan-kayles"
    family = "partizan"
    name = games.PARTIZAN_KAYLES
    partizan = True
    splits = tells_leaves = keeps_places = True
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

    def leaves(self, size: int, player: Player | None = None) -> tuple[list[int], list[int]]:
        left = size - self.take(player)
        return [left] if left >= 0 else [], [left] if left > 1 else []

    @staticmethod
    def take(player: Player | None) -> int:
        """How many adjacent squares *player* removes."""
        return 1 if of_player(player) is Player.LEFT else 2

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        return len(option) <= 2 and size - sum(option) == self.take(player)
