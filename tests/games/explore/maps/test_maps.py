"""Maps of games: what is lost is drawn and told, a place opens the explorer, SVG to take away."""

import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.core.cache import cache

from games.boards.games import OFFERS
from games.explore.maps import game_maps
from solver import parse_position
from tests.solver import oracle

from ..test_pictures import SVG, classed, parsed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nothing_remembered():
    cache.clear()


def text_of(page):
    """What a page says, as text."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def opened(client, address):
    response = client.get(address)
    return response.content.decode(), response.status_code


def drawn(page):
    """Each place of the map on a page: its numbers, its mark and the address that it opens."""
    svg = re.search(r'<svg class="atlas" viewBox.*?</svg>', page, re.DOTALL)[0]
    root = ElementTree.fromstring(svg)  # noqa: S314 (our own words)
    return {
        tuple(map(int, link.find("title").text.split(", "))): (
            link.find("use").get("href").removeprefix("#atlas-"),
            link.get("href"),
        )
        for link in root.iter("a")
    }


def test_every_place_has_its_mark_and_opens_the_position_it_stands_for(client):
    page, status = opened(client, "/maps/kayles/?size=10&third=2")
    assert status == 200
    places = drawn(page)
    assert len(places) == 11 * 11
    for (one, other), (mark, address) in places.items():
        rows = tuple(size for size in (one, other, 2) if size)
        lost = tuple(not oracle.Oracle(oracle.kayles, misere=m).wins(rows) for m in (False, True))
        assert (
            mark
            == {
                (True, True): "both",
                (True, False): "normal",
                (False, True): "misere",
                (False, False): "next",
            }[lost]
        )
        assert address.startswith(f"/explore/kayles/{'+'.join(map(str, rows))}/")
    assert client.get(places[2, 1][1]).status_code == 200
    assert "with a third row of 2" in text_of(page)


def test_the_two_endings_differ_in_shape_and_the_legend_says_which(client):
    page, _ = opened(client, "/maps/subtraction:3/")
    places = drawn(page)
    assert (places[0, 0][0], places[1, 0][0], places[2, 2][0]) == ("normal", "misere", "both")
    assert places[0, 0][1] == "/explore/subtraction:3/0/?convention=normal"
    said = text_of(page)
    assert "Losing only when the last one wins" in said
    assert "Losing only when the last one loses" in said
    assert "The lines mark frames of 4." in said
    assert page.count('class="atlas-frame"') == 2 * 6
    nim, _ = opened(client, "/maps/nim/")
    assert "atlas-frame" not in nim
    assert "The lines mark" not in nim


def test_the_table_lists_the_lost_places_with_links(client):
    page, _ = opened(client, "/maps/subtraction:3/?size=8")
    rows = re.findall(r'<th scope="row">5</th>(.*?)</tr>', page, re.DOTALL)
    cells = [text_of(cell) for cell in re.findall(r"<td>(.*?)</td>", rows[0], re.DOTALL)]
    heads = text_of(re.search(r"<thead>(.*?)</thead>", page, re.DOTALL)[1])
    assert heads == (
        "Row The player to move loses, whether the last one wins or loses Losing only when "
        "the last one loses "
        "Losing only when the last one wins"
    )
    assert cells == ["–", "0 4 8", "1 5"]
    assert '<a href="/explore/subtraction:3/5+4/">' in rows[0]


def test_the_sequence_tells_each_row_and_brackets_what_is_proved(client):
    page, _ = opened(client, "/maps/kayles/")
    said = text_of(page)
    assert "from 71 on, every 12" in said
    assert "Nim-values repeat every 12 from 71 on: that is proved." in said
    assert "Elements of the misère quotient repeat every 12 from 71 on: that is proved." in said
    assert re.search(r" 9 4 losing higher inverter [a-z]+ 10 2 winning higher switch ", said)
    assert page.count("atlas-again") == 13


def test_what_is_not_proved_is_not_bracketed(client):
    nim, _ = opened(client, "/maps/nim/")
    assert "The nim-value of a row is its length: nothing repeats." in text_of(nim)
    assert "atlas-bracket" not in nim
    dawson, _ = opened(client, "/maps/octal:0.07/?size=30")
    said = text_of(dawson)
    assert "Nim-values repeat every 34 from 53 on: that is proved." in said
    assert re.search(r"The misère quotient is known for rows up to \d+; no period is proved", said)
    quaternary, _ = opened(client, "/maps/octal:0.6/")
    assert "Nim-values: no period is proved." in text_of(quaternary)
    assert "atlas-bracket" not in quaternary
    long, _ = opened(client, "/maps/subtraction:130/")
    assert "Nim-values repeat every 131 from 0 on: that is proved." in text_of(long)
    assert "atlas-bracket" not in long


def test_laskers_nim_is_told_by_its_formula_on_the_map_as_in_the_lab(client):
    page, _ = opened(client, "/maps/lasker/")
    said = text_of(page)
    assert (
        "A formula gives the nim-value of a heap of any size. No two heaps share a value, so "
        "nothing repeats: that is proved."
    ) in said
    assert "The misère quotient is infinite: that is proved." in said
    assert "no period is proved" not in said
    lab, _ = opened(client, "/lab/lasker/")
    assert "R1 covers heaps of every size. Their kinds follow from a formula." in text_of(lab)


def test_where_the_budget_ends_the_page_says_so(client, monkeypatch):
    monkeypatch.setattr(game_maps, "map_budget", lambda: game_maps.Budget(500))
    page, status = opened(client, "/maps/octal:4.7/?size=40")
    assert status == 200
    up_to = int(re.search(r"We know who wins every pair of rows up to (\d+)", text_of(page))[1])
    marks = {mark for place, (mark, _) in drawn(page).items() if max(place) <= up_to}
    assert marks <= {"both", "normal", "misere", "next"}
    assert "not decided when it loses" in text_of(page)
    assert "not decided" in text_of(page)


def test_the_plane_of_strips_opens_strips_that_count_as_much(client):
    page, _ = opened(client, "/maps/partizan-kayles/?size=30")
    strips = oracle.Oracle(oracle.partizan_kayles, misere=True)
    for (dominoes, squares), (mark, address) in drawn(page).items():
        rows = parse_position(address.split("/")[3])
        counted = [sum(size // 3 + (size % 3 == rest) for size in rows) for rest in (1, 2)]
        assert counted == [squares, dominoes]
        assert len(rows) <= 12
        assert max(rows, default=0) <= 60
        if squares + dominoes <= 6:
            wins = tuple(
                bool(strips.wins(tuple(filter(None, rows)), player)) for player in ("left", "right")
            )
            marks = {(True, True): "next", (False, False): "both", (False, True): "right"}
            assert mark == marks[wins]
    assert "Left wins, whoever starts: nowhere" in text_of(page)
    assert "Rows by length" not in page
    assert client.get(drawn(page)[12, 1][1], follow=True).status_code == 200


def test_a_map_leads_to_larger_ones_and_to_the_next_slice(client):
    page, _ = opened(client, "/maps/nim/?size=12&third=3")
    links = {
        text: url
        for url, text in re.findall(r'<a [^>]*href="(/maps/[^"]+)"[^>]*>([^<]+)</a>', page)
    }
    assert unescape(links["one fewer"]) == "/maps/nim/?size=12&third=2"
    assert unescape(links["one more"]) == "/maps/nim/?size=12&third=4"
    assert links["no third row"] == "/maps/nim/?size=12"
    assert unescape(links["40"]) == "/maps/nim/?size=40&third=3"
    last, _ = opened(client, "/maps/nim/?size=12&third=40")
    assert "one more" not in last


@pytest.mark.parametrize("address", ["/maps/kayles/map.svg?size=15&third=1", "/maps/nim/map.svg"])
def test_the_file_stands_alone(client, address):
    response = client.get(address)
    root = parsed(response)
    size = 15 if "15" in address else 20
    named = "map-kayles-15-1.svg" if "15" in address else "map-nim-20.svg"
    assert response["Content-Disposition"] == f'attachment; filename="{named}"'
    assert response["Content-Type"] == "image/svg+xml"
    uses = [one.get("href") for one in root.iter(f"{SVG}use")]
    assert len(uses) >= (size + 1) ** 2
    ids = {one.get("id") for one in root.iter()}
    assert {use.removeprefix("#") for use in uses} <= ids
    style = root.find(f"{SVG}style").text
    for name in {one.get("class", "").split()[0] for one in root.iter() if one.get("class")}:
        assert f".{name}" in style or name == "atlas-marks"
    assert classed(root, "atlas-tick")
    assert "http" not in re.sub(r'xmlns="[^"]+"', "", response.content.decode())


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/maps/kayles/?size=41", "'41' is not the size of a map; write a number from 4 to 40."),
        ("/maps/kayles/?size=ten", "'ten' is not the size of a map;"),
        ("/maps/nim/?third=-1", "'-1' is not the length of a third row; write a number from 0"),
        ("/maps/chess/", "'chess' is not a ruleset;"),
        ("/maps/octal:0.777777777/", "use at most 8 digits"),
        ("/maps/?ruleset=chess", "'chess' is not a ruleset;"),
        ("/maps/partizan-kayles/?third=2", "The map of a partizan game has no third row."),
    ],
)
def test_what_is_no_map_is_refused_in_a_sentence(client, address, said):
    page, status = opened(client, address)
    assert status == 422
    assert said in unescape(page)
    if "?ruleset" not in address:
        path, _, query = address.partition("?")
        file = client.get(f"{path}map.svg?{query}")
        assert (file.status_code, file["Content-Type"]) == (422, "text/plain; charset=utf-8")
        assert said in file.content.decode()


def test_the_maps_of_all_games_are_shown_and_lead_on(client):
    page, status = opened(client, "/maps/")
    assert status == 200
    for name, address in (("Kayles", "/maps/kayles/"), ("Nim", "/maps/nim/")):
        assert f'href="{address}"' in page
        assert f"<strong>{name}</strong>" in page
    assert client.get("/maps/", {"ruleset": "octal:0.35"})["Location"] == "/maps/octal:0.35/"


def test_a_map_is_made_once(client, monkeypatch):
    opened(client, "/maps/kayles/")
    monkeypatch.setattr(game_maps, "Atlas", None)
    assert opened(client, "/maps/kayles/")[1] == 200


@pytest.mark.parametrize(
    "address", ["/explore/kayles/5+4/?tab=share", "/theory/r1/", "/theory/", "/explore/"]
)
def test_other_pages_lead_to_maps(client, address):
    page, _ = opened(client, address)
    assert 'href="/maps/' in page


def test_every_map_on_the_list_is_decided(client):
    page, _ = opened(client, "/maps/")
    assert len(re.findall(r'class="card atlas-card"', page)) == len(OFFERS)
    assert "#atlas-open" not in page
    assert "#atlas-normal-at-least" not in page


LONG = "heaps:{" + ",".join(f"{n}:[[],[{n - 1}],[{n - 2},1]]" for n in range(2, 26)) + "}"


def test_rules_of_a_long_address_are_written_once_and_places_open_all_the_same(client):
    page, status = opened(client, f"/maps/{LONG}/?size=12&third=1")
    assert status == 200
    assert len(page) < 300_000
    places = drawn(page)
    answer = client.get(f"/maps/{LONG}/{places[5, 3][1]}")
    assert answer.status_code == 302
    assert client.get(answer["Location"]).status_code == 200
    assert "/5+3+1/?convention=misere" in answer["Location"]
    normal = next(where for mark, where in places.values() if mark == "normal")
    assert client.get(f"/maps/{LONG}/{normal}")["Location"].endswith("?convention=normal")
    assert client.get(f"/maps/{LONG}/?open=99+x").status_code == 422
