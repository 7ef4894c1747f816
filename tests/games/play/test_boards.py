from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.lenses import question_of
from solver import (
    Convention,
    IllegalMoveError,
    Inquiry,
    InvalidInputError,
    Player,
    ask,
    get_ruleset,
)
from solver.teaching import GREMLIN_RULES

KEYS = [
    "nim",
    "subtraction:3",
    "subtraction:{1,3,4}",
    "kayles",
    "partizan-kayles",
    "octal:0.137",
    "octal:4.07",
    GREMLIN_RULES,
]


@pytest.mark.parametrize("key", KEYS)
@given(start=st.lists(st.integers(1, 8), min_size=1, max_size=3), data=st.data())
def test_the_board_and_the_solver_never_disagree(key, start, data):
    """The buttons are exactly the legal moves, and the board after one is the solver's position."""
    rules = get_ruleset(key)
    board = Board.of(rules, start)
    player = Player.LEFT if rules.partizan else None
    for _ in range(8):
        choices = list(board.choices(player))
        shown = {(p.move.component, p.move.canonical.becomes) for p in choices}
        legal = {(m.component, m.becomes) for m in rules.legal_moves(board.position, player)}
        assert shown == legal
        assert len({p.id for p in choices}) == len(choices)
        buttons = [
            placed
            for row in view(board, player, playable=True).rows
            for placed in [
                *(c.single for c in row.cells),
                *(c.pair for c in row.cells),
                *row.options,
            ]
            if placed
        ]
        assert {p.text for p in buttons} == {p.text for p in choices}
        if not choices:
            break
        chosen = data.draw(st.sampled_from(choices))
        assert board.place(chosen.text, player) == chosen
        after = board.after(chosen)
        assert after.position == chosen.move.apply(board.position)
        asked = question_of(board, Inquiry(rules, board.position, Convention.MISERE, player))
        assert asked.after(chosen.move) == question_of(
            after, replace(asked, position=after.position, to_move=player and player.other)
        )
        board, player = after, player and player.other


def test_a_knocked_pin_leaves_a_gap_and_places_keep_their_numbers():
    board = Board.of(get_ruleset("kayles"), (9, 2))
    split = board.after(board.read_typed("1 3-4"))
    assert split.position == (2, 5, 2)
    assert split.lanes[0].sizes == "2+5"
    asked = question_of(split, ask("kayles", "2+5+2", "misere"))
    assert list(map(asked.name, range(3))) == ["the 2 in row 1", "the 5 in row 1", "row 2"]
    assert sum("gap" in c.classes for c in view(split).rows[0].cells) == 2
    again = split.read_typed("1 9")
    assert again.label == "Knock down pin 9 of row 1, leaving 4"
    assert split.after(again).position == (2, 4, 2)
    with pytest.raises(IllegalMoveError, match="You can't take pin"):
        split.read_typed("1 3")


@pytest.mark.parametrize(
    ("key", "typed", "player", "label"),
    [
        ("nim", "1 3", None, "Take 3 from row 1, leaving 4"),
        ("kayles", "1 3-4", None, "Knock down pins 3 and 4 of row 1, leaving 2 and 3"),
        ("kayles", "1 4-3", None, "Knock down pins 3 and 4 of row 1, leaving 2 and 3"),
        ("kayles", "1 1", None, "Knock down pin 1 of row 1, leaving 6"),
        ("partizan-kayles", "1 2", Player.LEFT, "Take square 2 of strip 1, leaving 1 and 5"),
        (
            "partizan-kayles",
            "1 2-3",
            Player.RIGHT,
            "Put a domino on squares 2 and 3 of strip 1, leaving 1 and 4",
        ),
        ("octal:0.07", "1 2+3", None, "Take 2 from row 1, leaving 2 and 3"),
        ("octal:0.3", "1 6", None, "Take 1 from row 1, leaving 6"),
    ],
)
def test_typed_moves_and_the_names_of_buttons(key, typed, player, label):
    assert Board.of(get_ruleset(key), (7,)).read_typed(typed, player).label == label


@pytest.mark.parametrize(
    ("key", "typed", "player", "said"),
    [
        ("partizan-kayles", "1 2-3", Player.LEFT, "That is Right's move; you are Left"),
        ("partizan-kayles", "1 2", Player.RIGHT, "That is Left's move; you are Right"),
        ("kayles", "1 2-4", None, "You can't take pin"),
        ("kayles", "1 0", None, "You can't take pin"),
        ("octal:0.07", "1 1+1", None, "No move takes a row"),
        ("subtraction:{1,3}", "1 2", None, "don't let you take 2"),
    ],
)
def test_forbidden_moves_say_why(key, typed, player, said):
    with pytest.raises(IllegalMoveError, match=said):
        Board.of(get_ruleset(key), (7,)).read_typed(typed, player)


@given(st.text(max_size=30))
def test_any_typed_text_is_a_move_or_a_sentence(text):
    for key in ("nim", "kayles", "octal:0.07"):
        board = Board.of(get_ruleset(key), (7, 2))
        for read in (board.read_typed, board.place):
            said = "."
            try:
                read(text)
            except (IllegalMoveError, InvalidInputError) as error:
                said = str(error)
            assert said.endswith(".")


def test_frames_are_known_for_rows_with_a_maximum_take():
    assert view(Board.of(get_ruleset("subtraction:3"), (13,))).divisor == 4
    assert view(Board.of(get_ruleset("subtraction:{1,3}"), (13,))).divisor == 0
    assert view(Board.of(get_ruleset("nim"), (13,))).divisor == 0
