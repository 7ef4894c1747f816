import re

import pytest

from games.people.models import Visitor
from games.play.models import Match, Move

from .games import START, start

pytestmark = pytest.mark.django_db


def test_the_first_page_is_a_board_and_stores_nothing(visitor):
    page = visitor.get("/")
    assert page.status_code == 200
    assert b'id="row-4-take-7"' in page.content
    assert b"Take 3 from row 4, leaves 4" in page.content
    assert not Visitor.objects.exists()
    assert not Match.objects.exists()


def test_the_first_move_on_the_first_page_starts_the_match(visitor):
    page = visitor.get("/").content.decode()
    assert 'name="start" value="marienbad"' in page
    match = start(visitor, start="marienbad", opponent="learner", move="4>4")
    assert match.visitor is not None
    assert match.user is None
    first, second = match.moves.all()
    assert (first.seat, first.text) == ("owner", "4>4+0")
    assert second.seat == "other"


def test_the_computer_may_start(visitor):
    match = start(visitor, starter="other")
    assert [move.seat for move in match.moves.all()] == ["other"]


def test_the_computer_does_not_start_every_game_alike(visitor):
    matches = [start(visitor, opponent="random", starter="other") for _ in range(12)]
    assert len({match.moves.get().text for match in matches}) > 1


def test_the_owner_may_look_first_and_then_choose_who_starts(visitor):
    match = start(visitor, start="lights", starter="choose")
    assert match.state == Match.State.CHOOSING
    page = visitor.get(match.get_absolute_url()).content.decode()
    assert "Do you want to start?" in page
    assert 'name="move"' not in page
    chosen = visitor.post(f"/play/{match.pk}/starter/", {"starter": "other"})
    assert chosen.status_code == 302
    match.refresh_from_db()
    assert match.state == Match.State.RUNNING
    assert match.moves.count() == 1
    again = visitor.post(f"/play/{match.pk}/starter/", {"starter": "other"})
    assert again.status_code == 302
    assert match.moves.count() == 1
    other = visitor.post(f"/play/{match.pk}/starter/", {"starter": "owner"})
    assert other.status_code == 409
    assert visitor.post(f"/play/{match.pk}/starter/", {"starter": "cat"}).status_code == 422


def test_a_user_owns_what_he_starts(signed_in, alice):
    match = start(signed_in)
    assert match.user == alice
    assert match.visitor is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": "1+x"}, "x"),
        ({"position": ""}, "at least one row"),
        ({"position": "+".join(["1"] * 13)}, "at most 12 rows"),
        ({"position": "61"}, "at most 60"),
        ({"position": "9" * 199}, "is not a position"),
        ({"ruleset": "chess"}, "chess"),
        ({"convention": ""}, "wins or loses"),
        ({"convention": "odd"}, "odd"),
        ({"opponent": "nobody"}, "nobody"),
        ({"starter": ""}, "who starts"),
        ({"move": "9>1"}, "There is no row 9"),
    ],
)
def test_bad_input_gets_a_sentence_and_keeps_what_was_typed(visitor, changes, said):
    response = visitor.post("/play/", START | changes)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    if "position" in changes:
        assert f'value="{changes["position"]}"' in page
        assert not Match.objects.exists()


def test_a_link_can_ask_for_a_position(visitor):
    page = visitor.get("/play/?ruleset=subtraction:3&position=5 6 7&convention=normal")
    assert b'value="5 6 7"' in page.content
    assert b'value="subtraction:3"' in page.content


@pytest.mark.parametrize("opponent", ["perfect", "learner", "person"])
@pytest.mark.parametrize(
    "key", ["marienbad", "lights", "two-rows", "three-rows", "laundry", "escape"]
)
def test_every_preset_can_be_started(visitor, key, opponent):
    match = start(visitor, start=key, opponent=opponent, starter="owner")
    assert visitor.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(
    ("key", "ruleset", "position"),
    [
        ("escape", "octal:0.35", "4+1"),
        ("gremlin", "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}", "3+1"),
    ],
)
def test_both_gremlins_can_be_chosen(visitor, key, ruleset, position):
    match = start(visitor, start=key, opponent="perfect", starter="owner")
    assert (match.ruleset, match.position) == (ruleset, position)


def test_a_link_can_say_who_starts(visitor):
    page = visitor.get("/play/?ruleset=octal:0.35&position=4+2&starter=other").content.decode()
    assert re.search(r'name="starter" value="other"[^>]* checked', page)


def test_setting_up_writes_nothing(visitor):
    visitor.get("/play/")
    assert not Visitor.objects.exists()
    assert not Move.objects.exists()
