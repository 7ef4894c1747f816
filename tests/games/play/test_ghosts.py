"""What was taken stays to be seen: which places, by whom, and in what words."""

import re

import pytest

from .games import send, start

pytestmark = pytest.mark.django_db


def rows_of(client, match):
    """The rows of the board on the page: for each its places, its words, and the whole."""
    page = client.get(match.get_absolute_url()).content.decode()
    board = page[page.index('id="board"') : page.index("data-preview-line")]
    rows = re.split(r'<div class="row"', board)[1:]
    return [
        (
            [
                "mine" if "was-mine" in cell else "theirs" if "was-theirs" in cell else
                "gap" if "gap" in cell.split() else "stands"
                for cell in re.findall(r'<span class="(cell[^"]*)"', row)
            ],
            re.findall(r'only-heard">([^<:]+)</span>', row),
            row,
        )
        for row in rows
    ]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["nim", "subtraction:3"])
def test_taken_pieces_leave_outlines_in_their_places(visitor, ruleset):
    match = start(visitor, ruleset=ruleset, position="5+4", opponent="person")
    send(visitor, match, "1>3")
    first, second = rows_of(visitor, match)
    assert first[0] == ["stands"] * 3 + ["mine"] * 2
    assert first[1] == ["Player 1 took 2 from row 1."]
    assert second[0] == ["stands"] * 4
    send(visitor, match, "2>3")
    first, second = rows_of(visitor, match)
    assert first[0] == ["stands"] * 3 + ["gap"] * 2  # the row keeps its width
    assert second[0] == ["stands"] * 3 + ["theirs"]
    assert second[1] == ["Player 2 took 1 from row 2."]


def test_the_answer_of_the_computer_and_the_own_move_are_both_seen(visitor):
    match = start(visitor, position="5+4", opponent="perfect")
    send(visitor, match, "1>3")
    page = visitor.get(match.get_absolute_url()).content.decode()
    places = [place for row in rows_of(visitor, match) for place in row[0]]
    answer = re.search(r"Perfect took (\d) from row", page)
    assert places.count("mine") == 2
    assert places.count("theirs") == int(answer[1])
    assert len(places) == 9


@pytest.mark.parametrize(
    ("ruleset", "position", "move", "places"),
    [
        ("kayles", "5", "1>1+2", ["stands", "mine", "mine", "stands", "stands"]),
        ("partizan-kayles", "4", "1>0+3", ["mine", "stands", "stands", "stands"]),
    ],
)
def test_on_places_the_outline_is_where_the_piece_was(visitor, ruleset, position, move, places):
    match = start(visitor, ruleset=ruleset, position=position, opponent="person")
    send(visitor, match, move)
    [(seen, words, _)] = rows_of(visitor, match)
    assert seen == places
    assert words[0].startswith("Player 1 ")


def test_counters_are_remembered_behind_what_stays_of_their_heap(visitor):
    match = start(visitor, ruleset="octal:0.77", position="5+4+3", opponent="person")
    send(visitor, match, "1>2+2")
    rows = rows_of(visitor, match)
    assert [row[0] for row in rows] == [
        ["stands"] * 2,
        ["stands"] * 2 + ["mine"],
        ["stands"] * 4,
        ["stands"] * 3,
    ]
    assert rows[1][1] == ["Player 1 turned row 1 from 5 into 2 and 2."]


def test_a_heap_that_is_gone_keeps_a_row_of_outlines_without_a_number(visitor):
    match = start(visitor, ruleset="octal:0.3", position="1+3", opponent="person")
    send(visitor, match, "1>0")
    gone, stays = rows_of(visitor, match)
    assert gone[0] == ["mine"]
    assert 'aria-label="Gone"' in gone[2]
    assert stays[0] == ["stands"] * 3
    assert "Row 1" in stays[2]


def test_own_counters_are_followed_through_the_answer(visitor):
    match = start(visitor, ruleset="octal:0.77", position="6+1", opponent="perfect")
    send(visitor, match, "2>0")
    rows = rows_of(visitor, match)
    places = [place for row in rows for place in row[0]]
    assert places.count("mine") == 1
    assert 1 <= places.count("theirs") <= 2
    assert rows[-1][0] == ["mine"]  # below whatever has become of the six


def test_pieces_leave_after_a_move_and_stay_outlines_when_a_hint_is_asked_for(visitor):
    match = start(visitor, position="5+4", opponent="learner")
    htmx = {"headers": {"HX-Request": "true"}}
    moved = send(visitor, match, "1>3", **htmx).content.decode()
    assert moved.count('class="leaving"') == moved.count("gap was-")
    match.refresh_from_db()
    hinted = visitor.post(f"/play/{match.pk}/hint/", {"version": match.version}, **htmx)
    assert "was-mine" in hinted.content.decode()
    assert "leaving" not in hinted.content.decode()


def test_a_move_taken_back_leaves_no_outline(visitor):
    match = start(visitor, position="5+4", opponent="learner")
    send(visitor, match, "1>3")
    visitor.post(f"/play/{match.pk}/back/", {"version": match.version + 1})
    assert {place for row in rows_of(visitor, match) for place in row[0]} == {"stands"}


def test_a_first_move_of_a_board_of_matches_says_how_far_a_take_reaches(visitor):
    said = "The match you choose goes, and all to the right of it."
    assert said in visitor.get("/").content.decode()
    match = start(visitor, position="9+4", opponent="person")
    assert said in visitor.get(match.get_absolute_url()).content.decode()
    for move in ("1>8", "1>7", "1>6", "1>5"):
        send(visitor, match, move)
    assert said not in visitor.get(match.get_absolute_url()).content.decode()
    pins = start(visitor, ruleset="kayles", position="4", opponent="person")
    assert "to the right of it" not in visitor.get(pins.get_absolute_url()).content.decode()


def test_the_newest_move_is_listed_first(visitor):
    match = start(visitor, position="5+4", opponent="person")
    send(visitor, match, "1>3")
    send(visitor, match, "2>3")
    page = visitor.get(match.get_absolute_url()).content.decode()
    moves = page[page.index("the newest first") :]
    assert moves.index("Player 2 took 1 from row 2.") < moves.index("Player 1 took 2 from row 1.")


def test_resigning_is_asked_once_and_works_without_scripts(visitor):
    match = start(visitor, position="5+4", opponent="learner")
    page = visitor.get(match.get_absolute_url()).content.decode()
    asked = page[
        page.index('<details class="resign">') : page.index("</details>", page.index("resign"))
    ]
    assert "Learner wins if you resign." in asked
    assert f'action="/play/{match.pk}/resign/"' in asked


def test_the_end_shows_the_turning_point(visitor):
    match = start(visitor, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(visitor, match, move)
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert 'aria-label="Nim: rows of 1 and 2"' in page
    assert "Before move 1, the turning point" in page
    assert "See why" in page
