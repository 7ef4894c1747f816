"""Positions and moves, and their text forms both ways.

A position is an ordered tuple of component sizes. A move replaces one component by a
tuple of components, empty when the component vanishes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from .conventions import Player
from .errors import InvalidInputError, about
from .words import unreadable as words
from .words.games import SIZE_IN as IN_GAME

MAX_DIGITS = 100
TOO_LARGE = 10**MAX_DIGITS

Position = tuple[int, ...]


class BoardNumber(int):
    """The number of a board, which sentences and positions write as that *board*.

    >>> BoardNumber(14, "RRL"), str(BoardNumber(14, "RRL"))
    (14, 'RRL')
    """

    board: str

    def __new__(cls, number: int, board: str) -> BoardNumber:
        """The number with what it is written as."""
        size = super().__new__(cls, number)
        size.board = board
        return size

    def __reduce__(self) -> tuple[type[BoardNumber], tuple[int, str]]:
        return BoardNumber, (int(self), self.board)

    def __str__(self) -> str:
        return self.board


class RulesOfRow(Protocol):
    """What a row of a sum needs of its rules (:class:`solver.rulesets.rules.Ruleset` has it)."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def identity(self) -> str: ...


class RowOf(int):
    """A row in a sum of different games: its size, which knows the *rules* it is played by.

    It counts as its size everywhere, and it is equal only to a row of its own game. So rows of 3
    in two games are two sorts of row to everything that keeps positions.

    >>> from solver import get_ruleset
    >>> kayles, nim = RowOf(3, get_ruleset("kayles")), RowOf(3, get_ruleset("nim"))
    >>> kayles, str(kayles), kayles == nim, kayles == RowOf(3, get_ruleset("kayles"))
    (kayles:3, '3', False, True)
    """

    own: int
    """The size as the rules have it: a whole number, or a board."""
    rules: Any
    game: str

    def __new__(cls, own: int, rules: RulesOfRow) -> RowOf:
        """The row of size *own* in the game of *rules*."""
        row = super().__new__(cls, own)
        row.own, row.rules, row.game = own, rules, rules.identity
        return row

    def __reduce__(self) -> tuple[type[RowOf], tuple[int, RulesOfRow]]:
        return RowOf, (self.own, self.rules)

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowOf) and int(self) == int(other) and self.game == other.game

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: int) -> bool:
        if isinstance(other, RowOf) and int(self) == int(other):
            return self.game < other.game
        return int(self) < int(other)

    @property
    def in_words(self) -> str:
        """The row in a sentence about a whole position: ``3 (Nim)``."""
        return IN_GAME.format(size=self.own, game=self.rules.name)

    def __str__(self) -> str:
        return str(self.own)

    def __repr__(self) -> str:
        return f"{self.rules.key}:{self.own}"


# One mark, with a space allowed on each side, or one space alone.
_GROUPED = re.compile(r"[0-9]+([, ]0[0-9]+)+")
"""What somebody writes who means 1000: read as two sizes it would be 1 and nothing."""
_CANONICAL = re.compile(rf"[1-9][0-9]{{0,{MAX_DIGITS - 1}}}(?:\+[1-9][0-9]{{0,{MAX_DIGITS - 1}}})*")
"""A position as :func:`format_position` writes it."""
_SEPARATOR = re.compile(r" ?[+,\-] ?| ")


def _size(piece: str) -> Position:
    """One size, as it is written in a position; of 0 there is none."""
    if not (piece.isascii() and piece.isdigit()):
        raise InvalidInputError.because(words.POSITION, piece)
    if len(piece) > MAX_DIGITS:
        raise InvalidInputError.because(words.LONG_SIZE, piece, digits=MAX_DIGITS)
    size = int(piece)
    return (size,) if size else ()


@about("position")
def parse_position(text: str, read: Callable[[str], Position] = _size) -> Position:
    """Read a position such as ``1+3+5+7``; ``0`` or nothing is the empty position.

    Commas, spaces and ``-`` also separate, never leading, trailing or doubled. A heap of 0
    is no heap and is dropped. *read* reads a piece that is no size.
    Raises :class:`InvalidInputError` naming the piece.

    >>> parse_position("1, 3 5-7")
    (1, 3, 5, 7)
    """
    text = text.strip()
    if not text:
        return ()
    if read is _size and _CANONICAL.fullmatch(text):  # as it is stored, and nearly always asked
        return tuple(map(int, text.split("+")))
    grouped = _GROUPED.search(text)
    if grouped:
        raise InvalidInputError.because(words.GROUPED, grouped[0])
    return tuple(size for piece in _SEPARATOR.split(text) for size in read(piece or text))


@about("position")
def as_position(value: str | int | Iterable[int]) -> Position:
    """Take a position as text, as one size or as sizes.

    Raises :class:`InvalidInputError` if it is none of them.

    >>> as_position("5+4"), as_position([5, 4]), as_position(5)
    ((5, 4), (5, 4), (5,))
    """
    if isinstance(value, str):
        return parse_position(value)
    if isinstance(value, bytes) or not isinstance(value, int | Iterable):
        raise InvalidInputError.because(words.POSITION, value)
    sizes = []
    for size in [value] if isinstance(value, int) else value:
        if isinstance(size, int) and abs(size) >= TOO_LARGE:
            bits = words.BITS.format(bits=size.bit_length())
            raise InvalidInputError.because(words.LONG_SIZE, bits, digits=MAX_DIGITS)
        if isinstance(size, bool) or not isinstance(size, int) or size < 0:
            raise InvalidInputError.because(words.POSITION, size)
        if size:
            sizes.append(size)
    return tuple(sizes)


def as_size(value: int) -> int:
    """Take a size, from 0 up; raises :class:`InvalidInputError` if it is none.

    >>> as_size(5)
    5
    """
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise InvalidInputError.because(words.SIZE, value)
    return value


def format_position(position: Sequence[int]) -> str:
    """Write a position the way :func:`parse_position` reads it; the empty one is ``0``.

    In a sum of games a row has the name of its game, if that is another one than before.

    >>> format_position((5, 4, 1)), format_position(())
    ('5+4+1', '0')
    >>> from solver import read_sum
    >>> format_position(read_sum("kayles:5 + kayles:4 + nim:1")[1])
    'kayles:5+4+nim:1'
    """
    if position and isinstance(position[0], RowOf):
        return "+".join(_with_games(position))
    return "+".join(map(str, position)) or "0"


def _with_games(position: Sequence[int]) -> Iterator[str]:
    """The rows of a sum in text."""
    before = None
    for row in position:
        game = getattr(row, "game", None)
        yield str(row) if game == before else repr(row)
        before = game


def format_parts(parts: Sequence[int]) -> str:
    """Write what is left of one component: its sizes alone, in a sum as well.

    >>> format_parts((2, 1)), format_parts(())
    ('2+1', '0')
    """
    return "+".join(map(str, parts)) or "0"


def as_data(position: Sequence[int]) -> list[int | str]:
    """A position as plain data: sizes, or in a sum texts such as ``kayles:5``.

    >>> from solver import get_ruleset
    >>> as_data((1, 3)), as_data(get_ruleset("kayles+nim").read_position("kayles:5+nim:3"))
    ([1, 3], ['kayles:5', 'nim:3'])
    """
    return [repr(row) if isinstance(row, RowOf) else row for row in position]


@dataclass(frozen=True, slots=True)
class Move:
    """One move: the component at index *component* turns into *becomes*.

    *becomes* is in board order and holds no zeros. *player* says who moves in a partizan game.
    """

    component: int
    size: int
    becomes: Position
    player: Player | None = None

    def apply(self, position: Position) -> Position:
        """The position after the move, in board order."""
        return position[: self.component] + self.becomes + position[self.component + 1 :]

    @property
    def canonical(self) -> Move:
        """The same move with its parts in ascending order: equal for mirror images."""
        ordered = tuple(sorted(self.becomes))
        return self if ordered == self.becomes else replace(self, becomes=ordered)

    @property
    def is_lopsided(self) -> bool:
        """Whether it leaves something else on the left of what is taken than on the right."""
        left, right = (*self.becomes, 0, 0)[:2]
        return left != right

    @property
    def is_on_board(self) -> bool:
        """Whether the component is a board, whose pieces are not counted."""
        size = self.size.own if isinstance(self.size, RowOf) else self.size
        return isinstance(size, BoardNumber)

    @property
    def removed(self) -> int:
        """How many counters leave the board."""
        return self.size - sum(self.becomes)

    def __str__(self) -> str:
        """Write the move as ``row>what it becomes``, rows counted from 1: ``4>2+3``."""
        return f"{self.component + 1}>{format_parts(self.becomes)}"
