"""Heaps written by hand for Left and Right: every page that takes rules takes these."""

import re
from html import unescape
from urllib.parse import quote

import pytest

from games.play.models import Match

from ...play.games import play_to_the_end, start

pytestmark = pytest.mark.django_db

SIDED = "heaps:{1:[[]]|[],2:[[1]]|[[]],3:[[1,1],[2]]|[[1]]}"
RULE = "When Left moves, a heap of 2 may become 1; when Right moves, nothing."


def said(response):
    """What a page says besides its list of games."""
    return words_of(re.sub(r"(?s)<(datalist|select).*?</\1>", " ", response.text))


def words_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_a_match_is_played_to_the_end_as_left(client):
    match = start(client, ruleset=SIDED, position="3+2", player="left")
    page = said(client.get(match.get_absolute_url()))
    assert RULE in page
    assert "You are Left." in page
    assert "one square" not in page
    assert play_to_the_end(client, match).state == Match.State.FINISHED


def test_the_explorer_says_who_wins_for_either_player(client):
    page = said(client.get(f"/explore/{SIDED}/3+2/?turn=left"))
    assert RULE in page
    assert "Left loses; the player to move loses" in page
    assert "Right loses" in said(client.get(f"/explore/{SIDED}/3+2/?turn=right"))


def test_the_map_shows_who_wins_two_heaps(client):
    response = client.get(f"/maps/{SIDED}/")
    assert "Two heaps, one across and one down; whoever makes the last move loses." in said(
        response
    )
    assert "Each strip" not in response.text
    body = re.search(r"<tbody>(.*?)</tbody>", response.text, re.DOTALL)[1]
    cells = [
        [words_of(cell) for cell in re.findall(r"(?s)<t[hd].*?</t[hd]>", row)]
        for row in re.findall(r"(?s)<tr.*?</tr>", body)
    ]
    # Strips of 3 count as nothing, 1 is a square, 2 a domino (Theorem 3 of the partizan paper).
    assert cells[2] == ["2", "0 3 4", "2"]
    assert client.get(f"/maps/{SIDED}/map.svg").status_code == 200
    assert client.get(f"/maps/{SIDED}/?third=2").status_code == 422


def test_heaps_that_a_page_cannot_search_are_refused_in_a_sentence(client):
    rows = [
        f"{n}:[[{n - 1},{n - 1},{n - 2}],[{n - 1},{n - 2}]]|[[{n - 1},{n - 1}]]"
        for n in range(2, 9)
    ]
    key = f"heaps:{{1:[[]]|[],{','.join(rows)}}}"
    for address in (f"/maps/{quote(key)}/", f"/lab/partizan/?game={quote(key)}&position=8"):
        response = client.get(address)
        assert response.status_code == 422
        assert re.search("takes too long|takes more than", said(response))


def test_the_lab_takes_the_rules_and_says_that_r1_does_not(client):
    page = said(client.get(f"/lab/{quote(SIDED)}/"))
    assert "Heap by heap R1 covers games in which both players have the same moves." in page
    assert client.get(f"/lab/{quote(SIDED)}/?by=heaps").status_code == 200


def test_a_conjecture_names_the_player_but_no_squares_and_dominoes(client):
    address = {"code": SIDED, "says": "left and total = 2 or right and total = 1", "way": "formula"}
    response = client.get("/lab/conjectures/", address, follow=True)
    assert response.status_code == 200
    assert "balance" not in said(response)
    refused = client.get(
        "/lab/conjectures/", {"game": SIDED, "says": "balance = 1", "way": "formula"}
    )
    assert refused.status_code == 422
