"""One sign for a student at an item, as the table of results shows it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.assignments.cells import Cell, Status


class CellMark(Enum):
    """How it went, at a glance: a sign, and what it stands for."""

    FIRST = ("●", "right, first try")
    HELPED = ("◐", "right, later or with help")
    WRONG = ("✗", "wrong")
    OPEN = ("…", "started")
    BLANK = ("○", "not started")
    EXCUSED = ("–", "excused or not needed")

    @property
    def sign(self) -> str:
        return str(self.value[0])

    @property
    def words(self) -> str:
        return str(self.value[1])

    @property
    def slug(self) -> str:
        return self.name.lower()

    __hash__ = object.__hash__  # a mark equals itself alone; they are counted by the ten thousand


RIGHT = frozenset({CellMark.FIRST, CellMark.HELPED})


def mark_of(cell: Cell) -> CellMark:
    """The mark of a cell. A lesson is right at the first try where no step was answered wrong, or
    with help; one that is under way is wrong where somebody needs help."""
    status, result = cell.status, cell.result
    if not status.is_scored:
        return CellMark.EXCUSED
    if status is Status.NOT_STARTED:
        return CellMark.BLANK
    if result.is_right:
        return CellMark.FIRST if result.at_once else CellMark.HELPED
    is_wrong = status is Status.HELP_NEEDED if cell.item.lesson_id else result.tries
    return CellMark.WRONG if is_wrong else CellMark.OPEN


class Sign(NamedTuple):
    """A mark in the table: how it is styled, the *address* of what was answered, in words what a
    glance does not tell, and the sign itself."""

    style: str
    address: str
    words: str
    sign: str


def sign_of(cell: Cell) -> Sign:
    """The sign of a cell; its address starts at that of the results."""
    mark, words = mark_of(cell), cell.status.word
    told = f"{words}, {cell.detail}" if cell.detail else words
    return Sign(f"mark-{mark.slug}", f"{cell.membership.pk}/{cell.item.pk}/", told, mark.sign)
