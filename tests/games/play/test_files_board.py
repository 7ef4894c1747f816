"""Dawson's Chess on its own board: each file is touched, typed and told by its number."""

import re
from html import unescape

import pytest

from games.boards.board_view import view
from games.boards.boards import Board
from games.play.models import Match, Move
from solver import IllegalMoveError, get_ruleset
from tests.games.play.games import play_to_the_end, send, start

pytestmark = pytest.mark.django_db

CHESS = get_ruleset("octal:0.137")
GAME = {
    "ruleset": "octal:0.137",
    "position": "5+2",
    "convention": "normal",
    "opponent": "person",
}


def said(page):
    return " ".join(unescape(re.sub("<[^>]*>", " ", page.content.decode())).split())


def buttons(client, match):
    """By the name of each button, what it posts."""
    page = client.get(match.get_absolute_url(), follow=True).content.decode()
    found = re.findall(r'name="move" value="([^"]+)"\s+aria-label="([^"]+)"', page)
    return {unescape(label): unescape(move) for move, label in found}


def test_every_file_is_a_button_that_says_what_it_leaves(client):
    assert list(buttons(client, start(client, **GAME))) == [
        "Push the pawn on file 1 of row 1, leaving 3",
        "Push the pawn on file 2 of row 1, leaving 2",
        "Push the pawn on file 3 of row 1, leaving 1 and 1",
        "Push the pawn on file 4 of row 1, leaving 2",
        "Push the pawn on file 5 of row 1, leaving 3",
        "Push the pawn on file 1 of row 2, leaving nothing",
        "Push the pawn on file 2 of row 2, leaving nothing",
    ]


@pytest.mark.parametrize("file", [1, 2, 3, 4, 5])
def test_a_push_takes_its_file_and_those_beside_it_and_they_stay_empty(client, file):
    match = start(client, **GAME)
    labels = buttons(client, match)
    [move] = [labels[label] for label in labels if f"file {file} of row 1" in label]
    send(client, match, move)
    page = client.get(match.get_absolute_url(), follow=True)
    assert f"pushed the pawn on file {file} of row 1" in said(page)
    left = [n for n in range(1, 6) if abs(n - file) > 1]
    shown = {int(n) for n in re.findall(r"file (\d) of row 1, leaving", page.content.decode())}
    assert shown == set(left)


def test_the_second_of_two_files_is_told_as_such(client):
    match = start(client, **GAME)
    send(client, match, buttons(client, match)["Push the pawn on file 2 of row 2, leaving nothing"])
    page = said(client.get(match.get_absolute_url(), follow=True))
    assert "pushed the pawn on file 2 of row 2" in page
    assert Move.objects.get(match=match).text == "2>0+0+0"


def test_a_row_and_a_file_are_typed(client):
    match = start(client, **GAME)
    page = said(client.get(match.get_absolute_url(), follow=True))
    assert "Or type a row and a file" in page
    board = Board.of(CHESS, (5, 2))
    for row, files in ((1, 5), (2, 2)):
        for file in range(1, files + 1):
            placed = board.read_typed(f"{row} {file}")
            assert (placed.lane, placed.touched) == (row, file - 1)
    after = board.after(board.read_typed("1 3"))
    assert after.said() == "Rows: 1+1, 2."
    for typed, refused in (
        ("1 3", "No pawn on file 3 of row 1 can be pushed."),
        ("2 3", "No pawn on file 3 of row 2 can be pushed."),
        ("3 1", "There is no row 3: choose one from 1 to 2."),
    ):
        with pytest.raises(IllegalMoveError, match=re.escape(refused)):
            after.read_typed(typed)
    empty = after.after(after.read_typed("2 1"))
    with pytest.raises(IllegalMoveError, match="Row 2 is empty"):
        empty.read_typed("2 1")


@pytest.mark.parametrize("size", range(1, 10))
def test_there_are_as_many_buttons_as_files_and_each_takes_what_the_rules_say(size):
    board = Board.of(CHESS, (size,))
    [row] = view(board, playable=True).rows
    assert [cell.place for cell in row.cells if cell.single] == list(range(size))
    for cell in row.cells:
        [first, *_, last] = cell.single.parts
        assert (first, last) == (max(0, cell.place - 1), max(0, size - cell.place - 2))


def test_a_game_that_was_begun_as_heaps_of_counters_is_still_the_same_game(client):
    """Before, a move of Dawson's Chess was stored as what is left of a heap, without places."""
    match = start(client, **GAME | {"position": "9+5"})
    for move, left in (
        ("1>7", "7, 5"),
        ("1>2+2", "2+2, 5"),
        ("3>1+1", "2+2, 1+1"),
        ("2>0", "2, 1+1"),
    ):
        assert send(client, match, move).status_code == 302
        match.refresh_from_db()
        assert f"Rows: {left}." in said(client.get(match.get_absolute_url(), follow=True))


def test_whoever_takes_the_last_file_wins(client):
    match = play_to_the_end(client, start(client, **GAME | {"position": "2"}))
    assert match.state == Match.State.FINISHED
    page = said(client.get(f"/play/{match.pk}/", follow=True))
    assert "took the last 2 files" in page or "takes the last 2 files" in page
