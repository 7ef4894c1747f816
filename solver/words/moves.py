"""A move in a sentence: ``take 2 from row 1, leaving 3``, or ``split heap 1 into 2 and 3``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Protocol

from . import elided, parts_in_words

LISTED_MOVES = 4
PART_OF_ROW = "the {size} in {row}"
"""What a board calls one of several components in a row."""


class MoveToTell(Protocol):
    """What a sentence tells of a move (:class:`solver.positions.Move` has it)."""

    @property
    def component(self) -> int: ...
    @property
    def becomes(self) -> tuple[int, ...]: ...
    @property
    def removed(self) -> int: ...
    @property
    def is_on_board(self) -> bool: ...


class Form(IntEnum):
    """The form of the verb in the sentence of a move."""

    ORDER = 0
    """Take 2 from row 1."""
    TOLD = 1
    """Left takes 2 from row 1."""
    DOING = 2
    """Left answers by taking 2 from row 1."""


TAKE = (
    "take {number} from {row}, leaving {parts}",
    "takes {number} from {row}, leaving {parts}",
    "taking {number} from {row}, leaving {parts}",
)
SPLIT = (
    "split {row} into {parts}",
    "splits {row} into {parts}",
    "splitting {row} into {parts}",
)
LEAVE = (
    "leave {parts} of {row}",
    "leaves {parts} of {row}",
    "leaving {parts} of {row}",
)
"""What is done to a board whose pieces are not counted."""
ALIKE = "and so on by {step}s up to {last}, {moves:,} moves"
TAKE_OF_ONE = "Take {number}, leaving {parts}"
SPLIT_OF_ONE = "Split into {parts}"
LEAVE_OF_ONE = "Leave {parts}"


Name = Callable[[int], str]
"""What the board calls a row."""


def move_words(name: Name, move: MoveToTell, form: Form = Form.ORDER) -> str:
    """A move in its row.

    >>> from solver.positions import Move
    >>> move_words("row {}".format, Move(2, 5, (1, 3)))
    'take 1 from row 2, leaving 1 and 3'
    >>> move_words("heap {}".format, Move(1, 5, (2, 3)), Form.DOING)
    'splitting heap 1 into 2 and 3'
    """
    row, parts = name(move.component), parts_in_words(move.becomes)
    if move.is_on_board:
        return LEAVE[form].format(row=row, parts=parts)
    if move.removed > 0:
        return TAKE[form].format(number=move.removed, row=row, parts=parts)
    return SPLIT[form].format(row=row, parts=parts)


def alone_words(move: MoveToTell) -> str:
    """A move without its row, as a title.

    >>> from solver.positions import Move
    >>> alone_words(Move(1, 5, ())), alone_words(Move(0, 5, (2, 3)))
    ('Take 5, leaving nothing', 'Split into 2 and 3')
    """
    parts = parts_in_words(move.becomes)
    if move.is_on_board:
        return LEAVE_OF_ONE.format(parts=parts)
    if move.removed > 0:
        return TAKE_OF_ONE.format(number=move.removed, parts=parts)
    return SPLIT_OF_ONE.format(parts=parts)


def listed_moves(name: Name, moves: Iterable[MoveToTell]) -> str:
    """Moves in their rows after a colon: ``take 1 from row 2, leaving 3; 2 more moves``."""
    return "; ".join(elided([move_words(name, move) for move in moves], "move", LISTED_MOVES))
