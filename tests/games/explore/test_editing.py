"""The board is changed row by row, with scripts off: every button loads the page it makes."""

import gzip
import re
from html import unescape

import pytest

from .test_explore import text
from .test_limits import SIXTIES

pytestmark = pytest.mark.django_db


def press(client, page, label):
    """Press the button of this name in the form of the board."""
    html = page.content.decode().split('id="edit-board"')[1].split("</form>")[0]
    hidden = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', html))
    buttons = re.findall(
        r'name="change"\s+value="([^"]+)"[^>]*?(?:aria-label="([^"]+)"[^>]*>|>)([^<]*)', html
    )
    [value] = [value for value, heard, seen in buttons if label in (unescape(heard), seen.strip())]
    path = page.context["request"].path
    return client.get(path, hidden | {"change": value}, follow=True)


def heading(page):
    return re.search(r'<h1 id="position-title">(.*?)</h1>', page.content.decode())[1]


def test_rows_grow_shrink_go_and_come(client):
    page = client.get("/explore/kayles/4+3+1/?convention=normal&theory=nim-sum")
    for label, rows in [
        ("One fewer in row 1", "3 + 3 + 1"),
        ("One more in row 2", "3 + 4 + 1"),
        ("One fewer in row 3", "3 + 4"),
        ("Add a row", "3 + 4 + 1"),
        ("Remove row 1", "4 + 1"),
        ("2 in row 1", "2 + 1"),
        ("3 in row 1", "3 + 1"),
    ]:
        page = press(client, page, label)
        assert page.status_code == 200
        assert heading(page) == rows
        assert "Whoever takes the last pin wins" in text(page)
    assert page.redirect_chain == [("/explore/kayles/3+1/?convention=normal&theory=nim-sum", 302)]
    assert "The player to move wins." in text(page)


def test_the_last_row_may_go_and_another_come(client):
    page = press(client, client.get("/explore/nim/2/"), "Remove row 1")
    assert heading(page) == "0"
    assert heading(press(client, page, "Add a row")) == "1"


def test_strips_keep_their_player_and_the_theory_its_tab(client):
    page = client.get("/explore/partizan-kayles/5+2/?turn=right&theory=exhaustive&tab=theories")
    page = press(client, page, "One more in strip 2")
    assert heading(page) == "5 + 3"
    assert re.search(r'aria-current="true">Right<', page.content.decode())
    assert re.search(r'aria-current="true">Search<', page.content.decode())


@pytest.mark.parametrize(
    ("address", "label", "said", "kept"),
    [
        ("/explore/nim/60+2/", "One more in row 1", "use at most 60 in a row", "60 + 2"),
        (
            f"/explore/nim/{'+'.join('1' * 12)}/",
            "Add a row",
            "use at most 12 rows",
            " + ".join("1" * 12),
        ),
    ],
)
def test_a_limit_is_answered_in_a_sentence_and_the_board_stays(client, address, label, said, kept):
    page = press(client, client.get(address), label)
    assert page.status_code == 422
    assert said in text(page).split('role="alert"')[0]
    assert 'role="alert"' in page.content.decode()
    assert heading(page) == kept
    assert "Add a row" in text(page)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rows": "4+x"}, "as in 1+3+5+7"),
        ({"rows": "61"}, "use at most 60 in a row"),
        ({"change": "9:1"}, "is not a change of 4+3"),
        ({"change": "<b>"}, "is not a change of 4+3"),
        ({"change": "1:999"}, "use at most 60 in a row"),
    ],
)
def test_what_cannot_be_read_changes_nothing(client, asked, said):
    page = client.get("/explore/kayles/4+3/", asked)
    assert page.status_code == 422
    assert said in text(page)
    assert heading(page) == "4 + 3"
    if asked.get("rows"):
        assert f'name="rows" value="{asked["rows"]}"' in page.content.decode()


def test_rows_and_ending_are_typed_as_well(client):
    asked = {"rows": "5, 4", "convention": "normal", "theory": "r1"}
    page = client.get("/explore/kayles/4+3+1/", asked)
    assert page.status_code == 302
    assert page.url == "/explore/kayles/5+4/?convention=normal&theory=r1"


def test_every_place_of_a_row_is_a_button_with_a_name(client):
    html = client.get("/explore/nim/3+1/").content.decode()
    assert re.findall(r'aria-label="(\d in row 1)"', html) == [
        "1 in row 1",
        "2 in row 1",
        "2 in row 1",
        "4 in row 1",
    ]
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("rows", [SIXTIES, "+".join(["10"] * 12), "+".join(["20"] * 12), "60+60"])
def test_a_board_that_is_changed_is_a_light_page(client, rows):
    page = client.get(f"/explore/kayles/{rows}/")
    assert page.status_code == 200
    assert len(page.content) < 90_000
    assert len(gzip.compress(page.content)) < 12_000
    assert "One fewer in row 1" in page.content.decode()


def test_htmx_gets_the_page_that_it_cuts_the_board_from(client):
    address = "/explore/kayles/4+3/?change=1:5"
    asked = {"HX-Request": "true", "HX-Boosted": "true"}
    page = client.get(address, headers=asked, follow=True)
    assert heading(page) == "5 + 3"
    assert 'id="explored"' in page.content.decode()


def test_an_ending_and_a_player_are_chosen_above_the_board(client):
    page = client.get("/explore/partizan-kayles/5+2/?turn=left&theory=exhaustive&tab=theories")
    found = re.findall(r'id="to-\w+" href="([^"]+)"[^>]*>([^<]+)<', page.content.decode())
    links = {name: unescape(url) for url, name in found}
    other = client.get(links["wins"])
    assert "Whoever cannot move loses" in text(other)
    assert heading(other) == "5 + 2"
    turned = client.get(links["Right"])
    assert re.search(r'aria-current="true">Right<', turned.content.decode())
    assert re.search(r'class="outcome.{0,99}Right (wins|loses)', turned.content.decode(), re.S)
    for shown in (other, turned):
        assert re.search(r'aria-current="true">Theories<', shown.content.decode())
        assert re.search(r'aria-current="true">Search<', shown.content.decode())


def test_each_tab_is_an_address_and_the_board_keeps_it(client):
    why, theories, share = (
        client.get(f"/explore/kayles/4+3+1/{tab}").content.decode()
        for tab in ("", "?tab=theories", "?tab=share")
    )
    assert ['id="film"' in page for page in (why, theories, share)] == [True, False, False]
    assert ["agree on every winning move" in page for page in (why, theories, share)] == [
        False,
        True,
        False,
    ]
    assert ['id="rows"' in page for page in (why, theories, share)] == [False, False, True]
    assert all('id="edit-1-less"' in page for page in (why, theories, share))
    changed = press(client, client.get("/explore/kayles/4+3+1/?tab=share"), "Add a row")
    assert heading(changed) == "4 + 3 + 1 + 1"
    assert 'id="rows"' in changed.content.decode()
    assert 'id="film"' in client.get("/explore/kayles/4+3+1/?tab=nothing").content.decode()
