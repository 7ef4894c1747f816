"""What was taken stays to be seen: which places, by whom, and in what words."""

import re

import pytest

from solver import POOL

from .games import send, start

pytestmark = pytest.mark.django_db


def rows_of(client, match):
    """The rows of the board on the page: for each its places, its words, and the whole."""
    page = client.get(match.get_absolute_url()).content.decode()
    board = page[page.index('id="board"') : page.index('class="dock')]
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


def test_a_row_of_counters_keeps_its_number_and_its_places(visitor):
    match = start(visitor, ruleset="octal:0.77", position="5+4+3", opponent="person")
    send(visitor, match, "1>2+2")
    rows = rows_of(visitor, match)
    split = ["stands"] * 2 + ["mine"] + ["stands"] * 2
    assert [row[0] for row in rows] == [split, ["stands"] * 4, ["stands"] * 3]
    assert rows[0][1] == ["Player 1 took 1 from row 1, leaving 2 and 2."]
    assert [re.search(r"(Row \d: .*?) left", row[2])[1] for row in rows] == [
        "Row 1: 2+2",
        "Row 2: 4",
        "Row 3: 3",
    ]
    labels = re.findall(r'aria-label="(Take [^"]*)"', rows[0][2])
    assert "Take 1 from the 2 in row 1, leaving 1" in labels
    assert len(set(re.findall(r' id="(row-1-[^"]*to[^"]*)"', rows[0][2]))) == len(labels)
    send(visitor, match, "2>0")  # the second group of the first row
    first, second, _ = rows_of(visitor, match)
    assert first[0] == ["stands"] * 2 + ["gap"] + ["theirs"] * 2
    assert first[1] == ["Player 2 took 2 from the 2 in row 1."]
    assert second[0] == ["stands"] * 4


def test_a_typed_move_finds_the_group_of_a_row_that_was_split(visitor):
    match = start(visitor, ruleset="octal:0.77", position="6+3", opponent="person")
    send(visitor, match, "1>1+4")
    match.refresh_from_db()
    typed = {"version": match.version, "typed": "1 1+2"}
    visitor.post(f"{match.get_absolute_url()}move/", typed)
    assert rows_of(visitor, match)[0][0][2:] == ["stands", "theirs", "stands", "stands"]


def test_groups_with_nothing_between_them_stand_apart(visitor):
    match = start(visitor, ruleset="octal:4.3", position="5", opponent="person")
    send(visitor, match, "1>2+3")
    [(places, _, row)] = rows_of(visitor, match)
    assert places == ["stands"] * 5
    cells = re.findall(r'<span class="(cell[^"]*)"', row)
    assert ["apart" in cell for cell in cells] == [False, False, True, False, False]


def test_counters_are_remembered_behind_what_stays_of_their_heap(visitor):
    match = start(visitor, ruleset="lasker", position="5+4+3", opponent="person")
    send(visitor, match, "1>3")
    rows = rows_of(visitor, match)
    assert [row[0] for row in rows] == [
        ["stands"] * 3 + ["mine"] * 2,
        ["stands"] * 4,
        ["stands"] * 3,
    ]
    assert rows[0][1] == ["Player 1 took 2 from heap 1."]


def test_a_heap_that_is_gone_keeps_a_row_of_outlines_without_a_number(visitor):
    match = start(visitor, ruleset="lasker", position="1+3", opponent="person")
    send(visitor, match, "1>0")
    gone, stays = rows_of(visitor, match)
    assert gone[0] == ["mine"]
    assert 'aria-label="Gone"' in gone[2]
    assert stays[0] == ["stands"] * 3
    assert "Heap 1" in stays[2]


def test_own_counters_are_followed_through_the_answer(visitor):
    match = start(visitor, ruleset="lasker", position="6+1", opponent="perfect")
    send(visitor, match, "2>0")
    rows = rows_of(visitor, match)
    places = [place for row in rows for place in row[0]]
    assert places.count("mine") == 1
    assert rows[-1][0] == ["mine"]  # below whatever has become of the six


def test_the_answer_leaves_after_a_move_and_stays_burnt_when_a_hint_is_asked_for(visitor):
    match = start(visitor, position="5+4", opponent="learner")
    htmx = {"headers": {"HX-Request": "true"}}
    moved = send(visitor, match, "1>3", **htmx).content.decode()
    assert moved.count('class="leaving"') == moved.count("gap was-") > 2
    assert moved.count('href="#burnt-matches"') == moved.count("gap was-") > 2
    match.refresh_from_db()
    hinted = visitor.post(f"/play/{match.pk}/hint/", {"version": match.version}, **htmx)
    assert "was-mine" in hinted.content.decode()
    assert 'href="#burnt-matches"' in hinted.content.decode()
    assert 'class="leaving"' not in hinted.content.decode()


def test_two_at_one_screen_see_no_piece_leave_twice(visitor):
    match = start(visitor, position="5+4", opponent="person")
    htmx = {"headers": {"HX-Request": "true"}}
    for move, taken in (("1>3", 2), ("2>3", 1)):
        moved = send(visitor, match, move, **htmx).content.decode()
        assert moved.count('class="leaving"') == taken == moved.count('href="#burnt-matches"')


def test_a_move_taken_back_leaves_no_outline(visitor):
    match = start(visitor, position="5+4", opponent="learner")
    send(visitor, match, "1>3")
    visitor.post(f"/play/{match.pk}/back/", {"version": match.version + 1})
    assert {place for row in rows_of(visitor, match) for place in row[0]} == {"stands"}


def test_a_first_move_of_a_board_of_matches_says_how_far_a_take_reaches(visitor):
    said = "Touch a match: you take it, and everything to its right."
    assert said in visitor.get("/").content.decode()
    match = start(visitor, position="9+4", opponent="person")
    assert said in visitor.get(match.get_absolute_url()).content.decode()
    for move in ("1>8", "1>7", "1>6", "1>5"):
        send(visitor, match, move)
    assert said not in visitor.get(match.get_absolute_url()).content.decode()
    pins = start(visitor, ruleset="kayles", position="4", opponent="person")
    assert "everything to its right" not in visitor.get(pins.get_absolute_url()).content.decode()


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
    assert (
        "Move 1, the turning point: Player 1 took 1 from row 1. It gave the win away."
        in " ".join(page.split())
    )
    assert "The game turned at move 1." in page
    assert "You take 2 from row 2." not in page
    assert "Player 1 takes 2 from row 2." in page
    assert "Show me why" in page


def frame(client, match, ply=None):
    """The board of one frame of the review: the classes of its cells, and the whole page."""
    address = f"/play/{match.pk}/review/" + (f"?ply={ply}" if ply else "")
    page = client.get(address).content.decode()
    board = page[page.index('id="board"') : page.index("marks-said")]
    return re.findall(r'<span class="cell ([^"]*)"', board), page


@pytest.fixture
def lost_match(visitor):
    """1+2, misère: Player 1 takes the 1, where both of the 2 would have won."""
    match = start(visitor, position="1+2", opponent="person")
    for move in ("1>0", "1>1", "1>0"):
        send(visitor, match, move)
    return match


def test_the_review_opens_at_the_turning_point_with_both_moves_marked(visitor, lost_match):
    cells, page = frame(visitor, lost_match)
    assert [cell.split() for cell in cells] == [
        ["move-made", "move-made-first", "move-made-last"],
        ["move-wins", "move-wins-first"],
        ["move-wins", "move-wins-last"],
    ]
    assert "Before move 1 of 3. Player 1's turn." in " ".join(page.split())
    assert "Player 1 took 1 from row 1. It gave the win away." in page
    assert "Take 2 from row 2, leaving nothing: that wins." in page
    assert frame(visitor, lost_match, 1)[0] == cells


def test_every_move_of_a_game_has_an_address_and_its_neighbours(visitor, lost_match):
    cells, page = frame(visitor, lost_match, 2)
    assert cells == ["gap", "", "move-made move-made-first move-made-last"]
    assert "Player 2 took 1 from row 2." in page
    assert "move-wins" not in "".join(cells)  # the move was a winning one
    for link in ('rel="prev" href="{}?ply=1#review"', 'rel="next" href="{}?ply=3#review"'):
        assert link.format(f"/play/{lost_match.pk}/review/") in page
    assert page.count('aria-current="step"') == 1
    last = frame(visitor, lost_match, 3)[1]
    assert 'rel="next"' not in last
    assert "It could not save the game." in last
    for number in ("0", "4", "x", "", "-1"):
        response = visitor.get(f"/play/{lost_match.pk}/review/?ply={number}")
        assert response.status_code == 404


def test_a_review_without_a_turning_point_shows_the_game_from_its_first_move(visitor):
    match = start(visitor, position="1", convention="normal", opponent="person")
    send(visitor, match, "1>0")
    cells, page = frame(visitor, match)
    assert cells == ["move-made move-made-first move-made-last"]
    assert "Player 1 took 1 from row 1." in page


def test_a_match_resigned_at_once_has_a_review_without_a_board(visitor):
    match = start(visitor, position="2+2")
    visitor.post(f"/play/{match.pk}/resign/", {"version": match.version})
    page = visitor.get(f"/play/{match.pk}/review/")
    assert page.status_code == 200
    assert 'id="board"' not in page.content.decode()


def test_no_part_that_everybody_shares_names_a_player(visitor):
    match = start(visitor, position="1+3+5", opponent="person")
    send(visitor, match, "2>1")
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "Player 1 took 2 from row 2." in page
    assert 'aria-label="Take 5 from row 3, leaving nothing"' in page
    parts = [(key[1], made[0]) for key, (made, _) in POOL._kept.items() if key[0] == "part"]
    rows = [html for name, html in parts if name == "components/board_row.html"]
    assert any("Take 5 from row 3" in html for html in rows)  # where nobody has moved
    assert not any("Player 1 took" in html for html in rows)
