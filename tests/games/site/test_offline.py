"""The site on a home screen, and what it says without a network."""

import json
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from ..puzzles.puzzles import puzzle


def pixels(address):
    """The width and the height that a PNG says it has."""
    header = Path(finders.find(address.removeprefix("/static/"))).read_bytes()[16:24]
    return int.from_bytes(header[:4], "big"), int.from_bytes(header[4:], "big")


@pytest.mark.django_db
def test_a_phone_finds_a_name_and_icons_of_the_sizes_it_is_told(client):
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    response = client.get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    said = json.loads(response.content)
    assert (said["name"], said["start_url"], said["display"]) == ("Marienbad", "/", "standalone")
    sizes = {icon["sizes"] for icon in said["icons"]}
    assert sizes == {"192x192", "512x512"}
    for icon in said["icons"]:
        assert "x".join(map(str, pixels(icon["src"]))) == icon["sizes"]
    assert pixels("/static/img/icon-180.png") == (180, 180)


@pytest.mark.django_db
def test_the_offline_page_is_the_same_for_everybody(client, django_user_model):
    puzzle("nim", "1+2+4")
    page = client.get("/offline/")
    assert "Make a winning move." in page.content.decode()
    assert not page.cookies
    assert "public" in page.headers["Cache-Control"]
    client.force_login(django_user_model.objects.create(username="ada"))
    assert client.get("/offline/").content == page.content


@pytest.mark.django_db
def test_the_worker_stands_at_the_root_and_is_asked_for_again(client):
    response = client.get("/worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response.headers["Cache-Control"]
    assert b"/offline/" in response.content
