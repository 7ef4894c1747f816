"""Games side by side: a board whose rows have their own rules, explored, changed and played."""

import re
from html import unescape
from urllib.parse import unquote

import pytest

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.rules import game_in_words, rule_of
from games.boards.thumbnails import thumbnail
from games.learn.progress.believed import beliefs_of, positions_had
from games.questions.signs import positions_that_tell
from solver import Convention, analyse, read_sum
from solver.teaching import OPPONENTS
from tests.games.play.games import play_to_the_end, send, start

pytestmark = pytest.mark.django_db

KEY, POSITION = "kayles+nim+octal:0.35", "kayles:5+nim:3+octal:0.35:4"
URL = f"/explore/{KEY}/{POSITION}/"
GAME = {"ruleset": KEY, "position": POSITION, "convention": "misere"}


def said(page):
    text = re.sub(r"<(script|style).*?</\1>", " ", page.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub("<[^>]*>", " ", text)).split())


def where(response):
    """The address that a chain of redirects ends at."""
    return unquote(response.redirect_chain[-1][0])


def test_a_sum_is_explored_at_an_address_of_its_own(client):
    page = client.get(f"{URL}?convention=normal")
    words = said(page)
    assert "5 (Kayles) + 3 (Nim) + 4 (Octal game 0.35)" in words
    assert "The player to move wins." in words
    assert "Winning move Take 1 from row 1" in words or "Knock down pin 2 of row 1" in words
    assert "Kayles: Knock down one pin, or two side by side." in words
    assert "Nim: Take from one row." in words
    html = page.content.decode()
    board = html.split('id="edit-board"')[1].split("</form>")[0]
    shapes = [set(re.findall(r'href="#piece-(\w+)"', row)) for row in board.split("edit-row")[2:]]
    assert shapes == [{"pins"}, {"matches"}, {"counters"}]
    assert [name in board for name in ("Kayles", "Nim", "Octal game 0.35")] == [True] * 3


@pytest.mark.parametrize("ending", ["normal", "misere"])
def test_every_winning_move_of_a_sum_is_listed_and_leads_on(client, ending):
    page = client.get(f"{URL}?convention={ending}&tab=theories")
    moves = analyse(*read_sum(POSITION), ending).winning_moves
    urls = re.findall(r'id="move-\d+" href="([^"]+)"', page.content.decode())
    assert len(urls) == len(moves)
    for url in urls:
        after = client.get(unescape(url))
        assert "The player to move loses." in said(after)


@pytest.mark.parametrize(
    "asked",
    ["", "?print=1", "?theory=r1", "?theory=genus", "?theory=below", "?tab=share", "?tab=theories"],
)
@pytest.mark.parametrize("part", ["", "embed/", "frame.svg"])
@pytest.mark.parametrize(
    "place",
    [
        (KEY, POSITION),
        ("grundy+lasker", "grundy:5+lasker:4+grundy:3"),
        ("octal:0.137+subtraction:3", "octal:0.137:6+subtraction:3:7"),
    ],
)
def test_each_page_of_a_sum_answers(client, place, part, asked):
    page = client.get(f"/explore/{'/'.join(place)}/{part}{asked}")
    assert page.status_code == 200
    assert 'role="alert"' not in page.content.decode()


def test_a_row_of_another_game_is_put_beside_and_one_game_alone_is_itself_again(client):
    page = client.get("/explore/kayles/5+4/?beside=nim", follow=True)
    assert where(page).startswith("/explore/kayles+nim/kayles:5+4+nim:3/")
    page = client.get("/explore/kayles+nim/kayles:5+4+nim:3/?change=3:7", follow=True)
    assert where(page).startswith("/explore/kayles+nim/kayles:5+4+nim:7/")
    page = client.get("/explore/kayles+nim/kayles:5+nim:3/?change=3:1", follow=True)
    assert where(page).startswith("/explore/kayles+nim/kayles:5+nim:3+1/")
    page = client.get("/explore/kayles+nim/kayles:5+nim:3/?change=2:0", follow=True)
    assert where(page).startswith("/explore/kayles/5/")
    page = client.get("/explore/kayles/5+4/?rows=5+%2B+nim:3+%2B+grundy:4", follow=True)
    assert where(page).startswith("/explore/grundy+kayles+nim/kayles:5+nim:3+grundy:4/")
    page = client.get("/explore/?ruleset=kayles&position=5%2Bnim:3&game=code", follow=True)
    assert where(page).startswith("/explore/kayles+nim/kayles:5+nim:3/")
    offered = re.findall(
        r'<option value="([^"]+)">', client.get(URL).content.decode().split('name="beside"')[1]
    )
    assert "grundy" in offered
    assert "kayles" not in offered


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (f"/explore/{KEY}/5+3/", "'5' is not a row in a sum of games"),
        (f"/explore/{KEY}/kayles:61+nim:1/", "'61' is not a row a board can show"),
        (f"{URL}?rows=5", "'5' is not a row in a sum of games"),
        ("/explore/kayles/5/?beside=chess", "'chess' is not a ruleset; use nim"),
        (
            "/explore/grundy+kayles+lasker+nim+octal:0.07/nim:3/",
            "use at most 4 different games",
        ),
        ("/explore/kayles+push:3/kayles:3/", "'push:3' is not a ruleset this page can show"),
        (
            "/maps/kayles+nim/",
            "'kayles+nim' is not a ruleset this page can show",
        ),
        (
            "/lab/quotients/kayles+nim/",
            "'kayles+nim' is not a ruleset this page can show",
        ),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(client, url, sentence):
    page = client.get(url)
    assert page.status_code == 422
    assert sentence in said(page)


def test_a_partizan_row_asks_whose_turn_it_is(client):
    url = "/explore/nim+partizan-kayles/nim:2+partizan-kayles:4/?convention=normal"
    page = client.get(url, follow=True)
    assert "turn=left" in where(page)
    assert "Left wins" in said(page)


def test_the_rules_of_each_game_are_told():
    rule = rule_of("kayles+nim", "misere", "kayles:5+nim:3")
    assert rule.lines == (
        "Kayles: Knock down one pin, or two side by side.",
        "Nim: Take from one row.",
    )
    assert rule.ends == "whoever takes the last piece loses"
    assert game_in_words(KEY, POSITION) == (
        "A row of 5 (Kayles), a row of 3 (Nim) and a row of 4 (Octal game 0.35)"
    )


def test_a_board_draws_each_row_as_what_it_is_and_its_moves_are_the_rules():
    rules, position = read_sum("kayles:3+nim:3+octal:0.35:4+subtraction:2:5+partizan-kayles:3")
    shown = view(Board.of(rules, position), None, playable=False)
    looks = ["pins", "matches", "counters", "lights", "strips"]
    assert [row.look.key for row in shown.rows] == looks
    assert [row.game for row in shown.rows][:2] == ["Kayles", "Nim"]
    impartial, position = read_sum("kayles:3+nim:3+octal:0.35:4+subtraction:2:5")
    board = Board.of(impartial, position)
    moves = {placed.move.canonical for placed in board.choices()}
    assert moves == set(impartial.legal_moves(position))
    frames = [cell.place for cell in view(board).rows[3].cells if "frame-end" in cell.classes]
    assert frames == [2]


FITTING = [
    one.key for one in OPPONENTS if not one.mismatch(read_sum(POSITION)[0], Convention.MISERE)
]


@pytest.mark.parametrize("opponent", FITTING)
def test_a_game_of_a_sum_is_played_to_its_end_and_looked_back_on(client, opponent):
    match = start(client, **GAME, opponent=opponent)
    match = play_to_the_end(client, match, lambda moves: moves[-1])
    assert match.ruleset == KEY
    review = client.get(f"/play/{match.pk}/review/", follow=True)
    assert review.status_code == 200
    assert "Kayles" in review.content.decode()


def test_a_move_is_made_in_its_row_and_a_typed_one_in_the_way_of_its_row(client):
    match = start(client, **GAME, opponent="person")
    words = said(client.get(match.get_absolute_url()))
    assert "Row 1 Kayles" in words
    assert send(client, match, "1>2+2").status_code == 302
    match.refresh_from_db()
    assert match.position == "kayles:2+2+nim:3+octal:0.35:4"
    page = said(client.get(match.get_absolute_url()))
    assert "knocked down pin 3 of row 1" in page
    client.post(f"/play/{match.pk}/move/", {"version": match.version, "typed": "2 1"})
    match.refresh_from_db()
    assert match.position == "kayles:2+2+nim:2+octal:0.35:4"
    client.post(f"/play/{match.pk}/move/", {"version": match.version, "typed": "3 1+1"})
    match.refresh_from_db()
    assert match.position == "kayles:2+2+nim:2+octal:0.35:1+1"
    assert match.moves.count() == 3


def test_a_small_picture_draws_each_row_as_what_it_is():
    picture = thumbnail(KEY, POSITION)
    assert [row.shape for row in picture.rows] == ["piece-pins", "small-matches", "piece-counters"]
    assert [len(row.places) for row in picture.rows] == [5, 3, 4]
    assert picture.words == "5 (Kayles) + 3 (Nim) + 4 (Octal game 0.35)"
    tops = [float(row.y) for row in picture.rows]
    assert tops == sorted(tops)
    assert thumbnail("nim", "3+5").words == "Nim: rows of 3 and 5"


def test_games_side_by_side_are_evidence_of_a_belief_and_no_page_breaks_on_them(alice, signed_in):
    for rows in ("nim:3+kayles:1", "nim:3+1+kayles:2", "nim:4+kayles:4", "nim:1+kayles:5"):
        match = start(signed_in, ruleset="kayles+nim", position=rows, convention="misere")
        play_to_the_end(signed_in, match, lambda moves: moves[-1])
    found = beliefs_of(alice)
    assert found
    had = positions_had(alice, "kayles+nim", "misere")
    assert positions_that_tell(found[0].belief.habit, "kayles+nim", "misere", "", had) == ()
    assert signed_in.get("/me/").status_code == 200
    assert signed_in.get("/play/").status_code == 200
