"""Games of one's own: rules from pictures, numbers, heaps and codes, and how far R1 reaches."""

import re
from html import unescape
from urllib.parse import unquote

import pytest
from django.http import QueryDict

from games.explore.lab.rules import views
from games.explore.lab.rules.fields import Fields
from solver import Budget, get_ruleset

from ...test_walk import HOSTILE

pytestmark = pytest.mark.django_db

ESCAPE = "by=pictures&1-none=on&1-one=on&2-none=on&2-two=on"
SMALLEST = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"
LARGE = "heaps:{1:[[]],2:[[],[1]],12:[[2,2,2],[11]]}"


def said(response):
    """What a page says, as text."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def table(response):
    """The rows of the table, cell by cell."""
    body = re.search(r"<tbody>(.*?)</tbody>", response.content.decode(), re.DOTALL)[1]
    rows = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    return [
        [
            re.sub(r", the player to move \w+|<[^>]+>|\s", "", cell)
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in rows
    ]


def ticked(response):
    """The names of the pictures that are touched."""
    inputs = re.findall(r"<input[^>]*checkbox[^>]*>", response.content.decode())
    return {re.search(r'name="([^"]+)"', one)[1] for one in inputs if " checked" in one}


# --- what follows from the rules ----------------------------------------------------------


def test_rows_are_told_one_by_one_up_to_the_first_that_breaks_r1_with_its_witness(client):
    response = client.get("/lab/kayles/")
    assert table(response) == [
        ["1", "1", "P", "10", "inverter"],
        ["2", "2", "N", "22", "higherswitch"],
        ["3", "3", "N", "33", "higherswitch"],
        ["4", "1", "P", "10", "inverter"],
        ["5", "4", "N", "4146", "higherswitchrestless"],
    ]
    text = said(response)
    assert "R1 stops at a row of 5. It fails on the second condition: a row of 5 is" in text
    assert "A row of 5, and what it may become 5 higher switch 4 inverter 2 + 2 trap" in text
    assert "3 higher switch and 2 more" in text


def test_where_r1_errs_about_that_row_is_what_one_plays_first(client):
    page = "/lab/octal:0.35/"
    text = said(client.get(page))
    assert "Counted by kinds, the player to move would lose 4 + 1, but in fact wins." in text
    assert "Play 4 + 1" in text
    link = re.search(r'href="(/lab/lenses/[^"]+)">What published rules', client.get(page).text)[1]
    assert "loses. In fact the player to move wins." in said(client.get(unescape(link)))
    assert "Play 5 + 4 + 3" in said(client.get("/lab/nim/"))


def test_a_restive_row_is_explained_beside_the_table(client):
    words = "A restive row counts as one Nim heap or another, depending on what stands beside it."
    literature = "What CGSuite calls generally restive is wild here."
    assert f"{words} {literature}" in said(client.get("/lab/octal:0.35/"))
    kayles = said(client.get("/lab/kayles/"))
    assert "A restless row counts as one Nim heap or another" in kayles
    assert literature not in kayles
    assert "counts as one Nim heap" not in said(client.get("/lab/nim/"))


def test_what_a_condition_forbids_is_lit_beside_the_row_that_may_become_it(client):
    response = client.get("/lab/octal:0.35/")
    assert "fourth condition, which its source does not have" in said(response)
    witness = response.content.decode().split("lab-witness")[1]
    lit = re.search(r'<li class="card lab-breaks">(.*?)</li>', witness, re.DOTALL)[1]
    assert " ".join(re.sub(r"<[^>]+>", " ", lit).split()) == "1 + 1 null"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("nim", "R1 covers rows of every length. Their kinds follow from a formula."),
        ("subtraction:{1,3,4}", "every length. From 0 on, the kinds repeat every 7."),
        ("octal:0.1", "every length. From 2 on, all are of one kind."),
        ("heaps:{1:[[]],2:[[],[1]]}", "heaps of every size. From 3 on, all are of one kind."),
        ("subtraction:3", "rows of every length. From 0 on, the kinds repeat every 4."),
        ("lasker", "R1 covers heaps of every size. Their kinds follow from a formula."),
        ("octal:0.56", "every length. From 7 on, every row is a trap or a switch."),
        ("partizan-kayles", "R1 covers games in which both players have the same moves"),
    ],
)
def test_how_far_r1_reaches_is_said_with_the_reason(client, rules, words):
    assert words in said(client.get(f"/lab/{rules}/"))


def test_where_a_page_may_not_look_at_every_row_it_says_how_far_it_did(client, monkeypatch):
    monkeypatch.setattr(views, "page_budget", lambda: Budget(2))
    text = said(client.get("/lab/octal:0.00000707/"))
    assert re.search(r"R1 covers rows of up to \d+\. Nothing is proved beyond that\.", text)


def test_a_long_table_shows_both_ends_and_says_what_is_between(client):
    response = client.get("/lab/heaps:{1:[[]],2:[[],[1]],60:[[],[2,2]]}/")
    rows = [row[0] for row in table(response)]
    assert rows == [*map(str, range(1, 25)), "25to52:R1coverseach", *map(str, range(53, 61))]
    assert "R1 stops at a heap of 60." in said(response)


# --- putting rules together ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "address"),
    [
        (ESCAPE, "/lab/octal:0.35/"),
        ("by=pictures&0-two=on", "/lab/octal:4.0/"),
        ("by=pictures&0-two=on&1-one=on", "/lab/octal:4.2/"),
        ("by=numbers&amount=any", "/lab/nim/"),
        ("by=numbers&amount=most&most=4", "/lab/subtraction:4/"),
        ("by=numbers&amount=only&take=1, 3 or 4", "/lab/subtraction:{1,3,4}/"),
        ("by=numbers&amount=only&take=2&splits=on", "/lab/octal:0.07/?by=numbers"),
        ("by=code&rules=Kayles", "/lab/kayles/?by=code"),
        (
            "by=heaps&heap-1=0&heap-2=0&heap-2=1&heap-2=&heap-3=0, 2%2B2",
            "/lab/heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}/",
        ),
        (f"{ESCAPE}&rows=4%2B2", "/lab/octal:0.35/?rows=4%2B2"),
    ],
)
def test_every_way_to_say_rules_leads_to_their_page(client, fields, address):
    response = client.get(f"/lab/?{fields}")
    assert response.status_code == 302
    path, _, query = response.url.partition("?")
    assert unquote(path) + (f"?{query}" if query else "") == address


@pytest.mark.parametrize(
    "key",
    [
        "nim",
        "kayles",
        "octal:0.35",
        "octal:4.7",
        "octal:0.00000007",
        "subtraction:5",
        "subtraction:{1,30}",
        "partizan-kayles",
        "lasker",
        "grundy",
        "hexadecimal:0.0F",
        SMALLEST,
        LARGE,
    ],
)
def test_a_page_of_rules_holds_fields_that_say_them(client, key):
    assert Fields.of(get_ruleset(key)).rules.key == key
    page = client.get(f"/lab/{key}/").content.decode()
    form = page.split('action="/lab/"')[1].split("</form>")[0]
    fields = QueryDict(mutable=True)
    for one in re.findall(r"<input[^>]*>", form):
        is_off = re.search(r'type="(checkbox|radio)"', one) and " checked" not in one
        value = re.search(r'value="([^"]*)"', one)
        if not is_off:
            fields.appendlist(
                re.search(r'name="([^"]+)"', one)[1], unescape(value[1]) if value else "on"
            )
    response = client.get(f"/lab/?{fields.urlencode()}")
    assert unquote(response.url) == f"/lab/{key}/"


def test_no_field_offers_a_split_that_a_game_does_not_have(client):
    """Lasker's Nim splits a heap without taking anything; the fields take and then split."""
    for address in ("/lab/lasker/", "/lab/lasker/?by=numbers"):
        assert "splits" not in ticked(client.get(address))


def test_the_page_of_a_heap_says_the_genus_that_the_table_says(client):
    page = client.get("/lab/lasker/")
    for size, genus in ((3, "4⁴"), (4, "3³"), (7, "8⁸")):
        row = client.get(f"/lab/lasker/rows/{size}/").content.decode()
        assert f"Heap of {size}: genus {genus}" in row
        assert table(page)[size - 1][3] == genus[0] * 2  # one of them raised


def test_a_picture_more_than_is_used_can_be_touched(client):
    page = client.get("/lab/octal:0.0007/").content.decode()
    assert 'name="5-one"' in page
    assert 'name="6-one"' not in page


@pytest.mark.parametrize(
    ("fields", "sentence", "kept"),
    [
        ("by=pictures&rows=4%2B1", "Tick at least one box", 'value="4+1"'),
        ("by=heaps", "Choose at least one thing that a heap may become.", 'name="heap-1"'),
        (
            "by=heaps&heap-2=1&heap-3=2%2B2&heap-3=7",
            "'7' is not what a heap of 3 may become; write 0, or smaller heaps",
            'value="7"',
        ),
        ("by=numbers&amount=only&take=a few", "'a few' is not a number that may be", "a few"),
        ("by=code&rules=octal:0.9", "'0.9' is not an octal ruleset", 'value="octal:0.9"'),
        ("by=code&rules=octal:0.123456701", "use at most 8 digits", "octal:0.123456701"),
    ],
)
def test_rules_that_are_none_are_refused_in_a_sentence_and_nothing_typed_is_lost(
    client, fields, sentence, kept
):
    response = client.get(f"/lab/?{fields}")
    assert response.status_code == 422
    assert sentence in said(response)
    form = response.content.decode().split('action="/lab/"')[1].split("</form>")[0]
    assert kept in unescape(form)


def test_beside_what_cannot_be_read_the_rest_stays_touched(client):
    page = client.get("/lab/?by=heaps&heap-2=1&heap-3=2%2B2&heap-3=7").content.decode()
    chosen = re.findall(r'name="(heap-\d)"\s+value="([^"]*)" checked', page)
    assert chosen == [("heap-2", "1"), ("heap-3", "2+2")]


def test_an_address_that_is_no_game_says_so_with_the_code_in_its_field(client):
    response = client.get("/lab/checkers/")
    assert response.status_code == 422
    assert "'checkers' is not a ruleset" in said(response)
    assert 'value="checkers"' in response.content.decode()


def test_of_a_very_large_heap_only_what_it_may_become_is_shown(client):
    page = client.get("/lab/heaps:{900:[[],[450,450]]}/").text
    assert re.findall(r'name="heap-900"\s+value="([^"]*)"', page) == ["0", "450+450", ""]
    assert "450 and 450" in page
    assert len(client.get("/lab/heaps:{999999:[[]]}/").content) < 100_000


def test_rows_that_cannot_be_played_are_refused_beside_their_field(client):
    response = client.get("/lab/nim/?rows=70")
    assert "use at most 60 in a row" in said(response)
    assert 'value="70"' in response.content.decode()
    assert "Play 70" not in said(response)


def test_a_change_of_a_field_brings_the_maker_alone(client):
    response = client.get(f"/lab/?{ESCAPE}", headers={"HX-Request": "true"}, follow=True)
    page = response.content.decode()
    assert page.lstrip().startswith('<div id="maker"')
    assert "<html" not in page
    assert ticked(response) == {"1-none", "1-one", "2-none", "2-two"}


# --- the ways on --------------------------------------------------------------------------


def test_from_the_rules_one_plays_explores_and_maps_them(client):
    page = client.get("/lab/octal:0.35/").content.decode()
    assert "/explore/octal:0.35/4+1/?convention=misere" in unescape(page)
    assert 'href="/maps/octal:0.35/"' in page
    assert 'href="/lab/quotients/octal:0.35/"' in page
    form = page.split('action="/play/"')[1].split("</form>")[0]
    posted = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
    match = client.post("/play/", posted, follow=True)
    assert "Take 1 counter from the end of a row." in said(match)
    assert match.status_code == 200
    assert match.request["PATH_INFO"].startswith("/play/")


def test_the_entrance_shows_a_game_to_change_and_what_else_can_be_asked(client):
    response = client.get("/lab/")
    assert "R1 stops at a row of 4" in said(response)
    assert ticked(response) == {"1-none", "1-one", "2-none", "2-two"}
    doors = response.content.decode().split("More questions to ask")[1].split("</section>")[0]
    pages = re.findall(r'<a class="card link-card" href="([^"]+)">\s*<svg', doors)
    assert {"/maps/", "/lab/reach/", "/lab/quotients/", "/lab/conditions/", "/lab/lenses/"} < set(
        pages
    )
    assert {client.get(page).status_code for page in pages} == {200}


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("/", "/lab/"),
        ("/explore/", "/lab/"),
        ("/explore/kayles/5/?tab=share", "/lab/kayles/"),
        ("/maps/kayles/", "/lab/kayles/"),
    ],
)
def test_the_lab_is_found_from_where_one_would_look(client, page, link):
    assert f'href="{link}"' in client.get(page).content.decode()


def test_the_link_to_share_is_the_address_of_the_rules(client):
    page = client.get("/lab/octal:0.35/?rows=4%2B2&by=numbers").content.decode()
    assert 'value="http://testserver/lab/octal:0.35/"' in page


@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: ascii(value)[:20])
def test_whatever_a_field_holds_nothing_breaks(client, value):
    fields = dict.fromkeys(("most", "take", "amount", "heap-3", "heap-999", "rules", "rows"), value)
    for by in ("numbers", "heaps", "code"):
        assert client.get("/lab/", {"by": by, **fields}).status_code in (302, 422)
    assert client.post("/lab/save/", {"ruleset": value, "name": value}).status_code == 422
    assert client.get("/lab/nim/", fields).status_code == 200
