"""The page of Left and Right: who wins, what sums count as, and what cancels a position."""

import re
from html import unescape

import pytest

from games.lab.partizan import EXAMPLES, partizan_url
from solver import Budget
from tests.solver import oracle

pytestmark = pytest.mark.django_db

MOVES = "heaps:{1:[[]]|[],2:[]|[[]]}"
WILD = "heaps:{1:[[]]|[],2:[]|[[]],3:[[]]|[[],[2]]}"
LATER = "heaps:{1:[[]]|[],2:[]|[[1]]}"


def words_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def told(client, status=200, **given):
    """What the page says, without its tags."""
    response = client.get("/lab/partizan/", given)
    assert response.status_code == status
    return words_of(re.sub(r"(?s)<(select|datalist).*?</\1>", " ", response.text))


def test_a_domino_is_cancelled_beside_strips_alone(client):
    page = told(client, game="partizan-kayles", position="2")
    assert "Does something cancel 2?" in page
    assert "Among dicots: – it does not belong there. In a strip of 1 only Left can move." in page
    assert "Among dead-ending games: ✗ no. Only its conjugate could be its inverse." in page
    assert "Among all games: ✗ no." in page
    assert "Beside strips of up to 4 of this game: ✓ yes. Its inverse is 1." in page
    assert "count as the integers, and that is proved." in page


def test_the_integers_of_heaps_and_who_wins_at_each_are_in_a_table(client):
    response = client.get("/lab/partizan/", {"game": "partizan-kayles", "position": "5"})
    tables = re.findall(r"(?s)<table.*?</table>", response.text)
    lines = [words_of(row) for table in tables for row in re.findall(r"(?s)<tr>.*?</tr>", table)]
    assert lines[:2] == ["Strip 1 2 3 4 5", "counts as 1 −1 0 1 −1"]
    assert lines[2] == "Sum −6 −5 −4 −3 −2 −1 0 1 2 3 4 5 6"
    assert lines[3] == "Outcome N R P N R P N R R R R R R"
    searched = oracle.Oracle(oracle.partizan_kayles, misere=True)
    letters = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    for one, line in enumerate(lines[5:]):
        wins = [
            tuple(searched.wins((one, other), player) for player in ("left", "right"))
            for other in range(6)
        ]
        assert line == " ".join([str(one), *(letters[each] for each in wins)])
    assert 'href="/explore/partizan-kayles/2+3/"' in response.text


def test_few_elements_are_listed_with_their_smallest_sums(client):
    page = told(client, game="heaps:{2:[]|[[]],3:[]|[[1]]}", position="3")
    assert "have 2 elements, and that is proved." in page
    assert "Smallest sum Outcome nothing N 2 L" in page
    assert "Beside heaps of up to 3 of this game: ✗ no. No sum of them cancels it." in page
    assert "Among dead-ending games: ✓ yes. Its inverse is its conjugate" in page


def test_what_is_not_settled_is_not_claimed(client):
    page = told(client, game=WILD, position="3")
    assert "whether there are more is not settled." in page
    assert "of this game: ? not known." in page
    page = told(client, game=LATER, position="2")
    assert "– it does not belong there. In a heap of 2 Left has no move, but may have one" in page


def test_of_a_heap_beyond_the_tables_only_universes_are_told(client):
    page = told(client, game="partizan-kayles", position="9")
    assert "– it does not belong there. We look at strips of up to 8 only." in page


@pytest.mark.parametrize(
    ("given", "says", "field"),
    [
        ({"game": "heaps:{1:[[]]|"}, "is not a heap rule; write", "game"),
        ({"position": "1+x"}, "'x' is not a position; write whole numbers", "position"),
        ({"position": "61"}, "use at most 60 in a row", "position"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_field(client, given, says, field):
    response = client.get("/lab/partizan/", {"game": MOVES, "position": "1"} | given)
    assert response.status_code == 422
    assert says in words_of(response.text)
    [wrong] = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', response.text)
    assert f'name="{field}"' in wrong


def test_heaps_too_large_for_one_page_are_refused(client, monkeypatch):
    monkeypatch.setattr("games.lab.partizan.map_budget", lambda: Budget(0))
    assert "takes too long for one page" in told(client, 422, game="nim", position="1")


@pytest.mark.parametrize(("name", "given"), EXAMPLES)
def test_every_example_opens_and_is_settled(client, name, given):
    response = client.get(partizan_url(given))
    assert response.status_code == 200
    assert "not settled" not in response.text
    assert "not known" not in response.text


def test_rules_of_left_and_right_in_the_lab_lead_here(client):
    page = client.get(f"/lab/{MOVES}/").text
    [link] = re.findall(r'href="(/lab/partizan/[^"]*)"', page)
    assert "count as the integers" in client.get(unescape(link)).text
