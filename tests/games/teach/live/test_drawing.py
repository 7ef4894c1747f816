"""The board on the wall: as large as its place allows, and no piece hidden by a disc."""

import pytest

from games.boards.boards import Board
from games.boards.walls import ChosenMove, wall_board
from solver import get_ruleset, parse_position

PLACES = {"1920x1080": 2.3, "1024x768": 1.95}
"""How many times as wide as high the place of a board is on a wall of this size."""


def drawn(ruleset, position, *moves):
    """The wall's board, with a disc for each of *moves*, which one more has chosen than the one
    before."""
    board = Board.of(get_ruleset(ruleset), parse_position(position))
    chosen = [ChosenMove(board.place(move), number) for number, move in enumerate(moves, 1)]
    return wall_board(board, chosen)


def size(board):
    return [float(one) for one in board.box.split()[2:]]


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("lights", [4, 5, 7, 12])
def test_a_row_of_lights_fills_the_width_of_the_wall(lights, place):
    """Of the width, nine tenths are lights and what is between them; of four, the height."""
    board = drawn("subtraction:3", str(lights))
    width, height = size(board)
    scale = min(place / width, 1 / height)
    assert scale * width > 0.9 * place
    assert float(board.piece_width) / (width / lights) > 0.75


@pytest.mark.parametrize("rows", [7, 9, 12])
def test_no_disc_hides_a_match_where_there_are_many_rows(rows):
    """Every row has a disc, of one digit or of two."""
    board = drawn(
        "nim", "+".join(["7"] * rows), *(f"{row}>{row % 7}" for row in range(1, rows + 1))
    )
    width = float(board.piece_width)
    assert len(board.discs) == rows
    for disc, row in zip(board.discs, board.rows, strict=True):
        left, right = (
            float(disc.x) - float(disc.radius),
            float(disc.x) + float(disc.radius),
        )
        for piece in row.pieces:
            middle = float(piece) + width / 2
            assert not left + 1 < middle < right - 1, (rows, disc)


def test_two_discs_at_one_pin_do_not_overlap():
    board = drawn("kayles", "9+9", "1>3+4", "1>4+4")
    first, second = board.discs
    apart = abs(float(first.x) - float(second.x))
    assert float(first.radius) + float(second.radius) <= apart + 0.01
    assert {first.number, second.number} == {1, 2}
