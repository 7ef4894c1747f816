"""How a position lies on the table: lanes, what stands in them, and the moves as buttons.

A match starts with one lane for each row, and a lane keeps its number and its places to the
end of the match: a knocked pin leaves a gap, a taken match an empty place at the right. The
solver's position is what is left, read lane by lane from left to right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from solver import (
    IllegalMoveError,
    InvalidInputError,
    Move,
    Player,
    Position,
    Ruleset,
    format_position,
)


@dataclass(frozen=True)
class Segment:
    """Unbroken counters in a lane: *start* is the first place (from 0), *size* how many."""

    start: int
    size: int


@dataclass(frozen=True)
class Lane:
    """One row of the start position and what is left of it."""

    number: int
    size: int
    segments: tuple[Segment, ...]

    @property
    def left(self) -> int:
        return sum(segment.size for segment in self.segments)


@dataclass(frozen=True)
class Choice:
    """A legal move as a button: *move* is what it posts, *label* what it does in words."""

    id: str
    move: str
    label: str
    place: int
    take: int


@dataclass(frozen=True)
class Placed:
    """A move and where on the board it happens."""

    move: Move
    lane: int
    start: int
    take: int
    parts: Position

    @property
    def text(self) -> str:
        """``row>parts``, zeros kept: what is stored, so that gaps can be drawn again."""
        return f"{self.move.component + 1}>{'+'.join(map(str, self.parts))}"


@dataclass(frozen=True)
class Board:
    """The lanes of a match at one moment."""

    ruleset: Ruleset
    lanes: tuple[Lane, ...] = field(default_factory=tuple)

    @classmethod
    def of(cls, ruleset: Ruleset, start: Sequence[int]) -> Board:
        """The board at the start of a match."""
        return cls(
            ruleset,
            tuple(
                Lane(number, size, (Segment(0, size),) if size else ())
                for number, size in enumerate(start, 1)
            ),
        )

    @property
    def position(self) -> Position:
        return tuple(segment.size for lane in self.lanes for segment in lane.segments)

    def component(self, index: int) -> tuple[Lane, Segment]:
        """The lane and segment of the solver's component *index*."""
        for lane in self.lanes:
            if index < len(lane.segments):
                return lane, lane.segments[index]
            index -= len(lane.segments)
        raise IndexError(index)

    def first_component(self, lane: Lane) -> int:
        """The index of the first component of *lane*."""
        return sum(len(other.segments) for other in self.lanes[: lane.number - 1])

    def place(self, text: str, player: Player | None = None) -> Placed:
        """Read a stored or posted move, ``2>3+0``, and check it against the rules.

        Raises :class:`InvalidInputError` if it cannot be read, :class:`IllegalMoveError` if the
        rules forbid it.
        """
        found = re.fullmatch(r"([0-9]{1,3})>([0-9]{1,6}(?:\+[0-9]{1,6}){0,9})", text)
        if not found:
            raise InvalidInputError.of("a move", text, "choose one on the board, or type 4 3")
        parts = tuple(map(int, found[2].split("+")))
        index = int(found[1]) - 1
        move = self.ruleset.check_move(self.position, index, parts, player)
        lane, segment = self.component(index)
        if len(parts) == 1:
            parts = (*parts, 0)
        return Placed(move, lane.number, segment.start + parts[0], move.removed, parts)

    def after(self, placed: Placed) -> Board:
        """The board after a move."""
        lane, segment = self.component(placed.move.component)
        segments = []
        for other in lane.segments:
            if other != segment:
                segments.append(other)
                continue
            start = segment.start
            for number, size in enumerate(placed.parts):
                if number == len(placed.parts) - 1:
                    start = segment.start + segment.size - size
                if size:
                    segments.append(Segment(start, size))
                start += size
        changed = Lane(lane.number, lane.size, tuple(segments))
        return Board(
            self.ruleset,
            tuple(changed if other is lane else other for other in self.lanes),
        )

    def replay(self, texts: Iterable[str], players: Iterable[Player | None]) -> Iterator[Board]:
        """The boards after each of the stored moves in turn."""
        board = self
        for text, player in zip(texts, players, strict=False):
            board = board.after(board.place(text, player))
            yield board

    def choices(self, lane: Lane, player: Player | None = None) -> list[Choice]:
        """The legal moves in a lane as buttons, from left to right."""
        found = []
        index = self.first_component(lane)
        for segment in lane.segments:
            for take in range(1, segment.size + 1):
                rest = segment.size - take
                if self.ruleset.allows(segment.size, (rest,) if rest else (), player):
                    found.append(
                        Choice(
                            id=f"row-{lane.number}-take-{take}",
                            move=f"{index + 1}>{rest}",
                            label=f"Take {take} from row {lane.number}, leaves {rest}",
                            place=segment.start + rest,
                            take=take,
                        )
                    )
            index += 1
        return sorted(found, key=lambda choice: choice.place)

    def read_typed(self, text: str, player: Player | None = None) -> Placed:
        """Read what a person types: ``4 3`` is "from row 4 take 3".

        Raises :class:`InvalidInputError` or :class:`IllegalMoveError`, in one sentence.
        """
        found = re.fullmatch(r"\s*([0-9]{1,3})[\s,]+([0-9]{1,6})\s*", text)
        if not found:
            raise InvalidInputError.of("a move", text, "type the row and how many: 4 3")
        number, take = int(found[1]), int(found[2])
        if not 1 <= number <= len(self.lanes):
            raise IllegalMoveError(
                f"There is no row {number}; the rows are 1 to {len(self.lanes)}.", value=text
            )
        lane = self.lanes[number - 1]
        for choice in self.choices(lane, player):
            if choice.take == take:
                return self.place(choice.move, player)
        raise IllegalMoveError(_why_not(self.ruleset, lane, take), value=text)


def _why_not(ruleset: Ruleset, lane: Lane, take: int) -> str:
    if not lane.left:
        return f"Row {lane.number} is empty."
    if take < 1:
        return "Take at least one."
    if take > lane.left:
        return f"Row {lane.number} has only {lane.left}."
    return f"{take} may not be taken from row {lane.number} in {ruleset.name}."


def said(placed: Placed) -> str:
    """What a move did, to follow a name: ``took 3 from row 4``."""
    return f"took {placed.take} from row {placed.lane}"


def rows_said(board: Board) -> str:
    """The rows in words: ``Rows: 1, 2, 5, 4.``"""
    sizes = [str(lane.left) for lane in board.lanes]
    return f"Rows: {', '.join(sizes)}." if sizes else f"Rows: {format_position(())}."
