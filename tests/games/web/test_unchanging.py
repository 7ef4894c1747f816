"""Pages that do not change between releases: sent once, and to each person their own."""

import re
from html import unescape

import pytest
from django.test import Client

from games.people.models import User
from games.play.models import Match

pytestmark = pytest.mark.django_db

UNCHANGING = [
    "/maps/",
    "/maps/kayles/",
    "/maps/kayles/map.svg",
    "/theory/",
    "/theory/r1/",
    "/theory/questions/",
    "/theory/company/",
    "/errata/",
    "/errata/program/",
    "/lab/reach/",
    "/lab/conjectures/",
    "/lab/distinguisher/",
    "/lab/partizan/",
    "/lab/quotients/",
    "/lab/quotients/kayles/",
]
WITH_FORMS = ["/errata/octal-035/", "/lab/conditions/", "/lab/lenses/", "/explore/kayles/3+4/"]
"""Each form has a key of its own, so these are new each time."""


@pytest.mark.parametrize("address", UNCHANGING)
def test_a_page_that_has_not_changed_is_not_sent_again(client, address):
    first = client.get(address)
    assert first.status_code == 200
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get(address, headers={"If-None-Match": '"another"'})
    assert other.content == first.content


@pytest.mark.parametrize("address", [*UNCHANGING, *WITH_FORMS])
def test_nobody_gets_the_page_of_somebody_else(address, signed_in, visitor):
    bob = Client()
    bob.force_login(User.objects.create_user("bob"))
    names = {signed_in: "alice", bob: "bob", visitor: "Sign in"}
    pages = {browser: browser.get(address) for browser in names}
    is_drawing = address.endswith(".svg")
    for browser in (signed_in, bob):
        assert is_drawing or "no-store" in pages[browser]["Cache-Control"]
        assert is_drawing or "ETag" not in pages[browser]
    for browser, name in names.items():
        for other in names:
            tag = {"If-None-Match": pages[other].get("ETag", '"none"')}
            page = browser.get(address, headers=tag)
            if is_drawing:
                assert page.status_code == 304
                continue
            assert "Cookie" in page["Vary"]
            if page.status_code == 304:
                assert browser is other is visitor
                continue
            said = re.findall(r'<div class="who">(.*?)</div>', page.content.decode(), re.S)[0]
            assert re.sub(r"<[^>]+>", " ", said).split()[3:] == name.split()


def test_the_forms_of_the_errata_are_everybodys_own(signed_in):
    """Their boards are drawn once; what guards and counts a form is not."""
    browsers = [Client(enforce_csrf_checks=True) for _ in range(2)]
    keys = []
    for browser in browsers:
        page = browser.get("/errata/octal-035/").content.decode()
        form = re.search(r'<form class="play-form.*?</form>', page, re.S)[0]
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))
        move = unescape(re.search(r'name="move" value="([^"]+)"', form)[1])
        keys += re.findall(r'name="form_key" value="([^"]+)"', page)
        taken = {"csrfmiddlewaretoken": fields["csrfmiddlewaretoken"]}
        other = next(one for one in browsers if one is not browser)
        other.get("/play/")
        assert other.post("/play/", fields | {"move": move} | taken).status_code == 403
        assert browser.post("/play/", fields | {"move": move}).status_code == 302
    assert len(keys) == len(set(keys)) > 6
    assert Match.objects.count() == 2
