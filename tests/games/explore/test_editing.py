"""The board is changed row by row, with scripts off: every button loads the page it makes."""

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
    page = client.get("/explore/kayles/4+3+1/?convention=normal")
    link = page.content.decode().split('">Change the board')[0].split('href="')[-1]
    page = client.get(unescape(link))
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
    assert page.redirect_chain == [
        ("/explore/kayles/3+1/?convention=normal&theory=nim-sum&edit=1", 302)
    ]
    assert "The player to move wins." in text(page)


def test_the_last_row_may_go_and_another_come(client):
    page = press(client, client.get("/explore/nim/2/?edit=1"), "Remove row 1")
    assert heading(page) == "0"
    assert heading(press(client, page, "Add a row")) == "1"


def test_strips_keep_their_player_and_the_theory_its_tab(client):
    page = client.get("/explore/partizan-kayles/5+2/?turn=right&theory=exhaustive&edit=1")
    page = press(client, page, "One more in strip 2")
    assert heading(page) == "5 + 3"
    assert "Right to move." in text(page)
    assert re.search(r'aria-current="true">Search<', page.content.decode())


@pytest.mark.parametrize(
    ("address", "label", "said", "kept"),
    [
        ("/explore/nim/60+2/?edit=1", "One more in row 1", "use at most 60 in a row", "60 + 2"),
        (
            f"/explore/nim/{'+'.join('1' * 12)}/?edit=1",
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
    html = client.get("/explore/nim/3+1/?edit=1").content.decode()
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
    page = client.get(f"/explore/kayles/{rows}/?edit=1")
    assert page.status_code == 200
    assert len(page.content) < 60_000
    assert "One fewer in row 1" in page.content.decode()


def test_htmx_gets_the_page_that_it_cuts_the_board_from(client):
    address = "/explore/kayles/4+3/?edit=1&change=1:5"
    page = client.get(address, headers={"HX-Request": "true"}, follow=True)
    assert heading(page) == "5 + 3"
    assert 'id="explored"' in page.content.decode()


def test_a_lost_board_with_no_move_offers_no_winning_moves(client):
    assert "Show the winning moves" not in text(client.get("/explore/nim/0/"))
