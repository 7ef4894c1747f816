"""Two positions with the same company: what tells them apart, and that nothing does."""

import re
import uuid
from html import unescape

import pytest

from tests.games.learn.lessons.lessons import lesson
from tests.solver import oracle

pytestmark = pytest.mark.django_db


def compared(client, **given):
    """What the page says, as text, and its answer's number."""
    response = client.get("/theory/company/", given)
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return " ".join(unescape(page).split()), response.status_code


def test_a_strip_and_its_squares_and_dominoes_are_decided_side_by_side(client):
    said, status = compared(client)
    assert status == 200
    assert "strips of 4 and 5" in said
    assert "strips of 1, 2, 2 and 4" in said
    assert said.count("The player to move wins.") == 2
    assert "That makes no difference." in said
    said, _ = compared(client, one="5", other="1+2+2", beside="", find="1")
    assert "Nothing of any size tells them apart: that is proved." in said


def test_what_differs_is_told_apart_by_the_smallest_company(client):
    kayles = oracle.Oracle(oracle.kayles, misere=True)
    assert kayles.wins((5, 5, 9)) != kayles.wins((9,))
    said, _ = compared(client, ruleset="kayles", one="5+5", other="0", beside="", find="1")
    assert "That makes no difference." in said
    assert "The smallest thing that tells them apart: 9 ." in said
    said, _ = compared(client, ruleset="kayles", one="5+5", other="0", beside="9")
    assert "That tells them apart." in said
    said, _ = compared(client, one="2", other="1+1", beside="3", find="1")
    assert "The smallest thing that tells them apart: 0 , nothing at all." in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"one": "two"}, "position"),
        ({"beside": "99"}, "60"),
        ({"one": "+".join(["1"] * 13)}, "12"),
        ({"other": "+".join(["1"] * 12), "beside": "1"}, "12"),
    ],
)
def test_what_is_no_position_or_too_large_gets_a_sentence(client, given, said):
    page, status = compared(client, **given)
    assert status == 422
    assert said in page


def test_a_step_that_asks_for_company_leads_to_the_page_with_its_positions(client):
    asked = {"kind": "company", "title": "Apart?", "text": "Break it.", "convention": "misere"}
    lesson(asked | {"ruleset": "kayles", "position": "5+5", "claim": "same", "other": "0"})
    page = client.get("/learn/a-lesson/1/").content.decode()
    [link] = re.findall(r'href="(/theory/company/[^"]*)"', page)
    compared = client.get(unescape(link)).content.decode()
    assert "rows of 5 and 5" in compared
    assert "nothing left" in compared


def test_the_page_is_one_touch_from_both_theories(client):
    for key in ("reduction", "misere-quotient"):
        page = client.get(f"/theory/{key}/").content.decode()
        [link] = re.findall(r'href="(/theory/company/[^"]*)"', page)
        assert client.get(unescape(link)).status_code == 200


def test_a_step_is_not_answered_by_a_company_and_by_none_at_once(client):
    asked = {"kind": "company", "title": "Apart?", "text": "Break it.", "convention": "misere"}
    asked |= {"ruleset": "kayles", "position": "1+1", "claim": "same", "other": "0"}
    lesson(asked | {"rows": [1, 2], "largest": 9, "answer": "0"})
    posted = {"row": ["3", ""], "none": "1", "token": uuid.uuid4()}
    response = client.post("/learn/a-lesson/1/answer/", posted)
    page = response.content.decode()
    assert response.status_code == 422
    assert "You added something and also said that nothing breaks it." in page
    assert 'value="3"' in page
