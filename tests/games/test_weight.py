"""What a page costs to load: all scripts and styles together, as a server sends them."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from tests.collected import collected

LIMIT, FIRST_PAGE = 60_000, 100_000


@pytest.fixture
def served(tmp_path, settings):
    """The folder of the collected files."""
    with collected(tmp_path / "static", settings) as folder:
        yield folder


@pytest.mark.django_db
def test_all_scripts_and_styles_stay_small_and_nothing_comes_from_elsewhere(served, client):
    page = client.get("/").content
    assert "://" not in " ".join(re.findall(r'(?:src|href)="([^"]+)"', page.decode()))
    named = re.findall(r'(?:src|href)="/static/([^"]+\.(?:js|css))"', page.decode())
    ours = ["css/faces.css", *sources("css/pages/*.css"), *sources("js/*.js")]
    files = {*named, *map(staticfiles_storage.stored_name, ours)}
    weight = sum(len(brotli.compress((served / name).read_bytes())) for name in files)
    assert len(files) > 40
    assert weight < LIMIT
    assert weight + len(brotli.compress(page)) < FIRST_PAGE


def test_what_is_sent_has_neither_comments_nor_blank_lines(served):
    sheet, script = (
        (served / staticfiles_storage.stored_name(name)).read_text()
        for name in ("css/pages/play.css", "js/board.js")
    )
    assert "/*" not in sheet
    assert "\n\n" not in sheet + script
    assert re.search(r'^import\{sound\}from"\./sounds\.[0-9a-f]{12}\.js";', script)


def sources(pattern: str) -> list[str]:
    return [path.relative_to("static").as_posix() for path in Path("static").glob(pattern)]
