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
from itertools import starmap

from django.utils.functional import cached_property

from games.boards.games import GameFamily, game_of
from solver import IllegalMoveError, InvalidInputError, Move, Player, Position, Ruleset
from solver.teaching import capitalised, counted, joined, parts_in_words, plural

NOW, PAST, DOING, TOLD = range(4)
TAKE = ("take", "took", "taking", "takes")
KNOCK = ("knock down", "knocked down", "knocking down", "knocks down")
PUT = ("put", "put", "putting", "puts")
SPLIT = ("split", "split", "splitting", "splits")
TURN = ("turn", "turned", "turning", "turns")
PUSH = ("push", "pushed", "pushing", "pushes")
"""The verb of a move in each tense; the last form goes with a name."""
IN_PLACES = ("pins", "strips", "files")
"""The boards on which a move names its places and leaves a gap there."""
HEAP = "heap"
"""The word for a row whose pieces have no places."""


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

    @property
    def remaining(self) -> int:
        return sum(segment.size for segment in self.segments)

    @property
    def sizes(self) -> str:
        """The sizes of the segments that remain: ``2+5``."""
        return "+".join(str(segment.size) for segment in self.segments) or "0"


def _lane(number: int, size: int) -> Lane:
    """A lane with all its pieces."""
    return Lane(number, size, (Segment(0, size),) if size else ())


@dataclass(frozen=True)
class Placed:
    """A move and its place on the board: it takes *take* pieces from place *start*."""

    game: GameFamily
    row_word: str
    move: Move
    lane: int
    start: int
    take: int
    parts: Position
    is_part: bool = False
    """Whether counters of other parts stand in its lane, too."""

    @property
    def span(self) -> range:
        """The places that the move takes: of a heap the last ones."""
        if self.row_word == HEAP:
            return range(self.move.size - max(0, self.take), self.move.size)
        return range(self.start, self.start + self.take)

    @property
    def touched(self) -> int:
        """The place to touch for this move. On files it is the file whose pawn is pushed: the
        middle of the files that it takes, unless the group ends there. In a group of two files, the
        move on the second file has three parts, so that the player can touch either of them."""
        if self.game.board != "files" or self.take == 1:
            return self.start
        is_first = self.take == 2 and not self.parts[0] and len(self.parts) == 2
        return self.start if is_first else self.start + 1

    @property
    def text(self) -> str:
        """``row>parts``, with zeros where a move has its places. This form is stored, so that gaps
        can be drawn again."""
        parts = self.parts if self.game.board != "counters" else self.move.becomes or (0,)
        return f"{self.move.component + 1}>{'+'.join(map(str, parts))}"

    @property
    def places(self) -> str:
        """The pieces that the move takes: ``pin 3``, ``squares 3 and 4``."""
        numbers = range(self.start + 1, self.start + self.take + 1)
        return f"{self.game.piece}{'s' if self.take > 1 else ''} {joined(numbers)}"

    def phrase(self, *, past: bool = False) -> str:
        """The move in words: ``take 3 from row 4``, or ``took 3 from row 4``."""
        return self._said(PAST if past else NOW)

    @property
    def doing(self) -> str:
        """The move as a gerund: ``taking 3 from row 4``."""
        return self._said(DOING)

    def told_of(self, who: str) -> str:
        """The move in the present tense: ``You take 3 from row 4``, ``Perfect takes 3 from row
        4``."""
        return f"{who} {self._said(NOW if who == 'You' else TOLD)}"

    def by_size(self, *, is_alone: bool, is_past: bool = False) -> str:
        """The move with its row named by its size, for readers without a board: ``took 3 from the
        row of 5``, or ``a row`` unless it *is_alone* in its size. Pins and squares keep the
        number of their row, because a move there names its places. A single piece is no row:
        ``took the match in row 2``."""
        tense = PAST if is_past else DOING
        row = f"{'the' if is_alone else 'a'} {self.row_word} of {self.move.size}"
        if self.game.board == "counters" and (self.take <= 0 or len(self.move.becomes) > 1):
            return self._said(tense, row)
        if self.game.board in IN_PLACES or len(self.move.becomes) > 1:
            return self._said(tense)
        verb = TAKE[tense]
        if self.move.becomes:
            return f"{verb} {self.take} from {row}"
        if self.move.size == 1:
            row = f"the {self.game.piece} in {self.row_word} {self.lane}"
        return f"{verb} {row}"

    @property
    def taking_it(self) -> str:
        """What a player does to the only piece left: ``take it``."""
        return {"pins": "knock it down", "files": "push it"}.get(self.game.board, "take it")

    def _said(self, tense: int, where: str = "") -> str:
        row = f"{self.row_word} {self.lane}"
        where = where or (f"the {self.move.size} in {row}" if self.is_part else row)
        match self.game.board:
            case "pins":
                return f"{KNOCK[tense]} {self.places} of {where}"
            case "files":
                return f"{PUSH[tense]} the pawn on file {self.touched + 1} of {where}"
            case "strips" if self.take == 1:
                return f"{TAKE[tense]} {self.places} of {where}"
            case "strips":
                return f"{PUT[tense]} a domino on {self.places} of {where}"
            case "counters" if self.take < 0:
                of = "" if " of " in where else f" from {self.move.size}"
                return f"{TURN[tense]} {where}{of} into {self.leaves}"
            case "counters" if self.take == 0:
                return f"{SPLIT[tense]} {where} into {self.leaves}"
            case "counters" if len(self.move.becomes) > 1:
                return f"{TAKE[tense]} {self.take} from {where}, leaving {self.leaves}"
        return f"{TAKE[tense]} {self.take} from {where}"

    @property
    def ending(self) -> str:
        """The last move of a game, which empties the board: ``took the last 2 matches``."""
        return self._ends(PAST)

    def ending_of(self, who: str) -> str:
        """The same in the present tense: ``Perfect takes the last match``."""
        return f"{who} {self._ends(NOW if who == 'You' else TOLD)}"

    def _ends(self, tense: int) -> str:
        piece = self.game.piece
        last = f"the last {piece if self.take == 1 else counted(self.take, piece, plural(piece))}"
        match self.game.board:
            case "pins":
                return f"{KNOCK[tense]} {last}"
            case "strips" if self.take > 1:
                return f"{PUT[tense]} a domino on {last}"
        return f"{TAKE[tense]} {last}"

    @cached_property
    def label(self) -> str:
        """The name of the button, with the effect: ``Take 3 from row 4, leaving 4``."""
        has_counters = self.game.board == "counters"
        is_told = has_counters and (self.take <= 0 or len(self.move.becomes) > 1)
        return f"{capitalised(self.phrase())}{'' if is_told else f', leaving {self.leaves}'}"

    @property
    def leaves(self) -> str:
        if self.game.board in ("matches", "lights"):
            return parts_in_words((sum(self.parts),))
        return parts_in_words(self.parts)

    @property
    def mark(self) -> str:
        """A name for the mark where the player marks every winning move: mirror images share a
        name, and so do equal moves in equal rows."""
        parts = sorted(part for part in self.parts if part)
        return "-".join(map(str, ("mark", self.move.size, *parts)))

    @property
    def id(self) -> str:
        """A stable id for the button, so that the focus can return to it."""
        match self.game.board:
            case "files":
                return f"row-{self.lane}-file-{self.touched + 1}"
            case "pins" | "strips":
                return f"row-{self.lane}-at-{self.start + 1}-take-{self.take}"
            case "counters":
                at = f"-at-{self.start - self.parts[0] + 1}" if self.is_part else ""
                parts = "-".join(map(str, self.move.becomes or (0,)))
                return f"row-{self.lane}{at}-to-{parts}"
        return f"row-{self.lane}-take-{self.take}"


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

    @cached_property
    def row_word(self) -> str:
        return self.ruleset.component_word

    @cached_property
    def in_heaps(self) -> bool:
        """Whether its rows are heaps, which are numbered again after each move."""
        return self.row_word == HEAP

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each component: ``row 4``, or ``the 2 in row 1``."""
        row = self.row_word
        if not self.kept:
            return tuple(f"{row} {number}" for number in range(1, len(self.position) + 1))
        return tuple(
            f"{row} {lane.number}"
            if len(lane.segments) == 1
            else f"the {segment.size} in {row} {lane.number}"
            for lane in self.lanes
            for segment in lane.segments
        )

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
        has_counters = self.game.board == "counters"
        if has_counters:
            parts = move.becomes or (0,)
        if len(parts) == 1 and not self.in_heaps:
            parts = (*parts, 0)
        start, is_part = segment.start + parts[0], has_counters and len(lane.segments) > 1
        return Placed(
            self.game, self.row_word, move, lane.number, start, move.removed, parts, is_part
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
        segments = []
        for other in lane.segments:
            segments += [end for end in ends if end.size] if other == segment else [other]
        changed = replace(lane, segments=tuple(segments))
        lanes = tuple(changed if other is lane else other for other in self.kept)
        return replace(self, position=position, kept=lanes)

    def choices(self, player: Player | None = None) -> Iterator[Placed]:
        """Every legal move at each of its places on the board, from left to right."""
        for index, size in enumerate(self.position):
            for parts in self._ways(size, player):
                yield self._placed(index, parts, player)

    def _ways(self, size: int, player: Player | None) -> Iterator[Position]:
        board = self.game.board
        if board == "counters":
            yield from (option or (0,) for option in self.ruleset.options(size, player))
            return
        for take in range(1, size + 1):
            rest = size - take
            starts = range(rest + 1) if board in IN_PLACES else (rest,)
            for start in starts:
                parts = tuple(sorted(part for part in (start, rest - start) if part))
                if self.ruleset.allows(size, parts, player):
                    yield (start, rest - start)
        if board == "files" and size == 2:
            yield (0, 0, 0)

    def from_the_left(self, move: Move) -> str:
        """The text of a move at the leftmost possible place of its row."""
        parts = move.becomes or (0,)
        if len(parts) == 1 and self.game.board in IN_PLACES:
            parts = (0, *parts)
        return f"{move.component + 1}>{'+'.join(map(str, parts))}"

    def place_answer(
        self, answer: Move, made: Placed | None, player: Player | None = None
    ) -> Placed:
        """A reply to the move *made*. If it is a copy of that move, it goes to the same place in an
        equal row, or to the mirror image of the place in the same row."""
        text = self.from_the_left(answer)
        change = (answer.size, answer.canonical.becomes)
        in_places = self.game.board in IN_PLACES
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
        if game.board == "counters":
            return self._left(lane, tuple(numbers), player)
        if game.board == "files":
            for placed in self.choices(player):
                if (placed.lane, placed.touched) == (number, numbers[0] - 1):
                    return placed
            raise IllegalMoveError(self._why_not(lane, 0, numbers, player), value=text)
        if game.board in IN_PLACES:
            first, take = numbers[0] - 1, abs(numbers[-1] - numbers[0]) + 1
            first = min(first, numbers[-1] - 1)
        else:
            first, take = lane.remaining - numbers[0], numbers[0]
        for placed in self.choices(player):
            if (placed.lane, placed.start, placed.take) == (number, first, take):
                return placed
        raise IllegalMoveError(self._why_not(lane, take, numbers, player), value=text)

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
            raise IllegalMoveError(self._why_not(lane, 0, [], player))
        return self._placed(indices[-1], parts, player)

    def _why_not(self, lane: Lane, take: int, numbers: list[int], player: Player | None) -> str:
        where = f"{self.row_word} {lane.number}"
        if not lane.remaining:
            return f"{where.capitalize()} is empty."
        if self.game.board == "files":
            return f"No pawn on file {numbers[0]} of {where} can be pushed."
        if self.game.board in IN_PLACES:
            if player and take != (1 if player is Player.LEFT else 2):
                owner = player.other.value.title()
                return f"That is {owner}'s move; you are {player.value.title()}."
            places = "-".join(map(str, numbers))
            return f"You can't take {self.game.piece} {places} of {where} like that."
        if take < 1:
            return "Take at least one."
        if take > lane.remaining:
            pieces = counted(lane.remaining, self.game.piece, plural(self.game.piece))
            return f"{where.capitalize()} has only {pieces}."
        return f"The rules don't let you take {take} from {where}."

    def said(self) -> str:
        """The rows in words: ``Rows: 1, 2+5, 4.``"""
        rows = self.row_word.capitalize() + "s"
        return f"{rows}: {', '.join(lane.sizes for lane in self.lanes) or 'none'}."
