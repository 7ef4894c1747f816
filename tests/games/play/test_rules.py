"""The rule of every game in words: what may be changed, and how the game ends."""

from itertools import product

import pytest

from games.boards.rules import game_in_words, rule_of
from solver import Player, get_ruleset
from solver.teaching import GREMLIN_RULES
from tests.solver import oracle

MANY = "heaps:{" + ",".join(f"{n}:[{','.join(f'[{m}]' for m in range(n))}]" for n in range(1, 13))
LOSES_LAST = {"misere": "loses", "normal": "wins"}
STUCK = {"misere": "wins", "normal": "loses"}
ENDINGS = ("misere", "normal")


@pytest.mark.parametrize("convention", ENDINGS)
@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("nim", "Take from one row. Whoever takes the last match"),
        ("subtraction:1", "Take one light from one row. Whoever takes the last light"),
        ("subtraction:3", "Take 1 to 3 lights from one row. Whoever takes the last light"),
        (
            "subtraction:{1,3,4}",
            "Take 1, 3 or 4 lights from one row. Whoever takes the last light",
        ),
        ("kayles", "Knock down one pin, or two side by side. Whoever takes the last pin"),
        (
            "lasker",
            "Take any number from a heap, or split it into two. Whoever takes the last counter",
        ),
        (
            "dawsons-chess",
            "Push a pawn: it takes its file and the files next to it. Whoever takes the last file",
        ),
        (
            "octal:0.77",
            "Take 1 or 2 counters side by side from anywhere in a row. Whoever takes the last "
            "counter",
        ),
        (
            "octal:0.31",
            "Make one of these moves. Take 1 counter from the end of a row. Take a whole row of 2 "
            "counters. Whoever takes the last counter",
        ),
        (
            "octal:4.3",
            "Make one of these moves. Split a row into two rows. Take 1 counter from the end of a "
            "row. Whoever takes the last counter",
        ),
    ],
)
def test_where_every_row_can_be_changed_the_last_piece_decides(key, said, convention):
    assert rule_of(key, convention).sentence == f"{said} {LOSES_LAST[convention]}."


@pytest.mark.parametrize("convention", ENDINGS)
@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("subtraction:{2,3}", "Take 2 or 3 lights from one row."),
        ("subtraction:{4}", "Take 4 lights from one row."),
        ("partizan-kayles", "Left takes one square, Right two squares side by side."),
        (
            "octal:0.07",
            "Take 2 counters side by side from anywhere in a row.",
        ),
        (
            "octal:0.6",
            "Take 1 counter from anywhere in a row, but never the whole row.",
        ),
        (
            "octal:0.14052",
            "Make one of these moves. Take a whole row of 1 counter. Take 2 counters side by side "
            "inside a row, leaving some on both sides. Take a whole row of 4 counters, or 4 inside "
            "a row, leaving some on both sides. Take 5 counters from the end of a row, but never "
            "the whole row.",
        ),
        ("octal:4.0", "Split a row into two rows."),
        (
            "grundy",
            "Split a heap into two of different sizes.",
        ),
        (
            "treblecross",
            "Take 3 counters side by side from anywhere in a row.",
        ),
        (
            "hexadecimal:C.08",
            "Make one of these moves. Split a row into two rows or three rows. Take 2 counters "
            "from a row, and leave three rows in its place.",
        ),
        ("octal:0.0", "No row has a move."),
        (
            GREMLIN_RULES,
            "Each size of heap has its own moves. A heap of 1 may become nothing. A heap of 2 "
            "may become nothing, or 1. A heap of 3 may become nothing, or 2 and 2.",
        ),
        (
            "heaps:{3:[[1,2],[2]],5:[[1]]}",
            "Each size of heap has its own moves. A heap of 3 may become 1 and 2, or 2. A heap "
            "of 5 may become 1. Heaps of 1, 2 and 4 have no move.",
        ),
        ("heaps:{2:[[]]}", "Each size of heap has its own moves. A heap of 2 may become nothing. "
            "A heap of 1 has no move."),
        ("heaps:{9:[[]]}", "Each size of heap has its own moves. A heap of 9 may become nothing. "
            "No other heap has a move."),
        ("heaps:{}", "Each size of heap has its own moves. No heap has a move."),
    ],
)  # fmt: skip
def test_where_pieces_can_stay_behind_whoever_cannot_move_is_named(key, said, convention):
    assert rule_of(key, convention).sentence == f"{said} Whoever cannot move {STUCK[convention]}."


def test_many_heaps_are_summed_up_and_only_those_of_the_position_are_said():
    lines = rule_of(MANY + "}", "misere").lines
    assert lines[6] == "A heap of 7 may become nothing, or 1, or 2, or 3, or 4, or 5, or 6."
    assert lines[7].endswith("or 5, or 2 others.")
    assert lines[10:] == ("2 larger heaps have rules of their own.",)
    assert rule_of(MANY + "}", "misere", "1+2+1").lines == (
        "A heap of 1 may become nothing.",
        "A heap of 2 may become nothing, or 1.",
    )


def test_the_ending_can_stand_inside_a_sentence():
    assert rule_of("nim", "misere").ends == "whoever takes the last match loses"
    assert rule_of("octal:0.07", "normal").ends == "whoever cannot move loses"


OCTAL = [f"{whole}.{''.join(rest)}" for whole in "04" for rest in product("01234567", repeat=2)]
GAMES = [(f"octal:{code}", oracle.octal(code)) for code in [*OCTAL, "0.137", "0.034", "4.007"]]
SETS = [[1], [2], [1, 2, 3], [2, 3], [1, 3, 4], [3, 7]]
GAMES += [(f"subtraction:{{{','.join(map(str, takes))}}}", oracle.takes(takes)) for takes in SETS]
GAMES += [
    ("nim", oracle.nim),
    ("kayles", oracle.kayles),
    ("partizan-kayles", oracle.partizan_kayles),
    (GREMLIN_RULES, oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (2, 2)]})),
]


@pytest.mark.parametrize("key", [key for key, _ in GAMES])
def test_whether_the_last_piece_is_always_taken_is_what_the_moves_say(key):
    options = dict(GAMES)[key]
    always = all(any(True for _ in options(n, who)) for n in range(1, 10) for who in Player)
    assert get_ruleset(key).last_is_taken is always


@pytest.mark.parametrize(
    ("key", "position", "said"),
    [
        ("nim", "1+2+4", "Nim: rows of 1, 2 and 4 matches"),
        ("nim", "1", "Nim: a row of 1 match"),
        ("nim", "1+1", "Nim: 2 rows of 1 match"),
        ("nim", "0", "Nim: no rows"),
        ("kayles", "9+9", "Kayles: 2 rows of 9 pins"),
        ("subtraction:3", "13", "A row of 13 lights. Take 1 to 3"),
        ("subtraction:{1,3,4}", "5+6", "Rows of 5 and 6 lights. Take 1, 3 or 4"),
        ("octal:0.07", "9+4", "Dawson's Kayles: rows of 9 and 4 counters"),
        ("octal:0.35", "4+1", "Rows of 4 and 1 counters (octal game 0.35)"),
        ("grundy", "10", "Grundy's game: a heap of 10 counters"),
        ("partizan-kayles", "7+5", "Partizan Kayles: strips of 7 and 5 squares"),
    ],
)
def test_a_game_and_its_start_are_said_in_words(key, position, said):
    assert game_in_words(key, position) == said


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/explore/octal:0.07/1+1/", "Whoever cannot move <strong>wins</strong>."),
        ("/explore/octal:0.07/1+1/", "Take 2 counters side by side from anywhere in a row."),
        ("/explore/octal:0.07/1+1/?convention=normal", "Whoever cannot move <strong>loses"),
        (f"/explore/{GREMLIN_RULES}/3+1/", "A heap of 3 may become nothing, or 2 and 2."),
        ("/explore/kayles/5/", "Whoever takes the last pin <strong>loses</strong>."),
        ("/", "<h1 id=\"rule\">Don’t take the last <em>match</em>.</h1>"),
        ("/", "<title>Marienbad: don’t take the last match"),
    ],
)  # fmt: skip
def test_pages_say_the_rule(client, address, said):
    page = client.get(address)
    assert page.status_code == 200
    assert said in page.content.decode()


@pytest.mark.django_db
def test_a_match_in_dawsons_kayles_says_its_rule(client):
    start = {"start": "dawson", "convention": "misere", "opponent": "perfect", "starter": "owner"}
    page = client.post("/play/", start, follow=True).content.decode()
    said = "Take 2 counters side by side from anywhere in a row. Whoever cannot move"
    assert f"{said} <strong>wins</strong>." in page
    assert "takes the last" not in page
