"""The base of every look, and a move at its place on a board.

A :class:`Look` says how the pieces of a game are drawn in every size, which places a move has, and
how it is said. The base is a row from whose end a move takes. :class:`InPlaces` is a row in which a
move may start anywhere and leaves a gap there, as among pins, strips and files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from solver import Move, Player, Position, Ruleset
from solver.teaching import capitalised, counted, joined, parts_in_words, plural

NOW, PAST, DOING, TOLD = range(4)
TAKE = ("take", "took", "taking", "takes")
"""The verb of a move in each tense; the last form goes with a name."""
HEAP = "heap"
"""The word for a row whose pieces have no places."""


@dataclass(frozen=True)
class Spacing:
    """The distance between pieces on a wall: *wide* in short rows, down to *narrow* in long
    ones."""

    wide: int
    narrow: int


@dataclass(frozen=True)
class PieceShape:
    """The layout of a *shape* in a thumbnail, in the units of its drawing: its *width*, the
    *height* of a row with its gap, the *narrow* and the *wide* distance between neighbours, and the
    largest *scale*."""

    shape: str
    width: int
    height: int
    narrow: int
    wide: int
    scale: float


class Look:
    """One look of a board. ``components/shapes.html`` draws its pieces: ``piece-<key>``, and
    ``burnt-<key>`` for one that was just taken."""

    key: str
    """The word for it in ids of drawings and in the style sheets."""
    box: str
    """The view box of a piece's drawing."""
    cell: tuple[int, int]
    """The width and height of a piece in a picture of a film."""
    spacing: Spacing
    small: PieceShape
    low: tuple[str, str] | None = None
    """A lower drawing and its view box, for a wall with many rows."""
    gap: float = 0.5
    """The extra width of a group in a scene, in cells, half at each end."""
    tiles: Mapping[int, str] = {}
    """The names of groups in a scene that are drawn as one tile, by their sizes."""
    burns: bool = False
    """Whether the last piece has a drawing of its own, for a game won and for one lost."""
    leaving: str = "components/leaving/slides.html"
    """The template of a piece that leaves."""

    to_the_end: bool = True
    """Whether a move takes a piece and all behind it."""
    in_places: bool = False
    """Whether a move names its places and leaves a gap there."""
    by_options: bool = False
    """Whether a move is chosen by what it leaves, and not at a place."""
    has_pairs: bool = False
    """Whether two pieces side by side are taken by a touch between them."""
    taking_it: str = "take it"
    """What a player does to the only piece left."""
    reach: str = "Touch a {piece}: you take it, and everything to its right."
    """What to touch, and what that takes; empty if it depends on the moves."""

    @property
    def classes(self) -> str:
        """The classes of its boards and rows: its own, and what their moves have in common with
        those of other looks, which style sheets and scripts ask for."""
        shared = {"to-the-end": self.to_the_end, "has-pairs": self.has_pairs}
        return " ".join((f"board-{self.key}", *(name for name, has in shared.items() if has)))

    # --- moves --------------------------------------------------------------------------------

    def ways(self, rules: Ruleset, size: int, player: Player | None) -> Iterator[Position]:
        """What each legal move leaves of a row, before and after its place, from left to right."""
        for take in range(1, size + 1):
            rest = size - take
            for start in self.starts(rest):
                parts = tuple(sorted(part for part in (start, rest - start) if part))
                if rules.allows(size, parts, player):
                    yield (start, rest - start)

    def starts(self, rest: int) -> Iterable[int]:
        """The places where a move may start that leaves *rest*."""
        return (rest,)

    def stored(self, becomes: Position, parts: Position) -> Position:
        """What is stored of a move: its parts, with zeros where it has its places."""
        return parts

    def touched(self, placed: Placed) -> int:
        """The place to touch for a move."""
        return placed.start

    def spot(self, placed: Placed) -> float:
        """The place where a wall counts those who chose a move."""
        return placed.start

    def id(self, placed: Placed) -> str:
        """A name for the button of a move."""
        return f"row-{placed.lane}-take-{placed.take}"

    # --- words --------------------------------------------------------------------------------

    def said(self, placed: Placed, tense: int, where: str) -> str:
        """A move in words, from the row *where* it is made."""
        return f"{TAKE[tense]} {placed.take} from {where}"

    def ends(self, placed: Placed, tense: int, last: str) -> str:
        """A move that empties the board by taking the *last* pieces."""
        return f"{TAKE[tense]} {last}"

    def tells_parts(self, placed: Placed) -> bool:
        """Whether the words of a move say what it leaves."""
        return False

    def is_typed(self, placed: Placed, numbers: Sequence[int], remaining: int) -> bool:
        """Whether somebody who typed *numbers* means this move in a row of *remaining*."""
        return (placed.start, placed.take) == (remaining - numbers[0], numbers[0])

    def why_not(
        self, where: str, piece: str, numbers: Sequence[int], remaining: int, player: Player | None
    ) -> str:
        """Why typed *numbers* are no move of a row, which is not empty."""
        if numbers[0] < 1:
            return "Take at least one."
        if numbers[0] > remaining:
            pieces = counted(remaining, piece, plural(piece))
            return f"{where.capitalize()} has only {pieces}."
        return f"The rules don't let you take {numbers[0]} from {where}."


@dataclass(frozen=True)
class Placed:
    """A move and its place on the board: it takes *take* pieces from place *start*."""

    look: Look
    piece: str
    row_word: str
    move: Move
    lane: int
    start: int
    take: int
    parts: Position
    is_part: bool = False
    """Whether counters of other parts stand in its lane too."""

    @property
    def span(self) -> range:
        """The places that the move takes: of a heap the last ones."""
        if self.row_word == HEAP:
            return range(self.move.size - max(0, self.take), self.move.size)
        return range(self.start, self.start + self.take)

    @cached_property
    def touched(self) -> int:
        """The place to touch for this move."""
        return self.look.touched(self)

    @cached_property
    def text(self) -> str:
        """``row>parts``, with zeros where a move has its places. This form is stored, so that gaps
        can be drawn again."""
        parts = self.look.stored(self.move.becomes, self.parts)
        return f"{self.move.component + 1}>{'+'.join(map(str, parts))}"

    @property
    def places(self) -> str:
        """The pieces that the move takes: ``pin 3``, ``squares 3 and 4``."""
        numbers = range(self.start + 1, self.start + self.take + 1)
        return f"{self.piece}{'s' if self.take > 1 else ''} {joined(numbers)}"

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
        if self.look.tells_parts(self):
            return self._said(tense, row)
        if self.look.in_places or len(self.move.becomes) > 1:
            return self._said(tense)
        verb = TAKE[tense]
        if self.move.becomes:
            return f"{verb} {self.take} from {row}"
        if self.move.size == 1:
            row = f"the {self.piece} in {self.row_word} {self.lane}"
        return f"{verb} {row}"

    @property
    def taking_it(self) -> str:
        """What a player does to the only piece left: ``take it``."""
        return self.look.taking_it

    def _said(self, tense: int, where: str = "") -> str:
        row = f"{self.row_word} {self.lane}"
        where = where or (f"the {self.move.size} in {row}" if self.is_part else row)
        return self.look.said(self, tense, where)

    @property
    def ending(self) -> str:
        """The last move of a game, which empties the board: ``took the last 2 matches``."""
        return self._ends(PAST)

    def ending_of(self, who: str) -> str:
        """The same in the present tense: ``Perfect takes the last match``."""
        return f"{who} {self._ends(NOW if who == 'You' else TOLD)}"

    def _ends(self, tense: int) -> str:
        piece = self.piece
        last = f"the last {piece if self.take == 1 else counted(self.take, piece, plural(piece))}"
        return self.look.ends(self, tense, last)

    @cached_property
    def label(self) -> str:
        """The name of the button, with the effect: ``Take 3 from row 4, leaving 4``."""
        leaving = "" if self.look.tells_parts(self) else f", leaving {self.leaves}"
        return f"{capitalised(self.phrase())}{leaving}"

    @property
    def leaves(self) -> str:
        return parts_in_words((sum(self.parts),) if self.look.to_the_end else self.parts)

    @cached_property
    def part_key(self) -> tuple[object, ...]:
        """The values that determine the rest of it."""
        drawn = self.look.key, self.piece, self.start, self.is_part
        return *drawn, self.label, self.text, self.id, self.move.size

    @property
    def mark(self) -> str:
        """A name for the mark where the player marks every winning move: mirror images share a
        name, and so do equal moves in equal rows."""
        parts = sorted(part for part in self.parts if part)
        return "-".join(map(str, ("mark", self.move.size, *parts)))

    @cached_property
    def id(self) -> str:
        """A stable id for the button, so that the focus can return to it."""
        return self.look.id(self)


class InPlaces(Look):
    """A row in which a move may start anywhere."""

    to_the_end = False
    in_places = True
    reach = ""

    def starts(self, rest: int) -> Iterable[int]:
        return range(rest + 1)

    def spot(self, placed: Placed) -> float:
        return placed.start + (placed.take - 1) / 2

    def id(self, placed: Placed) -> str:
        return f"row-{placed.lane}-at-{placed.start + 1}-take-{placed.take}"

    def is_typed(self, placed: Placed, numbers: Sequence[int], remaining: int) -> bool:
        first, last = sorted((numbers[0], numbers[-1]))
        return (placed.start, placed.take) == (first - 1, last - first + 1)

    def why_not(
        self, where: str, piece: str, numbers: Sequence[int], remaining: int, player: Player | None
    ) -> str:
        take = abs(numbers[-1] - numbers[0]) + 1
        if player and take != (1 if player is Player.LEFT else 2):
            owner = player.other.value.title()
            return f"That is {owner}'s move; you are {player.value.title()}."
        places = "-".join(map(str, numbers))
        return f"You can't take {piece} {places} of {where} like that."
