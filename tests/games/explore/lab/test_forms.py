"""The page of games as trees: drawn, played move by move, compared, and told apart."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from games.explore.lab.bench import EXAMPLES, LEVEL, MARGIN, MAX_NODES, FormTree, bench_url
from solver import Budget, read_form
from tests.games.explore.lab.test_partizan import words_of
from tests.solver import test_universes as plain
from tests.solver.test_game_forms import as_plain

pytestmark = pytest.mark.django_db


def shown(client, status=200, **given):
    response = client.get("/lab/forms/", given)
    assert response.status_code == status
    return response.text


def section(html, number):
    """The words of the card of one game."""
    cards = re.findall(r'(?s)<section class="card panel" aria-labelledby="tree-.*?</section>', html)
    return words_of(re.sub(r"(?s)<svg.*?</svg>", "", cards[number]))


def test_two_games_are_compared_in_each_universe(client):
    page = words_of(shown(client, one="*+*", other="0"))
    assert "Among dicots: = They are equal: each may stand for the other." in page
    assert "Among dead-ending games: ∥ Neither is the better one in every company." in page
    assert (
        "Beside -1, with Left to move, Left wins 0 and loses {*|*}. No game there with fewer moves "
        "does that. See 0 + -1 , See {*|*} + -1"
    ) in page
    assert "Does something cancel {*|*}?" in page
    assert "Among dicots: ✓ yes. Its inverse is its conjugate" in page
    assert "Its reduced form is 0." in page
    assert "Among blocking games: ✗ no." in page


@pytest.mark.parametrize(("one", "other"), [("*2", "0"), ("*+*", "0"), ("{1|-1,*}", "{1|*}")])
def test_both_sums_of_a_no_can_be_opened_and_left_wins_one_of_them(client, one, other):
    page = shown(client, one=one, other=other)
    told = re.search(
        r"Beside (\S+), with (Left|Right) to move, Left wins (\S+) and", words_of(page)
    )
    company, first, wins = told.groups()
    links = re.findall(r'href="([^"]*)">See ', page)[:2]
    outcomes = []
    for link in links:
        card = section(client.get(unescape(link)).text, 0)
        outcomes += re.findall(r" ([NPLR])\. (?:The|Left|Right)", card)
    game = plain.plus(as_plain(read_form(wins)), as_plain(read_form(company)))
    left, right = plain.outcome(game)
    assert outcomes[0] == {(1, 1): "N", (1, 0): "L", (0, 1): "R", (0, 0): "P"}[left, right]
    won = {"Left": "NL", "Right": "PL"}[first]
    assert outcomes[0] in won
    assert outcomes[1] not in won


def test_a_game_alone_is_not_compared(client):
    page = shown(client, one="2", other="")
    assert "How 2 compares" not in page
    assert page.count("The tree of") == 1
    assert "Nothing in it is a P-position." in page


def test_moves_are_played_one_after_the_other_without_scripts(client):
    page = shown(client, one="{0,*|-1}", other="*2")
    card = section(page, 0)
    assert "L. Left wins, whether she moves first or second." in card
    assert card.endswith("Left 0 * Right -1")
    [move] = re.findall(r'href="([^"]*)" data-hx-get="[^"]*"[^>]*>\*</a>', page)[:1]
    after = client.get(unescape(move).partition("#")[0]).text
    card = section(after, 0)
    assert "Left moved to *. Back to the start" in card
    assert "P. The player to move loses." in card
    assert card.endswith("Left 0 Right 0")
    assert section(after, 1) == section(page, 1)
    [end] = re.findall(r'href="([^"]*)" data-hx-get="[^"]*one_at=L1R0[^"]*"', after)
    last = section(client.get(unescape(end).partition("#")[0]).text, 0)
    assert "Left moved to *. Right moved to 0." in last
    assert last.endswith("Left cannot move Right cannot move")


def test_a_move_in_one_game_leaves_the_other_where_it_is(client):
    page = shown(client, one="*2", other="*3", one_at="L1", other_at="R2")
    assert "Left moved to *." in section(page, 0)
    assert "Right moved to *2." in section(page, 1)
    for link in re.findall(r'data-hx-get="([^"]*)"', page):
        assert {"one_at=L1", "other_at=R2"} & set(unescape(link).partition("?")[2].split("&"))


def test_a_touch_brings_the_trees_alone(client):
    response = client.get(
        "/lab/forms/", {"one": "*", "one_at": "L0"}, headers={"HX-Request": "true"}
    )
    assert response.text.strip().startswith('<div id="form-trees"')
    assert "<h1" not in response.text


@pytest.mark.parametrize("path", ["L7", "R0L9", "x", "LL", "L0L0L0L0"])
def test_a_path_that_leads_nowhere_ends_where_it_does(client, path):
    assert "{0|*}" in shown(client, one="{0|*}", one_at=path)


@pytest.mark.parametrize(
    ("given", "says", "field"),
    [
        ({"one": "{0|"}, "'nothing after {0|' is not a form; write 0, a number, * or *2", "one"),
        ({"other": "x"}, "'x' is not a form", "other"),
        ({"one": "*19+*19"}, "at most 300 different positions", "one"),
        ({"one": ""}, "'' is not a form", "one"),
    ],
)
def test_what_is_no_form_is_refused_at_its_field_and_kept(client, given, says, field):
    typed = {"one": "*2", "other": "1"} | given
    page = shown(client, 422, **typed)
    assert says in words_of(page)
    [wrong] = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', page)
    assert f'name="{field}"' in wrong
    for name, value in typed.items():
        [box] = re.findall(rf'<input id="{name}"[^>]*>', page)
        assert f'value="{value}"' in unescape(box)


def test_what_takes_too_long_is_said_and_the_rest_is_shown(client, monkeypatch):
    monkeypatch.setattr("games.explore.lab.bench.map_budget", lambda: Budget(0))
    page = words_of(shown(client, one="*3", other="*2"))
    assert "Among dicots: ? Working this out takes too long for one page." in page
    assert "Among dicots: ? not known." in page
    assert "Its reduced form takes too long for one page." in page
    assert "Left 0 * *2 Right 0 * *2" in page


@pytest.mark.parametrize(("name", "one", "other"), EXAMPLES)
def test_every_example_opens_and_is_worked_out(client, name, one, other):
    response = client.get(bench_url({"one": one, "other": other}))
    assert response.status_code == 200
    assert "too long for one page" not in response.text


@pytest.mark.parametrize("text", ["0", "*3", "{0,*|-1}", "3+-2", "*8", "{*9,1|}", "*4+*3"])
def test_a_tree_has_left_moves_on_the_left_and_everything_in_its_place(text):
    form = read_form(text)
    tree = FormTree(form, "", lambda path: path)
    positions, lines = tree.positions, tree.lines
    assert len(positions) == len(lines) + 1 <= MAX_NODES
    assert len({place.x for place in positions}) == len(positions)
    for line in lines:
        assert line.y2 == line.y1 + LEVEL
        assert (line.x2 < line.x1) == line.is_left
    for place in positions:
        assert MARGIN <= place.x <= tree.width - MARGIN
        assert MARGIN <= place.y < tree.height
    assert tree.is_cut == (tree.depth < form.birthday)
    if not tree.is_cut:
        assert all(place.label != "…" for place in positions)
    if tree.depth:
        assert [place.url for place in positions if place.url] == [
            *(f"L{place}" for place in range(len(form.left))),
            *(f"R{place}" for place in range(len(form.right))),
        ]


def test_a_game_with_too_many_moves_is_played_without_a_tree(client):
    many = "{" + ",".join(f"{{{n}|}},{{{n}|0}},{{0|{n}}}" for n in range(1, 15)) + "|}"
    page = shown(client, one=many, other="")
    assert "The tree is too wide to draw. Make a move to see more of it." in words_of(page)
    assert page.count("data-hx-get") >= 40


def test_the_lab_leads_here(client):
    assert 'href="/lab/forms/"' in client.get("/lab/").text
    assert 'href="/lab/forms/"' in client.get("/lab/partizan/").text
    assert urlencode({"one": "*+*"}) in bench_url({"one": "*+*"})


def test_a_board_is_drawn_compared_and_reached_from_its_game(client):
    page = client.get("/lab/partizan/", {"game": "push:4", "position": "LR.L"}).text
    link = unescape(re.search(r'href="([^"]*)">Play LR.L as a tree', page)[1])
    tree = section(client.get(link).text, 0)
    assert "R. Right wins" in tree
    compared = words_of(shown(client, one="partizan-kayles:1+2", other="0"))
    assert "Among dead-ending games: ∥" in compared
    large = client.get("/lab/partizan/", {"game": "kayles", "position": "9"}).text
    assert "as a tree</a></p>" not in large


@pytest.mark.parametrize("one", ["10+-10", "kayles:9", "nim:1000000000000", "kayles:x"])
def test_what_is_too_large_is_refused_in_a_short_page(client, one):
    page = shown(client, status=422, one=one, other="")
    assert len(page) < 30_000
    assert " is not a " in words_of(page)


def test_a_sum_that_is_too_large_for_a_page_has_no_link(client):
    page = shown(client, one="partizan-kayles:8", other="partizan-kayles:7")
    links = re.findall(r'href="([^"]*)">See ', page)
    assert all(client.get(unescape(link)).status_code == 200 for link in links)
