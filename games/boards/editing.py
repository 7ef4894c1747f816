"""An editor for positions: rows that a touch makes longer or shorter, by links or in numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.boards.boards import Board
from games.boards.bounds import MAX_SIZE, ask_within_limits
from games.boards.films import taken
from games.boards.games import OFFERS, game_of
from games.boards.looks.look import Look, Placed
from games.boards.scene_view import WIDTHS
from solver import (
    Inquiry,
    InvalidInputError,
    Position,
    Ruleset,
    SumOfGames,
    format_position,
    read_sum,
)
from solver.teaching import about

MOST_TOUCHED = 120
"""Above this number of pieces, rows change only by buttons and by typing."""

NEW_ROW = 3
"""The pieces of a row of another game that is put beside the others."""

LONG = 14
"""A row with more places than this has its buttons above it."""


@dataclass(frozen=True)
class EditButton:
    """A button: its label in *words*, and the *value* that it sends. *marked* has the CSS classes
    of a piece that a winning move takes."""

    words: str
    value: str
    marked: str = ""


@dataclass(frozen=True)
class EditRow:
    """A row of the editor, with the places that a winning move takes *marked*. One that can be
    *touched* has places."""

    number: int
    name: str
    size: int
    look: Look
    game: str
    """What it is a row of, where games lie side by side."""
    marked: range
    touched: bool

    @property
    def part_key(self) -> tuple[object, ...]:
        """What its buttons follow from."""
        marked = self.marked.start, self.marked.stop
        return self.number, self.name, self.size, self.look.key, self.game, marked, self.touched

    @property
    def places(self) -> list[EditButton]:
        """The places to touch, the last of which is empty."""
        return [self._place(place) for place in range(1, self.size + 2)] if self.touched else []

    @property
    def fewer(self) -> EditButton:
        return self._button("One fewer in", self.size - 1)

    @property
    def more(self) -> EditButton:
        return self._button("One more in", self.size + 1)

    @property
    def remove(self) -> EditButton:
        return self._button("Remove", 0)

    def _place(self, place: int) -> EditButton:
        """The button of a place: a touch makes its piece the last one, takes the last piece away,
        or fills the empty place."""
        becomes = place - (place == self.size)
        return self._button(f"{becomes} in", becomes, _edges(place, self.marked))

    def _button(self, words: str, size: int, marked: str = "") -> EditButton:
        return EditButton(f"{words} {self.name}", f"{self.number}:{size}", marked)


@dataclass(frozen=True)
class EditBoard:
    """A position to edit. *across* is its width in places; a board with many pieces has no places
    that can be *touched*."""

    look: Look
    rows: tuple[EditRow, ...]
    add: EditButton
    across: int
    touched: bool

    @property
    def is_long(self) -> bool:
        """Whether its rows need the full width, with their buttons on a separate line."""
        return self.across > LONG


def edit_board(question: Inquiry, winning: Sequence[Placed] = ()) -> EditBoard:
    """The board of *question* with a button for every change. Each row marks what the first of its
    *winning* moves takes."""
    word, board = question.ruleset.component_word, Board.of(question.ruleset, question.position)
    touched = sum(question.position) <= MOST_TOUCHED
    marked = _marked(board, winning)
    rows = tuple(
        EditRow(
            lane.number,
            f"{board.row_word} {lane.number}",
            int(lane.size),
            board.game_in(lane).look,
            board.game_name(lane),
            marked.get(lane.number, range(0)),
            touched,
        )
        for lane in board.lanes
    )
    add = EditButton(f"Add a {word}", f"{len(rows) + 1}:1")
    widest = max((size + 1 for size in question.position), default=1) if touched else 1
    across = next((width for width in WIDTHS if width >= widest), WIDTHS[-1])
    return EditBoard(game_of(question.ruleset).look, rows, add, across, touched)


def _marked(board: Board, winning: Sequence[Placed]) -> dict[int, range]:
    """The places that the first winning move in each row takes, by the number of the row."""
    marked: dict[int, range] = {}
    for placed in winning:
        group = taken(board, placed)
        marked.setdefault(group.component + 1, range(group.first + 1, group.last + 2))
    return marked


def _edges(place: int, marked: range) -> str:
    """The CSS classes of a place in the *marked* range, with its edges."""
    edges = ["edit-wins"] if place in marked else []
    edges += ["edit-wins-first"] if marked and place == marked[0] else []
    edges += ["edit-wins-last"] if marked and place == marked[-1] else []
    return " ".join(edges)


def changed(
    question: Inquiry, asked: Mapping[str, str], *, has_sums: bool = False
) -> Inquiry | None:
    """The position after the change that *asked* describes: rows typed again, one row changed, or
    on a page that *has_sums* a row of another game put *beside* them.

    None if no change is asked for. Raises :class:`~solver.SolverError` with one sentence.
    """
    rules, rows = question.ruleset, format_position(question.position)
    if "rows" in asked:
        rows = asked["rows"]
    elif "change" in asked:
        rows = format_position(_rows_after(rules, question.position, asked["change"]))
    elif has_sums and asked.get("beside"):
        rows = f"{rows}+{asked['beside']}:{NEW_ROW}"
    else:
        return None
    position: str | Position = rows
    if has_sums and ":" in rows:
        rules, position = read_sum(rows, None if rules.is_sum else rules)
    to_move = question.to_move.value if question.to_move else None
    ending = question.convention.value
    return ask_within_limits(rules, position, ending, to_move, has_sums=has_sums)


def games_beside(ruleset: Ruleset) -> dict[str, str]:
    """The games of which a row may be put beside those that are there, with their names."""
    here = ruleset.by_key if isinstance(ruleset, SumOfGames) else {ruleset.key: ruleset}
    return {key: name for key, name in OFFERS.items() if key not in here}


@about("position")
def _rows_after(rules: Ruleset, sizes: Position, change: str) -> Position:
    """*sizes* with one row changed to the size in *change*; the number after the last adds a row,
    of the same game as the last one.

    >>> from solver import get_ruleset
    >>> _rows_after(get_ruleset("nim"), (4, 3), "2:5")
    (4, 5)
    >>> _rows_after(get_ruleset("nim"), (4, 3), "1:0")
    (3,)
    """
    read = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,3})", change)
    number, size = (int(read[1]), int(read[2])) if read else (0, 0)
    if not 1 <= number <= len(sizes) + 1:
        accepted = f"say a row and its size, such as 1:{MAX_SIZE}"
        raise InvalidInputError.of(f"a change of {format_position(sizes)}", change, accepted)
    like = (*sizes, *sizes[-1:])[number - 1] if sizes else 0
    rows = (*sizes[: number - 1], rules.resized(like, size), *sizes[number:])
    return tuple(size for size in rows if size)
