"""What a page costs to load: all scripts and styles together, compressed."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders

from games.web.static_files import SHEETS, every_sheet

LIMIT, FIRST_PAGE = 60_000, 100_000


@pytest.mark.django_db
def test_all_scripts_and_styles_stay_small_and_nothing_comes_from_elsewhere(client):
    page = client.get("/").content
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', page.decode())
    assert "://" not in " ".join(re.findall(r'(?:src|href)="([^"]+)"', page.decode()))
    files = {finders.find(address.removeprefix("/static/")) for address in addresses}
    files |= {str(path) for path in Path("static/js").glob("*.js")}
    assert f"/static/{SHEETS}" in addresses
    files.remove(finders.find(SHEETS))
    contents = [every_sheet().encode(), *(Path(file).read_bytes() for file in files if file)]
    weight = sum(len(brotli.compress(content)) for content in contents)
    assert len(files) > 8
    assert weight < LIMIT
    assert weight + len(brotli.compress(page)) < FIRST_PAGE
