"""One sign for a student at an item, as the table of results shows it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from games.assignments.cells import Cell, Status


class Mark(Enum):
    """How it went, at a glance: a sign, and what it stands for."""

    FIRST = ("●", "right, first try")
    HELPED = ("◐", "right, later or with help")
    WRONG = ("✗", "wrong")
    UNDER_WAY = ("…", "under way")
    NOT_BEGUN = ("○", "not begun")
    EXCUSED = ("–", "need not be done")

    @property
    def sign(self) -> str:
        return self.value[0]

    @property
    def words(self) -> str:
        return self.value[1]

    @property
    def slug(self) -> str:
        return self.name.lower().replace("_", "-")

    @property
    def is_right(self) -> bool:
        return self in (Mark.FIRST, Mark.HELPED)


def mark_of(cell: Cell) -> Mark:
    """The sign of a cell. A lesson is right at once where no step was answered wrong."""
    if not cell.status.is_scored:
        return Mark.EXCUSED
    if cell.status is Status.NOT_STARTED:
        return Mark.NOT_BEGUN
    if cell.solved:
        at_once = not (cell.wrong or cell.hints) if cell.item.is_lesson else cell.first_try
        return Mark.FIRST if at_once else Mark.HELPED
    is_open = not cell.tries or (cell.item.is_lesson and cell.status is Status.STARTED)
    return Mark.UNDER_WAY if is_open else Mark.WRONG


class Sign(NamedTuple):
    """A mark in the table: the key of its *item*, and in words what a glance does not tell."""

    mark: Mark
    item: int
    words: str


def sign_of(cell: Cell) -> Sign:
    words = cell.status.word
    return Sign(mark_of(cell), cell.item.pk, f"{words}, {cell.detail}" if cell.detail else words)
