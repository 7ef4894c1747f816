"""The mark of a student at a question in the table of results."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.assignments.cells import Cell, Status


class CellMark(Enum):
    """The result at a glance: a sign, and its meaning."""

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

    __hash__ = object.__hash__  # equal only to itself, and counted very often


RIGHT = frozenset({CellMark.FIRST, CellMark.HELPED})


def mark_of(cell: Cell) -> CellMark:
    """The mark of a cell. A finished lesson is right at the first try if no step had a wrong answer
    or help; an unfinished one is wrong if the student needs help."""
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
    """A mark in the table: its style, the *address* of the answers, the details in words, and the
    sign."""

    style: str
    address: str
    words: str
    sign: str


def sign_of(cell: Cell) -> Sign:
    """The sign of a cell; its address is relative to that of the results."""
    mark, words, detail = mark_of(cell), cell.status.word, cell.detail
    told = f"{words}, {detail}" if detail else words
    address = f"{cell.membership.pk}/{cell.item.pk}/"
    return Sign(f"mark-{mark.slug}", address, told, mark.sign)
