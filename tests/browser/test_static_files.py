"""What a browser asks of a server whose static files are collected."""

import json
import re
from pathlib import Path

import pytest
from django.test.testcases import LiveServerThread

from ..collected import HASHED, collected

pytestmark = pytest.mark.browser

ADDRESSES = ["/", "/learn/", "/play/", "/puzzles/", "/explore/", "/lab/", "/live/", "/privacy/"]


@pytest.fixture
def served(tmp_path, settings, transactional_db):
    """The address of the site, its static files served as with DEBUG off."""
    with collected(tmp_path / "static", settings):
        server = LiveServerThread("localhost", lambda application: application)
        server.daemon = True
        server.start()
        server.is_ready.wait()
        assert server.error is None
        yield f"http://localhost:{server.port}"
        server.terminate()
        server.join()


@pytest.fixture
def asked(page):
    """The names of the scripts and styles the page has asked for."""
    names = []
    page.on(
        "request",
        lambda request: (
            names.append(request.url.split("/static/")[1])
            if request.url.endswith((".js", ".css"))
            else None
        ),
    )
    return names


def test_no_script_or_style_is_asked_for_under_a_name_that_stays(page, served, asked):
    for address in ADDRESSES:
        page.goto(served + address, wait_until="networkidle")
    assert any(name.startswith("js/reveal.") for name in asked)
    assert [name for name in asked if not HASHED.search(name)] == []


def test_no_module_waits_for_another(page, served, asked):
    page.goto(served + "/privacy/", wait_until="networkidle")
    modules = {name for name in asked if name.startswith("js/")}
    assert len(modules) > 13

    other = page.context.browser.new_page()
    first = set()
    other.on(
        "request", lambda r: first.add(r.url.split("/static/")[1]) if "/js/" in r.url else None
    )
    other.route("**/js/*.js", lambda route: None)  # none is answered
    other.goto(served + "/privacy/", wait_until="commit")
    other.wait_for_timeout(1500)
    assert first == modules
    other.close()


RULES = """text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map(rule => rule.cssText).join("\\n");
}"""
"""The rules of a style sheet as the browser reads them."""


def test_a_collected_sheet_has_the_rules_of_its_source(page, tmp_path, settings):
    sources = {str(path.relative_to("static")): path for path in Path("static/css").rglob("*.css")}
    with collected(tmp_path, settings) as folder:
        names = json.loads((folder / "staticfiles.json").read_text())["paths"]
        for name, source in sources.items():
            text = source.read_text()
            for imported in re.findall('^@import "(.*)";', text, flags=re.MULTILINE):
                text = text.replace(
                    f'@import "{imported}";', (source.parent / imported).read_text()
                )
            hashed = (folder / names[name]).read_text()
            rules = re.sub(r"\.[0-9a-f]{12}(?=\.\w)", "", page.evaluate(RULES, hashed))
            # A blank after a comma or a colon means nothing; one before a colon does.
            assert re.sub("([,:]) ", r"\1", rules) == re.sub(
                "([,:]) ", r"\1", page.evaluate(RULES, text)
            ), name
    assert len(sources) > 30
