"""A board for its template: rows of cells, each with the moves that start there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import ceil

from django.utils.functional import cached_property

from games.boards.boards import OFTEN, Board, Lane
from games.boards.games import game_of
from games.boards.ghosts import Ghost, HeapGhost, MoveOutline, on_heaps
from games.boards.looks.look import Look, Placed
from solver import Player
from solver.teaching import joined, plural

LONGEST = 20
"""The most pieces in one line: at 320 px their places are 15 px wide."""
TEN = 10
"""The pieces of each line of a row that is longer."""
LONG = 9
"""With more pieces in a row it needs the whole width of a phone, and its name stands above it."""
NARROW = 13
"""With more pieces in a row its places have less than 24 px on a phone of 320."""
MOST_LINES = 12
"""The style sheet counts lines up to here; pieces have their least height with fewer."""


@dataclass(frozen=True)
class BoardCell:
    """One place of a lane. *single* takes one piece, or everything from here to the end; *pair*
    takes two. *ghosts* are the moves drawn here."""

    place: int
    single: Placed | None = None
    pair: Placed | None = None
    ghosts: tuple[Ghost, ...] = ()
    classes: str = ""
    """The CSS classes; for an outline also where it begins and ends."""
    shape: str = "piece"
    """The drawing, to be followed by the kind of the board: ``burnt`` if one of the last moves
    removed a piece from here; for the last piece of a game ``burning`` or ``smoking``."""
    leaves: bool = False
    """Whether its piece has just been taken and is not the last one, which stays to be seen."""


def _cell(
    place: int,
    names: list[str],
    ghosts: Sequence[Ghost] = (),
    single: Placed | None = None,
    pair: Placed | None = None,
) -> BoardCell:
    """The place with its *names*, the CSS classes that say what it is without the *ghosts*."""
    if not ghosts:
        return BoardCell(place, single, pair, (), " ".join(names))
    shape, leaves = "piece", False
    for ghost in ghosts:
        names.append(ghost.outline)
        if ghost.is_gone:
            shape = "burnt"
            if ghost.is_new:
                leaves = True
                names.append("new")
        if place == ghost.places[0]:
            names.append(f"{ghost.outline}-first")
        if place == ghost.places[-1]:
            names.append(f"{ghost.outline}-last")
    return BoardCell(place, single, pair, tuple(ghosts), " ".join(names), shape, leaves)


@dataclass(frozen=True)
class RowView:
    """One lane with its cells. *options* are moves without a place on the board; *ghosts* are the
    moves drawn in the lane."""

    lane: Lane
    cells: tuple[BoardCell, ...]
    look: Look
    options: tuple[Placed, ...] = ()
    ghosts: tuple[Ghost, ...] = ()
    game: str = ""
    """What the row is a row of, where games lie side by side."""
    in_focus: bool = False
    """Whether a hint points at this row."""

    @property
    def part_key(self) -> tuple[object, ...] | None:
        """What a row shows in which no move is drawn; of any other everything is compared."""
        if self.ghosts:
            return None
        shown = [self.lane.number, self.lane.sizes, self.look.key, self.game, self.in_focus]
        for cell in self.cells:
            shown += cell.classes, cell.single, cell.pair
        return *shown, self.options

    @cached_property
    def was(self) -> int | None:
        """How many pieces the row had before the other side's last move, if that took any."""
        taken = 0
        for ghost in self.ghosts:
            if ghost.outline is MoveOutline.THEIRS:
                taken += ghost.placed.take
        return self.lane.remaining + taken if taken else None


@dataclass(frozen=True)
class BoardView:
    """A board for its template. *prefix* keeps ids unique if a page has several boards."""

    board: Board
    rows: tuple[RowView, ...]
    playable: bool
    prefix: str = ""
    marks: bool = False
    """Whether a touch marks a move in the page's list instead of making it."""
    most: int | None = None
    """Above this number of pieces or moves the board is written in numbers."""
    is_fresh: bool = False
    """Whether the new ones of the drawn moves have just been made: their pieces leave before one's
    eyes, those of the reply after one's own."""

    @cached_property
    def look(self) -> Look:
        return self.board.game.look

    @cached_property
    def row_word(self) -> str:
        return self.board.row_word.capitalize()

    @cached_property
    def reach(self) -> str:
        """What to touch, and what that takes, as a sentence."""
        piece = self.board.game.piece
        if self.look.reach:
            return self.look.reach.format(piece=piece)
        cells = [cell for row in self.rows for cell in row.cells]
        ways = [f"a {piece}"] if any(cell.single for cell in cells) else []
        if any(cell.pair for cell in cells):
            ways.append(f"the bow under two {plural(piece)}")
        if any(row.options for row in self.rows):
            ways += [f"what is left of a {self.board.row_word}"]
        return f"Touch {joined(ways, 'or')}." if ways else ""

    @cached_property
    def longest(self) -> int:
        """The number of places in the longest row."""
        return max([len(row.cells) for row in self.rows], default=0)

    @property
    def is_long(self) -> bool:
        """Whether a row needs the whole width."""
        return self.longest > LONG

    @cached_property
    def lines(self) -> int:
        """The number of lines: one a row, or of a long row one for each ten."""
        if self.longest <= LONGEST:
            return len(self.rows)
        return sum(max(1, ceil(len(row.cells) / TEN)) for row in self.rows)

    @property
    def sizes(self) -> str:
        """The CSS classes that tell the style sheet how many pieces share the width and how many
        lines the height."""
        longest = "tens" if self.longest > LONGEST else max(1, self.longest)
        names = [f"longest-{longest}", f"rows-{min(max(1, self.lines), MOST_LINES)}"]
        if self.is_long and self.longest <= LONGEST:
            names.append("many")
        return " ".join(names)

    @property
    def by_number(self) -> list[Placed]:
        """The moves in a single long row of matches or lights, the smallest first: on a phone its
        places are narrower than a finger, so they stand below it as numbers."""
        is_long = len(self.rows) == 1 and NARROW < self.longest <= LONGEST
        if not (self.playable and is_long and self.look.to_the_end):
            return []
        return [cell.single for cell in reversed(self.rows[0].cells) if cell.single]

    @property
    def is_answered(self) -> bool:
        """Whether both sides have just moved; then the words wait until the reply has been seen."""
        outlines = {
            ghost.outline
            for row in self.rows
            for ghost in row.ghosts
            if ghost.is_gone and ghost.is_new
        }
        return self.is_fresh and len(outlines) > 1

    @property
    def divisor(self) -> int:
        """The length of a frame if there is a maximum take, otherwise 0."""
        return self.board.ruleset.divisor


def _offered(
    board: Board, player: Player | None, most: int | None, *, playable: bool, marks: bool
) -> list[Placed] | None:
    """The moves that a board offers; None if it has more than *most* pieces, or more than *most*
    moves to offer as buttons."""
    moves: list[Placed] | None = None
    if most is not None:
        sizes = [lane.size for lane in board.lanes]
        if sum(sizes) > most:
            return None
        if playable and max(sizes, default=0) <= OFTEN:
            moves = board.moves(player)
        if playable and (moves is None or len(moves) > most):  # a move has a place or more
            legal = board.ruleset.legal_moves(board.position, player)
            if next(islice(legal, most, None), None) is not None:
                return None
    if moves is None:
        moves = board.moves(player) if playable or marks else []
    return moves


def view(
    board: Board,
    player: Player | None = None,
    *,
    playable: bool = False,
    prefix: str = "",
    marks: bool = False,
    most: int | None = None,
    ghosts: Sequence[Ghost] = (),
    is_fresh: bool = False,
    focus: Collection[int] = (),
    won: bool | None = None,
) -> BoardView:
    """Lay out a board. With *playable*, each legal move of *player* is a button; with *marks*, it
    is a label for a checkbox.

    *ghosts* are moves to draw: past moves in the order in which they were made, or possible moves.
    *focus* has the numbers of the lanes to highlight. If the last of these moves emptied the board,
    *won* says whether its last piece burns or smokes. A board of more than *most* pieces or moves
    is written in numbers instead.
    """
    moves = _offered(board, player, most, playable=playable, marks=marks)
    if moves is None:
        rows = [
            RowView(lane, (), board.game_in(lane).look, game=board.game_name(lane))
            for lane in board.lanes
        ]
        return BoardView(board, tuple(rows), playable=False, prefix=prefix, most=most)
    rows = _heaps(board, moves, ghosts) if board.in_heaps else _lanes(board, moves, ghosts)
    if focus or board.ruleset.is_sum:
        rows = [
            replace(row, in_focus=row.lane.number in focus, game=board.game_name(row.lane))
            for row in rows
        ]
    if won is not None and ghosts and not board.position:
        rows = [_ended(row, ghosts[-1], won=won) for row in rows]
    return BoardView(board, tuple(rows), playable, prefix, marks, is_fresh=is_fresh)


def _ended(row: RowView, ghost: Ghost, *, won: bool) -> RowView:
    """A row at the end of a game: the last piece that *ghost* took still burns, or smokes."""
    last = ("burning" if won else "smoking") if row.look.burns else ""
    last = last or ("piece" if won else "burnt")
    cells = list(row.cells)
    for at, cell in enumerate(cells):
        if ghost in cell.ghosts and cell.place == ghost.places[0]:
            classes = "last-one" if last in ("burning", "piece") else cell.classes
            cells[at] = replace(cell, classes=classes, shape=last, leaves=False)
    return replace(row, cells=tuple(cells))


def _lanes(board: Board, moves: list[Placed], ghosts: Sequence[Ghost]) -> list[RowView]:
    """Every lane with all its places, so that no piece shifts when another is taken."""
    pairs, singles = {}, {}
    options: dict[int, list[Placed]] = {}
    for move in moves:
        if move.look.by_options:
            options.setdefault(move.lane, []).append(move)
        elif move.look.has_pairs and move.take > 1:
            pairs[move.lane, move.start] = move
        else:
            singles[move.lane, move.touched] = move
    drawn: dict[int, list[Ghost]] = {}
    for ghost in ghosts:
        drawn.setdefault(ghost.placed.lane, []).append(ghost)
    rows = []
    for lane in board.lanes:
        number, here = lane.number, drawn.get(lane.number, ())
        rules = board.rules_in(lane)
        divisor = rules.divisor if lane.size else 0
        standing, begins = set[int](), set[int]()
        for segment in lane.segments:
            begins.add(segment.start)
            standing.update(range(segment.start, segment.start + segment.size))
        cells = []
        for place in range(lane.size):
            names = [] if place in standing else ["gap"]
            if place in begins and place - 1 in standing:
                names.append("apart")  # a group begins here with no gap before it
            if divisor and place in standing and (place + 1) % divisor == 0:
                names.append("frame-end")
            taken = [ghost for ghost in here if place in ghost.places] if here else ()
            single, pair = singles.get((number, place)), pairs.get((number, place))
            cells.append(_cell(place, names, taken, single, pair))
        look, choices = game_of(rules).look, tuple(options.get(number, ()))
        rows.append(RowView(lane, tuple(cells), look, choices, tuple(here)))
    return rows


def _heaps(board: Board, moves: list[Placed], ghosts: Sequence[Ghost]) -> list[RowView]:
    """Every heap of counters, followed by the counters that were taken from it."""
    gone = on_heaps(ghost for ghost in ghosts if ghost.is_gone)
    coming = [ghost for ghost in ghosts if not ghost.is_gone]
    options: dict[int, list[Placed]] = {}
    for move in moves:
        options.setdefault(move.lane, []).append(move)
    rows = []
    for index, lane in enumerate(board.lanes):
        rows += [_vanished(heap) for heap in gone if heap.index == index and not heap.stays]
        behind = [heap.ghost for heap in gone if heap.index == index and heap.stays]
        here = [ghost for ghost in coming if ghost.placed.lane == lane.number]
        cells = [
            _cell(place, [], [ghost for ghost in here if place in ghost.places])
            for place in range(lane.size)
        ]
        cells += [cell for ghost in behind for cell in _cells_gone(ghost)]
        choices = tuple(options.get(lane.number, ()))
        look = board.game_in(lane).look
        rows.append(RowView(lane, tuple(cells), look, choices, (*behind, *here)))
    end = len(board.lanes)
    return rows + [_vanished(heap) for heap in gone if heap.index >= end and not heap.stays]


def _vanished(heap: HeapGhost) -> RowView:
    """A heap with no counters left: a row without a number."""
    ghost = heap.ghost
    return RowView(Lane(0, 0, ()), tuple(_cells_gone(ghost)), ghost.placed.look, ghosts=(ghost,))


def _cells_gone(ghost: Ghost) -> list[BoardCell]:
    return [_cell(place, ["gap"], (ghost,)) for place in ghost.places]
