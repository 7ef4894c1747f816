import re
from html import unescape
from urllib.parse import quote, unquote

import pytest

from games.people.models import Visitor
from solver import analyse, get_ruleset

pytestmark = pytest.mark.django_db


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_a_typed_position_leads_to_its_canonical_address(client):
    response = client.get("/explore/?ruleset=kayles&position=5, 4&convention=misere&turn=left")
    assert response.status_code == 302
    assert response.url == "/explore/kayles/5+4/?convention=misere"
    response = client.get("/explore/?ruleset=partizan-kayles&position=3&turn=right")
    assert response.url.endswith("convention=misere&turn=right")


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Dawson’s Kayles", "octal:0.07"),
        ("·77", "octal:0.77"),
        ("1,3,4", "subtraction:{1,3,4}"),
        ("0.3…", "nim"),
    ],
)
@pytest.mark.parametrize(
    ("field", "address"),
    [
        ("/explore/?position=3&convention=normal&ruleset=", "/explore/{key}/3/"),
        ("/maps/?ruleset=", "/maps/{key}/"),
        ("/lab/?by=code&rules=", "/lab/{key}/"),
    ],
)
def test_a_game_typed_as_a_book_writes_it_leads_to_its_own_address(
    client, field, address, written, key
):
    response = client.get(field + quote(written))
    assert response.status_code == 302
    assert unquote(response.url.partition("?")[0]) == address.format(key=key)


@pytest.mark.parametrize(
    ("address", "term"),
    [
        ("/explore/nim/1+2+4/", "It is an N-position: the next player wins."),
        ("/explore/nim/1+3+5+7/", "It is a P-position: the previous player wins."),
        ("/explore/partizan-kayles/1/?turn=left", "It is an R-position: Right wins."),
    ],
)
def test_the_outcome_stands_beside_it_in_the_terms_of_the_field(client, address, term):
    assert term in text(client.get(address))


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/explore/nim/1+2+4/?convention=misere", "The player to move wins."),
        ("/explore/nim/1+3+5+7/", "The player to move loses."),
        ("/explore/nim/1 3 5 7/", "The player to move loses."),
        ("/explore/kayles/9/", "The player to move loses."),
        ("/explore/kayles/9/?convention=normal", "The player to move wins."),
        ("/explore/partizan-kayles/1/?turn=right", "Right wins, whoever starts"),
        ("/explore/partizan-kayles/5/?turn=left", "the player to move loses"),
        ("/explore/nim/0/", "There are no moves here."),
    ],
)
def test_the_verdict_is_said_in_words(client, address, said):
    assert said in text(client.get(address))


def test_a_partizan_position_without_a_player_is_sent_to_lefts(client):
    response = client.get("/explore/partizan-kayles/3/")
    assert response.status_code == 302
    assert "turn=left" in response.url


@pytest.mark.parametrize("key", ["nim", "kayles", "subtraction:3", "octal:0.07"])
@pytest.mark.parametrize("convention", ["misere", "normal"])
def test_every_move_has_the_verdict_of_search(client, key, convention):
    response = client.get(f"/explore/{key}/3+5/?convention={convention}")
    search = analyse(key, "3+5", convention, theory="exhaustive")
    other = "normal" if convention == "misere" else "misere"
    elsewhere = {str(m) for m in analyse(key, "3+5", other, theory="exhaustive").moves}
    shown = response.context["candidates"]
    legal = list(get_ruleset(key).legal_moves((3, 5)))
    assert len(shown) == len(legal)
    winning = {str(move) for move in search.moves}
    for candidate in shown:
        move = str(candidate.placed.move.canonical)
        assert candidate.wins == (move in winning)
        assert candidate.wins_otherwise == (move in elsewhere)
        assert candidate.differs == ((move in winning) != (move in elsewhere))


def test_each_theory_has_its_tab_and_they_are_said_to_agree(client):
    page = client.get("/explore/nim/1+2+4/?tab=theories")
    assert "Nim-sum, Safe harbors, R1 kinds, Quotient and Search agree" in text(page)
    for lens, said in {
        "nim-sum": "the columns of 4, 2 and 1 have an odd number of ones",
        "safe-harbors": "Do not set the single card aside",
        "r1": "That is case 1",
        "misere-quotient": "The product is",
        "exhaustive": "Search follows every line of play",
        "reduction": "This view does not apply here",
    }.items():
        assert said in text(client.get(f"/explore/nim/1+2+4/?lens={lens}&tab=theories"))


def test_a_refusing_theory_shows_its_witness(client):
    shown = text(client.get("/explore/kayles/5/?lens=r1"))
    assert "a row of 5 is a higher switch whose options are" in shown


def test_the_reduction_draws_squares_and_dominoes(client):
    page = client.get("/explore/partizan-kayles/7+5/?turn=left&lens=reduction&tab=theories")
    assert page.content.count(b"tile-square") == 4
    assert page.content.count(b"tile-domino") == 4


def test_a_position_too_large_is_a_designed_page(client):
    page = client.get("/explore/octal:0.3122/40+41+42/")
    assert page.status_code == 200
    assert "Too large to solve here." in text(page)
    assert "not decided" in text(page)


@pytest.mark.parametrize(
    "address",
    [
        "/explore/nim/x/",
        "/explore/chess/1/",
        "/explore/nim/61/",
        "/explore/nim/1+1+1+1+1+1+1+1+1+1+1+1+1/",
        "/explore/nim/1/?convention=odd",
        "/explore/partizan-kayles/3/?turn=up",
        "/explore/heaps:{1:[[/3/",
        "/explore/?ruleset=nim&position=" + "9" * 300,
        "/explore/?ruleset=&position=1",
        "/explore/nim/%00/",
        "/explore/nim/%F0%9F%92%A9/",
    ],
)
def test_hostile_values_get_422_with_the_input_kept(client, address):
    response = client.get(address)
    assert response.status_code == 422
    assert b'role="alert"' in response.content
    assert b'name="position"' in response.content


def test_exploring_stores_nothing(client):
    client.get("/explore/nim/1+2+4/")
    client.get("/errata/")
    assert not Visitor.objects.exists()


def test_play_this_carries_the_position_over(client):
    page = client.get("/explore/partizan-kayles/7+5/?turn=right&tab=share")
    link = page.content.decode().split('">Choose an opponent')[0].split('href="')[-1]
    setup = client.get(unescape(link)).content.decode()
    assert 'value="7+5"' in setup
    assert re.search(r'name="player" value="right" checked', setup)


def test_play_this_starts_a_game_against_the_perfect_player(client):
    page = client.get("/explore/partizan-kayles/7+5/?turn=right").content.decode()
    form = page.split('<form class="controls"')[1].split("</form>")[0]
    posted = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    game = client.post(re.search(r'action="([^"]*)"', form)[1], posted, follow=True)
    assert game.status_code == 200
    assert "You are Right: you take two squares side by side." in text(game)
    assert "You play against Perfect, who never gives a win away." in text(game)
    assert "Strip 1: 7 left" in text(game)


def marked(page):
    """The places of each row that are marked as a winning move's."""
    places = re.findall(r'id="edit-(\d+)-(\d+)"[^>]*class="edit-wins[^>]*>', page.content.decode())
    return [(int(row), int(place)) for row, place in places]


def winning(page):
    """Each winning move that is named, with its address."""
    listed = page.content.decode().split('class="winning-moves"')[1].split("</div>")[0]
    return [(words, unescape(url)) for url, words in re.findall(r'href="([^"]+)">([^<]+)<', listed)]


@pytest.mark.parametrize("more", ["", "&winning=1", "&edit=1"])
def test_the_winning_moves_are_marked_and_lead_to_what_they_leave(client, more):
    page = client.get(f"/explore/kayles/4+3+1/?theory=r1{more}")
    assert marked(page) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    first, second = winning(page)
    assert first[0] == "Knock down pins 1 and 2 of row 1, leaving 2"
    assert second[0] == "Knock down pins 1 and 2 of row 2, leaving 1"
    after = client.get(second[1])
    assert "The player to move loses." in text(after)
    assert '<h1 id="position-title">4 + 1 + 1</h1>' in after.content.decode()
    assert "theory=r1" in second[1]


def test_matches_are_marked_where_they_are_taken(client):
    assert marked(client.get("/explore/nim/1+2+4/")) == [(3, 4)]
    assert marked(client.get("/explore/subtraction:3/7+5/")) == [
        (1, 5),
        (1, 6),
        (1, 7),
        (2, 4),
        (2, 5),
    ]


def test_what_is_taken_from_the_middle_is_marked_in_the_middle(client):
    assert marked(client.get("/explore/octal:0.35/4+1/")) == [(1, 2), (1, 3)]


def test_a_lost_position_marks_and_lists_no_move(client):
    page = client.get("/explore/kayles/9/")
    assert marked(page) == []
    assert "Winning move" not in text(page)


def test_of_many_winning_moves_four_are_named_and_the_rest_counted(client):
    page = client.get("/explore/partizan-kayles/7+5/?turn=left")
    assert len(winning(page)) == 4
    assert "and 1 more, listed under “Every move”" in text(page)
    assert text(page).count("✓ wins") >= 5


def test_the_whole_film_stands_on_one_sheet(client):
    page = client.get("/explore/kayles/4+3+1/?theory=r1&print=1")
    assert page.content.decode().count('class="scene-rows"') == 8
    assert "6. Which case?" in text(page)
    assert "Case 4: no trap or switch, inverters even" in text(page)
    assert "Take 2 from row 2, leaving 1" in text(page)


def test_the_theories_that_do_not_apply_are_folded_with_their_reasons(client):
    page = client.get("/explore/kayles/5+4+1/?tab=theories").content.decode()
    tabs = page.split('aria-label="Theories"')[1].split("</nav>")[0]
    assert re.findall(r">([\w ]+)</a>", tabs) == ["Quotient", "Search"]
    folded = page.split('class="not-applying"')[1].split("</dl>")[0]
    assert "4 more do not apply here" in page
    assert "a row of 5 is a higher switch whose options are" in folded


def test_the_gremlin_is_among_the_examples_and_the_r1_view_says_where_the_note_goes_wrong(client):
    assert b'href="/explore/octal:0.35/4+1/?convention=misere"' in client.get("/explore/").content
    shown = text(client.get("/explore/octal:0.35/4+1/?lens=r1"))
    assert "no gremlin can become a null" in shown
    assert (
        "it takes 4 + 1 for a losing position and 4 + 2 for a winning one, and both are wrong"
        in shown
    )
    assert "The note has only" not in text(client.get("/explore/kayles/5/?lens=r1"))


def test_a_film_plays_in_another_page_under_its_own_name(client):
    link = client.get("/errata/gremlin/").content.decode()
    link = unescape(re.search(r'data-hx-get="([^"]*)"', link)[1])
    first = client.get(link, headers={"HX-Request": "true"}).content.decode()
    assert 'id="gremlin-1-why"' in first
    assert 'data-hx-push-url="false"' in first
    following = unescape(re.search(r'rel="next" href="([^"#]*)', first)[1])
    number = int(re.search(r"Frame (\d+) of", first)[1])
    assert following.endswith(f"frame={number + 1}&in=gremlin-1-why")
    second = client.get(following, headers={"HX-Request": "true"}).content.decode()
    assert f"Frame {number + 1} of" in second
    assert 'id="gremlin-1-why-scene"' in second
    # Without scripts the link leads to the explorer.
    assert 'id="film"' in client.get(link).content.decode()
    assert (
        "<script>"
        not in client.get(
            "/explore/nim/1/", {"in": "<script>"}, headers={"HX-Request": "true"}
        ).content.decode()
    )


def test_the_rows_of_a_quotient_have_their_genus_and_what_conway_calls_it(client):
    page = text(
        client.get("/explore/kayles/5+4/?convention=misere&theory=misere-quotient&tab=theories")
    )
    assert "4^146 , restless" in page  # a link ends before the comma
    assert "1^0 , tame" in page
