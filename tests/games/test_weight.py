"""What a page costs to load: all scripts and styles together, compressed."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders

LIMIT, FIRST_PAGE = 60_000, 100_000


@pytest.mark.django_db
def test_all_scripts_and_styles_stay_small_and_nothing_comes_from_elsewhere(client):
    page = client.get("/").content
    addresses = re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg))"', page.decode())
    assert "://" not in " ".join(re.findall(r'(?:src|href)="([^"]+)"', page.decode()))
    files = {finders.find(address.removeprefix("/static/")) for address in addresses}
    files |= {str(path) for path in Path("static/js").glob("*.js")}
    weight = sum(len(brotli.compress(Path(file).read_bytes())) for file in files if file)
    assert len(files) > 8
    assert weight < LIMIT
    assert weight + len(brotli.compress(page)) < FIRST_PAGE
