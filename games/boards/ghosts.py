"""Moves drawn as outlines: around pieces that were taken, or that a move would take."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import cached_property

from games.boards.looks.look import Placed


class MoveOutline(StrEnum):
    """The outline of a move; the style sheet uses these names. Each has its own shape."""

    MINE = "was-mine"
    THEIRS = "was-theirs"
    MADE = "move-made"
    WINS = "move-wins"
    HINT = "move-hint"


GONE = (MoveOutline.MINE, MoveOutline.THEIRS)
"""The outlines of pieces that have left the board."""


@dataclass(frozen=True)
class Ghost:
    """A move drawn on the board: its outline, and its meaning in *words*."""

    placed: Placed
    outline: MoveOutline
    words: str
    is_new: bool = True
    """Whether the move has just been made where the page shows what has just happened."""

    @cached_property
    def is_gone(self) -> bool:
        return self.outline in GONE

    @cached_property
    def places(self) -> range:
        """The places of the lane that the move takes."""
        return self.placed.span


@dataclass
class HeapGhost:
    """Counters that were taken: drawn behind the heap at *index*, or, if nothing of their heap
    *stays*, in a row of their own before it."""

    ghost: Ghost
    index: int
    stays: bool

    def follow(self, later: Placed) -> None:
        """Follow the heap through the next move."""
        changed, parts = later.move.component, len(later.move.becomes)
        if self.index > changed or (self.index == changed and self.stays and parts):
            self.index += parts - 1
        elif self.index == changed and self.stays:
            self.stays = False


def on_heaps(ghosts: Iterable[Ghost]) -> list[HeapGhost]:
    """Where to draw the counters that these moves took, one move after the other."""
    placed: list[HeapGhost] = []
    for ghost in ghosts:
        for earlier in placed:
            earlier.follow(ghost.placed)
        parts = len(ghost.placed.move.becomes)
        index = ghost.placed.move.component + max(0, parts - 1)
        placed.append(HeapGhost(ghost, index, stays=bool(parts)))
    return placed
