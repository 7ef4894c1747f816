"""What a page costs to load: all scripts and styles together, as a server sends them."""

import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles.storage import staticfiles_storage

from games.web.static_files import modules
from tests.collected import collected

LIMIT, FIRST_PAGE = 60_000, 100_000
ALONE = ("js/editor.js", "js/drafts.js", "js/sentences.js", "js/numbers.js")
"""Scripts that only the pages of one kind load: writing lessons, assignments, proofs to put in
order, and numbers to touch."""
LIMIT_ALONE = 2_000
"""As much as the largest sheet of one kind of pages."""
LIMIT_OF_PROGRAMS, LIMIT_OF_PYTHON = 10_000, 230_000
"""The scripts and the sheet of /play/program/, and the two files of Python, which no other page
loads."""


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
    shared = [name for name in sources("js/*.js") if name not in ALONE]
    sheets = sources("css/pages/**/*.css")
    # What the lab has is in lab.css.
    pages = [
        name for name in sheets if "/lab/" not in name and name != "css/pages/play/program.css"
    ]
    ours = ["css/faces.css", *pages, *shared]
    files = {*named, *map(staticfiles_storage.stored_name, ours)}
    weight = sum(len(brotli.compress((served / name).read_bytes())) for name in files)
    assert len(files) > 30
    assert weight < LIMIT
    assert weight + len(brotli.compress(page)) < FIRST_PAGE


@pytest.mark.django_db
def test_what_few_pages_need_is_small_and_no_other_page_loads_it(served, client):
    page = client.get("/").content.decode()
    for name in ALONE:
        stored = staticfiles_storage.stored_name(name)
        assert len(brotli.compress((served / stored).read_bytes())) < LIMIT_ALONE
        assert stored not in page
        assert name not in modules("js/site.js")


@pytest.mark.django_db
def test_a_player_of_your_own_loads_its_parts_alone(served, client):
    def weight(names):
        stored = map(staticfiles_storage.stored_name, names)
        return sum(len(brotli.compress((served / name).read_bytes())) for name in stored)

    # at the table, in homework, and in a class's tournament
    elsewhere = {f"js/programs/{name}.js" for name in ("by_hand", "answer", "tournament")}
    own = [*({*sources("js/programs/*.js")} - elsewhere), "css/pages/play/program.css"]
    python = sources("micropython/micropython.*")
    assert len(own) == 6
    assert weight(own) < LIMIT_OF_PROGRAMS
    assert all(weight([name]) < LIMIT_ALONE for name in elsewhere)
    assert len(python) == 2
    assert weight(python) < LIMIT_OF_PYTHON
    for address in ("/", "/play/", "/opponents/"):
        page = client.get(address).content.decode()
        assert "programs/" not in page
        assert "micropython" not in page
    assert not {name for name in modules("js/site.js") if "programs/" in name}


def test_what_is_sent_has_neither_comments_nor_blank_lines(served):
    sheet, script = (
        (served / staticfiles_storage.stored_name(name)).read_text()
        for name in ("css/pages/play/play.css", "js/board.js")
    )
    assert "/*" not in sheet
    assert "\n\n" not in sheet + script
    assert re.search(r'^import\{sound\}from"\./sounds\.[0-9a-f]{12}\.js";', script)


def sources(pattern: str) -> list[str]:
    return [path.relative_to("static").as_posix() for path in Path("static").glob(pattern)]
