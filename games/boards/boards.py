"""The board of a position: its lanes, the pieces in them, and the moves as buttons.

A match starts with one lane for each row, and a lane keeps its number and its places until the end
of the match: a pin that was knocked down leaves a gap, and a match that was taken leaves an empty
place at the right. The solver's position is what remains, read lane by lane from left to right.
Heaps have no places: each is a lane of its own, and the lanes are numbered again after each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap

from django.utils.functional import cached_property

from games.boards.games import GameFamily, game_at, game_of
from games.boards.looks.look import HEAP, Placed
from solver import POOL, IllegalMoveError, InvalidInputError, Move, Player, Position, Ruleset
from solver.teaching import joined

OFTEN = 20
"""Rows of up to so many pieces come again and again, so each process remembers their moves. A
longer row of some games has hundreds."""


@dataclass(frozen=True)
class Segment:
    """Adjacent pieces in a lane: *size* pieces from place *start* (from 0)."""

    start: int
    size: int


@dataclass(frozen=True)
class Lane:
    """One row of the start position and what remains of it."""

    number: int
    size: int
    segments: tuple[Segment, ...]

    @cached_property
    def remaining(self) -> int:
        return sum([segment.size for segment in self.segments])

    @cached_property
    def sizes(self) -> str:
        """The sizes of the segments that remain: ``2+5``."""
        return "+".join([str(segment.size) for segment in self.segments]) or "0"


def _lane(number: int, size: int) -> Lane:
    """A lane with all its pieces."""
    return Lane(number, size, (Segment(0, size),) if size else ())


@dataclass(frozen=True)
class Board:
    """The lanes of a match at one moment.

    *kept* holds the lanes of boards whose lanes survive a move. Heaps have none: their lanes are
    computed on demand, so that replaying a long game stays cheap.
    """

    ruleset: Ruleset
    position: Position
    kept: tuple[Lane, ...] = ()

    @classmethod
    def of(cls, ruleset: Ruleset, start: Sequence[int]) -> Board:
        """The board at the start of a match."""
        position = tuple(filter(None, start))
        if ruleset.component_word == HEAP and len(position) == len(start):
            return cls(ruleset, position)
        return cls(ruleset, position, tuple(starmap(_lane, enumerate(start, 1))))

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        return self.kept or tuple(starmap(_lane, enumerate(self.position, 1)))

    @cached_property
    def game(self) -> GameFamily:
        return game_of(self.ruleset)

    def rules_in(self, lane: Lane) -> Ruleset:
        """The rules of one lane, which in a sum of games has its own."""
        rules = self.ruleset
        return rules.alone(lane.size)[0] if rules.is_sum and lane.size else rules

    def game_in(self, lane: Lane) -> GameFamily:
        """The game of one lane."""
        return game_of(self.rules_in(lane))

    def game_name(self, lane: Lane) -> str:
        """What a row of a sum is a row of; empty where all rows follow the same rules."""
        return self.rules_in(lane).name if self.ruleset.is_sum and lane.size else ""

    @cached_property
    def row_word(self) -> str:
        return self.ruleset.component_word

    @cached_property
    def in_heaps(self) -> bool:
        """Whether its rows are heaps, which are numbered again after each move."""
        return self.row_word == HEAP

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The number of the lane in which each component lies; empty for heaps, which are numbered
        again after each move."""
        return tuple([lane.number for lane in self.kept for _ in lane.segments])

    def recalled(self, placed: Placed) -> str:
        """A move that was made here, for readers who see the board after it: ``took 1 from row
        2``. Heaps have other numbers after a move, so there it names the heap by its size."""
        if self.kept:
            return placed.phrase(past=True)
        is_alone = self.position.count(placed.move.size) == 1
        return placed.by_size(is_alone=is_alone, is_past=True)

    def component(self, index: int) -> tuple[Lane, Segment]:
        """The lane and segment of component *index* of the solver's position."""
        if not self.kept:
            lane = _lane(index + 1, self.position[index])
            return lane, lane.segments[0]
        for lane in self.lanes:
            if index < len(lane.segments):
                return lane, lane.segments[index]
            index -= len(lane.segments)
        raise IndexError(index)

    # --- moves ------------------------------------------------------------------------

    def place(self, text: str, player: Player | None = None) -> Placed:
        """Read a stored or posted move, ``2>3+0``, and check it against the rules.

        Raises :class:`InvalidInputError` if it cannot be read, :class:`IllegalMoveError` if the
        rules forbid it.
        """
        stored = re.fullmatch(r"([0-9]{1,3})>([0-9]{1,6}(?:\+[0-9]{1,6}){0,9})", text)
        if not stored:
            example = f"choose one on the board, or type {self.game.example}"
            raise InvalidInputError.of("a move", text, example)
        return self._placed(int(stored[1]) - 1, tuple(map(int, stored[2].split("+"))), player)

    def _placed(self, index: int, parts: Position, player: Player | None) -> Placed:
        move = self.ruleset.check_move(self.position, index, parts, player)
        lane, segment = self.component(index)
        game = self.game_in(lane)
        look = game.look
        parts = look.stored(move.becomes, parts)
        if len(parts) == 1 and not self.in_heaps:
            parts = (*parts, 0)
        is_part = look.by_options and len(lane.segments) > 1
        start, piece = segment.start + parts[0], game.piece
        return Placed(
            look, piece, self.row_word, move, lane.number, start, move.removed, parts, is_part
        )

    def after(self, placed: Placed) -> Board:
        """The board after a move."""
        position = placed.move.apply(self.position)
        if self.in_heaps:
            return Board(self.ruleset, position)
        lane, segment = self.component(placed.move.component)
        first, *rest = placed.parts
        ends, place = [Segment(segment.start, first)], placed.start + placed.take
        for part in rest:
            ends.append(Segment(place, part))
            place += part
        segments, at = list(lane.segments), lane.segments.index(segment)
        segments[at : at + 1] = [end for end in ends if end.size]
        changed = replace(lane, segments=tuple(segments))
        lanes = tuple([changed if other is lane else other for other in self.kept])
        return replace(self, position=position, kept=lanes)

    def choices(self, player: Player | None = None) -> Iterator[Placed]:
        """Every legal move at each of its places on the board, from left to right."""
        for index in range(len(self.position)):
            yield from self.moves_in(index, player)

    def moves(self, player: Player | None = None) -> list[Placed]:
        """The same as a list, for a board that offers all of them."""
        moves: list[Placed] = []
        for index in range(len(self.position)):
            moves += self.moves_in(index, player)
        return moves

    def moves_in(self, index: int, player: Player | None = None) -> Sequence[Placed]:
        """The legal moves in one component, from left to right. They depend on nothing but their
        row and its number, so the same row has the same ones in every game."""
        lane, segment = self.component(index)
        make = partial(self._moves_in, index, player)
        if lane.size > OFTEN:
            return make()
        rules, mover = self.ruleset.identity, player and player.value
        key = "moves of a row", rules, mover, index, self.position[index]
        return POOL.get((*key, lane.number, lane.size, segment.start, len(lane.segments)), make)

    def _moves_in(self, index: int, player: Player | None) -> Sequence[Placed]:
        rules, own = self.ruleset.alone(self.position[index])
        ways = game_of(rules).look.ways(rules, own, player)
        moves = [self._placed(index, parts, player) for parts in ways]
        for move in moves:  # what its button shows is remembered with it, so it is weighed with it
            _ = move.touched, move.part_key
        return moves

    def from_the_left(self, move: Move) -> str:
        """The text of a move at the leftmost possible place of its row."""
        parts = move.becomes or (0,)
        if len(parts) == 1 and game_at(self.ruleset, move.size).look.in_places:
            parts = (0, *parts)
        return f"{move.component + 1}>{'+'.join(map(str, parts))}"

    def place_answer(
        self, answer: Move, made: Placed | None, player: Player | None = None
    ) -> Placed:
        """A reply to the move *made*. If it is a copy of that move, it goes to the same place in an
        equal row, or to the mirror image of the place in the same row."""
        text = self.from_the_left(answer)
        change = (answer.size, answer.canonical.becomes)
        in_places = game_at(self.ruleset, answer.size).look.in_places
        if made and in_places and change == (made.move.size, made.move.canonical.becomes):
            is_same_row = self.component(answer.component)[0].number == made.lane
            parts = reversed(made.parts) if is_same_row else made.parts
            text = f"{answer.component + 1}>{'+'.join(map(str, parts))}"
        return self.place(text, player)

    def read_typed(self, text: str, player: Player | None = None) -> Placed:
        """Read a typed move: ``4 3``, ``1 3-4`` or ``1 2+5``, depending on the board.

        Raises :class:`InvalidInputError` or :class:`IllegalMoveError`, with one sentence.
        """
        game = self.game
        typed = re.fullmatch(r"\s*([0-9]{1,3})[\s,:]+([0-9]{1,6}(?:[-+ ][0-9]{1,6}){0,9})\s*", text)
        if not typed:
            raise InvalidInputError.of("a move", text, f"type {game.typed}: {game.example}")
        number, numbers = int(typed[1]), [int(digits) for digits in re.split(r"[-+ ]", typed[2])]
        if not 1 <= number <= len(self.lanes):
            last = len(self.lanes)
            raise IllegalMoveError(
                f"There is no {self.row_word} {number}: choose one from 1 to {last}.", value=text
            )
        lane = self.lanes[number - 1]
        game = self.game_in(lane)
        if game.look.by_options:
            return self._left(lane, tuple(numbers), player)
        for placed in self.choices(player):
            if placed.lane == number and game.look.is_typed(placed, numbers, lane.remaining):
                return placed
        where, left = f"{self.row_word} {number}", lane.remaining
        why = f"{where.capitalize()} is empty."
        if left:
            why = game.look.why_not(where, game.piece, numbers, left, player)
        raise IllegalMoveError(why, value=text)

    def _left(self, lane: Lane, parts: Position, player: Player | None) -> Placed:
        """The move that leaves these parts of a lane, or of one of its groups."""
        indices = [
            index
            for index in range(len(self.position))
            if self.component(index)[0].number == lane.number
        ]
        for index in indices[:-1]:
            with suppress(IllegalMoveError):
                return self._placed(index, parts, player)
        if not indices:
            raise IllegalMoveError(f"{self.row_word.capitalize()} {lane.number} is empty.")
        return self._placed(indices[-1], parts, player)

    def said(self) -> str:
        """The rows in words: ``Rows: 1, 2+5, 4.``"""
        rows = self.row_word.capitalize() + "s"
        return f"{rows}: {', '.join(lane.sizes for lane in self.lanes) or 'none'}."


def row_sizes(position: Position) -> str:
    """The rows in words: ``1, 3 and 5``, or ``nothing``."""
    return joined([size for size in position if size]) if any(position) else "nothing"
