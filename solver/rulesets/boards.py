"""Games on boards: Push and Shove on strips, and Domineering.

A move there leaves a row of pieces or a shape, not a sum of sizes. But there are only so many
boards, so each has a number and is the heap of that number. What the engine does with hand-written
heaps of Left and Right it does with boards, and its sentences name the board.

The rules are those of Albert, Nowakowski and Wolfe, *Lessons in Play*, 2007.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from ..conventions import Player
from ..errors import InvalidInputError, about
from ..positions import BoardNumber, Position, as_position, parse_position
from ..words import counted, plural
from ..words import games as words
from ..words.unreadable import DOMINEERING_BOARD, STRIP, Unreadable
from .heaps import PartizanHeaps

MAX_STRIP = 5
"""The most squares of a strip: with each further one there are three times as many strips."""
MAX_SQUARES = 16
"""The most squares of a board of Domineering: 4 by 4 leads to 381 boards, 4 by 5 to 2,581."""

Cells = frozenset[tuple[int, int]]
"""The free squares of a board, each a row and a column."""


class Boards(PartizanHeaps):
    """The rules of a game on *boards*, each of which comes after all that play may leave of it.

    A board is a text; two boards that play alike may share one. No board is listed on which nobody
    can ever move: such a board is no heap.
    """

    unreadable: Unreadable
    """What a piece of a position is not that names no board of the game."""
    rule: str
    """How Left and Right move, in sentences."""
    extent: str
    """The boards of the game, in words: ``strips of up to 3 squares``."""

    def __init__(self, key: str, boards: Iterable[str]) -> None:
        self.boards = tuple(boards)
        self.largest = len(self.boards)
        self.numbers = {
            board: BoardNumber(number, self.written(board))
            for number, board in enumerate(self.boards, 1)
        }
        self.by_number = {"0": (), **{str(int(n)): (board,) for board, n in self.numbers.items()}}
        left, right = (
            {
                int(number): frozenset(
                    tuple(sorted(map(self.numbers.__getitem__, parts)))
                    for parts in self.parts_left(board, player)
                )
                for board, number in self.numbers.items()
            }
            for player in Player
        )
        super().__init__(left, right)
        self.key = key

    @abstractmethod
    def parts_left(self, board: str, player: Player) -> Iterator[tuple[str, ...]]:
        """What a player may leave of a board: boards that are then side by side."""

    @abstractmethod
    def read(self, text: str) -> tuple[str, ...] | None:
        """The boards that a person has drawn as one; None if that is no board."""

    def written(self, board: str) -> str:
        """How a board is shown to people."""
        return board

    def ways(self, largest: int) -> Iterator[str]:
        yield self.rule

    @about("position")
    def read_position(self, value: str | int | Iterable[int]) -> Position:
        if isinstance(value, str):
            return parse_position(value, self._numbers)
        sizes = as_position(value)
        return tuple(number for size in sizes for number in self._numbers(str(int(size))))

    def _numbers(self, piece: str) -> Position:
        """The numbers of the boards that a person has written as one, by its look or its number."""
        boards = self.by_number[piece] if piece in self.by_number else self.read(piece)
        if boards is None or not self.numbers.keys() >= set(boards):
            raise InvalidInputError.because(self.unreadable, piece, boards=self.extent)
        return tuple(self.numbers[board] for board in boards)

    def row_words(self, size: int) -> str:
        return words.THE_BOARD.format(row=self.component_word, board=size)

    def rows_up_to(self, largest: int) -> str:
        if largest >= self.largest:
            return self.extent
        return words.FIRST_BOARDS.format(number=largest, rows=plural(self.component_word))

    def names(self, position: Iterable[int]) -> Mapping[str, str]:
        met: set[int] = set()
        queue = list(position)
        for size in queue:  # grows while it is gone through
            if size not in met:
                met.add(size)
                queue.extend(part for option in self.rules[size] for part in option)
        return {str(int(number)): str(number) for number in sorted(met)}


class Strips(Boards):
    """Strips with pieces of Left and Right, ``L`` and ``R``, that move to the left.

    The squares from left to right are the digits of the strip's number to the base 3, the lowest
    first: 0 for an empty square, 1 for ``L``, 2 for ``R``. A move empties the square of the piece
    and changes none to the right of it, so it makes the number smaller.
    """

    component_word = "strip"
    unreadable = STRIP

    def __init__(self, squares: int) -> None:
        self.extent = words.STRIPS.format(squares=counted(squares, "square"))
        self.name = words.ON_STRIPS.format(game=self.game, strips=self.extent)
        strips = ("".join(reversed(pieces)) for pieces in product(".LR", repeat=squares))
        boards = (strip.rstrip(".") for strip in strips)
        super().__init__(f"{self.game.lower()}:{squares}", filter(None, boards))

    game: str

    @staticmethod
    @abstractmethod
    def first_moved(strip: str, place: int) -> int:
        """The square from which on everything moves when the piece on a square moves. What stands
        before that square stays; what would move onto it goes."""

    def parts_left(self, board: str, player: Player) -> Iterator[tuple[str, ...]]:
        for place, piece in enumerate(board):
            if piece == player.value[0].upper():
                gone = self.first_moved(board, place)
                moved = board[:gone] + board[gone + 1 : place + 1] + "." + board[place + 1 :]
                yield tuple(filter(None, [moved.rstrip(".")]))

    def read(self, text: str) -> tuple[str, ...] | None:
        if not re.fullmatch("[.LRlr]+", text):
            return None
        return tuple(filter(None, [text.upper().rstrip(".")]))


class Push(Strips):
    """A piece moves one square to the left and pushes the pieces directly before it."""

    game, rule = words.PUSH, words.PUSH_MOVE

    @staticmethod
    def first_moved(strip: str, place: int) -> int:
        return max(0, strip.rfind(".", 0, place))  # without a gap the first piece falls off


class Shove(Strips):
    """A piece moves one square to the left with every piece on its left."""

    game, rule = words.SHOVE, words.SHOVE_MOVE

    @staticmethod
    def first_moved(strip: str, place: int) -> int:
        return 0


class Domineering(Boards):
    """Left lays a domino upright on two free squares, Right lays one flat.

    A board is a region of free squares that hold together, as rows of ``#`` with ``.`` for what is
    not free. Mirror images are one board. The game has every rectangle that fits into its own, and
    all that play may leave of one.
    """

    component_word = "board"
    unreadable = DOMINEERING_BOARD
    rule = words.DOMINEERING_MOVE

    def __init__(self, rows: int, columns: int) -> None:
        self.extent = words.BOARDS.format(rows=rows, columns=columns)
        self.name = words.DOMINEERING.format(rows=rows, columns=columns)
        queue = [
            board
            for height, width in product(range(1, rows + 1), range(1, columns + 1))
            for board in _regions(frozenset(product(range(height), range(width))))
        ]
        met = set(queue)
        for board in queue:  # grows while it is gone through
            for player in Player:
                new = {part for parts in self.parts_left(board, player) for part in parts} - met
                met |= new
                queue.extend(new)
        by_squares = sorted(met, key=lambda board: (board.count("#"), board))
        super().__init__(f"domineering:{rows}x{columns}", by_squares)

    def parts_left(self, board: str, player: Player) -> Iterator[tuple[str, ...]]:
        cells = _cells(board)
        for row, column in cells:
            end = (row + 1, column) if player is Player.LEFT else (row, column + 1)
            if end in cells:
                yield _regions(cells - {(row, column), end})

    def read(self, text: str) -> tuple[str, ...] | None:
        sides = re.fullmatch("([1-9][0-9]?)[xX×]([1-9][0-9]?)", text)
        if sides:
            rows, columns = map(int, sides.groups())
            if rows * columns > MAX_SQUARES:
                return None
            text = "/".join(["#" * columns] * rows)
        if not re.fullmatch("[#./]+", text):
            return None
        return _regions(_cells(text))

    def written(self, board: str) -> str:
        rows = board.split("/")
        return board if "." in board else f"{len(rows)}x{len(rows[0])}"


def _cells(board: str) -> Cells:
    return frozenset(
        (row, column)
        for row, squares in enumerate(board.split("/"))
        for column, square in enumerate(squares)
        if square == "#"
    )


def _regions(cells: Cells) -> tuple[str, ...]:
    """The regions into which free squares fall apart, without those of one square."""
    rest, regions = set(cells), []
    while rest:
        region = [rest.pop()]
        for row, column in region:  # grows while it is gone through
            near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            region.extend(near & rest)
            rest -= near
        if len(region) > 1:
            regions.append(min(_mirror_images(region)))
    return tuple(sorted(regions))


def _mirror_images(region: Iterable[tuple[int, int]]) -> Iterator[str]:
    """A region and its mirror images as texts."""
    rows, columns = map(set, zip(*region, strict=True))
    top, left, bottom, right = min(rows), min(columns), max(rows), max(columns)
    lines = [
        "".join(".#"[(row, column) in region] for column in range(left, right + 1))
        for row in range(top, bottom + 1)
    ]
    for upright in (lines, lines[::-1]):
        yield "/".join(upright)
        yield "/".join(line[::-1] for line in upright)
