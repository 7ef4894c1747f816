"""A sign-in on another device is told, and ended by whoever it was not."""

import re

import pytest
from django.test import Client

from games.people.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
TOLD = "Somebody has signed in with your name: Firefox on Windows"


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
    assert "Was that you?" not in own.get("/me/").content.decode()
    assert own.get("/accounts/password/").status_code == 200


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
    assert 'href="/accounts/devices/"' in browser.get("/admin/").content.decode()
    assert "Safari on a Mac, this one" in browser.get("/accounts/devices/").content.decode()
    assert boss.devices.count() == 1
