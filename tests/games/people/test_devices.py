"""A sign-in on another device is told, and ended by whoever it was not."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.people.models import User
from games.teach.classes.teaching import create_class
from games.teach.live.rooms.models import Room

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
TOLD = "Somebody signed in with your user name: Firefox on Windows"


def sign_in(name, agent):
    browser = Client(headers={"User-Agent": agent})
    posted = {"username": name, "password": PASSWORD}
    assert browser.post("/accounts/login/", posted).status_code == 302
    return browser


@pytest.mark.parametrize("is_admin", [False, True])
def test_that_was_not_me_ends_it_and_asks_for_a_new_password(alice, is_admin):
    User.objects.filter(pk=alice.pk).update(is_staff=is_admin, is_superuser=is_admin)
    own = sign_in("alice", "Macintosh; Mac OS X Safari")
    assert "Was that you?" not in own.get("/me/").content.decode()
    stranger = sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    assert "Was that you?" not in stranger.get("/me/").content.decode()
    page = own.get("/me/").content.decode()
    assert TOLD in page
    [address] = re.findall(r'action="(/accounts/devices/[^"]+/end/)"', page)
    answer = own.post(address, {"not-me": "1"})
    assert answer.headers["Location"] == "/accounts/password/"
    assert stranger.get("/accounts/devices/").status_code == 302
    for page in ("/me/", "/play/", "/admin/" if is_admin else "/learn/"):
        assert own.get(page).headers["Location"] == "/accounts/password/"
    swapped = own.get("/play/", headers={"HX-Request": "true"})
    assert swapped.headers["HX-Redirect"] == "/accounts/password/"
    asked = own.get("/accounts/password/").content.decode()
    assert "Somebody else signed in with your user name." in asked
    # Signing out and in again does not lift it, a new password does.
    again = sign_in("alice", "Macintosh; Mac OS X Safari")
    assert again.get("/me/").status_code == 302
    new = "a staple for the battery"
    posted = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert again.post("/accounts/password/", posted).headers["Location"] == "/me/"
    page = again.get("/me/").content.decode()
    assert "Was that you?" not in page
    assert "alice" in page
    assert "Somebody else" not in again.get("/accounts/password/").content.decode()
    assert own.get("/me/").content.decode().count("alice") == 0  # signed out by the new password


@pytest.mark.parametrize("page", ["/", "/learn/", "/play/", "/accounts/password/"])
def test_any_page_tells_and_the_answer_leads_back_to_it(alice, page):
    own = sign_in("alice", "Macintosh; Mac OS X Safari")
    sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    body = own.get(f"{page}?a=1").content.decode()
    assert body.count(TOLD) == 1
    [back] = re.findall(r'name="next" value="([^"]*)"', body)[:1]
    assert back == f"{page}?a=1"
    assert own.post("/accounts/devices/mine/", {"next": back}).headers["Location"] == back
    assert TOLD not in own.get(page).content.decode()


def test_what_a_class_looks_at_says_nothing_of_ones_devices_and_the_desk_does(alice):
    classroom = create_class(alice, "8 b")
    room = Room.objects.create(owner=alice, classroom=classroom, title="Monday")
    own = sign_in("alice", "Macintosh; Mac OS X Safari")
    sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    projected = (
        f"/live/{room.code}/projector/",
        f"/classes/{classroom.pk}/project/",
        f"/classes/{classroom.pk}/cards/sheet/",
    )
    for page in projected:
        response = own.get(page)
        assert response.status_code == 200, page
        body = response.content.decode()
        assert "Was that you?" not in body, page
        assert "signed in with your user name" not in body, page
    for page in (f"/live/{room.code}/desk/", f"/classes/{classroom.pk}/cards/"):
        assert own.get(page).content.decode().count(TOLD) == 1, page


def test_pages_look_for_other_devices_only_after_somebody_has_signed_in(alice):
    own = sign_in("alice", "Macintosh; Mac OS X Safari")
    with CaptureQueriesContext(connection) as before:
        own.get("/play/")
    assert "games_device" not in str(before.captured_queries)
    other = sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    User.objects.filter(pk=alice.pk).update(last_login=timezone.now() + timedelta(seconds=9))
    assert TOLD in own.get("/play/").content.decode()
    other.post("/accounts/logout/")
    assert TOLD not in own.get("/play/").content.decode()


def test_that_was_me_is_remembered_until_the_next_one(alice):
    own = sign_in("alice", "Macintosh; Mac OS X Safari")
    sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    own.post("/accounts/devices/mine/")
    assert "Was that you?" not in own.get("/me/").content.decode()
    sign_in("alice", "Windows NT 10.0 Firefox/140.0")
    assert own.get("/me/").content.decode().count(TOLD) == 1


def test_the_administration_leads_to_where_one_is_signed_in(db):
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    browser = sign_in("boss", "Macintosh; Mac OS X Safari")
    assert "Was that you?" not in browser.get("/admin/").content.decode()
    stranger = sign_in("boss", "Windows NT 10.0 Firefox/140.0")
    page = " ".join(browser.get("/admin/").content.decode().split())
    assert f"{TOLD}, " in page
    assert '<a href="/me/">Was that you?</a>' in page
    stranger.post("/accounts/logout/")
    assert 'href="/accounts/devices/"' in browser.get("/admin/").content.decode()
    assert "Safari on a Mac, this one" in browser.get("/accounts/devices/").content.decode()
    assert boss.devices.signed_in().count() == 1
