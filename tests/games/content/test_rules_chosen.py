"""Rules from pictures and from fields: no code is typed anywhere."""

import re
from html import unescape

import pytest

from games.boards.games import OFFERS

from ..explore.test_explore import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("fields", "ruleset"),
    [
        ({"game": "kayles"}, "kayles"),
        ({"game": "own", "take": "any"}, "nim"),
        ({"game": "own", "take": "1-3"}, "subtraction:3"),
        ({"game": "own", "take": "1 to 3, 5"}, "subtraction:%7B1,2,3,5%7D"),
        ({"game": "own", "take": "1, 3 or 4"}, "subtraction:%7B1,3,4%7D"),
        ({"game": "own", "take": "1-2", "splits": "on"}, "kayles"),
        ({"game": "own", "take": "2", "splits": "on"}, "octal:0.07"),
        ({"game": "own", "amount": "any"}, "nim"),
        ({"game": "own", "amount": "most", "most": "4", "take": ""}, "subtraction:4"),
        ({"game": "own", "amount": "most", "most": "2", "splits": "on"}, "kayles"),
        ({"game": "own", "amount": "only", "take": "2", "splits": "on"}, "octal:0.07"),
        (
            {"game": "own", "amount": "each"}
            | dict.fromkeys(["1-none", "1-one", "2-none", "2-two"], "on"),
            "octal:0.35",
        ),
        (
            {"game": "own", "amount": "each"}
            | {f"{n}-{left}": "on" for n in (1, 2) for left in ("none", "one", "two")},
            "kayles",
        ),
        ({"game": "code", "ruleset": "octal:0.35"}, "octal:0.35"),
    ],
)
def test_rules_are_put_together_from_what_may_be_taken(client, fields, ruleset):
    response = client.get("/explore/", {"position": "5", "ruleset": "nim", **fields})
    assert response.status_code == 302
    assert response.url == f"/explore/{ruleset}/5/?convention=misere"


@pytest.mark.parametrize(
    ("take", "splits", "said"),
    [
        ("a few", False, "write numbers from 1 to 60 such as 1-3 or 1, 3, 4, or any"),
        ("3-1", False, "write numbers from 1 to 60"),
        ("0", False, "write numbers from 1 to 60"),
        ("61", False, "write numbers from 1 to 60"),
        ("", True, "where a row may split, write numbers such as 1-3"),
        ("1-9", True, "at most 8 digits"),
    ],
)
def test_rules_that_cannot_be_read_are_refused_in_a_sentence(client, take, splits, said):
    asked = {"game": "own", "take": take, "position": "5"} | ({"splits": "on"} if splits else {})
    page = client.get("/explore/", asked)
    assert page.status_code == 422
    assert said in text(page)
    kept = page.content.decode()
    [invalid] = re.findall(r'<input[^>]*aria-invalid="true"[^>]*>', kept)
    assert 'name="take"' in invalid
    assert f'name="take" value="{take}"' in kept
    assert bool(re.search(r" checked>\s*<span>You may take them from", kept)) == splits


@pytest.mark.parametrize(
    ("fields", "said", "field"),
    [
        ({"amount": "most", "most": "99"}, "write numbers from 1 to 60", "most"),
        ({"amount": "most", "most": "x"}, "write numbers from 1 to 60", "most"),
        ({"amount": "any", "splits": "on"}, "where a row may split, write numbers", "splits"),
        ({"amount": "each"}, "Tick at least one box", ""),
        ({"amount": "each", "8-one": "on", "position": "61"}, "at most 60 in a row", "position"),
    ],
)
def test_a_limit_is_said_in_a_sentence_and_the_fields_are_kept(client, fields, said, field):
    page = client.get("/explore/", {"game": "own", "position": "5"} | fields)
    assert page.status_code == 422
    assert said in text(page)
    html = page.content.decode()
    assert re.search(rf'name="amount" value="{fields["amount"]}"[^>]* checked', html)
    if field:
        assert re.search(rf'<input[^>]*name="{field}"', html)
    if "8-one" in fields:
        assert re.search(r'name="8-one" checked', html)
        assert 'name="position" value="61"' in html


def cards_of(page):
    return [
        (unescape(url), re.sub(r"<[^>]+>", "", name))
        for url, name in re.findall(
            r'href="([^"]+)">.*?<strong>(.*?)</strong>', "".join(lists_of(page)), re.S
        )
    ]


def lists_of(page):
    """The games in sight, and those that are folded."""
    lists = page.content.decode().split("<ul ")
    return [
        one.split("</ul>")[0]
        for one in lists
        if 'aria-label="Games"' in one or 'aria-label="More games"' in one
    ]


def test_every_game_is_a_picture_that_opens_its_board(client):
    page = client.get("/explore/")
    cards = cards_of(page)
    assert {unescape(name) for _, name in cards} >= {*map(str, OFFERS.values())}
    assert len(cards) == len(OFFERS) + 2
    assert any(url.startswith("/explore/octal:0.35/4+1/") for url, _ in cards)
    assert any(url.startswith("/explore/octal:0.07/9+4/") for url, _ in cards)
    for url, _ in cards:
        shown = client.get(url, follow=True)
        assert shown.status_code == 200
        assert "to change its row" in text(shown)
    seen, folded = lists_of(page)
    assert (seen.count('class="thumbnail"'), folded.count('class="thumbnail"')) == (
        6,
        len(cards) - 6,
    )
    assert f"<summary>{len(cards) - 6} more games</summary>" in page.content.decode()


def test_the_same_rows_are_seen_under_other_rules(client):
    page = client.get("/explore/kayles/4+3+1/?convention=normal").content.decode()
    link = unescape(re.search(r'class="game-choice" href="([^"]+)"', page)[1])
    shown = client.get(link)
    assert "Here are the rows 4 + 3 + 1 in every game" in text(shown)
    urls = [url for url, _ in cards_of(shown)]
    assert "/explore/nim/4+3+1/?convention=normal" in urls
    assert "/explore/partizan-kayles/4+3+1/?convention=normal&turn=left" in urls
    assert 'name="position" value="4+3+1"' in shown.content.decode()


@pytest.mark.parametrize("asked", [{"rows": "4+x"}, {"rows": "61"}, {"convention": "odd"}])
def test_rows_that_cannot_be_read_leave_the_games_in_sight(client, asked):
    shown = client.get("/explore/", asked)
    assert shown.status_code == 422
    assert len(cards_of(shown)) == len(OFFERS) + 2


def test_the_code_stays_in_a_folded_field(client):
    html = client.get("/explore/").content.decode()
    assert html.count('name="ruleset"') == 1
    fold = html.split("For experts: the rules in code")[0].split("<details")[-1]
    assert " open" not in fold.split(">")[0]
