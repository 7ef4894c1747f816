"""The level below every theory: equal rows cancel only where that changes nothing."""

import re
from itertools import combinations_with_replacement

import pytest

from solver import ask
from solver.films.below import pairs
from solver.teaching import film
from tests.solver import oracle
from tests.solver.test_components import BY_HAND, HEAPS

GAMES = {
    "nim": oracle.nim,
    "subtraction:3": oracle.takes([1, 2, 3]),
    "subtraction:{2,3}": oracle.takes([2, 3]),
    "kayles": oracle.kayles,
    "octal:0.07": oracle.octal("0.07"),
    "octal:0.35": oracle.octal("0.35"),
    "grundy": oracle.grundy,
    "lasker": oracle.lasker,
    "hexadecimal:8.3": oracle.hexadecimal("8.3"),
    "hexadecimal:0.0F": oracle.hexadecimal("0.0F"),
    HEAPS: oracle.heaps(BY_HAND),
}
BOARDS = [
    board for rows in range(1, 5) for board in combinations_with_replacement(range(1, 6), rows)
]


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("key", GAMES)
def test_what_cancels_changes_nothing_about_who_wins(key, convention):
    search = oracle.Oracle(GAMES[key], misere=convention == "misere")
    found = 0
    for board in BOARDS:
        paired = pairs(ask(key, board, convention))
        if paired is None:
            continue
        found += 1
        assert all(board[one] == board[other] for one, other in paired.couples)
        places = [place for couple in paired.couples for place in couple] + [*paired.rest]
        assert sorted(places) == list(range(len(board)))
        if paired.copied:
            assert not paired.rest
            assert not search.wins(board)
        else:
            assert search.wins(board) == search.wins(tuple(board[place] for place in paired.rest))
    assert found == 0 if (key, convention) in NEVER else found > 10


NEVER = {
    (key, "misere") for key in ("subtraction:{2,3}", "octal:0.07", "grundy", "hexadecimal:0.0F")
}
"""Where a row of 1 cannot be taken, nothing cancels for certain when the last one loses."""


@pytest.mark.parametrize(
    ("key", "position", "convention", "said"),
    [
        ("nim", "2+2", "normal", "the player to move runs out of moves first"),
        ("nim", "5+5", "misere", "leaves an odd number of them"),
        ("nim", "4+3+3", "misere", "Beside a row of 2 or more, two equal rows change nothing, so "),
        ("kayles", "5+1+1", "misere", "so the rest decides who wins: 5."),
        ("kayles", "1+1", "misere", "so it is as if nothing were left."),
        ("kayles", "7+4+4+2", "normal", "the rest decides who wins: 7 + 2."),
    ],
)
def test_the_first_frame_links_equal_rows(key, position, convention, said):
    first = film(ask(key, position, convention), theory="below").steps[0]
    assert first.title == "Equal rows cancel"
    assert said in first.text
    assert first.scene.links


@pytest.mark.parametrize(
    ("key", "position", "to_move"),
    [("kayles", "3+3", None), ("nim", "1+2+4", None), ("partizan-kayles", "2+2", "left")],
)
def test_nothing_is_said_of_equal_rows_where_they_need_not_cancel(key, position, to_move):
    told = film(ask(key, position, "misere", to_move), theory="below")
    assert "equal" not in " ".join(step.text for step in told.steps)


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("key", ["nim", "kayles", "octal:0.07"])
def test_every_sentence_about_equal_rows_is_true_of_the_board_it_stands_beside(key, convention):
    search = oracle.Oracle(GAMES[key], misere=convention == "misere")
    copied = 0
    for board in (board for board in BOARDS if len(board) < 4):
        steps = film(ask(key, board, convention), theory="below").steps
        if steps[0].rule == "below:pairs":
            for one, other in steps[0].data["pairs"]:
                assert f"row {one + 1} and row {other + 1}" in steps[0].text.replace("Row", "row")
            rest = " + ".join(map(str, steps[0].data["rest"]))
            assert not rest or steps[0].text.endswith(f"the rest decides who wins: {rest}.")
        for step in steps:
            if re.search("copies every move in the twin|Each row has its twin", step.text):
                copied += 1
                left = step.scene.position
                assert sorted(left)[::2] == sorted(left)[1::2]
                assert not search.wins(left)
    assert copied == 0 if convention == "misere" and key != "nim" else copied > 20


def test_a_board_too_large_to_search_is_told_without_a_theory():
    told = film(ask("nim", "40+41+9", "misere"), theory="below")
    texts = " ".join(step.text for step in told.steps)
    assert "3 of the 90 moves win: each leaves the other player a losing position." in texts
    assert "nim-sum" not in texts
    assert "column" not in texts
    assert "follows every line" not in texts
