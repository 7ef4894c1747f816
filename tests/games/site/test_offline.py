"""The site on a home screen, and what it says without a network."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from ...solver.oracle import Oracle, nim
from ..learn.puzzles.puzzles import puzzle

pytestmark = pytest.mark.days


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
def test_each_move_of_the_offline_puzzle_has_its_verdict_and_no_link_needs_a_network(client):
    puzzle("nim", "1+2+4")
    html = client.get("/offline/").content.decode()
    moves = dict(re.findall(r"<summary>([^<]*)</summary>\s*<div class=\"verdict (\w+)", html))
    assert moves == {
        "Take 1 from row 1, leaving nothing": "bad",
        "Take 2 from row 2, leaving nothing": "bad",
        "Take 1 from row 2, leaving 1": "bad",
        "Take 4 from row 3, leaving nothing": "bad",
        "Take 3 from row 3, leaving 1": "bad",
        "Take 2 from row 3, leaving 2": "bad",
        "Take 1 from row 3, leaving 3": "good",
    }
    assert Oracle(nim, misere=True).winning_moves((1, 2, 4)) == {(2, (3,))}
    main = html.partition("<main")[2]
    assert re.findall(r'<a [^>]*href="([^"]*)"', main) == [""]


@pytest.mark.django_db
def test_the_worker_stands_at_the_root_and_is_asked_for_again(client):
    response = client.get("/worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert "no-cache" in response.headers["Cache-Control"]
    assert b"/offline/" in response.content
