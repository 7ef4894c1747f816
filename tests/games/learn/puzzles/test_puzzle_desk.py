"""A puzzle laid on a board in the admin, as browsers without scripts would lay it."""

import pytest

from games.learn.puzzles.models import Puzzle

from ..lessons.curation import staff
from .puzzles import puzzle

pytestmark = pytest.mark.django_db
NEW = "/admin/games/puzzle/add/"


@pytest.fixture
def curator():
    return staff("curator", "view_puzzle", "add_puzzle", "change_puzzle")


def test_a_puzzle_is_laid_by_touching_and_its_key_is_shown_at_once(curator):
    posted = {"ruleset": "nim", "convention": "misere", "goal": "move", "state": "published"}
    page = curator.post(NEW, posted | {"position": "1", "change": "2:5"}).content.decode()
    assert 'name="position" value="1+5"' in page
    assert "<li>Only one move wins.</li><li>Take 5 from row 2, leaving nothing.</li>" in page
    assert "This wins: Take 5 from row 2, leaving nothing." in page
    assert "Make a winning move" in page.split('class="desk-preview"')[1]
    assert not Puzzle.objects.exists()
    assert curator.post(NEW, posted | {"position": "1+5"}).status_code == 302
    assert Puzzle.objects.get().position == "1+5"


def test_what_the_solver_contradicts_is_said_while_it_is_laid(curator):
    posted = {"ruleset": "nim", "convention": "misere", "goal": "move", "do": "look"}
    page = curator.post(NEW, posted | {"position": "2+2"}).content.decode()
    assert "the player to move loses when the last one loses" in page
    assert "errornote" not in page
    page = curator.post(NEW, posted | {"position": "x", "change": "1:3"}).content.decode()
    assert "is not a position" in page


def test_who_may_only_look_sees_the_board_and_no_button():
    found = puzzle(position="1+5")
    reader = staff("reader", "view_puzzle")
    page = reader.get(f"/admin/games/puzzle/{found.pk}/change/").content.decode()
    assert 'id="key-board"' in page
    assert "Take 5 from row 2, leaving nothing." in page
    assert 'name="_save"' not in page
    assert 'name="change"' not in page
    assert "Make another puzzle" not in page
    assert reader.get(NEW).status_code == 403
    assert reader.post(f"/admin/games/puzzle/{found.pk}/change/", {}).status_code == 403


def test_another_puzzle_begins_as_a_stored_one(curator):
    found = puzzle(position="1+5")
    page = curator.get(f"/admin/games/puzzle/{found.pk}/change/").content.decode()
    start = f"{NEW}?ruleset=nim&amp;position=1%2B5&amp;convention=misere&amp;to_move=&amp;goal=move"
    assert start in page
    again = curator.get(start.replace("&amp;", "&")).content.decode()
    assert 'name="position" value="1+5"' in again
    assert "Take 5 from row 2, leaving nothing." in again


@pytest.mark.parametrize(
    "posted",
    [
        {"change": "1:99999"},
        {"change": "x", "ruleset": "nim"},
        {"do": "__init__:x", "ruleset": "heaps:" + "[" * 900},
        {"ruleset": "nim", "position": "9" * 500, "do": "look"},
        {"ruleset": "\x00", "position": "\x00", "goal": "\x00"},
        {"ruleset": "nim", "position": "3", "goal": "build", "convention": "misere"},
    ],
)
def test_hostile_forms_are_refused_on_the_page(curator, posted):
    assert curator.post(NEW, posted).status_code == 200
    assert not Puzzle.objects.exists()
