"""Scripts and styles are asked for under names that change with what is in them."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client

from games.web.static_files import modules, short_sheet
from tests.collected import HASHED, collected

pytestmark = pytest.mark.django_db

ADDRESSES = [
    *("/", "/learn/", "/play/", "/puzzles/", "/live/", "/explore/"),
    *("/lab/", "/maps/", "/theory/", "/errata/", "/privacy/", "/accounts/login/"),
]
IN_A_PAGE = re.compile(r'(?:src|href)="/static/([^"]+\.(?:js|css|svg))"')
IN_A_FILE = re.compile(
    r"""(?:\bimport\s*\(?|\bfrom|@import\s+(?:url\()?|\burl\()\s*["']?(?!data:|#)"""
    r"""([\w./-]+\.(?:js|css|svg))["']?"""
)


@pytest.fixture
def folder(tmp_path, settings):
    with collected(tmp_path / "static", settings) as static:
        yield static


def asked_by(page: str, folder: Path) -> set[str]:
    """All files a browser asks for to show a page, those that files name included."""
    names = set(IN_A_PAGE.findall(page))
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if not name.endswith((".js", ".css")):
            continue
        for target in IN_A_FILE.findall((folder / name).read_text()):
            named = normpath(join(dirname(name), target))
            if named not in names:
                names.add(named)
                waiting.append(named)
    return names


def test_every_script_and_style_of_a_page_has_a_hashed_name(folder, visitor):
    for address in ADDRESSES:
        page = visitor.get(address)
        assert page.status_code == 200, address
        names = asked_by(page.content.decode(), folder)
        assert any(name.startswith("js/board.") for name in names), address
        assert [name for name in names if not HASHED.search(name)] == [], address
        assert [name for name in names if not (folder / name).exists()] == [], address


def test_what_has_a_hashed_name_is_kept_for_good(folder, visitor):
    page = visitor.get("/privacy/").content.decode()
    for name in asked_by(page, folder):
        answer = visitor.get(f"/static/{name}")
        assert "immutable" in answer.headers["Cache-Control"], name
        assert answer.headers["Marienbad"] == "1", name  # the page without a network asks for it
        answer.close()


def test_the_scripts_of_the_admin_have_hashed_names(folder, admin_client):
    page = admin_client.get("/admin/games/lesson/add/").content.decode()
    names = asked_by(page, folder)
    assert any(name.startswith("js/editor.") for name in names)
    assert [name for name in names if not HASHED.search(name)] == []


def test_a_page_asks_for_all_modules_at_once(folder, visitor):
    page = visitor.get("/privacy/").content.decode()
    told = set(re.findall(r'<link rel="modulepreload" href="/static/([^"]+)" ', page))
    [site] = re.findall(r'<script type="module" src="/static/([^"]+)" ', page)
    imported = {name for name in asked_by(f'src="/static/{site}"', folder) if name != site}
    assert len(imported) > 12
    assert told == imported


def test_a_page_waits_for_one_sheet_of_all_pages_and_its_own_and_for_no_script(folder, visitor):
    page = visitor.get("/").content.decode()
    sheets = re.findall(r'<link rel="stylesheet" href="/static/css/([^"]+)"', page)
    assert [name.split(".")[0] for name in sheets] == ["every_page", "faces", "pages/site/site"]
    asked = (folder / "css" / sheets[0]).read_text()
    assert "@import" not in asked
    source = Path("static/css/every_page.css").read_text()
    parts = re.findall(r'@import "(.+)";', source)
    assert parts
    written = [short_sheet(Path("static/css", part).read_text()) for part in parts]
    assert [sheet in asked for sheet in written] == [True] * len(parts)
    scripts = re.findall(r'<link rel="modulepreload"[^>]*>|<script type="module"[^>]*>', page)
    assert scripts
    assert [tag for tag in scripts if 'fetchpriority="low"' not in tag] == []


def test_a_changed_module_changes_the_name_of_what_imports_it(folder, tmp_path, settings):
    before = site_name()
    assert f"/static/{before}" in Client().get("/privacy/").content.decode()
    changed = tmp_path / "changed" / "js"
    changed.mkdir(parents=True)
    board = Path(finders.find("js/board.js")).read_text()
    (changed / "board.js").write_text(board + "export const changed = true;\n")
    settings.STATICFILES_DIRS = [changed.parent, *settings.STATICFILES_DIRS]
    call_command("collectstatic", interactive=False, verbosity=0)
    assert site_name() != before
    assert site_name() in {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}


def site_name() -> str:
    """The name under which pages ask for the script of the site."""
    from django.contrib.staticfiles.storage import staticfiles_storage

    return staticfiles_storage.stored_name("js/site.js")


def test_a_module_that_is_not_there_has_no_imports():
    with pytest.raises(FileNotFoundError):
        modules("js/no-such-module.js")
