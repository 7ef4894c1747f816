"""The page of one row: its genus frame by frame, and the ways that lead to it."""

import re
from html import unescape

import pytest

from .test_rules import said

pytestmark = pytest.mark.django_db

ROW = "/lab/kayles/rows/5/"


def link(response, called):
    """Where a link leads whose words, without tags, are *called*."""
    for address, words in re.findall(
        r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', response.content.decode(), re.DOTALL
    ):
        if re.sub(r"<[^>]+>|\\s", "", words) == called:
            return unescape(address)
    return None


def test_a_genus_is_told_frame_by_frame_with_its_cards_and_numbers(client):
    first = client.get(ROW)
    text = said(first)
    assert "The genus of a row of 5" in text
    assert "Frame 1 of 5" in text
    assert "Nim-values of the options: 0, 1, 2 and 3. The smallest one missing: 4." in text
    second = said(client.get(f"{ROW}?frame=2"))
    assert "Misère nim-values of the options: 0, 2 and 3. The smallest one missing: 1." in second
    assert "leaves 2 + 2 misère nim-value 0 ✗ next player loses" in second
    rest = said(client.get(f"{ROW}?frame=2.2"))
    assert "The player to move wins the row alone: the number is not 0." in rest
    last = client.get(f"{ROW}?frame=99")
    assert "Frame 5 of 5" in said(last)
    assert "the genus 4¹⁴⁶" in said(last)
    page = last.content.decode()
    assert re.search(r"leaves 2 \+ 2</span>.*?0<sup>0</sup>", page, re.DOTALL)


def test_the_next_frame_comes_alone_where_scripts_ask_for_it(client):
    frame = client.get(f"{ROW}?frame=3", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in frame
    assert "Put 1 heap of 2 beside the row" in frame


def test_a_frame_can_be_taken_away_as_a_picture(client):
    page = client.get(f"{ROW}?frame=2").content.decode()
    address = unescape(re.search(r'href="([^"]+)" download', page)[1])
    picture = client.get(address)
    assert picture.headers["Content-Type"] == "image/svg+xml"
    assert "misère nim-value 1" in picture.content.decode()


def test_every_genus_of_the_lab_and_of_the_explorer_leads_to_its_film(client):
    assert link(client.get("/lab/kayles/"), "4146") == ROW
    assert link(client.get("/lab/kayles/"), "10") == "/lab/kayles/rows/1/"
    kinds = client.get("/explore/kayles/3+4/?convention=misere&theory=r1&tab=theories")
    assert link(kinds, "3^3") == "/lab/kayles/rows/3/"
    letters = client.get(
        "/explore/kayles/5+1/?convention=misere&theory=misere-quotient&tab=theories"
    )
    assert link(letters, "4^146") == ROW


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "/lab/partizan-kayles/rows/5/",
            "is not an impartial game; a genus needs one, such as nim.",
        ),
        ("/lab/kayles/rows/61/", "use at most 60 in a row"),
        ("/lab/chess/rows/5/", "is not a ruleset"),
    ],
)
def test_a_row_without_a_genus_is_refused_in_a_sentence(client, address, sentence):
    response = client.get(address)
    assert response.status_code == 422
    assert sentence in said(response)


def test_a_row_that_costs_too_much_says_so_beside_its_board(client):
    response = client.get("/lab/octal:0.3567/rows/60/")
    assert response.status_code == 200
    assert "Row 1: 60." in said(response)
