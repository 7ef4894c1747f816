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


RIGHT = frozenset({Mark.FIRST, Mark.HELPED})


def exercise_mark(tries: int, *, is_right: bool, at_once: bool) -> Mark:
    """The mark of an exercise that somebody has begun."""
    if is_right:
        return Mark.FIRST if at_once else Mark.HELPED
    return Mark.WRONG if tries else Mark.OPEN


def lesson_mark(status: Status, *, at_once: bool) -> Mark:
    """The mark of a lesson; *at_once* where no step was answered wrong, or with help."""
    if status is Status.COMPLETED:
        return Mark.FIRST if at_once else Mark.HELPED
    return Mark.WRONG if status is Status.HELP_NEEDED else blank_mark(status)


def blank_mark(status: Status) -> Mark:
    """The mark of an item to which nothing was answered, or of a lesson that is under way."""
    if not status.is_scored:
        return Mark.EXCUSED
    return Mark.BLANK if status is Status.NOT_STARTED else Mark.OPEN


def mark_of(cell: Cell) -> Mark:
    """The mark of a cell."""
    if not cell.status.is_scored or cell.status is Status.NOT_STARTED:
        return blank_mark(cell.status)
    if cell.item.is_lesson:
        return lesson_mark(cell.status, at_once=not (cell.wrong or cell.hints))
    return exercise_mark(cell.tries, is_right=cell.solved, at_once=bool(cell.first_try))


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
