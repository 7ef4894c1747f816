"""Trying another move on the page of a review: the reply, the verdict, and nothing stored."""

import re

import pytest

from games.play.models import Match, Move
from games.play.reviews.trials import MAX_TRIED
from solver import Budget

from .games import play_to_the_end, start
from .test_review import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(visitor):
    """1+2 misère between two people: Player 1 takes the 1 instead of the 2, and loses."""
    return played(visitor, "1>0", "1>1", "1>0", position="1+2")


def tried(client, match, line="", move=None, ply=1, **headers):
    query = {"ply": ply, "try": line} | ({"move": move} if move else {})
    return client.get(f"/play/{match.pk}/review/", query, **headers)


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_the_frame_of_a_move_leads_to_its_board_to_play_on(visitor, match):
    page = visitor.get(f"/play/{match.pk}/review/?ply=1").content.decode()
    assert f'href="/play/{match.pk}/review/?ply=1&amp;try=#review"' in page
    assert "Try another move" in page
    assert "Replay from here" in page
    assert 'name="move"' not in page
    board = tried(visitor, match)
    assert 'name="move" value="2&gt;0+0"' in board.content.decode()
    assert "You can win from here. Your turn." in words(board)
    assert f'href="/play/{match.pk}/review/?ply=1#review"' in board.content.decode()


def test_a_winning_move_is_answered_in_its_place_and_won_to_the_end(visitor, match):
    rows = Match.objects.count(), Move.objects.count()
    end = tried(visitor, match, move="2>0+0")
    assert "You took 2 from row 2. Perfect took 1 from row 1. You would have won." in words(end)
    page = end.content.decode()
    assert "was-mine" in page
    assert "was-theirs" in page
    assert 'name="move"' not in page
    assert (Match.objects.count(), Move.objects.count()) == rows


def test_a_losing_move_is_refuted(visitor, match):
    page = tried(visitor, match, move="1>0+0")
    assert "You took 1 from row 1. Perfect took 1 from row 2. You lose from here, wh" in words(page)
    line = re.search(r'name="try" value="([^"]*)"', page.content.decode())[1]
    assert line.replace("&gt;", ">") == "1>0+0.1>1+0"
    end = tried(visitor, match, line.replace("&gt;", ">"), "1>0+0")
    assert "You took 1 from row 2. You would have lost." in words(end)


@pytest.mark.parametrize(
    ("line", "move", "sentence"),
    [
        ("", "1>1+0", "1"),
        ("nonsense", None, "is not a move; choose one on the board"),
        ("2>1+0.7>0+0", None, "row"),
        (".".join(["1>0"] * (MAX_TRIED + 1)), None, f"at most {MAX_TRIED} moves"),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(visitor, match, line, move, sentence):
    page = tried(visitor, match, line, move)
    assert page.status_code == 422
    problem = re.search(r'<p class="problem" role="alert">(.*?)</p>', page.content.decode())[1]
    assert sentence in problem
    assert "Back to the game" in words(page)


def test_what_was_played_before_an_illegal_move_stays(visitor, match):
    page = tried(visitor, match, "1>0+0.1>1+0", "5>0")
    assert page.status_code == 422
    assert 'value="1&gt;0+0.1&gt;1+0"' in page.content.decode()


def test_only_a_move_of_ones_own_can_be_tried(visitor):
    match = play_to_the_end(visitor, start(visitor))
    theirs = visitor.get(f"/play/{match.pk}/review/?ply=2").content.decode()
    assert "Try another move" not in theirs
    assert 'name="move"' not in tried(visitor, match, ply=2).content.decode()
    assert 'name="move"' in tried(visitor, match, ply=1).content.decode()


def test_what_costs_too_much_is_told_in_words(visitor, match, monkeypatch):
    visitor.get(f"/play/{match.pk}/review/")
    monkeypatch.setattr("games.play.table.page_budget", lambda: Budget(0))
    page = tried(visitor, match, move="1>0+0")
    assert page.status_code == 200
    assert "You took 1 from row 1." in words(page)
    assert "Back to the game" in words(page)


def test_a_try_plays_for_the_player_who_moved_in_a_partizan_game(visitor):
    match = play_to_the_end(visitor, start(visitor, ruleset="partizan-kayles", position="3+2"))
    page = tried(visitor, match, ply=1)
    moves = re.findall(r'name="move" value="([^"]+)"', page.content.decode())
    assert len(moves) == 5
    assert "You" in words(tried(visitor, match, move=moves[0].replace("&gt;", ">")))
