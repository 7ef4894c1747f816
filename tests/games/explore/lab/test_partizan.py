"""The page of Left and Right: who wins, what sums count as, and what cancels a position."""

import re
from html import unescape

import pytest

from games.boards.thumbnails import drawn
from games.explore.lab.rules.partizan import EXAMPLES, partizan_url
from games.play.models import Match
from solver import Budget
from tests.solver import oracle
from tests.solver.test_boards import laid, laid_out, wins

pytestmark = pytest.mark.django_db

MOVES = "heaps:{1:[[]]|[],2:[]|[[]]}"
WILD = "heaps:{1:[[]]|[],2:[]|[[]],3:[[]]|[[],[2]]}"
LATER = "heaps:{1:[[]]|[],2:[]|[[1]]}"


def words_of(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def own(page):
    """The page less the atlas, which is the same for every game."""
    return re.sub(r'(?s)<section[^>]*"atlas-title">.*?</section>', "", page)


def told(client, status=200, **given):
    """What the page says of a game, without its tags."""
    response = client.get("/lab/partizan/", given)
    assert response.status_code == status
    return words_of(re.sub(r"(?s)<(select|datalist).*?</\1>", " ", own(response.text)))


def test_a_domino_is_cancelled_beside_strips_alone(client):
    page = told(client, game="partizan-kayles", position="2")
    assert "Does something cancel 2?" in page
    assert "Among dicots: – it does not belong there. In a strip of 1 only Left can move." in page
    assert "Among dead-ending games: ✗ no. Only its conjugate could be its inverse." in page
    assert "Among blocking games: ✗ no." in page
    assert "Among all games: ✗ no." in page
    assert "Beside strips of up to 4 of this game: ✓ yes. Its inverse is 1." in page
    assert "count as the integers, and that is proved." in page


def test_the_integers_of_heaps_and_who_wins_at_each_are_in_a_table(client):
    response = client.get("/lab/partizan/", {"game": "partizan-kayles", "position": "5"})
    tables = re.findall(r"(?s)<table.*?</table>", own(response.text))
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
    monkeypatch.setattr("games.explore.lab.rules.partizan.map_budget", lambda: Budget(0))
    assert "takes too long for one page" in told(client, 422, game="nim", position="1")


OPEN = {"game": "domineering:2x3", "position": "2x2"}
"""The example whose sums nobody has settled."""


@pytest.mark.parametrize(("name", "given"), EXAMPLES)
def test_every_example_opens_and_all_but_one_are_settled(client, name, given):
    response = client.get(partizan_url(given))
    assert response.status_code == 200
    assert ("not settled" in own(response.text)) == (given == OPEN)
    assert ("not known" in response.text) == (given == OPEN)


# --- boards ---------------------------------------------------------------------------------


def rows_of(html):
    """Every table on the page, as lines of text."""
    tables = re.findall(r"(?s)<table.*?</table>", html)
    return [words_of(row) for table in tables for row in re.findall(r"(?s)<tr>.*?</tr>", table)]


def test_strips_of_push_count_as_integers_and_are_named(client):
    response = client.get("/lab/partizan/", {"game": "push:2", "position": "LR + .l"})
    page, lines = words_of(response.text), rows_of(response.text)
    assert "Push on strips of up to 2 squares Left moves an L and Right an R" in page
    assert "may fall off the end. Whoever cannot move wins." in page
    assert "Does something cancel LR + .L?" in page
    assert "In the strip L only Left can move." in page
    assert lines[:2] == ["Strip L R .L LL RL .R LR RR", "counts as 1 −1 2 2 2 −2 −2 −2"]
    assert lines[3] == "Outcome L L L L L L N R R R R R R"
    assert lines[4] == "Strips 0 L R .L LL RL .R LR RR"
    assert "Explore" not in page.partition("What sums count as")[0].partition("Does something")[2]
    assert 'value="push:3">Push. ' in response.text


def test_a_table_of_many_boards_has_the_first_ones_and_leads_to_their_sums(client):
    page = client.get("/lab/partizan/", {"game": "shove:3", "position": "L.R"}).text
    assert "Beside strips of up to 3 squares: ✓ yes. Its inverse is ..L." in words_of(page)
    assert "The table has the first 8 of 26 strips." in words_of(page)
    [sum_of_two] = re.findall(r'href="(/lab/partizan/\?game=shove%3A3&amp;position=L%2BRL)"', page)
    assert "Does something cancel L + RL?" in words_of(client.get(unescape(sum_of_two)).text)


def test_who_wins_two_boards_of_domineering_is_what_the_board_says(client):
    page = client.get("/lab/partizan/", {"game": "domineering:2x3", "position": "2x3"}).text
    lines = rows_of(own(page))
    letters = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
    boards = lines[0].split()[2:]
    for text, line in zip(boards, lines[2:], strict=True):
        expected = [
            letters[tuple(wins(laid, sum_of, player, True) for player in ("left", "right"))]
            for sum_of in [(laid_out(text),), *((laid_out(text), laid_out(b)) for b in boards)]
        ]
        assert line.split() == [text, *expected]


@pytest.mark.parametrize(
    ("ruleset", "position", "squares", "pieces"),
    [
        ("push:4", "LR.L+R", 5, "LRLR"),
        ("domineering:3x3", "2x2+###/#..", 8, ""),
        ("push:2", "0", 0, ""),
    ],
)
def test_a_position_is_drawn_square_by_square(ruleset, position, squares, pieces):
    picture = drawn(ruleset, position, speaks=True)
    assert f': {position}"' in picture
    assert picture.count("<rect") == squares
    assert "".join(re.findall(r">([LR])</tspan>", picture)) == pieces
    left, top, width, height = map(int, re.search(r'viewBox="([^"]*)"', picture)[1].split())
    for x, y in re.findall(r'<rect x="(\d+)" y="(\d+)"', picture):
        assert left < int(x) < int(x) + 20 < left + width
        assert top < int(y) < int(y) + 20 < top + height


@pytest.mark.parametrize(
    ("given", "says", "field"),
    [
        ({"position": "LR.X"}, "'LR.X' is not one of the strips of up to 3 squares", "position"),
        ({"position": "+".join("L" * 13)}, "use at most 12 rows", "position"),
        ({"game": "push:9"}, "write push:3, with 1 to 5 squares", "game"),
        ({"game": "domineering:9x9"}, "is not a board of 2 to 16 squares", "game"),
    ],
)
def test_boards_that_cannot_be_read_are_refused_at_their_field(client, given, says, field):
    response = client.get("/lab/partizan/", {"game": "push:3", "position": "L"} | given)
    assert response.status_code == 422
    assert says in words_of(response.text)
    [wrong] = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', response.text)
    assert f'name="{field}"' in wrong


@pytest.mark.parametrize(
    "address",
    [
        "/explore/push:2/3/",
        "/explore/?ruleset=push:2&position=3",
        "/maps/push:2/",
        "/lab/push:2/",
        "/lab/push:2/rows/3/",
        "/lab/quotients/push:2/",
        "/lab/workshop/?game=push:2",
        "/lab/distinguisher/?game=push:2&one=1&other=2",
    ],
)
def test_pages_of_heaps_refuse_boards_and_say_which_page_has_them(client, address):
    response = client.get(address, follow=True)
    assert response.status_code in (404, 422)
    assert "the lab's page Left and Right shows games on boards" in words_of(response.text)


def test_no_game_of_heaps_is_begun_on_boards(client):
    asked = {"start": "own", "ruleset": "push:2", "position": "3", "convention": "misere"}
    response = client.post("/play/", asked)
    assert Match.objects.count() == 0
    assert "the lab's page Left and Right shows games on boards" in words_of(response.text)


def test_rules_of_left_and_right_in_the_lab_lead_here(client):
    page = client.get(f"/lab/{MOVES}/").text
    [link] = re.findall(r'href="(/lab/partizan/[^"]*)"', page)
    assert "count as the integers" in client.get(unescape(link)).text


def test_the_atlas_of_small_games_leads_to_a_game_of_each_order(client):
    page = client.get("/lab/partizan/").text
    atlas = page.partition('id="atlas-title"')[2].partition("</section>")[0]
    said = re.findall(r'<th scope="row">(.*?)</th>', atlas)
    assert said[:4] == ["1 element", "2 elements", "4 elements", "5 elements"]
    assert said[-2:] == ["the integers", "not settled"]
    assert "No game has 3 elements." in atlas
    assert "7,401" in atlas
    addresses = [unescape(url) for url in re.findall(r'<a href="(.*?)">', atlas)]
    assert len(addresses) == len(said)
    for told, url in zip(said[:3], addresses, strict=False):
        assert f"have {told}, and that is proved" in unescape(client.get(url).text)
