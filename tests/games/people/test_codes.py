"""One field for every kind of code: it opens what the code is for, and counts wrong ones."""

import pytest
from django.test import Client

from games.people.models import User
from games.people.ways_in import SignInCard
from games.play.friends.seating import invite
from games.play.origins import Setup
from games.teach.classes.models import Invitation
from games.teach.classes.teaching import create_class
from games.web.codes import address_behind
from games.web.limits import WRONG_CODES_OF_ONE

from ..teach.live.rooms import KAYLES, room

pytestmark = pytest.mark.django_db


def enter(browser, code):
    return browser.post("/enter/", {"code": code})


@pytest.fixture
def classroom(alice):
    return create_class(alice, "A class")


def test_the_field_is_one_touch_away_on_every_page(visitor, signed_in):
    for browser in (visitor, signed_in):
        for address in ("/", "/play/", "/learn/", "/puzzles/", "/explore/", "/teach/", "/no/such/"):
            assert 'href="/enter/"' in browser.get(address).content.decode(), address


@pytest.mark.parametrize("typed", ["KHP4TWX", "khp4twx", " KHP 4TWX ", "khp-4twx"])
def test_the_code_of_a_live_room_opens_the_room(visitor, typed):
    room(KAYLES, code="KHP4TWX")
    assert enter(visitor, typed).url == "/live/KHP4TWX/"


def test_the_code_of_a_class_opens_the_page_to_join_it(visitor, classroom):
    assert (
        enter(visitor, classroom.shown_code.lower()).url == f"/join/{classroom.join_code}/?typed=1"
    )


def test_an_invitation_a_friends_link_and_a_card_are_opened(visitor, alice, classroom):
    invitation = Invitation.objects.create(classroom=classroom, role="assistant")
    assert enter(visitor, invitation.code).url == invitation.get_absolute_url()
    match = invite(alice, Setup("nim", "1+2", "misere", "", "owner"))
    assert enter(visitor, match.invitation).url == f"/play/with/{match.invitation}/"
    bob = User.objects.create_user("bob", password="correct horse battery")
    card = SignInCard.objects.create(user=bob, sealed="x", made_at=bob.date_joined)
    code = card.get_absolute_url().split("/")[2]
    assert enter(visitor, code).url == f"/card/{code}/"


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ("https://marienbad.example/live/KHP4TWX/", "/live/KHP4TWX/"),
        ("marienbad.example/join/KHP4TWXB/", "/join/KHP4TWXB/"),
        ("/learn/", "/learn/"),
        ("https://marienbad.example//evil.example/", None),
        ("https://evil.example/x/", None),
        ("javascript://x/%0aalert(1)", None),
        ("http://[/live/KHP4TWX/", None),
    ],
)
def test_a_pasted_link_stays_on_this_site(typed, opened):
    assert address_behind(typed) == opened


def test_a_wrong_code_is_shown_again_with_what_a_code_looks_like(visitor):
    response = enter(visitor, "nothing")
    assert response.status_code == 422
    page = response.content.decode()
    assert "This code opens nothing." in page
    assert 'value="nothing"' in page
    assert enter(visitor, "").status_code == 422
    assert enter(visitor, "x" * 301).status_code == 422
    assert enter(visitor, "\x00").status_code == 422


def test_wrong_codes_are_counted_for_one_browser_and_right_ones_always_open(visitor):
    room(KAYLES, code="KHP4TWX")
    for _ in range(WRONG_CODES_OF_ONE.most):
        assert enter(visitor, "ZZZZZZZ").status_code == 422
    response = enter(visitor, "ZZZZZZZ")
    assert response.status_code == 429
    assert "Too many wrong codes." in response.content.decode()
    assert enter(Client(), "ZZZZZZZ").status_code == 422
    assert enter(visitor, "KHP4TWX").url == "/live/KHP4TWX/"


@pytest.mark.parametrize("address", ["/join/", "/live/code/"])
def test_the_addresses_of_before_still_take_a_code(visitor, classroom, address):
    assert 'name="code"' in visitor.get(address).content.decode()
    response = visitor.post(address, {"code": classroom.join_code})
    assert response.url == f"/join/{classroom.join_code}/?typed=1"
