"""A position being changed: rows that grow and shrink by one touch, by links or in numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.boards.board_view import BOXES
from games.boards.boards import Board, Placed
from games.boards.films import taken
from games.boards.games import game_of
from games.boards.limits import MAX_SIZE, ask_within_limits
from games.boards.scene_view import WIDTHS
from solver import InvalidInputError, Position, Question, about, format_position

MOST_TOUCHED = 120
"""Above so many pieces the rows are changed by their buttons and in numbers alone."""

LONG = 14
"""Above so many places a row has its buttons above it."""


@dataclass(frozen=True)
class EditButton:
    """What a button does: it says so in *words*, and sends *value*. *marked* has the
    classes of a piece that a winning move takes."""

    words: str
    value: str
    marked: str = ""


@dataclass(frozen=True)
class EditRow:
    """A row on the board: its *places* to touch, the last of them empty, and its buttons."""

    name: str
    size: int
    places: tuple[EditButton, ...]
    fewer: EditButton
    more: EditButton
    remove: EditButton


@dataclass(frozen=True)
class EditBoard:
    """A position to change. *across* is how many places wide it is; a board of
    many pieces is not *touched*."""

    kind: str
    rows: tuple[EditRow, ...]
    add: EditButton
    across: int
    touched: bool

    @property
    def is_long(self) -> bool:
        """Whether its rows need the whole width, and their buttons a line of their own."""
        return self.across > LONG

    @property
    def box(self) -> str:
        """The view box of a piece's drawing."""
        return BOXES[self.kind]


def edit_board(question: Question, winning: Sequence[Placed] = ()) -> EditBoard:
    """The board of *question* with a button for every change; in each row what the first of the
    *winning* moves takes is marked."""
    word = question.ruleset.component_word
    touched = sum(question.position) <= MOST_TOUCHED
    marked = _marked(question, winning)
    rows = tuple(
        _row(number, size, f"{word} {number}", marked.get(number, range(0)), touched=touched)
        for number, size in enumerate(question.position, 1)
    )
    add = EditButton(f"Add a {word}", f"{len(rows) + 1}:1")
    widest = max((size + 1 for size in question.position), default=1) if touched else 1
    across = next((width for width in WIDTHS if width >= widest), WIDTHS[-1])
    return EditBoard(game_of(question.ruleset).board, rows, add, across, touched)


def _marked(question: Question, winning: Sequence[Placed]) -> dict[int, range]:
    """The places that the first of the moves in a row takes, by the number of that row."""
    board = Board.of(question.ruleset, question.position)
    marked: dict[int, range] = {}
    for placed in winning:
        group = taken(board, placed)
        marked.setdefault(group.component + 1, range(group.first + 1, group.last + 2))
    return marked


def _row(number: int, size: int, name: str, marked: range, *, touched: bool) -> EditRow:
    places = range(1, size + 2) if touched else ()
    return EditRow(
        name,
        size,
        tuple(_touch(number, place, size, name, _edges(place, marked)) for place in places),
        EditButton(f"One fewer in {name}", f"{number}:{size - 1}"),
        EditButton(f"One more in {name}", f"{number}:{size + 1}"),
        EditButton(f"Remove {name}", f"{number}:0"),
    )


def _edges(place: int, marked: range) -> str:
    """Where among the *marked* places one is: the classes of its edges."""
    edges = ["edit-wins"] if place in marked else []
    edges += ["edit-wins-first"] if marked and place == marked[0] else []
    edges += ["edit-wins-last"] if marked and place == marked[-1] else []
    return " ".join(edges)


def _touch(number: int, place: int, size: int, name: str, marked: str) -> EditButton:
    """Touching a piece makes it the last one; the last one goes, and the empty place is filled."""
    becomes = place - (place == size)
    return EditButton(f"{becomes} in {name}", f"{number}:{becomes}", marked)


def changed(question: Question, asked: Mapping[str, str]) -> Question | None:
    """The position that *asked* makes of *question*: its rows typed anew, or one of them changed.
    None where no change is asked for. Raises :class:`~solver.SolverError` in one sentence."""
    if "rows" in asked:
        rows: str | Position = asked["rows"]
    elif "change" in asked:
        rows = _rows_after(question.position, asked["change"])
    else:
        return None
    to_move = question.to_move.value if question.to_move else None
    return ask_within_limits(question.ruleset, rows, question.convention.value, to_move)


@about("position")
def _rows_after(sizes: Position, change: str) -> Position:
    """*sizes* with one row as long as *change* says; the one after the last is a new one.

    >>> _rows_after((4, 3), "2:5")
    (4, 5)
    >>> _rows_after((4, 3), "1:0")
    (3,)
    """
    read = re.fullmatch(r"([0-9]{1,2}):([0-9]{1,3})", change)
    number, size = (int(read[1]), int(read[2])) if read else (0, 0)
    if not 1 <= number <= len(sizes) + 1:
        accepted = f"say a row and its size, such as 1:{MAX_SIZE}"
        raise InvalidInputError.of(f"a change of {format_position(sizes)}", change, accepted)
    rows = (*sizes[: number - 1], size, *sizes[number:])
    return tuple(size for size in rows if size)
