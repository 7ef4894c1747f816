"""A scene: what one frame of an explanation shows on the board, as plain data without pixels.

A page draws it, a terminal may print it, a screen reader reads it: groups of cells, marks, links
between groups, short tags at components, and the count that decides. A film is an analysis whose
every step has its scene (:mod:`solver.films`). No frame needs the words of another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from .positions import Move, Position
from .words import signed

MAX_COMPONENTS = 12
MAX_SIZE = 60
"""The largest position that is drawn: what a page accepts."""


class Mark(StrEnum):
    """What a group or a tag is in this frame. Marks differ in shape and word, not only in hue."""

    PLAIN = "plain"
    LIT = "lit"
    """What the sentence is about."""
    PAIRED = "paired"
    """Cancelled by the group it is linked to."""
    FADED = "faded"
    """Counts nothing here."""
    TAKEN = "taken"
    """Goes with the move of this frame."""
    LEFT = "left"
    """Left over: it has no partner."""
    FOCUS = "focus"
    """To be looked at first."""


class CellGroup(NamedTuple):
    """Cells *first* to *last* of a component, counted from 0, that belong together."""

    id: str
    component: int
    first: int
    last: int
    label: str = ""
    mark: Mark = Mark.PLAIN

    @property
    def size(self) -> int:
        """How many cells it has."""
        return self.last - self.first + 1

    def marked(self, mark: Mark) -> CellGroup:
        """The same cells, marked."""
        return CellGroup(self.id, self.component, self.first, self.last, self.label, mark)

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "component": self.component,
            "first": self.first,
            "last": self.last,
            "label": self.label,
            "mark": self.mark.value,
        }


@dataclass(frozen=True, slots=True)
class Tag:
    """A short word at a component: ``higher switch``, ``ab``, ``nim-value 3``."""

    component: int
    text: str
    mark: Mark = Mark.PLAIN

    def as_json(self) -> dict[str, Any]:
        return {"component": self.component, "text": self.text, "mark": self.mark.value}


@dataclass(frozen=True, slots=True)
class CountLine:
    """One line of the count that decides; *verdict* says what the number means, if it does.

    In a frame that makes a move, *after* is the same line of the board that the move leaves.
    """

    label: str
    value: int | str
    verdict: str = ""
    after: CountLine | None = None

    @property
    def counted(self) -> str:
        """The count in words, as it is before any move: ``2, even``."""
        number = signed(self.value) if isinstance(self.value, int) else self.value
        return f"{number}, {self.verdict}" if self.verdict else number

    @property
    def said(self) -> str:
        """The same in one line with a move that changes it: ``2, even → 1, odd``."""
        if self.after is None or self.after.counted == self.counted:
            return self.counted
        return f"{self.counted} → {self.after.counted}"

    def as_json(self) -> dict[str, Any]:
        """The line as plain data, with what it says after the move where one is made."""
        line = {"label": self.label, "value": self.value, "verdict": self.verdict}
        return line | ({"after": self.after.as_json()} if self.after else {})


def followed(before: Iterable[CountLine], after: Iterable[CountLine]) -> tuple[CountLine, ...]:
    """The lines *before* a move, each with the line of the same label *after* it."""
    then = {line.label: line for line in after}
    return tuple(replace(line, after=then.get(line.label)) for line in before)


class OptionCard(NamedTuple):
    """One thing that a row may become: what it *leaves*, its *value* in this frame, and a
    *verdict* that is a yes or a no (*holds*), if there is one. *others* options have the same value
    and verdict; a *struck* one is never better than one that stays. *parts* says how the value
    comes from several parts: ``1 ⊕ 3``."""

    leaves: Position
    value: str
    verdict: str = ""
    holds: bool | None = None
    others: int = 0
    struck: bool = False
    parts: str = ""

    def unjudged(self) -> OptionCard:
        """What the option leaves, before anything is said of it."""
        return OptionCard(self.leaves, "", others=self.others)

    def as_json(self) -> dict[str, Any]:
        """The card as plain data, for the facts of a step."""
        return self._asdict() | {"leaves": list(self.leaves)}


@dataclass(frozen=True, slots=True)
class RowOptions:
    """A row of *size* by itself: a card for each of its options, and how many *more* there are.

    Where a number follows from them, *reached* are theirs and *missing* is the smallest number
    not among these. *counts* is what the numbers on the cards are called. *title* says whose
    options they are, where that differs.
    """

    size: int
    cards: tuple[OptionCard, ...]
    more: int = 0
    reached: tuple[int, ...] = ()
    missing: int | None = None
    title: str = ""
    counts: str = ""


class AsHeaps(NamedTuple):
    """What the rows count as, drawn as rows of Nim: the *sizes*, 0 for a row that counts nothing,
    and the *scene* of the others."""

    sizes: tuple[int, ...]
    scene: Scene


@dataclass(frozen=True)
class Scene:
    """One picture of the board. *move* is marked here and made by the next frame; *options* stand
    below the board, where a frame looks at one row by itself. These are no part of the contract:
    the facts of the step have them for programs. *heaps* stand below the board where what its rows
    count decides and is no number of their cells."""

    position: Position
    groups: tuple[CellGroup, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    tags: tuple[Tag, ...] = ()
    tally: tuple[CountLine, ...] = ()
    move: Move | None = None
    options: tuple[RowOptions, ...] = ()
    heaps: AsHeaps | None = None

    def as_json(self) -> dict[str, Any]:
        """The scene as plain data, the command line's contract."""
        heaps = self.heaps
        drawn = {"sizes": list(heaps.sizes), "scene": heaps.scene.as_json()} if heaps else None
        return ({"heaps": drawn} if drawn else {}) | {
            "position": list(self.position),
            "groups": [group.as_json() for group in self.groups],
            "links": [list(link) for link in self.links],
            "tags": [tag.as_json() for tag in self.tags],
            "tally": [line.as_json() for line in self.tally],
            "move": str(self.move) if self.move else None,
        }


def can_be_drawn(position: Position) -> bool:
    """Whether a position is small enough for a scene."""
    return len(position) <= MAX_COMPONENTS and max(position, default=0) <= MAX_SIZE


def cut(component: int, sizes: Iterable[int], mark: Mark = Mark.PLAIN) -> Iterator[CellGroup]:
    """Groups of these *sizes* along one component from its first cell, labelled by their size."""
    first = 0
    for place, size in enumerate(sizes):
        yield CellGroup(
            f"{component + 1}.{place}", component, first, first + size - 1, str(size), mark
        )
        first += size
